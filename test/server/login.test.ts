/** A login by the server, against an account service over real HTTP. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import { beginLogin, finishLogin } from '../../server/login.ts'
import type { LoginClient } from '../../server/login-client.ts'
import { rejection } from '../support/fixtures.ts'
import { sdkError } from '../support/sdk-error.ts'
import { CLIENT_SECRET, UUID, useAccountService } from './account-service.ts'
import { Browser, begin, CALLBACK, COOKIE_SECRET, clientOf, logIn } from './site.ts'

const service = useAccountService()

describe('a login', () => {
  it('a login leads to the login page with state, nonce and code challenge, and back to a user', async () => {
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
        /^__Host-portico-login-[0-5]=[\w-]+\.[\w-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
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
      clearSiteData: '"prefetchCache", "prerenderCache"',
    })
    expect(browser.cookies.size).toBe(0)
  })

  it('a login gives the claims that its scopes allow', async () => {
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

  it.each(['profile', 'email', 'phone', 'address'])(
    'the user info is asked for with the scope %s, whether or not the service repeats it',
    async (scope) => {
      const client = clientOf(service)
      const browser = new Browser()
      service.userInfo = { phone_number: '+47 22 22 22 22' }
      for (const isSilent of [false, true]) {
        service.isSilent = isSilent
        const { url } = await browser.begin(client, { parameters: { scope: `openid ${scope}` } })
        expect(await browser.finish(client, service.logIn(url))).toMatchObject({
          user: { claims: { phone_number: '+47 22 22 22 22' } },
        })
      }
    },
  )

  it('the user info is not asked for where its scopes were not granted', async () => {
    service.granted = () => 'openid'
    const login = await logIn(service, { parameters: { scope: 'openid profile' } })
    expect(login.ok && login.user.claims).not.toHaveProperty('given_name')
    expect(service.asked).not.toContain('/oauth/userinfo')
  })

  it('an acr that is no text is left out', async () => {
    service.claims = (claims) => ({ ...claims, acr: 1 })
    const login = await logIn(service)
    expect(login.ok && login.user).not.toHaveProperty('acr')
  })

  it('the ID token overrides the user info where they differ', async () => {
    service.userInfo = { given_name: 'Ada', acr: '9', amr: ['otp'], auth_time: 1, email: 'ada@site.example' }
    const login = await logIn(service, { parameters: { scope: 'openid email' } })
    expect(login).toMatchObject({
      user: { amr: ['pwd'], acr: '1', claims: { acr: '1', amr: ['pwd'], email: 'ada@site.example' } },
    })
    expect(login.ok && login.user.authTime).toBeGreaterThan(1)
  })

  /** The login page's address as a page makes it. */
  const loginPage = (parameters: Record<string, string>) =>
    `${service.url}/oauth/authorize?${new URLSearchParams({ redirect_uri: CALLBACK, scope: 'openid', ...parameters })}`

  it('a page’s library may send a login by its state alone, where the site allows it', async () => {
    const client = clientOf(service)
    const browser = new Browser()
    const { state, binding } = await browser.beginByState(client)
    expect(binding.state).not.toBe(state)
    expect(await browser.finish(client, service.logIn(loginPage({ state })))).toMatchObject({
      ok: true,
      user: { uuid: UUID },
    })
  })

  it('a login has no state that could go alone, unless the site asks for one', async () => {
    const client = clientOf(service)
    const browser = new Browser()
    for (const begun of [
      await browser.begin(client),
      await begin(client, { headers: {} }, { allowStateAlone: false } as never),
    ])
      expect(begun).toEqual({
        ok: true,
        url: expect.any(String),
        binding: expect.any(Object),
        setCookies: expect.any(Array),
      })
  })

  it('a login that was sent with half of its binding is refused', async () => {
    const client = clientOf(service)
    const browser = new Browser()
    for (const change of [
      ({ state }: Record<string, string>) => ({ state: `${state}` }),
      ({ nonce: _, ...others }: Record<string, string>) => others,
      ({ code_challenge: _, ...others }: Record<string, string>) => others,
      (binding: Record<string, string>) => ({ ...binding, state: `${binding.state}`.replace('.bound', '') }),
    ]) {
      const { binding } = await browser.beginByState(client)
      const login = await browser.finish(client, service.logIn(loginPage(change(binding))))
      expect(login).toMatchObject({ ok: false, reason: 'refused' })
    }
  })

  it('a page may send a login by adding the binding to its own parameters', async () => {
    const client = clientOf(service)
    const browser = new Browser()
    const { binding } = await browser.begin(client)
    const query = new URLSearchParams({ redirect_uri: CALLBACK, scope: 'openid', ...binding })
    expect(
      await browser.finish(client, service.logIn(`${service.url}/oauth/authorize?${query}`)),
    ).toMatchObject({ ok: true })
  })

  it('tabs begin logins at once, each with a state of its own', async () => {
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

  it('a login works on plain http on this machine, without the cookie attributes of https', async () => {
    const client = clientOf(service, { redirectUri: 'http://www.site.localhost:3000/callback' })
    const browser = new Browser()
    const { url, setCookies } = await browser.begin(client)
    expect(setCookies[0]).toMatch(/^portico-login-[0-5]=\S+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/)
    expect(await browser.finish(client, service.logIn(url))).toMatchObject({
      returnTo: 'http://www.site.localhost:3000/',
    })
    expect((await browser.begin({ ...client, secureCookies: true })).setCookies[0]).toMatch(
      /^__Host-.*; Secure$/,
    )
  })

  it.each(['HTTPS://www.site.example/callback', 'hTTps://www.site.example/callback'])(
    'beginLogin sets cookies for https alone where the address is %s',
    async (redirectUri) => {
      const { setCookies } = await new Browser().begin(clientOf(service, { redirectUri }))
      expect(setCookies).toEqual([expect.stringMatching(/^__Host-.*; Secure$/)])
    },
  )

  it('finishLogin takes requests of Node, with an address that is relative or rewritten by a proxy', async () => {
    const client = clientOf(service)
    const { url, setCookies } = await begin(client, { headers: {} })
    const cookie = setCookies[0]?.split(';')[0]
    const back = new URL(service.logIn(url))
    const request = { url: back.pathname + back.search, headers: { cookie } }
    expect(await finishLogin(client, request)).toMatchObject({ ok: true })
    const again = await begin(client, { headers: {} })
    const proxied = `http://10.0.0.1:3000/${new URL(service.logIn(again.url)).search}`
    const headers = { cookie: [`${again.setCookies[0]?.split(';')[0]}`, 'a=b'] }
    expect(await finishLogin(client, { url: proxied, headers })).toMatchObject({ ok: true })
  })

  it('finishLogin asks the account service about itself once', async () => {
    const client = clientOf(service)
    const browser = new Browser()
    for (let time = 0; time < 2; time++)
      await browser.finish(client, service.logIn((await browser.begin(client)).url))
    expect(service.asked.filter((path) => path.includes('well-known'))).toHaveLength(1)
  })

  it('a login takes away the SP_ID of whoever was here before', async () => {
    const login = await logIn(service)
    expect(login.setCookies.filter((text) => text.startsWith('SP_ID='))).toEqual([
      'SP_ID=; Path=/; Max-Age=0',
      'SP_ID=; Path=/; Max-Age=0; Domain=www.site.example',
      'SP_ID=; Path=/; Max-Age=0; Domain=site.example',
    ])
  })

  it('the age of a login is checked, where that was asked for', async () => {
    const client = clientOf(service)
    const browser = new Browser()
    const begin = async () =>
      service.logIn((await browser.begin(client, { parameters: { max_age: '60' } })).url)
    expect(await browser.finish(client, await begin())).toMatchObject({ ok: true })
    service.claims = (claims) => ({ ...claims, auth_time: (claims.auth_time as number) - 3600 })
    expect(await browser.finish(client, await begin())).toMatchObject({ ok: false, reason: 'refused' })
  })

  it('the age of a login is checked where it is 0, or given as a number', async () => {
    const client = clientOf(service)
    const browser = new Browser()
    service.claims = (claims) => ({ ...claims, auth_time: (claims.auth_time as number) - 3600 })
    for (const age of ['0', 0, 60]) {
      const { url } = await browser.begin(client, { parameters: { max_age: age as string } })
      expect(new URL(url).searchParams.get('max_age')).toBe(`${age}`)
      expect(await browser.finish(client, service.logIn(url))).toMatchObject({ ok: false, reason: 'refused' })
    }
  })

  it('parameters that are empty are left out, and the scope is openid then', async () => {
    const empty = { scope: undefined, login_hint: undefined, prompt: '', tag: null as never }
    const { url } = await begin(clientOf(service), { headers: {} }, { parameters: empty })
    const { searchParams } = new URL(url)
    expect(searchParams.get('scope')).toBe('openid')
    for (const name of ['login_hint', 'prompt', 'tag']) expect(searchParams.has(name)).toBe(false)
  })

  it('a user has no acr and no authTime where the ID token has none', async () => {
    service.claims = ({ amr: _, acr: __, auth_time: ___, ...claims }) => claims
    const login = await logIn(service)
    expect(login.ok && login.user).toEqual({ uuid: UUID, amr: [], claims: expect.any(Object) })
  })
})

