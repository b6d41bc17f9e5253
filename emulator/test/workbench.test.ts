// What helps whoever builds a page against the emulator: refusals that say why, hosts that can work, faults that show.

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Emulator, loopbackFetch, startEmulator } from '../src/index.ts'
import { Visitor } from './helpers.ts'
import { askSession, goToLogin, logIn, loginUrl, site } from './log-in.ts'

let emulator: Emulator
beforeAll(async () => {
  emulator = await startEmulator()
})
afterEach(() => void emulator.resetFaults())
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
    expect(page.text).toContain('no session for ever')
    expect(page.text).toContain('http://app.site.localhost:3000/callback')
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
  ])('is not registered %s', async (_, origin, fields, status) => {
    const given = origin === 'own' ? account('/').slice(0, -1) : origin
    expect((await register(given, fields)).status).toBe(status)
    const { text } = await new Visitor().open(account('/control/api/clients'))
    expect(text).not.toContain('evil.localhost')
  })
})

describe('registering by the control API', () => {
  it('notes a host that cannot work, and one that can has no note', async () => {
    const post = async (url: string): Promise<{ note?: string }> => {
      const response = await new Visitor().request(
        account(`/control/api/clients/${site.clientId}/redirect-uris`),
        {
          method: 'POST',
          body: JSON.stringify({ url }),
        },
      )
      return (await response.json()) as { note?: string }
    }
    expect((await post('http://localhost:3000/callback')).note).toContain('app.site.localhost:3000')
    expect((await post('http://x.site.localhost:3000/')).note).toBeUndefined()
  })

  it('is taken back again', async () => {
    const path = account(
      `/control/api/clients/${site.clientId}/redirect-uris?url=${encodeURIComponent(MINE)}`,
    )
    emulator.registerRedirectUri(site.clientId, MINE)
    const response = await new Visitor().request(path, { method: 'DELETE' })
    expect(((await response.json()) as { redirectUris: string[] }).redirectUris).not.toContain(MINE)
    expect((await new Visitor().request(path, { method: 'DELETE' })).status).toBe(404)
  })
})

describe('a fault that is switched on', () => {
  const pages = (): string[] => [
    emulator.url(site.siteHost),
    account('/'),
    account('/control'),
    loginUrl(emulator, site, { state: 's', redirect_uri: 'http://unknown.localhost/' }),
  ]

  it('is named on every page, and no page has a line while everything works', async () => {
    for (const url of pages()) expect((await new Visitor().open(url)).text).not.toContain('fault-banner')
    emulator.setFaults({ session: '500', clockSkewSeconds: 60 })
    for (const url of pages())
      expect((await new Visitor().open(url)).text).toContain('session: 500, clockSkewSeconds: 60')
    const login = await goToLogin(emulator, new Visitor())
    expect(login.text).toContain('session: 500, clockSkewSeconds: 60')
  })

  it('is none when only the time of a slow service is set, which is not slow', async () => {
    emulator.setFaults({ slowMs: 100 })
    expect((await new Visitor().open(account('/'))).text).not.toContain('fault-banner')
  })
})

describe('the request list', () => {
  it('says why a page may not read the session', async () => {
    const path = `/v2/session?client_sdrn=sdrn:localhost:client:${site.clientId}&devtools_id=7`
    const origin = 'http://nobody.localhost:3000'
    await new Visitor().request(emulator.url(site.sessionHost, path), { headers: { origin } })
    const entry = emulator.requests.at(-1)
    expect(entry?.reason).toMatch(/http:\/\/nobody\.localhost:3000 is not an origin of a redirect URI/)
    expect(entry?.headers).toMatchObject({ origin })
    expect(entry?.path).toContain('devtools_id=7')
  })

  it('says why a call is refused', async () => {
    await new Visitor().request(
      emulator.url(site.sessionHost, '/v2/session?client_sdrn=sdrn:localhost:client:nobody'),
    )
    expect(emulator.requests.at(-1)).toMatchObject({
      status: 404,
      reason: 'No such client at this session service',
    })
  })

  it('names cookies, and holds no value of one', async () => {
    await new Visitor().request(account('/'), {
      headers: { cookie: 'secret=value-of-it; other=1', authorization: 'Basic c2VjcmV0' },
    })
    const { headers } = emulator.requests.at(-1) ?? {}
    expect(headers).toMatchObject({ cookie: 'secret other' })
    expect(JSON.stringify(headers)).not.toMatch(/value-of-it|c2VjcmV0/)
  })
})

describe('the fetch for back ends', () => {
  it('finds names under localhost, which Node does not know', async () => {
    const response = await loopbackFetch(account('/.well-known/openid-configuration'))
    expect(((await response.json()) as { token_endpoint: string }).token_endpoint).toBe(
      account('/oauth/token'),
    )
  })
})

describe('users', () => {
  const call = (method: string, path: string, body?: unknown): Promise<Response> =>
    new Visitor().request(account(`/control/api/${path}`), {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })

  it('are made, log in, and are removed with their sessions', async () => {
    const made = await call('POST', 'users', { username: 'kari', givenName: 'Kari', familyName: 'Nordmann' })
    expect(made.status).toBe(201)
    expect(await made.json()).toMatchObject({
      email: 'kari@example.com',
      displayName: 'Kari N.',
      userId: 100004,
    })
    const visitor = new Visitor()
    await logIn(emulator, visitor, 'kari')
    expect((await askSession(emulator, visitor)).body).toMatchObject({ userId: 100004, givenName: 'Kari' })
    expect((await call('DELETE', 'users/kari')).status).toBe(204)
    expect((await askSession(emulator, visitor)).status).toBe(401)
    expect((await call('DELETE', 'users/kari')).status).toBe(404)
  })

  it.each([
    [{ username: 'Not a word' }, 'username'],
    [{ username: 'ingrid' }, 'There is a user of that name'],
    [{ username: 'other', email: 'matti@example.com' }, 'e-mail address'],
    [{ username: 'other', email: 7 }, 'email'],
    [{ username: 'other', givenName: '<b>' }, 'givenName'],
    [{ username: 'other', gender: 'x' }, 'gender'],
    [{ username: 'other', password: 'x' }, 'password'],
    [null, 'username'],
  ])('are refused for %j', async (body, words) => {
    const response = await call('POST', 'users', body)
    expect(response.status).toBe(400)
    expect(((await response.json()) as { error: string }).error).toContain(words)
  })

  it('are those of the beginning after everything was reset, with faults and redirect URIs', async () => {
    await call('POST', 'users', { username: 'kari' })
    emulator.setFaults({ session: 'down' })
    emulator.registerRedirectUri(site.clientId, MINE)
    expect((await call('DELETE', 'everything')).status).toBe(204)
    expect(emulator.users.map(({ username }) => username)).toEqual(['ingrid', 'matti', 'alex'])
    expect(emulator.faults.session).toBe('none')
    expect(await (await call('GET', 'clients')).text()).not.toContain(MINE)
    expect(await (await call('GET', 'sessions')).json()).toEqual([])
  })
})
