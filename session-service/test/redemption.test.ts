// A site's server redeems the code: as `portico/server` does, and as attackers would.

import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair } from 'jose'
import { beginLogin, finishLogin } from 'portico/server'
import { describe, expect, it, vi } from 'vitest'
import { CALLBACK, form, ID, NEWS, SPORTS, TestBrowser } from './support/service.ts'
import { useService } from './support/use-service.ts'

const pairs = [1, 2].map(() => generateKeyPair('ES256', { extractable: true }))
const signingKeys: Record<string, unknown>[] = await Promise.all(
  pairs.map(async (pair) => ({ ...(await exportJWK((await pair).privateKey)) })),
)
const { provider, service, browser, start } = await useService(
  {
    sub: 'kari',
    sid: 'sid-1',
    name: 'Kari Hansen',
    amr: ['pwd', 'otp'],
    acr: 'strong',
    auth_time: 1_700_000_000,
  },
  { codeRedemption: { signingKeys } },
)

/** A site's server, which reaches the service without a network in between. */
const client = () => ({
  clientId: NEWS.clientId,
  clientSecret: NEWS.clientSecret,
  redirectUri: CALLBACK,
  env: { accountUrl: ID },
  cookieSecret: 'cookie-secret-of-the-server-of-the-site',
  fetch: ((url: string, init: RequestInit) => service.fetch(new Request(url, init))) as typeof fetch,
})

const cookiesOf = (setCookies: readonly string[]): string =>
  setCookies.map((line) => line.split(';')[0]).join('; ')

describe('a server with `portico/server`', () => {
  it('logs the reader in, and knows them by the same ids as the page', async () => {
    const login = await beginLogin(client(), new Request(`${CALLBACK}`), { returnTo: '/article' })
    if (!login.ok) throw new Error(login.reason)
    const begun = await browser.visit(login.url.slice(ID.length))
    const back = await browser.visit(`/callback${provider.approve(begun.headers.get('location') ?? '')}`)
    const request = new Request(back.headers.get('location') ?? '', {
      headers: { cookie: cookiesOf(login.setCookies) },
    })
    const finished = await finishLogin(client(), request)
    const session = await (await browser.session()).json()
    expect(finished).toMatchObject({
      ok: true,
      returnTo: 'https://www.news.test/article',
      user: {
        uuid: session.uuid,
        claims: { name: 'Kari Hansen', amr: ['pwd', 'otp'], acr: 'strong', auth_time: 1_700_000_000 },
      },
    })
  })
})

