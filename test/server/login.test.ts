/** A login by the server, against an account service over real HTTP. */
import { describe, expect, it, vi } from 'vitest'
import { beginLogin, finishLogin } from '../../server/login.ts'
import type { LoginClient } from '../../server/login-client.ts'
import { rejection } from '../support/fixtures.ts'
import { CLIENT_SECRET, UUID, useAccountService } from './account-service.ts'
import { Browser, CALLBACK, COOKIE_SECRET, clientOf } from './site.ts'

const service = useAccountService()

describe('a login', () => {
  it('leads to the login page with state, nonce and code challenge, and back to a user', async () => {
    const client = clientOf(service)
    const browser = new Browser()
    const { url, setCookies } = await browser.begin(client, { returnTo: '/article?page=2#end' })
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
      client_id: 'client-1',
      response_type: 'code',
      redirect_uri: CALLBACK,
      scope: 'openid',
      state: expect.stringMatching(/^[\w-]{32}\.bound$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
    expect(setCookies).toEqual([
      expect.stringMatching(
        /^__Host-portico-login-[\w-]{8}=[\w-]+\.[\w-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
      ),
    ])
    const login = await browser.finish(client, service.logIn(url))
    expect(login).toEqual({
      ok: true,
      user: {
        uuid: UUID,
        amr: ['pwd'],
        acr: '1',
        authTime: expect.any(Number),
        claims: expect.objectContaining({ sub: UUID }),
      },
      tokens: { idToken: expect.any(String), accessToken: 'access-1' },
      returnTo: 'https://www.site.example/article?page=2#end',
      setCookies: expect.any(Array),
    })
    expect(browser.cookies.size).toBe(0)
  })

  it('tells of the claims that the scopes allow', async () => {
    const client = clientOf(service)
    const browser = new Browser()
    const { url } = await browser.begin(client, { parameters: { scope: 'openid profile' } })
    const login = await browser.finish(client, service.logIn(url))
    expect(login).toMatchObject({ ok: true, user: { uuid: UUID, claims: { given_name: 'Ada' } } })
    service.isSilent = true
    const again = await browser.begin(client, { parameters: { scope: 'openid profile' } })
    expect(await browser.finish(client, service.logIn(again.url))).toMatchObject({
      user: { claims: { given_name: 'Ada' } },
    })
  })

  it('may be sent by the page’s library, by its state alone', async () => {
    const client = clientOf(service)
    const browser = new Browser()
    const { state, binding } = await browser.begin(client)
    expect(binding.state).not.toBe(state)
    const page = `${service.url}/oauth/authorize?${new URLSearchParams({ redirect_uri: CALLBACK, state, scope: 'openid' })}`
    expect(await browser.finish(client, service.logIn(page))).toMatchObject({
      ok: true,
      user: { uuid: UUID },
    })
  })

  it('may be sent by a page that adds the binding to its own parameters', async () => {
    const client = clientOf(service)
    const browser = new Browser()
    const { binding } = await browser.begin(client)
    const query = new URLSearchParams({ redirect_uri: CALLBACK, scope: 'openid', ...binding })
    expect(
      await browser.finish(client, service.logIn(`${service.url}/oauth/authorize?${query}`)),
    ).toMatchObject({ ok: true })
  })

  it('has a state of its own each time, and any number of tabs begin one at once', async () => {
    const client = clientOf(service)
    const browser = new Browser()
    const begun = await Promise.all([
      browser.begin(client, { returnTo: '/a' }),
      browser.begin(client, { returnTo: '/b' }),
    ])
    const [one, two] = begun.map(({ url }) => service.logIn(url)) as [string, string]
    expect(await browser.finish(client, two)).toMatchObject({
      ok: true,
      returnTo: 'https://www.site.example/b',
    })
    expect(await browser.finish(client, one)).toMatchObject({
      ok: true,
      returnTo: 'https://www.site.example/a',
    })
  })

  it('keeps the cookies of eight at most, and lets the oldest go', async () => {
    const client = clientOf(service)
    const browser = new Browser()
    const urls: string[] = []
    browser.cookies.set('another', 'cookie')
    for (let tab = 0; tab < 9; tab++)
      urls.push((await browser.begin(client, { returnTo: `/${'x'.repeat(470)}` })).url)
    expect(browser.cookies.size).toBe(8 + 1)
    const header = browser.request(CALLBACK).headers.get('cookie') ?? ''
    expect(header.length).toBeLessThan(8_000)
    const [oldest = '', next = ''] = urls
    expect(await browser.finish(client, service.logIn(oldest))).toMatchObject({ reason: 'state-unknown' })
    expect(await browser.finish(client, service.logIn(next))).toMatchObject({ ok: true })
  })

  it('works on plain http on this machine, without the attributes of https', async () => {
    const client = clientOf(service, { redirectUri: 'http://www.site.localhost:3000/callback' })
    const browser = new Browser()
    const { url, setCookies } = await browser.begin(client)
    expect(setCookies[0]).toMatch(
      /^portico-login-[\w-]{8}=\S+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/,
    )
    expect(await browser.finish(client, service.logIn(url))).toMatchObject({
      returnTo: 'http://www.site.localhost:3000/',
    })
    expect((await browser.begin({ ...client, secureCookies: true })).setCookies[0]).toMatch(
      /^__Host-.*; Secure$/,
    )
  })

  it('takes the requests of Node, with an address that is relative or rewritten by a proxy', async () => {
    const client = clientOf(service)
    const { url, setCookies } = await beginLogin(client, { headers: {} })
    const cookie = setCookies[0]?.split(';')[0]
    const back = new URL(service.logIn(url))
    const request = { url: back.pathname + back.search, headers: { cookie } }
    expect(await finishLogin(client, request)).toMatchObject({ ok: true })
    const again = await beginLogin(client, { headers: {} })
    const proxied = `http://10.0.0.1:3000/${new URL(service.logIn(again.url)).search}`
    const headers = { cookie: [`${again.setCookies[0]?.split(';')[0]}`, 'a=b'] }
    expect(await finishLogin(client, { url: proxied, headers })).toMatchObject({ ok: true })
  })

  it('asks the account service about itself once', async () => {
    const client = clientOf(service)
    const browser = new Browser()
    for (let time = 0; time < 2; time++)
      await browser.finish(client, service.logIn((await browser.begin(client)).url))
    expect(service.asked.filter((path) => path.includes('well-known'))).toHaveLength(1)
  })

  it('takes away the SP_ID of whoever was here before', async () => {
    const client = clientOf(service)
    const browser = new Browser()
    const login = await browser.finish(client, service.logIn((await browser.begin(client)).url))
    expect(login.setCookies.filter((text) => text.startsWith('SP_ID='))).toEqual([
      'SP_ID=; Path=/; Max-Age=0',
      'SP_ID=; Path=/; Max-Age=0; Domain=www.site.example',
      'SP_ID=; Path=/; Max-Age=0; Domain=site.example',
    ])
  })

  it('is checked for its age, where that was asked for', async () => {
    const client = clientOf(service)
    const browser = new Browser()
    const begin = async () =>
      service.logIn((await browser.begin(client, { parameters: { max_age: '60' } })).url)
    expect(await browser.finish(client, await begin())).toMatchObject({ ok: true })
    service.claims = (claims) => ({ ...claims, auth_time: (claims.auth_time as number) - 3600 })
    expect(await browser.finish(client, await begin())).toMatchObject({ ok: false, reason: 'refused' })
  })

  it('says little of a user of whom little is said', async () => {
    const client = clientOf(service)
    const browser = new Browser()
    service.claims = ({ amr: _, acr: __, auth_time: ___, ...claims }) => claims
    const login = await browser.finish(client, service.logIn((await browser.begin(client)).url))
    expect(login.ok && login.user).toEqual({ uuid: UUID, amr: [], claims: expect.any(Object) })
  })
})

describe('a login that comes to nothing', () => {
  const attempt = async (more: Partial<LoginClient> = {}, change = (url: string) => url) => {
    const client = clientOf(service, more)
    const browser = new Browser()
    const { url } = await browser.begin(client, { returnTo: '/article' })
    return browser.finish(client, change(service.logIn(url)))
  }

  it('is refused by another service in the place of the account service, which is asked over https', async () => {
    const asked: string[] = []
    const fetch = (input: string, init: RequestInit) => {
      asked.push(input)
      return globalThis.fetch(input.replace('https://account.example', service.url), init)
    }
    const client = clientOf(service, { env: { accountUrl: 'https://account.example' }, fetch })
    const browser = new Browser()
    const { url } = await browser.begin(client)
    const callback = service.logIn(url.replace('https://account.example', service.url))
    expect(await browser.finish(client, callback)).toMatchObject({ ok: false, reason: 'refused' })
    expect(asked).toEqual(['https://account.example/.well-known/openid-configuration'])
  })

  it('is told from what is no answer to a login', async () => {
    for (const url of [undefined, 'http://[', '/callback'])
      expect(await finishLogin(clientOf(service), { url, headers: {} })).toMatchObject({ reason: 'no-login' })
    expect(await new Browser().finish(clientOf(service), CALLBACK)).toEqual({
      ok: false,
      reason: 'no-login',
      returnTo: 'https://www.site.example/',
      setCookies: [],
    })
  })

  it('is cancelled by the reader, who goes back to where they were', async () => {
    const cancel = (url: string) => url.replace(/code=[^&]*/, 'error=access_denied')
    expect(await attempt({}, cancel)).toMatchObject({
      ok: false,
      reason: 'cancelled',
      returnTo: 'https://www.site.example/article',
      setCookies: [expect.stringContaining('Max-Age=0')],
    })
  })

  it('is refused by the account service, which says why by a name', async () => {
    const refuse = (url: string) => url.replace(/code=[^&]*/, 'error=invalid_scope')
    expect(await attempt({}, refuse)).toMatchObject({ reason: 'refused', detail: 'invalid_scope' })
    const babble = (url: string) => url.replace(/code=[^&]*/, 'error=<b>access+token+abc</b>')
    expect(await attempt({}, babble)).not.toHaveProperty('detail')
  })

  it('is refused for a client secret that is wrong', async () => {
    expect(await attempt({ clientSecret: 'of another client' })).toMatchObject({
      reason: 'refused',
      detail: 'invalid_client',
    })
  })

  it.each([
    ['/.well-known/openid-configuration', 500, '{}'],
    ['/.well-known/openid-configuration', 200, '<html>'],
    ['/oauth/token', 503, '{"error":"server_error"}'],
    ['/oauth/token', 502, '<html>'],
    ['/oauth/token', 200, 'no JSON'],
  ])('cannot be finished while %s says %i %s, and is again afterwards', async (path, status, body) => {
    service.fault = { path, status, body }
    const client = clientOf(service)
    const browser = new Browser()
    const { url } = await browser.begin(client)
    expect(await browser.finish(client, service.logIn(url))).toMatchObject({
      ok: false,
      reason: 'unreachable',
    })
    service.fault = undefined
    expect(await browser.finish(client, service.logIn((await browser.begin(client)).url))).toMatchObject({
      ok: true,
    })
  })

  it('cannot be finished while nobody answers', async () => {
    const fetch = () => Promise.reject(new TypeError('fetch failed'))
    expect(await attempt({ fetch })).toMatchObject({ ok: false, reason: 'unreachable' })
  })

  it('is refused without an ID token', async () => {
    const client = clientOf(service)
    const browser = new Browser()
    const { url } = await browser.begin(client, { parameters: { scope: 'email' } })
    expect(await browser.finish(client, service.logIn(url))).toMatchObject({ ok: false, reason: 'refused' })
  })

  it('holds no secret in what it says', async () => {
    service.claims = (claims) => ({ ...claims, aud: 'another client' })
    const { setCookies: _, ...told } = await attempt()
    expect(told).toEqual({
      ok: false,
      reason: 'refused',
      detail: expect.any(String),
      returnTo: expect.any(String),
    })
    expect(JSON.stringify(told)).not.toMatch(/access-1|eyJ|code-\d|client secret/)
  })
})

describe('a client that is wrong', () => {
  it.each<[string, Partial<LoginClient>, string]>([
    ['clientId', { clientId: '' }, 'clientId'],
    ['clientSecret', { clientSecret: undefined }, 'clientSecret'],
    ['redirectUri', { redirectUri: '/callback' }, 'redirectUri'],
    ['redirectUri', { redirectUri: 'https://site.com/callback?a=b' }, 'redirectUri'],
    ['redirectUri', { redirectUri: 'https://user@site.com/' }, 'redirectUri'],
    ['redirectUri', { redirectUri: 'javascript:alert(1)' }, 'redirectUri'],
    ['env', { env: undefined }, 'env.accountUrl'],
    ['accountUrl', { env: { accountUrl: 'account.site.com' } }, 'env.accountUrl'],
    ['accountUrl', { env: { accountUrl: 'http://account.site.com' } }, 'https'],
    ['accountUrl', { env: { accountUrl: 'http://localhost.evil.example' } }, 'https'],
    ['accountUrl', { env: { accountUrl: 'http://127.evil.example' } }, 'https'],
    ['cookieSecret', { cookieSecret: undefined }, 'cookieSecret is missing'],
    ['cookieSecret', { cookieSecret: 'tiny-secret' }, 'cookieSecret is too short'],
  ])('is an SDKError that names what is wrong: %s', async (_, more, name) => {
    const client = clientOf(service, more as LoginClient)
    for (const wrong of [
      () => beginLogin(client, { headers: {} }),
      () => finishLogin(client, { headers: {} }),
    ]) {
      const error = (await rejection(wrong())) as Error
      expect(error).toMatchObject({
        name: 'SDKError',
        reason: expect.stringMatching(/^(option|argument)-invalid$/),
      })
      expect(error.message).toContain(name)
      expect(error.message).not.toMatch(new RegExp(`${COOKIE_SECRET}|${CLIENT_SECRET}|tiny-secret`))
    }
  })

  it('is one that is not there', async () => {
    expect(await rejection(beginLogin(undefined as never, { headers: {} }))).toMatchObject({
      reason: 'option-invalid',
    })
  })

  it.each([
    'http://localhost:8800',
    'http://account.localhost',
    'http://127.0.0.1:1',
    'http://[::1]:1',
    'https://a.b/c',
  ])('is none whose account service is %s', async (accountUrl) => {
    const { url } = await beginLogin(clientOf(service, { env: { accountUrl } }), { headers: {} })
    expect(url.startsWith(`${accountUrl}/oauth/authorize?`)).toBe(true)
  })

  it.each([
    'client_id',
    'redirect_uri',
    'response_type',
    'response_mode',
    'state',
    'nonce',
    'code_challenge',
    'request',
  ])('sends no parameter in the place of the login’s own: %s', async (name) => {
    const error = await rejection(
      beginLogin(clientOf(service), { headers: {} }, { parameters: { [name]: 'x' } }),
    )
    expect(error).toMatchObject({ reason: 'argument-invalid', message: expect.stringContaining(name) })
  })

  it('sends no age that is no number', async () => {
    const error = await rejection(
      beginLogin(clientOf(service), { headers: {} }, { parameters: { max_age: 'soon' } }),
    )
    expect(error).toMatchObject({ reason: 'argument-invalid', message: expect.stringContaining('max_age') })
  })
})

it('says which package is missing where openid-client is', async () => {
  vi.doMock('openid-client', () => {
    throw new Error('Cannot find package')
  })
  try {
    const client = clientOf(service)
    const browser = new Browser()
    const { url } = await browser.begin(client)
    expect(await rejection(browser.finish(client, service.logIn(url)))).toMatchObject({
      message: expect.stringContaining('npm install openid-client'),
    })
  } finally {
    vi.doUnmock('openid-client')
  }
})
