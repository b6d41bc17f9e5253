// A login whose redirect URI is not registered: the page says so, and has a button where it could work.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Emulator, startEmulator } from '../src/index.ts'
import { Visitor } from './helpers.ts'
import { loginUrl, site } from './log-in.ts'

let emulator: Emulator
beforeAll(async () => {
  emulator = await startEmulator()
})
afterAll(() => emulator.close())

const MINE = 'http://app.site.localhost:3000/callback'
const account = (path: string): string => emulator.url('account.localhost', path)

/** Presses the button of the page that refuses a redirect URI. */
const register = (origin: string | undefined, fields: Record<string, string>): Promise<Response> =>
  new Visitor().request(account('/control/redirect-uris'), {
    method: 'POST',
    headers: origin === undefined ? {} : { origin },
    body: new URLSearchParams(fields),
  })

describe('a redirect URI that is not registered', () => {
  it('is shown beside those that are, with a button that registers it', async () => {
    const visitor = new Visitor()
    const page = await visitor.open(loginUrl(emulator, site, { state: 's', redirect_uri: MINE }))
    expect(page.status).toBe(400)
    expect(page.text).toMatch(new RegExp(`data-testid="received">${MINE}<`))
    expect(page.text).toContain(emulator.url(site.siteHost, '/callback'))
    expect(page.text).not.toContain('data-testid="note"')
    const response = await register(account('/').slice(0, -1), { client: site.clientId, url: MINE })
    expect(response.status).toBe(201)
    const again = await visitor.open(loginUrl(emulator, site, { state: 's', redirect_uri: MINE }))
    expect(again.text).toContain('data-testid="user-ingrid"')
  })

  it('says of a host on another site that it would have no session, and where it can', async () => {
    const url = 'http://localhost:3000/callback'
    const page = await new Visitor().open(loginUrl(emulator, site, { state: 's', redirect_uri: url }))
    expect(page.text).toContain('never gets a session')
    const better = 'http://www.site.localhost:3000/callback'
    expect(page.text).toContain(`Open your page as ${better} instead`)
    // and the button registers that one
    expect(page.text).toContain(`name="url" value="${better}"`)
    expect(page.text).toContain(`data-testid="register">Register ${better}<`)
  })

  it('is shown as text, whatever it holds', async () => {
    const redirect_uri = 'http://app.site.localhost/"><script>alert(1)</script>'
    const page = await new Visitor().open(loginUrl(emulator, site, { state: 's', redirect_uri }))
    expect(page.text).not.toContain('<script>alert')
  })

  it.each([
    [
      'from another site’s page',
      'http://evil.localhost',
      { client: 'harbour-post', url: 'http://evil.localhost/' },
      403,
    ],
    ['from no page at all', undefined, { client: 'harbour-post', url: 'http://evil.localhost/' }, 403],
    ['of a client that there is not', 'own', { client: 'nobody', url: MINE }, 404],
    ['that is none', 'own', { client: 'harbour-post', url: 'javascript:alert(1)' }, 400],
    ['whose page could not work', 'own', { client: 'harbour-post', url: 'http://evil.localhost/' }, 400],
  ])('is not registered %s', async (_, origin, fields, status) => {
    const given = origin === 'own' ? account('/').slice(0, -1) : origin
    expect((await register(given, fields)).status).toBe(status)
    const { text } = await new Visitor().open(account('/control/api/clients'))
    expect(text).not.toContain('evil.localhost')
  })
})