const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const pkce = { code_challenge: challenge, code_challenge_method: 'S256' }
const basic = (id: string, secret: string): Record<string, string> => ({
  authorization: `Basic ${btoa(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`)}`,
})
const own = basic(NEWS.clientId, NEWS.clientSecret)

const codeOf = async (more: Record<string, string> = pkce): Promise<string> =>
  (await browser.logIn(provider, more)).searchParams.get('code') ?? ''
const redeem = (code: string, more: Record<string, string> = {}, headers = own): Promise<Response> =>
  new TestBrowser(service).ask(
    '/oauth/token',
    form(
      { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, code_verifier: verifier, ...more },
      headers,
    ),
  )

describe('a code', () => {
  it('is redeemed once', async () => {
    const code = await codeOf()
    expect((await redeem(code)).status).toBe(200)
    expect((await redeem(code)).status).toBe(400)
  })

  it('is redeemed once by servers that ask at the same time', async () => {
    const code = await codeOf()
    const answers = await Promise.all([redeem(code), redeem(code), redeem(code)])
    expect(answers.filter(({ status }) => status === 200).length).toBe(1)
  })

  it('is worth nothing after a logout', async () => {
    const code = await codeOf()
    await browser.visit('/logout?client_sdrn=sdrn:x:client:news&redirect_uri=https://www.news.test/')
    expect((await redeem(code)).status).toBe(400)
  })

  it.each([
    ['another address', { redirect_uri: `${CALLBACK}?x` }],
    ['another verifier', { code_verifier: 'x'.repeat(43) }],
    ['an altered code', { code: 'x' }],
    ['another grant', { grant_type: 'refresh_token' }],
  ])('is not redeemed with %s', async (_what, more) => {
    expect((await redeem(await codeOf(), more)).status).toBe(400)
  })

  it('is not redeemed without the verifier, nor with one where the login had no challenge', async () => {
    const without = { code_verifier: '' }
    expect((await redeem(await codeOf(), without)).status).toBe(400)
    expect((await redeem(await codeOf({}))).status).toBe(400)
  })

  it('is redeemed without a verifier where the login had no challenge', async () => {
    const fields = { grant_type: 'authorization_code', code: await codeOf({}), redirect_uri: CALLBACK }
    expect((await new TestBrowser(service).ask('/oauth/token', form(fields, own))).status).toBe(200)
  })

  it('is good for a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const early = await codeOf()
    browser.cookies.clear()
    const late = await codeOf()
    vi.advanceTimersByTime(5000)
    expect((await redeem(early)).status).toBe(200)
    // It is known as used for longer than it is good.
    vi.advanceTimersByTime(50_000)
    expect((await redeem(early)).status).toBe(400)
    vi.advanceTimersByTime(10_000)
    expect((await redeem(late)).status).toBe(400)
    vi.useRealTimers()
  })

  it('names nobody to a site that its reader is not connected to', async () => {
    for (const isConnected of [true, false]) {
      start({ codeRedemption: { signingKeys }, isConnected: () => isConnected })
      const { id_token: token } = await (await redeem(await codeOf())).json()
      const claims = decodeJwt(token)
      expect(claims.sub).toBeDefined()
      expect('name' in claims || 'given_name' in claims || 'family_name' in claims).toBe(isConnected)
    }
  })

  it('of one site is not redeemed by another', async () => {
    expect((await redeem(await codeOf(), {}, basic(SPORTS.clientId, SPORTS.clientSecret))).status).toBe(400)
  })

  it('is not redeemed without the client’s secret', async () => {
    const code = await codeOf()
    const wrong: Record<string, string>[] = [
      basic('news', 'x'),
      basic('nobody', NEWS.clientSecret),
      {},
      { authorization: 'Basic !' },
      { authorization: `${own.authorization} and more` },
      { authorization: `Basic ${btoa('news')}` },
      { authorization: `Basic ${btoa('news:%zz')}` },
    ]
    for (const headers of wrong) expect((await redeem(code, {}, headers)).status).toBe(401)
    expect((await redeem(code, { client_id: 'news' }, {})).status).toBe(401)
    expect((await redeem(code, { client_id: 'news', client_secret: NEWS.clientSecret }, {})).status).toBe(200)
  })

  it('is not redeemed by a page', async () => {
    expect((await redeem(await codeOf(), {}, { ...own, origin: 'https://www.news.test' })).status).toBe(403)
  })

  it('is taken for nothing else that the service has sealed', async () => {
    const code = await codeOf()
    const response = await browser.visit(`/logout/done?state=${code}`)
    expect(response.headers.get('location')).toBeNull()
    const end = await browser.visit(
      '/logout?client_sdrn=sdrn:x:client:news&redirect_uri=https://www.news.test/',
    )
    const sealed = new URL(end.headers.get('location') ?? '').searchParams.get('state') ?? ''
    expect((await redeem(sealed)).status).toBe(400)
  })

  it('says nothing of the session', async () => {
    const code = await codeOf()
    expect(code).toMatch(/^eyJ/)
    expect(atob(code.split('.')[0]?.replaceAll('-', '+').replaceAll('_', '/') ?? '')).not.toContain('kari')
  })
})

describe('what the token endpoint answers', () => {
  it('is a token that says when it ends, for this client alone, by the newest key', async () => {
    const before = Math.floor(Date.now() / 1000)
    const response = await redeem(await codeOf({ ...pkce, nonce: 'of-the-site' }))
    const { id_token: token, ...answer } = await response.json()
    expect(answer).toEqual({
      access_token: expect.stringMatching(/^[\w-]{32}$/),
      token_type: 'Bearer',
      expires_in: 300,
      scope: 'openid',
    })
    const { keys } = await (await browser.ask('/oauth/jwks')).json()
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'ES256', kid: keys[0].kid, typ: 'JWT' })
    const { iat = 0, ...claims } = decodeJwt(token)
    expect(iat).toBeGreaterThanOrEqual(before)
    expect(claims).toEqual({
      iss: ID,
      aud: 'news',
      exp: iat + 300,
      sub: (await (await browser.session()).json()).uuid,
      nonce: 'of-the-site',
      name: 'Kari Hansen',
      given_name: 'Kari',
      family_name: 'Hansen',
      amr: ['pwd', 'otp'],
      acr: 'strong',
      auth_time: 1_700_000_000,
    })
  })

  it.each([
    ['another client', 401, 'invalid_client', { grant_type: 'authorization_code' }, basic('news', 'x')],
    ['another grant', 400, 'unsupported_grant_type', { grant_type: 'refresh_token' }, own],
    ['no code', 400, 'invalid_grant', { grant_type: 'authorization_code' }, own],
  ])('is an error of OAuth for %s', async (_what, status, error, fields, headers) => {
    const response = await new TestBrowser(service).ask('/oauth/token', form(fields, headers))
    expect([response.status, await response.json()]).toEqual([status, { error }])
    expect(response.headers.get('www-authenticate')).toBe(status === 401 ? 'Basic' : null)
  })

  it('is an error of OAuth for a code that was used', async () => {
    const code = await codeOf()
    await redeem(code)
    expect(await (await redeem(code)).json()).toEqual({ error: 'invalid_grant' })
  })

  it('is for a client with a secret of other characters, and for its former secret', async () => {
    const clientSecret = ['a +:%é secret that is newer than it', 'a secret that was there before it']
    start({ codeRedemption: { signingKeys }, sites: [{ ...NEWS, clientSecret }] })
    for (const secret of clientSecret)
      expect((await redeem(await codeOf(), {}, basic('news', secret))).status).toBe(200)
    // A form has a blank as a plus.
    const plus = `Basic ${btoa(`news:${encodeURIComponent(clientSecret[1] ?? '').replaceAll('%20', '+')}`)}`
    expect((await redeem(await codeOf(), {}, { authorization: plus })).status).toBe(200)
    expect((await redeem(await codeOf(), {}, { authorization: `x${plus}` })).status).toBe(401)
  })

  it('is for no client without a secret', async () => {
    const { clientSecret: _, ...open } = NEWS
    start({ codeRedemption: { signingKeys }, sites: [open] })
    for (const secret of ['', 'undefined'])
      expect((await redeem(await codeOf(), {}, basic('news', secret))).status).toBe(401)
  })
})

describe('what servers find out by themselves', () => {
  it('is where all is, and what the service can do', async () => {
    expect(await (await browser.ask('/.well-known/openid-configuration')).json()).toEqual({
      issuer: ID,
      authorization_endpoint: `${ID}/oauth/authorize`,
      token_endpoint: `${ID}/oauth/token`,
      jwks_uri: `${ID}/oauth/jwks`,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code'],
      subject_types_supported: ['public'],
      scopes_supported: ['openid', 'profile'],
      id_token_signing_alg_values_supported: ['ES256'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    })
  })
})

describe('the keys', () => {
  it('are published without their private half, the old ones as well', async () => {
    const { keys } = await (await browser.ask('/oauth/jwks')).json()
    expect(keys.length).toBe(2)
    for (const key of keys) {
      expect(key).toMatchObject({
        kty: 'EC',
        crv: 'P-256',
        use: 'sig',
        alg: 'ES256',
        kid: expect.any(String),
      })
      expect(key).not.toHaveProperty('d')
    }
  })
})

describe('without the module', () => {
  it('there is no token endpoint, and a code opens nothing', async () => {
    start({})
    expect(await codeOf()).toMatch(/^[\w-]{32}$/)
    expect((await redeem('x')).status).toBe(404)
    expect((await browser.ask('/.well-known/openid-configuration')).status).toBe(404)
  })
})
