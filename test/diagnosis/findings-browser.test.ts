/** Findings about the browser, the page and its other scripts: each is tried with its fault and without. */

import type { Frame, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { BROWSER, runsIn } from '../e2e/support/browser.ts'
import { consentPlatform } from '../e2e/support/consent-platform.ts'
import { goBack, loggedIn } from '../e2e/support/demo.ts'
import { idsOf, openDiagnosed } from '../e2e/support/diagnosed-page.ts'
import { bundle } from '../e2e/support/own-page.ts'
import { useWorld } from '../e2e/support/world.ts'

const world = useWorld('allow')

/** A policy that runs only scripts with the nonce of the test's pages. */
const NONCE = "script-src 'nonce-n0nce'"
const policy = (...rules: string[]) => ({ headers: { 'content-security-policy': rules.join('; ') } })

const SHOW_WIDGET = `
  identity.showSimplifiedLoginWidget({ state: 'x' }).catch(() => undefined)
    .then(() => Object.assign(window, { isShown: true }))
`
const isShown = (page: Page) => page.waitForFunction(() => 'isShown' in window)

describe('a Content-Security-Policy', () => {
  it('a policy without the session service in connect-src is csp-connect, with the rule', async () => {
    const { diagnosis, line } = await openDiagnosed(world, policy(NONCE, "connect-src 'self'"))
    expect(await line('csp-connect')).toMatch(/“connect-src 'self'” blocked http:\/\/id\.site\.localhost/)
    const findings = await diagnosis()
    expect(idsOf(findings)).toContain('csp-connect')
    expect(idsOf(findings)).not.toContain('network-down')
  })

  it('a policy with the services in connect-src is no finding', async () => {
    const { diagnosis, lines } = await openDiagnosed(world, policy(NONCE, 'connect-src http:'))
    expect(idsOf(await diagnosis())).toEqual(['consent-platform-absent'])
    expect(lines).toEqual([])
  })

  it('a policy with a nonce is csp-script for a widget without one', async () => {
    await loggedIn(world)
    const { page, diagnosis } = await openDiagnosed(world, { ...policy(NONCE), script: SHOW_WIDGET })
    await isShown(page)
    expect(await diagnosis()).toContainEqual(
      expect.objectContaining({
        id: 'csp-script',
        seen: expect.stringContaining("“script-src 'nonce-…'” blocked"),
      }),
    )
  })

  it('a policy that blocks frames of the account service is csp-frame; one that allows them is no finding', async () => {
    const frame = `const shown = () => Object.assign(window, { isShown: true })
      document.addEventListener('securitypolicyviolation', shown)
      document.body.append(Object.assign(document.createElement('iframe'), { src: options.env.accountUrl, onload: shown }))`
    const findings = async (rule: string) => {
      const { page, diagnosis } = await openDiagnosed(world, { ...policy(NONCE, rule), script: frame })
      await isShown(page)
      return idsOf(await diagnosis())
    }
    expect(await findings("frame-src 'none'")).toContain('csp-frame')
    expect(await findings('frame-src http:')).not.toContain('csp-frame')
  })

  it('a policy that does not allow the library’s Trusted Types is trusted-types', async () => {
    await loggedIn(world)
    const rules = [NONCE, "require-trusted-types-for 'script'", "trusted-types 'none'"]
    const { page, diagnosis } = await openDiagnosed(world, { ...policy(...rules), script: SHOW_WIDGET })
    await isShown(page)
    expect(idsOf(await diagnosis())).toContain('trusted-types')
  })

  it('a policy that allows them, for a widget with a nonce, is no finding', async () => {
    await loggedIn(world)
    const { page, diagnosis } = await openDiagnosed(world, {
      ...policy(NONCE, "require-trusted-types-for 'script'", 'trusted-types portico'),
      script: SHOW_WIDGET.replace("{ state: 'x' }", "{ state: 'x' }, { nonce: 'n0nce' }"),
    })
    await isShown(page)
    expect(idsOf(await diagnosis())).toEqual(['consent-platform-absent'])
  })
})

const LOGIN_BUTTON = `document.body.append(Object.assign(document.createElement('button'), {
  textContent: 'Log in', onclick: () => identity.login({ state: 'x', preferPopup: true }) }))`

/** Opens a popup, and closes it. */
async function logInByPopup(page: Page, frame?: Frame): Promise<void> {
  const popup = page.waitForEvent('popup')
  await (frame ?? page).getByRole('button', { name: 'Log in' }).click()
  await (await popup).close()
}

describe('a frame', () => {
  /** Opens a page of the test in a frame, has it do something, and diagnoses it there. */
  async function framed(host: string, sandbox?: string, script = ''): Promise<string[]> {
    const inner = await openDiagnosed(world, { script })
    const attributes = sandbox === undefined ? '' : ` sandbox="${sandbox}"`
    world.pages.serve('/outer', {
      body: `<!doctype html><title>Outer</title><iframe src="${world.pages.url()}"${attributes}></iframe>`,
    })
    await inner.page.goto(world.pages.url('/outer', host))
    const frame = inner.page.frames()[1]
    await frame?.waitForFunction(() => 'isReady' in window)
    if (script) await logInByPopup(inner.page, frame)
    return idsOf(await inner.diagnosis(frame))
  }

  it('a frame on another site is page-embedded', async () => {
    expect(await framed('pages.other.localhost')).toContain('page-embedded')
  })

  it('a frame on the same site is no finding', async () => {
    const ids = await framed('pages.site.localhost')
    expect(ids).not.toContain('page-embedded')
    expect(ids).not.toContain('storage-access-missing')
  })

  it('a frame on another site that has its cookies is not storage-access-missing', async () => {
    expect(await framed('pages.other.localhost')).not.toContain('storage-access-missing')
  })

  it('a login by popup in a frame on another site is popup-login-unseen', async () => {
    if (
      !runsIn('chromium', 'a popup of a frame of another site', 'The driver does not tell of it in Firefox.')
    )
      return
    const ids = await framed('pages.other.localhost', undefined, LOGIN_BUTTON)
    expect(ids).toContain('popup-login-unseen')
    expect(ids).not.toContain('page-embedded')
  })

  it('a login by popup in a frame on the same site is no finding', async () => {
    expect(await framed('pages.site.localhost', undefined, LOGIN_BUTTON)).not.toContain('popup-login-unseen')
  })

  it('a sandbox without allow-same-origin is storage-denied; one with it is no finding', async () => {
    expect(await framed('pages.site.localhost', 'allow-scripts')).toContain('storage-denied')
    expect(await framed('pages.site.localhost', 'allow-scripts allow-same-origin')).not.toContain(
      'storage-denied',
    )
  })
})

describe('the cookie SP_ID', () => {
  it.each([
    [500, true],
    [100, false],
  ])('a cookie SP_ID of %i days: shortened is %s', async (days, isShortened) => {
    await loggedIn(world)
    const { page, diagnosis } = await openDiagnosed(world, {
      script: `identity.enableCacheCookie({ expiresIn: ${days * 86_400} }); identity.clearCachedUserSession();
        identity.hasSession().then(() => Object.assign(window, { isShown: true }))`,
    })
    await isShown(page)
    const found = (await diagnosis()).find(({ id }) => id === 'cache-cookie-shortened')
    const more = BROWSER === 'chromium' ? '' : ', as this browser is known to do; it does not tell a page'
    expect(found?.seen).toBe(isShortened ? `400 days instead of 500${more}` : undefined)
  })
})

describe('a popup', () => {
  it('a popup that the browser blocks is popup-blocked', async () => {
    // The sandbox blocks it, since not every build of the browser blocks popups without a click. The login leads nowhere.
    await world.browser.route(/\/oauth\/authorize/, (route) => route.fulfill({ status: 204 }))
    const { diagnosis, line } = await openDiagnosed(world, {
      ...policy('sandbox allow-scripts allow-same-origin allow-top-navigation'),
      script: "identity.login({ state: 'x', preferPopup: true })",
    })
    // What the driver runs on the page counts as a click, so that part is not tested here.
    expect(await line('popup-blocked')).toContain('before anything is awaited')
    expect(idsOf(await diagnosis())).toContain('popup-blocked')
    await world.browser.unroute(/\/oauth\/authorize/)
  })

  it('a popup that opens during a click is no finding', async () => {
    const { page, diagnosis } = await openDiagnosed(world, { script: LOGIN_BUTTON })
    await logInByPopup(page)
    const ids = idsOf(await diagnosis())
    expect(ids).not.toContain('popup-blocked')
    expect(ids).not.toContain('popup-login-unseen')
  })
})

describe('a function getConsents of the page', () => {
  const findings = async (consents: string) => {
    const own = await bundle(
      `
      import { Identity } from 'portico'
      import { diagnose } from 'portico/devtools'
      const identity = new Identity({ ...options, getConsents: () => window.consents })
      const ready = identity.hasSession().catch(() => undefined)
      ready.then(() => Object.assign(window, { isReady: true }))
      Object.assign(window, { ready, diagnosis: () => ready.then(() => diagnose(identity)) })
    `,
      ['development'],
    )
    const { diagnosis } = await openDiagnosed(world, { bundle: own, before: `window.consents = ${consents}` })
    return (await diagnosis()).filter(({ id }) => id.startsWith('consent'))
  }

  it('one that gives a promise is consents-unreadable', async () => {
    expect(await findings("Promise.resolve(new URLSearchParams('gdpr=0'))")).toEqual([
      expect.objectContaining({ id: 'consents-unreadable', seen: 'it returned Promise' }),
    ])
  })

  it('one that gives URLSearchParams is no finding', async () => {
    expect(await findings("new URLSearchParams('gdpr=0')")).toEqual([])
  })
})

describe('a consent-management platform by TCF', () => {
  const findings = async (more: string) => {
    const platform = await consentPlatform()
    const { page, diagnosis } = await openDiagnosed(world, {
      before: platform.replaceAll('</script', '<\\/script'),
    })
    await page.evaluate(more)
    return idsOf(await diagnosis()).filter((id) => id.startsWith('consent-'))
  }

  it('a TCF platform whose script has not loaded is consent-platform-late', async () => {
    expect(await findings('')).toEqual(['consent-platform-late'])
  })

  it('a TCF platform that is still asking is consent-state-unusable', async () => {
    expect(await findings('show([1])')).toEqual(['consent-state-unusable'])
  })

  it('a TCF platform with a decision is no finding', async () => {
    expect(await findings('decide([1])')).toEqual([])
  })
})

describe('a consent-management platform by GPP', () => {
  const findings = async (gpp: string) => {
    const { page, diagnosis } = await openDiagnosed(world)
    await page.evaluate(gpp)
    return idsOf(await diagnosis()).filter((id) => id.startsWith('consent-'))
  }
  const loaded = (signalStatus: string) =>
    `window.__gpp = (command, callback) => {
      const pingData = { cmpStatus: 'loaded', signalStatus: '${signalStatus}', gppString: 'DBAA', applicableSections: [7] }
      callback(command === 'ping' ? pingData : { eventName: 'listenerRegistered', listenerId: 1, pingData }, true)
    }`

  it('a GPP platform whose script has not loaded is consent-platform-late', async () => {
    expect(await findings('void (window.__gpp = () => [])')).toEqual(['consent-platform-late'])
  })

  it('a GPP platform that is not ready is consent-state-unusable', async () => {
    expect(await findings(loaded('not ready'))).toEqual(['consent-state-unusable'])
  })

  it('a GPP platform that is ready is no finding', async () => {
    expect(await findings(loaded('ready'))).toEqual([])
  })
})

describe('the back button', () => {
  /** Goes to another site and back. Returns whether the browser has kept the page. */
  async function leaveAndComeBack(page: Page): Promise<boolean> {
    world.pages.serve('/plain', { body: '<!doctype html><title>Elsewhere</title>' })
    await page.evaluate(() => Object.assign(window, { isKept: true }))
    await page.goto(world.pages.url('/plain', 'elsewhere.site.localhost'))
    await goBack(page)
    // A page that was kept does not load again.
    await page.waitForURL(world.pages.url(), { waitUntil: 'commit' })
    return page.evaluate(() => 'isKept' in window)
  }

  it('a page that the browser could not keep is back-forward-cache-blocked, with the reason', async () => {
    if (!runsIn('chromium', 'why a page was not kept', 'No other browser tells.')) return
    const { page, diagnosis } = await openDiagnosed(world, { script: "addEventListener('unload', () => {})" })
    expect(idsOf(await diagnosis())).not.toContain('back-forward-cache-blocked')
    expect(await leaveAndComeBack(page)).toBe(false)
    await page.waitForFunction(() => 'isReady' in window)
    expect((await diagnosis()).find(({ id }) => id === 'back-forward-cache-blocked')?.seen).toMatch(/unload/)
  })

  it('the library itself does not prevent that a page is kept', async () => {
    world.pages.serve('/', { body: '<!doctype html><title>Plain</title>' })
    const plain = await world.page()
    await plain.goto(world.pages.url())
    const isAble = await leaveAndComeBack(plain)
    const { page, diagnosis } = await openDiagnosed(world)
    expect(await leaveAndComeBack(page)).toBe(isAble)
    await page.waitForFunction(() => 'isReady' in window)
    const found = (await diagnosis()).find(({ id }) => id === 'back-forward-cache-blocked')
    expect(found?.seen ?? '').not.toMatch(/unload|broadcastchannel|lock|websocket/)
  })
})
