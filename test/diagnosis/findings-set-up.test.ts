/** Wrong set-ups beside those of wrong-set-ups.test.ts: console and `diagnose` name each with its fix, and say nothing about a right one. */

import { preloadScript } from 'portico/server'
import { describe, expect, it } from 'vitest'
import { developmentScript, type Fault, idsOf, openDiagnosed, watch } from '../e2e/support/diagnosed-page.ts'
import { bundle, ownOptions, pageWith } from '../e2e/support/own-page.ts'
import { useWorld } from '../e2e/support/world.ts'

const world = useWorld()

type HeadOptions = Parameters<typeof preloadScript>[0]

/** The head snippet of the page's own client, but for values that differ. */
const headSnippet = (more: { [Name in keyof HeadOptions]?: HeadOptions[Name] } = {}) => {
  // What those options are is known to the test that reads them.
  const options = ownOptions(world) as unknown as HeadOptions
  return preloadScript({ ...options, ...more })
}

/** What is wrong, and a page that has it right. @default a page without any fault */
type SetUp = [what: string, id: string, words: RegExp, fault: () => Fault, right?: () => Fault]

const WRONG: SetUp[] = [
  [
    'a page on a host that is of no site with the session service',
    'session-domain-cross-site',
    /page http:\/\/localhost:\d+.*open the page under a name of that site/,
    () => ({ host: 'localhost' }),
  ],
  [
    'a redirect URI at another origin',
    'redirect-uri-elsewhere',
    /redirectUri http:\/\/elsewhere\.localhost/,
    () => ({ options: { redirectUri: 'http://elsewhere.localhost/callback' } }),
  ],
  [
    'a misspelt option',
    'option-unknown',
    /refreshLoginLink; did you mean refreshLoginLinks\?/,
    () => ({ options: { refreshLoginLink: false } }),
    () => ({ options: { refreshLoginLinks: false } }),
  ],
  [
    'a misspelt key of a login',
    'option-unknown',
    /login: redirectURL; did you mean redirectUri\?/,
    () => ({ script: "identity.loginUrl({ state: 's', redirectURL: 'http://x.localhost/' })" }),
    () => ({ script: "identity.loginUrl({ state: 's', redirectUri: 'http://x.localhost/' })" }),
  ],
  [
    'a domain for SP_ID that is not above the page',
    'cache-cookie-domain',
    /domain other\.com, page pages\.site\.localhost/,
    () => ({ script: "identity.enableCacheCookie({ domain: 'other.com' })" }),
    () => ({ script: "identity.enableCacheCookie({ domain: '.site.localhost' })" }),
  ],
  [
    'a head snippet of another redirect URI',
    'head-snippet-unused',
    /\(different: redirect_uri\).*from the same values as the identity/,
    () => ({ before: headSnippet({ redirectUri: world.pages.url('/other') }) }),
    () => ({ before: headSnippet() }),
  ],
  [
    'two instances',
    'two-instances',
    /share it/,
    () => ({ script: 'new identity.constructor(options).hasSession().catch(() => {})' }),
    () => ({ script: 'new identity.constructor(options).dispose()' }),
  ],
]

describe.each(WRONG)('%s', (what, id, words, fault, right = () => ({})) => {
  it(`${what}: ${id} in the console and by diagnose, and nothing where it is right`, async () => {
    const wrong = await openDiagnosed(world, fault())
    expect(await wrong.line(id)).toMatch(words)
    expect(idsOf(await wrong.diagnosis())).toContain(id)
    const { diagnosis, lines } = await openDiagnosed(world, right())
    expect(idsOf(await diagnosis())).not.toContain(id)
    expect(lines).toEqual([])
  })
})

describe('the site itself as the session domain', () => {
  it('a site that answers every address with its page is session-domain-is-site, too', async () => {
    world.pages.serve('/v2/session', { body: '<!doctype html><title>Any page</title>' })
    const { line } = await openDiagnosed(world, { options: { sessionDomain: world.pages.url() } })
    expect(await line('session-domain-is-site')).toContain('status 200')
  })
})

describe('an environment that does not exist', () => {
  it.each(['PROD', 'https://login.site.localhost'])(
    'an env that does not exist is refused, and the error quotes it: %s',
    async (env) => {
      const composed = await bundle(
        `
      import { Identity } from 'portico'
      const ready = Promise.resolve()
      try {
        new Identity(options)
      } catch ({ message }) {
        Object.assign(window, { message })
      }
      Object.assign(window, { ready, isReady: true })
    `,
        ['development'],
      )
      const { page } = await openDiagnosed(world, { options: { env }, bundle: composed })
      const message = await page.evaluate(() => (window as unknown as { message?: string }).message)
      expect(message).toContain(
        `env is "${env}". Give PRE, PRO, PRO_NO, PRO_FI, PRO_DK, or an Environment object`,
      )
    },
  )
})

describe('two versions on one page', () => {
  it('two versions on one page are two-versions', async () => {
    const script = await developmentScript()
    const { diagnosis, page } = await openDiagnosed(world)
    expect(idsOf(await diagnosis())).not.toContain('two-versions')
    await page.addScriptTag({ content: `(() => { ${script.replaceAll('"1.0.0-rc.1"', '"0.0.9"')} })()` })
    expect(await diagnosis()).toContainEqual(
      expect.objectContaining({ id: 'two-versions', seen: '1.0.0-rc.1, 0.0.9' }),
    )
  })
})

describe('an https page', () => {
  const SITE = 'https://www.site.example'

  /** Opens the page with this session domain. The test answers in place of the services, whose names do not exist. */
  async function openSecure(sessionDomain: string) {
    const options = { ...ownOptions(world), redirectUri: `${SITE}/`, sessionDomain }
    const { body } = pageWith(options, await developmentScript())
    return watch(await world.page(), async (page) => {
      await page.route(`${SITE}/`, (route) => route.fulfill({ body, contentType: 'text/html' }))
      await page.route('https://id.site.example/**', (route) =>
        route.fulfill({
          status: 400,
          json: { error: { code: 400, type: 'UserException' } },
          headers: { 'access-control-allow-origin': SITE, 'access-control-allow-credentials': 'true' },
        }),
      )
      await page.goto(`${SITE}/`)
      await page.waitForFunction(() => 'isReady' in window)
    })
  }

  it('an https page with an http session domain is mixed-content', async () => {
    const { line, diagnosis } = await openSecure('http://id.site.example')
    expect(await line('mixed-content')).toContain('Set a sessionDomain that begins with https://')
    expect(idsOf(await diagnosis())).toContain('mixed-content')
  })

  it('an https page with an https session domain is no finding', async () => {
    const { lines, diagnosis } = await openSecure('https://id.site.example')
    expect(idsOf(await diagnosis())).toEqual(['consent-platform-absent'])
    expect(lines).toEqual([])
  })
})
