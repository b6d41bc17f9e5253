/** Wrong set-ups of a page: each is named in the console and by `diagnose`, with its fix; a right one is not. */

import { describe, expect, it } from 'vitest'
import { developmentScript, type Fault, idsOf, openDiagnosed, watch } from '../e2e/support/diagnosed-page.ts'
import { ownOptions, pageWith } from '../e2e/support/own-page.ts'
import { useWorld } from '../e2e/support/world.ts'

const world = useWorld()

type SetUp = [what: string, id: string, words: RegExp, fault: () => Fault]

const WRONG: SetUp[] = [
  [
    'the session domain of another publisher',
    'session-domain-cross-site',
    /id\.other\.localhost.*shares the registrable domain/,
    () => ({ options: { sessionDomain: world.emulator.url('id.other.localhost') } }),
  ],
  [
    'a page on a host that is of no site with the session service',
    'session-domain-cross-site',
    /page http:\/\/localhost:\d+.*open the page under a name of that site/,
    () => ({ host: 'localhost' }),
  ],
  [
    'the site itself as the session domain',
    'session-domain-is-site',
    /Give the address of the session service/,
    () => ({ options: { sessionDomain: world.pages.url() } }),
  ],
  [
    'a session domain by https on a page by http',
    'scheme-mismatch',
    /use http for both/,
    () => ({
      options: { sessionDomain: world.emulator.url('id.site.localhost').replace('http:', 'https:') },
    }),
  ],
  [
    'a redirect URI at another origin',
    'redirect-uri-elsewhere',
    /redirectUri http:\/\/elsewhere\.localhost/,
    () => ({ options: { redirectUri: 'http://elsewhere.localhost/callback' } }),
  ],
  ['no env', 'environment-default', /env: 'PRO' for a real site/, () => ({ options: { env: undefined } })],
  [
    'a misspelt option',
    'option-unknown',
    /refreshLoginLink, meant refreshLoginLinks\?/,
    () => ({ options: { refreshLoginLink: false } }),
  ],
  [
    'a listener for an event that is spelt otherwise',
    'event-unknown',
    /notLoggedIn, meant notLoggedin\?/,
    () => ({ script: "identity.on('notLoggedIn', () => {})" }),
  ],
  [
    'a misspelt key of a login',
    'option-unknown',
    /login: redirectURL, meant redirectUri\?/,
    () => ({ script: "identity.loginUrl({ state: 's', redirectURL: 'http://x.localhost/' })" }),
  ],
  [
    'a domain for SP_ID that is not above the page',
    'cache-cookie-domain',
    /domain other\.com, page pages\.site\.localhost/,
    () => ({ script: "identity.enableCacheCookie({ domain: 'other.com' })" }),
  ],
  [
    'two instances',
    'two-instances',
    /share it/,
    () => ({ script: 'new identity.constructor(options).hasSession().catch(() => {})' }),
  ],
]

describe.each(WRONG)('%s', (_, id, words, fault) => {
  it(`is ${id}, in the console and by diagnose`, async () => {
    const { diagnosis, line } = await openDiagnosed(world, fault())
    expect(await line(id)).toMatch(words)
    expect(idsOf(await diagnosis())).toContain(id)
  })
})

describe('the site itself as the session domain', () => {
  it('is found as well where the site answers any address with its page', async () => {
    world.pages.serve('/v2/session', { body: '<!doctype html><title>Any page</title>' })
    const { line } = await openDiagnosed(world, { options: { sessionDomain: world.pages.url() } })
    expect(await line('session-domain-is-site')).toContain('status 200')
  })
})

describe('two versions on one page', () => {
  it('are two-versions', async () => {
    const script = await developmentScript()
    const { diagnosis, page } = await openDiagnosed(world)
    expect(idsOf(await diagnosis())).not.toContain('two-versions')
    await page.addScriptTag({ content: `(() => { ${script.replaceAll('"0.1.0"', '"0.0.9"')} })()` })
    expect(await diagnosis()).toContainEqual(
      expect.objectContaining({ id: 'two-versions', seen: '0.1.0, 0.0.9' }),
    )
  })
})

describe('an http session domain on an https page', () => {
  it('is mixed-content', async () => {
    const options = { ...ownOptions(world), redirectUri: 'https://www.site.example/' }
    const { body } = pageWith(
      { ...options, sessionDomain: 'http://id.site.example' },
      await developmentScript(),
    )
    const { line, diagnosis } = await watch(await world.page(), async (page) => {
      await page.route('https://www.site.example/', (route) =>
        route.fulfill({ body, contentType: 'text/html' }),
      )
      await page.goto('https://www.site.example/')
    })
    expect(await line('mixed-content')).toContain('Give a sessionDomain that begins with https://')
    expect(idsOf(await diagnosis())).toContain('mixed-content')
  })
})
