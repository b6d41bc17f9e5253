/** What the browser, the page and its other scripts do to an identity: found, and not found where they do not. */

import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { BROWSER, runsIn } from '../e2e/support/browser.ts'
import { consentPlatform } from '../e2e/support/consent-platform.ts'
import { goBack, loggedIn } from '../e2e/support/demo.ts'
import { idsOf, openDiagnosed } from '../e2e/support/diagnosed-page.ts'
import { useWorld } from '../e2e/support/world.ts'

const world = useWorld('allow')

/** Policies under which only scripts with the nonce of the test's pages run. */
const NONCE = "script-src 'nonce-n0nce'"
const policy = (...rules: string[]) => ({ headers: { 'content-security-policy': rules.join('; ') } })

const SHOW_WIDGET = `
  identity.showSimplifiedLoginWidget({ state: 'x' }).catch(() => undefined)
    .then(() => Object.assign(window, { isShown: true }))
`
const isShown = (page: Page) => page.waitForFunction(() => 'isShown' in window)

describe('a Content-Security-Policy', () => {
  it('without the session service in connect-src is csp-connect, and the rule is named', async () => {
    const { diagnosis, line } = await openDiagnosed(world, policy(NONCE, "connect-src 'self'"))
    expect(await line('csp-connect')).toMatch(/“connect-src 'self'” blocked http:\/\/id\.site\.localhost/)
    const findings = await diagnosis()
    expect(idsOf(findings)).toContain('csp-connect')
    expect(idsOf(findings)).not.toContain('network-down')
  })

  it('with the services in it is none', async () => {
    const { diagnosis, lines } = await openDiagnosed(world, policy(NONCE, 'connect-src http:'))
    expect(idsOf(await diagnosis())).toEqual(['consent-platform-absent'])
    expect(lines).toEqual([])
  })

  it('by nonce is csp-script for a widget that came without one', async () => {
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

  it('is csp-frame for a frame of the account service, unless it names the service', async () => {
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

  it('with trusted types for others is trusted-types', async () => {
    await loggedIn(world)
    const rules = [NONCE, "require-trusted-types-for 'script'", "trusted-types 'none'"]
    const { page, diagnosis } = await openDiagnosed(world, { ...policy(...rules), script: SHOW_WIDGET })
    await isShown(page)
    expect(idsOf(await diagnosis())).toContain('trusted-types')
  })

  it('with trusted types for the library, and a nonce, is none', async () => {
    await loggedIn(world)
    const { page, diagnosis } = await openDiagnosed(world, {
      ...policy(NONCE, "require-trusted-types-for 'script'", 'trusted-types portico'),
      script: SHOW_WIDGET.replace("{ state: 'x' }", "{ state: 'x' }, { nonce: 'n0nce' }"),
    })
    await isShown(page)
    expect(idsOf(await diagnosis())).toEqual(['consent-platform-absent'])
  })
})

describe('a frame', () => {
  /** Opens a page of the tests in a frame, and diagnoses it there. */
  async function framed(host: string, sandbox?: string): Promise<string[]> {
    const inner = await openDiagnosed(world)
    const attributes = sandbox === undefined ? '' : ` sandbox="${sandbox}"`
    world.pages.serve('/outer', {
      body: `<!doctype html><title>Outer</title><iframe src="${world.pages.url()}"${attributes}></iframe>`,
    })
    await inner.page.goto(world.pages.url('/outer', host))
    const frame = inner.page.frames()[1]
    await frame?.waitForFunction(() => 'isReady' in window)
    return idsOf(await inner.diagnosis(frame))
  }

  it('on another site is page-embedded', async () => {
    expect(await framed('pages.other.localhost')).toContain('page-embedded')
  })

  it('on the own site is not', async () => {
    expect(await framed('pages.site.localhost')).not.toContain('page-embedded')
  })

  it('in a sandbox is storage-denied, and elsewhere it is not', async () => {
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
  ])('that is to last %i days', async (days, isShortened) => {
    await loggedIn(world)
    const { page, diagnosis } = await openDiagnosed(world, {
      script: `identity.enableCacheCookie({ expiresIn: ${days * 86_400} }); identity.clearCachedUserSession();
        identity.hasSession().then(() => Object.assign(window, { isShown: true }))`,
    })
    await isShown(page)
    const found = (await diagnosis()).find(({ id }) => id === 'cache-cookie-shortened')
    const more = BROWSER === 'chromium' ? '' : ', by what is known of this browser, which does not tell'
    expect(found?.seen).toBe(isShortened ? `400 days, of 500${more}` : undefined)
  })
})

describe('a popup', () => {
  it('that the browser blocks is popup-blocked', async () => {
    // By the sandbox, since not every build of the browser blocks popups without a click. The login leads nowhere.
    await world.browser.route(/\/oauth\/authorize/, (route) => route.fulfill({ status: 204 }))
    const { diagnosis, line } = await openDiagnosed(world, {
      ...policy('sandbox allow-scripts allow-same-origin allow-top-navigation'),
      script: "identity.login({ state: 'x', preferPopup: true })",
    })
    // Whether it was within a click is not asked: what the driver runs on the page counts as one.
    expect(await line('popup-blocked')).toContain('before anything is awaited')
    expect(idsOf(await diagnosis())).toContain('popup-blocked')
    await world.browser.unroute(/\/oauth\/authorize/)
  })

  it('that opens within a click is none', async () => {
    const { page, diagnosis } = await openDiagnosed(world, {
      script: `document.body.append(Object.assign(document.createElement('button'), {
        textContent: 'Log in', onclick: () => identity.login({ state: 'x', preferPopup: true }) }))`,
    })
    const popup = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Log in' }).click()
    await (await popup).close()
    expect(idsOf(await diagnosis())).not.toContain('popup-blocked')
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

  it('whose script has not come is consent-platform-late', async () => {
    expect(await findings('')).toEqual(['consent-platform-late'])
  })

  it('that still asks is consent-state-unusable', async () => {
    expect(await findings('show([1])')).toEqual(['consent-state-unusable'])
  })

  it('that knows the decision is none', async () => {
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

  it('whose script has not come is consent-platform-late', async () => {
    expect(await findings('void (window.__gpp = () => [])')).toEqual(['consent-platform-late'])
  })

  it('that is not ready is consent-state-unusable', async () => {
    expect(await findings(loaded('not ready'))).toEqual(['consent-state-unusable'])
  })

  it('that is ready is none', async () => {
    expect(await findings(loaded('ready'))).toEqual([])
  })
})

describe('the back button', () => {
  /** Goes to another site and back; gives whether the page was kept meanwhile. */
  async function leaveAndComeBack(page: Page): Promise<boolean> {
    world.pages.serve('/plain', { body: '<!doctype html><title>Elsewhere</title>' })
    await page.evaluate(() => Object.assign(window, { isKept: true }))
    await page.goto(world.pages.url('/plain', 'elsewhere.site.localhost'))
    await goBack(page)
    // One that was kept does not load.
    await page.waitForURL(world.pages.url(), { waitUntil: 'commit' })
    return page.evaluate(() => 'isKept' in window)
  }

  it('leads to a page that the browser could not keep: back-forward-cache-blocked, with the reason', async () => {
    if (!runsIn('chromium', 'why a page was not kept', 'No other browser tells.')) return
    const { page, diagnosis } = await openDiagnosed(world, { script: "addEventListener('unload', () => {})" })
    expect(idsOf(await diagnosis())).not.toContain('back-forward-cache-blocked')
    expect(await leaveAndComeBack(page)).toBe(false)
    await page.waitForFunction(() => 'isReady' in window)
    expect((await diagnosis()).find(({ id }) => id === 'back-forward-cache-blocked')?.seen).toMatch(/unload/)
  })

  it('leads to a page that was kept, as far as the library is concerned', async () => {
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
