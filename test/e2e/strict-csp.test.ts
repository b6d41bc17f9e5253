/** A page with a strict policy: scripts by nonce alone, trusted types, and no exception for the library. */

import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { bundleOf } from '../docs/run.ts'
import { by, events, sees, startSession } from './support/demo.ts'
import { bundle, ownOptions } from './support/own-page.ts'
import { probeThirdPartyCookies } from './support/third-party-cookies.ts'
import { useWorld } from './support/world.ts'

const world = useWorld('allow')

let script: string
beforeAll(async () => {
  script = await bundle(`
    import { Identity } from 'portico'
    const nonce = document.currentScript.nonce
    const identity = new Identity(options)
    const show = (text) => document.body.append(text + ' ')
    for (const name of ['simplifiedLoginOpened', 'simplifiedLoginCancelled']) identity.on(name, () => show(name))
    identity.hasSession().then(({ userId }) => show('user ' + userId), ({ reason }) => show(reason))
    document.querySelector('button').onclick = () =>
      identity.showSimplifiedLoginWidget({ state: 'x' }, { nonce })
        .then(() => show('shown'), ({ reason, cause }) => show(reason + ' ' + cause))
  `)
})

/** Opens a page of its own under a policy, for a reader who is logged in. */
async function openUnder(policy: string, more = ''): Promise<Page> {
  world.pages.serve('/', {
    body: `<!doctype html><html lang="en"><meta charset="utf-8"><title>Strict</title>
<body><button>Continue as</button>
<script nonce="n0nce">window.options = ${JSON.stringify(ownOptions(world))}</script>
<script nonce="n0nce">${script.replaceAll('</script', '<\\/script')}</script>${more}</body></html>`,
    headers: { 'content-security-policy': policy },
  })
  await startSession(world)
  const page = await world.page()
  await page.addInitScript(() => {
    const violations: string[] = []
    Object.assign(window, { violations })
    addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
      violations.push(effectiveDirective),
    )
  })
  await page.goto(world.pages.url())
  return page
}

/** The directives that something on the page was against. */
function violationsOn(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { violations: string[] }).violations)
}

const STRICT = [
  "default-src 'none'",
  "script-src 'nonce-n0nce'",
  'connect-src http:',
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types portico',
].join('; ')

it('stands on a browser that allows third-party cookies', async () => {
  expect(await probeThirdPartyCookies(await world.page(), world.pages)).toBe('allow')
})

describe('under the policy of the documentation', () => {
  it('the session is known, and the widget is shown', async () => {
    const recipe = await bundleOf('recipes/csp.md', 'policy.ts', { format: 'esm' })
    const { policyFor } = await import(`data:text/javascript,${encodeURIComponent(recipe)}`)
    const { environment } = world.emulator
    const sessionDomain = world.emulator.url('id.site.localhost')
    const page = await openUnder(policyFor(environment, sessionDomain, 'n0nce'))
    await page.getByText('user 100001').waitFor()
    await page.getByRole('button', { name: 'Continue as' }).click()
    await page.getByText('simplifiedLoginOpened').waitFor()
    expect(await violationsOn(page)).toEqual([])
  })
})

describe('under script-src by nonce, with trusted types for one policy', () => {
  it('the session is known, and the widget is shown', async () => {
    const page = await openUnder(STRICT)
    await page.getByText('user 100001').waitFor()
    await page.getByRole('button', { name: 'Continue as' }).click()
    await sees(page, 'widget-continue', 'Continue as Ingrid S.')
    await page.getByText('simplifiedLoginOpened').waitFor()
    expect(await violationsOn(page)).toEqual([])
    await by(page, 'widget-continue').click()
    await page.waitForURL(/\/interaction\//)
  })

  it.each([
    ['a string as the address of a script', 'require-trusted-types-for', `made.src = '/any.js'`],
    ['a policy of another name', 'trusted-types', `trustedTypes.createPolicy('any', {})`],
  ])('the page really forbids %s', async (_, directive, wrong) => {
    const attempt = `<script nonce="n0nce">
      const made = document.createElement('script')
      try { ${wrong} } catch (error) { document.body.append('forbidden: ' + error.name) }
    </script>`
    const page = await openUnder(STRICT, attempt)
    await page.getByText('forbidden: TypeError').waitFor()
    await page.getByText('user 100001').waitFor()
    expect(await violationsOn(page)).toEqual([directive])
  })
})

describe('under a policy that leaves the widget out', () => {
  it('the widget is unavailable, and everything else works', async () => {
    const page = await openUnder(STRICT.replace('trusted-types portico', "trusted-types 'none'"))
    await page.getByText('user 100001').waitFor()
    await page.getByRole('button', { name: 'Continue as' }).click()
    await page.getByText('widget-unavailable').waitFor()
    expect(await by(page, 'simplified-login').count()).toBe(0)
  })
})

describe('the demo page with ?csp=strict', () => {
  it('logs in, and shows the widget', async () => {
    const page = await world.page()
    await page.goto(world.emulator.url('www.site.localhost', '/?csp=strict'))
    await sees(page, 'status', 'anonymous')
    await by(page, 'log-in').click()
    await by(page, 'user-ingrid').click()
    await sees(page, 'user-name', 'Ingrid S.')
    await page.goto(world.emulator.url('www.site.localhost', '/?csp=strict'))
    await sees(page, 'user-name', 'Ingrid S.')
    await by(page, 'show-widget').click()
    await sees(page, 'widget-continue', 'Continue as Ingrid S.')
    expect(await events(page)).toContain('simplifiedLoginOpened')
  })
})