describe('what binds a login', () => {
  it('state, nonce, code verifier and code challenge all differ, and differ for each login', async () => {
    const client = clientOf(service)
    const browser = new Browser()
    const all: string[] = []
    for (let time = 0; time < 2; time++) {
      const { url, binding } = await browser.begin(client)
      expect(await browser.finish(client, service.logIn(url))).toMatchObject({ ok: true })
      const verifier = service.verifiers.at(-1) ?? ''
      expect(verifier).toMatch(/^[\w-]{43}$/)
      all.push(binding.state, binding.nonce, verifier, binding.code_challenge)
    }
    expect(new Set(all).size).toBe(8)
  })

  it('nonce and code challenge cannot be computed from the state without the server’s secret', async () => {
    vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => array)
    try {
      const [one, two] = await Promise.all(
        [COOKIE_SECRET, `another ${COOKIE_SECRET}`].map(
          async (cookieSecret) => (await begin(clientOf(service, { cookieSecret }), { headers: {} })).binding,
        ),
      )
      expect(two?.state).toBe(one?.state)
      expect(two?.nonce).not.toBe(one?.nonce)
      expect(two?.code_challenge).not.toBe(one?.code_challenge)
    } finally {
      vi.restoreAllMocks()
    }
  })
})

describe('a login that comes to nothing', () => {
  const attempt = async (more: Partial<LoginClient> = {}, change = (url: string) => url) => {
    const client = clientOf(service, more)
    const browser = new Browser()
    const { url } = await browser.begin(client, { returnTo: '/article' })
    return browser.finish(client, change(service.logIn(url)))
  }

  it('a login is refused where another service answers in place of the account service', async () => {
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

  /** An account service of https. What its addresses say in place of its own is `more`. */
  function overHttps(more: object = {}) {
    const asked: string[] = []
    const fetch = (input: string, init: RequestInit) => {
      asked.push(input)
      return globalThis.fetch(input.replace('https://account.example', service.url), init)
    }
    service.metadata = (metadata) => ({
      ...JSON.parse(JSON.stringify(metadata).replaceAll(service.url, 'https://account.example')),
      ...more,
    })
    service.claims = (claims) => ({ ...claims, iss: 'https://account.example' })
    const client = clientOf(service, { env: { accountUrl: 'https://account.example' }, fetch })
    const browser = new Browser()
    const logIn = async () => {
      const { url } = await browser.begin(client)
      return browser.finish(client, service.logIn(url.replace('https://account.example', service.url)))
    }
    return { logIn, asked }
  }

  it('a login works with an account service of https', async () => {
    const { logIn, asked } = overHttps()
    expect(await logIn()).toMatchObject({ ok: true })
    expect(asked.every((url) => url.startsWith('https://account.example/'))).toBe(true)
  })

  it('no code and no secret is sent over plain http, although an account service of https says so', async () => {
    const { logIn, asked } = overHttps({ token_endpoint: 'http://account.example/oauth/token' })
    expect((await logIn()).ok).toBe(false)
    expect(asked).toEqual(['https://account.example/.well-known/openid-configuration'])
  })

  it('an account service that has said nothing for ten seconds is unreachable', async () => {
    const deadline = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(deadline.signal)
    try {
      const fetch = (_: string, { signal }: RequestInit) =>
        new Promise<Response>((_, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason))
          deadline.abort(new DOMException('The operation timed out', 'TimeoutError'))
        })
      expect(await attempt({ fetch })).toMatchObject({ ok: false, reason: 'unreachable' })
      expect(timeout.mock.calls).toEqual([[10_000]])
    } finally {
      timeout.mockRestore()
    }
  })

  it('each request to the account service has ten seconds', async () => {
    const signals: unknown[] = []
    const fetch = (input: string, init: RequestInit) => {
      signals.push(init.signal)
      return globalThis.fetch(input, init)
    }
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    try {
      const client = clientOf(service, { fetch })
      const browser = new Browser()
      const { url } = await browser.begin(client, { parameters: { scope: 'openid profile' } })
      expect(await browser.finish(client, service.logIn(url))).toMatchObject({ ok: true })
      expect(signals.length).toBeGreaterThanOrEqual(4)
      expect(signals).toEqual(signals.map(() => expect.any(AbortSignal)))
      expect(new Set(timeout.mock.calls.flat())).toEqual(new Set([10_000]))
    } finally {
      timeout.mockRestore()
    }
  })

  it('a request that is no answer to a login is told apart as no-login', async () => {
    for (const url of ['', 'http://[', '/callback'])
      expect(await finishLogin(clientOf(service), { url, headers: {} })).toMatchObject({ reason: 'no-login' })
    expect(await new Browser().finish(clientOf(service), CALLBACK)).toEqual({
      ok: false,
      reason: 'no-login',
      returnTo: 'https://www.site.example/',
      setCookies: [],
    })
  })

  it.each(['state', 'code', 'error'])(
    'a request that has a %s alone is an answer to an unknown login',
    async (name) => {
      const login = await new Browser().finish(clientOf(service), `${CALLBACK}?${name}=x`)
      expect(login).toMatchObject({ ok: false, reason: 'state-unknown' })
    },
  )

  it('a reader who cancels a login goes back to where they were', async () => {
    const cancel = (url: string) => url.replace(/code=[^&]*/, 'error=access_denied')
    expect(await attempt({}, cancel)).toMatchObject({
      ok: false,
      reason: 'cancelled',
      returnTo: 'https://www.site.example/article',
      setCookies: [expect.stringMatching(/^__Host-portico-login-[0-5]=; Path=\/; Max-Age=0; /)],
    })
  })

  it('an error is not looked at before the state is known', async () => {
    const client = clientOf(service)
    for (const error of ['access_denied', 'invalid_scope'])
      for (const state of ['', 'x', (await new Browser().begin(client)).binding.state]) {
        const query = new URLSearchParams({ error, state })
        expect(await new Browser().finish(client, `${CALLBACK}?${query}`)).toMatchObject({
          ok: false,
          reason: 'state-unknown',
          returnTo: 'https://www.site.example/',
        })
      }
  })

  it('a refusal by the account service is given with its name, and with nothing else', async () => {
    const refuse = (url: string) => url.replace(/code=[^&]*/, 'error=invalid_scope')
    expect(await attempt({}, refuse)).toMatchObject({ reason: 'refused', detail: 'invalid_scope' })
    const babble = (url: string) => url.replace(/code=[^&]*/, 'error=<b>access+token+abc</b>')
    expect(await attempt({}, babble)).not.toHaveProperty('detail')
    for (const error of ['invalid_scope+eyJ', '+invalid_scope', 'x'.repeat(65), '%0Ainvalid_scope']) {
      const login = await attempt({}, (url) => url.replace(/code=[^&]*/, `error=${error}`))
      expect(login).toMatchObject({ reason: 'refused' })
      expect(login).not.toHaveProperty('detail')
    }
  })

  it('a login is refused for a client secret that is wrong', async () => {
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
  ])(
    'a login is unreachable while %s says %i %s, and the next one works again',
    async (path, status, body) => {
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
    },
  )

  it('a login is unreachable while nobody answers', async () => {
    const fetch = () => Promise.reject(new TypeError('fetch failed'))
    expect(await attempt({ fetch })).toMatchObject({ ok: false, reason: 'unreachable' })
  })

  it('a login that reaches no server says why', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    server.close()
    await once(server, 'close')
    const client = clientOf(service, { env: { accountUrl: `http://127.0.0.1:${port}` } })
    const browser = new Browser()
    const { binding } = await browser.begin(client)
    expect(await browser.finish(client, `${CALLBACK}?code=x&state=${binding.state}`)).toMatchObject({
      ok: false,
      reason: 'unreachable',
      detail: 'ECONNREFUSED',
    })
  })

  it('a login without an ID token is refused', async () => {
    const client = clientOf(service)
    const browser = new Browser()
    const { url } = await browser.begin(client, { parameters: { scope: 'email' } })
    expect(await browser.finish(client, service.logIn(url))).toMatchObject({ ok: false, reason: 'refused' })
    const { state } = await browser.beginByState(client)
    const query = new URLSearchParams({ redirect_uri: CALLBACK, scope: 'email', state })
    const login = await browser.finish(client, service.logIn(`${service.url}/oauth/authorize?${query}`))
    expect(login).toMatchObject({ ok: false, reason: 'refused' })
  })

  it('a login that was refused holds no secret', async () => {
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
    ['clientId', { clientId: '' }, 'clientId is "". Give the client identifier'],
    ['clientId', { clientId: 7 as never }, 'clientId is 7. Give the client identifier'],
    ['clientSecret', { clientSecret: undefined }, 'clientSecret'],
    [
      'redirectUri',
      { redirectUri: '/callback' },
      'redirectUri is "/callback". Give an http(s) URL without credentials, query or fragment',
    ],
    ['redirectUri', { redirectUri: 'xhttps://site.com/callback' }, 'redirectUri'],
    ['redirectUri', { redirectUri: new URL('https://site.com/callback') as never }, 'redirectUri'],
    ['redirectUri', { redirectUri: 'https://site.com/callback?a=b' }, 'redirectUri'],
    ['redirectUri', { redirectUri: 'https://user@site.com/' }, 'redirectUri'],
    ['redirectUri', { redirectUri: 'javascript:alert(1)' }, 'redirectUri'],
    ['env', { env: undefined }, 'env.accountUrl'],
    [
      'accountUrl',
      { env: { accountUrl: 'account.site.com' } },
      'env.accountUrl is "account.site.com". Give an http(s) URL without credentials, query or fragment',
    ],
    [
      'accountUrl',
      { env: { accountUrl: 'http://account.site.com' } },
      'env.accountUrl is "http://account.site.com". Give an https URL',
    ],
    ['accountUrl', { env: { accountUrl: 'http://evillocalhost' } }, 'https URL'],
    ['accountUrl', { env: { accountUrl: 'http://127.0.0.1.evil.example' } }, 'https URL'],
    ['accountUrl', { env: { accountUrl: 'http://localhost.evil.example' } }, 'https'],
    ['accountUrl', { env: { accountUrl: 'http://127.evil.example' } }, 'https'],
    ['cookieSecret', { cookieSecret: undefined }, 'cookieSecret is missing'],
    ['cookieSecret', { cookieSecret: 'tiny-secret' }, 'cookieSecret is too short'],
    ['cookieSecret', { cookieSecret: 'undefined' }, 'cookieSecret is missing'],
    ['cookieSecret', { cookieSecret: ' '.repeat(40) }, 'cookieSecret is missing'],
    ['cookieSecret', { cookieSecret: `${' '.repeat(40)}tiny-secret` }, 'cookieSecret is too short'],
    ['cookieSecret', { cookieSecret: 7 as never }, 'cookieSecret is too short'],
    ['clientSecret', { clientSecret: 'undefined' }, 'clientSecret is missing'],
    ['clientSecret', { clientSecret: 'null' }, 'clientSecret is missing'],
    ['clientSecret', { clientSecret: '"undefined"' }, 'clientSecret is missing'],
    ['clientSecret', { clientSecret: ' \n' }, 'clientSecret is missing'],
    ['clientSecret', { clientSecret: 7 as never }, 'clientSecret is missing'],
  ])('a wrong client is an SDKError that names what is wrong: %s', async (_, more, name) => {
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

  it.each([
    undefined,
    null,
    {},
    'https://www.site.example/callback',
    { headers: null },
    { headers: 'Cookie: a=1' },
    { returnTo: '/' },
  ])('what is no request is refused, and the message says what to give: %j', async (request) => {
    for (const wrong of [beginLogin, finishLogin])
      expect(await rejection(wrong(clientOf(service), request as never))).toMatchObject(
        sdkError('argument-invalid', 'request has no headers. Give the request itself'),
      )
  })

  it('finishLogin refuses a request without an address, as events of Nuxt are', async () => {
    const event = { path: '/callback?code=x', headers: new Headers() }
    expect(await rejection(finishLogin(clientOf(service), event))).toMatchObject(
      sdkError('argument-invalid', 'request has no url. Give the request itself'),
    )
  })

  it('a missing client is an SDKError', async () => {
    expect(await rejection(beginLogin(undefined as never, { headers: {} }))).toMatchObject({
      reason: 'option-invalid',
    })
  })

  it.each([
    'http://localhost:8800',
    'http://account.localhost',
    'http://127.0.0.1:1',
    'http://127.10.0.255',
    'http://[::1]:1',
    'https://a.b/c',
  ])('the account service may be at %s', async (accountUrl) => {
    const { url } = await begin(clientOf(service, { env: { accountUrl } }), { headers: {} })
    expect(url.startsWith(`${accountUrl}/oauth/authorize?`)).toBe(true)
  })

  it('slashes at the end of the account service’s address are left out', async () => {
    const { url } = await begin(clientOf(service, { env: { accountUrl: 'https://a.b/c//' } }), {
      headers: {},
    })
    expect(url.startsWith('https://a.b/c/oauth/authorize?')).toBe(true)
  })

  it('parameters of a name like one of the login’s own are sent', async () => {
    const parameters = { ui_state: '1', nonce_hint: '2', request_id: '3' }
    const { url } = await begin(clientOf(service), { headers: {} }, { parameters })
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject(parameters)
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
  ])('no parameter may take the place of the login’s own: %s', async (name) => {
    const error = await rejection(
      beginLogin(clientOf(service), { headers: {} }, { parameters: { [name]: 'x' } }),
    )
    expect(error).toMatchObject({ reason: 'argument-invalid', message: expect.stringContaining(name) })
  })

  it('an allowStateAlone that is neither true nor false is refused', async () => {
    const error = await rejection(
      beginLogin(clientOf(service), { headers: {} }, { allowStateAlone: 'false' as never }),
    )
    expect(error).toMatchObject(sdkError('argument-invalid', 'allowStateAlone'))
  })

  it.each(['soon', '60s', '-60', '6e1', '1234567890'])(
    'a max_age that is no number of seconds is refused: %s',
    async (age) => {
      const error = await rejection(
        beginLogin(clientOf(service), { headers: {} }, { parameters: { max_age: age } }),
      )
      expect(error).toMatchObject({ reason: 'argument-invalid', message: expect.stringContaining('max_age') })
    },
  )
})

it('a missing openid-client is an error that says what to install', async () => {
  vi.doMock('openid-client', () => {
    throw new Error('Cannot find package')
  })
  try {
    const client = clientOf(service)
    const browser = new Browser()
    const { url } = await browser.begin(client)
    expect(await rejection(browser.finish(client, service.logIn(url)))).toMatchObject({
      message: expect.stringContaining('npm install openid-client'),
      cause: expect.any(Error),
    })
  } finally {
    vi.doUnmock('openid-client')
  }
})

it('an openid-client of another version is an error that says what to install', async () => {
  vi.doMock('openid-client', () => ({ Issuer: class {}, authorizationCodeGrant: undefined }))
  try {
    const client = clientOf(service)
    const browser = new Browser()
    const { url } = await browser.begin(client)
    expect(await rejection(browser.finish(client, service.logIn(url)))).toMatchObject({
      message: 'openid-client is of another version than 6: npm install openid-client@6',
    })
  } finally {
    vi.doUnmock('openid-client')
  }
})
