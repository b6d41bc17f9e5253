// Quirks of providers: how they read a client's credentials, how strongly they log readers in, how they name themselves, and what they
// answer when they refuse.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import type { ProviderOptions } from '../src/options/provider-options.ts'
import { CLIENT_ID, CLIENT_SECRET, useProvider } from './support/scripted-provider.ts'
import { form, TestBrowser, type TestService, testService } from './support/service.ts'

const provider = await useProvider()
const JSON_TYPE = { 'content-type': 'application/json' }

const serviceOf = (more: Partial<ProviderOptions>): TestService =>
  testService(provider, {
    provider: { issuer: provider.issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, ...more },
  })

/** How a login ended for the site. */
const errorOf = async (service: TestService, more: Record<string, string> = {}): Promise<string | null> =>
  (await new TestBrowser(service).logIn(provider, more)).searchParams.get('error')

const reasonsIn = ({ events }: TestService): unknown[] =>
  events.flatMap((event) =>
    event.type === 'login-failed' || event.type === 'provider-failed' ? [event.reason] : [],
  )

describe('the credentials of the service', () => {
  it.each([
    ['session-service', 'a_secret.with-all*of-those', 'session-service', 'a_secret.with-all*of-those'],
    ['a b', 'a+b%c:d/é', 'a+b', 'a%2Bb%25c%3Ad%2F%C3%A9'],
  ])('of %s are sent as a form encodes them, and no further', async (clientId, clientSecret, id, secret) => {
    provider.claims = { sub: 'kari', aud: clientId }
    expect(await errorOf(serviceOf({ clientId, clientSecret }))).toBeNull()
    const [, encoded = ''] = provider.authorizations.at(-1)?.split(' ') ?? []
    expect(Buffer.from(encoded, 'base64').toString()).toBe(`${id}:${secret}`)
  })

  it('go by HTTP Basic where the options say nothing else, into the form where they say so, and nowhere without a secret', async () => {
    await errorOf(serviceOf({}))
    expect(provider.authorizations.at(-1)).toMatch(/^Basic /)
    await errorOf(serviceOf({ clientAuthentication: 'post' }))
    expect(provider.authorizations.at(-1)).toBeUndefined()
    expect(provider.redeemed.at(-1)?.get('client_secret')).toBe(CLIENT_SECRET)
    for (const more of [{ clientSecret: undefined as never }, { clientAuthentication: 'none' as const }]) {
      await errorOf(serviceOf(more))
      expect(provider.authorizations.at(-1)).toBeUndefined()
      expect(provider.redeemed.at(-1)?.has('client_secret')).toBe(false)
    }
  })
})

describe('a secret that is rotated at the provider', () => {
  const [OLD, NEW] = ['the-old-secret', 'the-new-secret']
  /** The secrets that have come since, in their order. */
  function secretsSince(count: number): (string | undefined)[] {
    return provider.authorizations
      .slice(count)
      .map((header) => Buffer.from(`${header}`.slice(6), 'base64').toString().split(':')[1])
  }

  it.each([
    ['invalid_client', { status: 400, error: 'invalid_client' }],
    ['a challenge', { status: 401, error: 'x', challenge: 'Basic realm="x"' }],
    ['a word of its own', { status: 401, error: 'access_denied' }],
  ])(
    'is tried after the one that it refuses by %s, and is the first one from then on',
    async (_by, refusal) => {
      const service = serviceOf({ clientSecret: [OLD, NEW] })
      for (const [taken, sent] of [
        [OLD, [OLD]],
        [NEW, [OLD, NEW]],
        [NEW, [NEW]],
        [OLD, [NEW, OLD]],
      ] as const) {
        const before = provider.authorizations.length
        provider.refuse = (secret) => (secret === taken ? undefined : refusal)
        expect(await errorOf(service)).toBeNull()
        expect(secretsSince(before)).toEqual(sent)
      }
    },
  )

  it('fails as with one secret where the provider takes none, and is not tried where it refuses the code', async () => {
    const service = serviceOf({ clientSecret: [OLD, NEW] })
    provider.refuse = () => ({ status: 401, error: 'invalid_client' })
    let before = provider.authorizations.length
    expect(await errorOf(service)).toBe('server_error')
    expect(secretsSince(before)).toEqual([OLD, NEW])
    provider.refuse = () => ({ status: 400, error: 'invalid_grant' })
    before = provider.authorizations.length
    expect(await errorOf(service)).toBe('server_error')
    expect(secretsSince(before)).toEqual([OLD])
    expect(reasonsIn(service)).toEqual(['invalid_client', 'invalid_grant'])
  })

  it('goes into the form where the provider wants it there', async () => {
    provider.refuse = (_basic, form) =>
      form.get('client_secret') === NEW ? undefined : { status: 401, error: 'invalid_client' }
    expect(await errorOf(serviceOf({ clientSecret: [OLD, NEW], clientAuthentication: 'post' }))).toBeNull()
  })

  it('works over TLS, too', async () => {
    const issuer = 'https://login.test'
    const { issuer: local } = provider
    const paths = { authorization_endpoint: 'authorize', token_endpoint: 'token', jwks_uri: 'keys' }
    const addresses = Object.entries(paths).map(([name, path]) => [name, `${issuer}/${path}`])
    provider.metadata = { issuer, ...Object.fromEntries(addresses) }
    provider.claims = { sub: 'kari', iss: issuer, name: 'Kari Hansen' }
    provider.refuse = (secret) => (secret === NEW ? undefined : { status: 401, error: 'invalid_client' })
    const overTls: typeof fetch = (url, init) => fetch(`${url}`.replace(issuer, local), init)
    expect(await errorOf(serviceOf({ issuer, fetch: overTls, clientSecret: [OLD, NEW] }))).toBeNull()
  })
})

describe('a login that has to be strong', () => {
  const acrValues = { otp: ['urn:example:mfa', 'urn:example:key'] }

  it.each([
    ['urn:example:mfa', null],
    ['urn:example:key', null],
    ['urn:example:password', 'access_denied'],
    [undefined, 'access_denied'],
  ])('and came back with the acr %s ends with %s', async (acr, error) => {
    provider.claims = { sub: 'kari', acr }
    const service = serviceOf({ acrValues })
    expect(await errorOf(service, { acr_values: 'otp' })).toBe(error)
    expect(reasonsIn(service)).toEqual(error === null ? [] : ['acr-mismatch'])
  })

  it('is not what a login is that asks for nothing', async () => {
    expect(await errorOf(serviceOf({ acrValues }))).toBeNull()
  })

  it('is no stronger for what unsigned user info says', async () => {
    Object.assign(provider, {
      claims: { sub: 'kari', acr: 'weak' },
      userInfo: { sub: 'kari', acr: 'urn:example:mfa' },
    })
    expect(await errorOf(serviceOf({ acrValues }), { acr_values: 'otp' })).toBe('access_denied')
  })
})

describe('a provider on https', () => {
  it('is asked there, and logs readers in', async () => {
    const issuer = 'https://login.test'
    const { issuer: local } = provider
    provider.metadata = {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
    }
    provider.claims = { sub: 'kari', iss: issuer, name: 'Kari Hansen' }
    const overTls: typeof fetch = (url, init) => fetch(`${url}`.replace(issuer, local), init)
    expect(await errorOf(serviceOf({ issuer, fetch: overTls }))).toBeNull()
    // What it publishes may not lead away from https.
    provider.metadata = { ...provider.metadata, token_endpoint: `${local}/token` }
    expect(await errorOf(serviceOf({ issuer, fetch: overTls }))).toBe('server_error')
  })
})

describe('a login of nobody', () => {
  it('is refused, and says so in the log', async () => {
    provider.claims = { sub: ' ' }
    const service = serviceOf({})
    expect(await errorOf(service)).toBe('server_error')
    expect(reasonsIn(service)).toEqual(['no-subject'])
  })
})

describe('unsigned user info', () => {
  it.each([
    ['the ID token has a name', { name: 'Kari' }, {}],
    ['nobody asks for a profile', {}, { scopes: ['openid'] }],
  ])('is not asked for where %s', async (_where, claims, more) => {
    // To ask for it would fail: it is about somebody else.
    Object.assign(provider, { claims: { sub: 'kari', ...claims }, userInfo: { sub: 'ola' } })
    expect(await errorOf(serviceOf(more))).toBeNull()
  })

  it('changes nothing that the ID token says', async () => {
    Object.assign(provider, {
      claims: { sub: 'kari', sid: 'sid-1', amr: ['pwd'] },
      userInfo: { sub: 'kari', sid: 'sid-2', amr: ['otp'], name: 'Kari Hansen' },
    })
    const service = serviceOf({})
    const browser = new TestBrowser(service)
    await browser.logIn(provider)
    const [session] = await service.sessions({ sid: 'sid-1' })
    expect(session).toMatchObject({ amr: ['pwd'], profile: { displayName: 'Kari Hansen' } })
  })
})

describe('a provider that takes no code challenge', () => {
  it('is sent none, and the nonce binds the code to the login', async () => {
    const service = serviceOf({ pkce: false })
    const browser = new TestBrowser(service)
    const begun = new URL(await browser.begin())
    expect([...begun.searchParams.keys()].some((name) => name.startsWith('code_challenge'))).toBe(false)
    const back = await browser.visit(`/callback${provider.approve(begun.href)}`)
    expect(back.headers.get('location')).toContain('code=')
    expect(provider.redeemed.at(-1)?.has('code_verifier')).toBe(false)
    provider.claims = { sub: 'kari', nonce: 'another' }
    expect(await errorOf(service)).toBe('server_error')
  })
})

describe('the issuer', () => {
  it.each([(issuer: string) => `${issuer}/`, (issuer: string) => issuer.toUpperCase()])(
    'has to be the one of the discovery document, since ids of readers follow from it',
    async (named) => {
      provider.metadata = { issuer: named(provider.issuer) }
      const service = serviceOf({})
      const begun = new URL(await new TestBrowser(service).begin())
      expect(begun.searchParams.get('error')).toBe('temporarily_unavailable')
      expect(await service.check()).toMatchObject({ provider: false })
      expect(reasonsIn(service)[0]).toMatch(/issuer-mismatch|OAUTH_/)
    },
  )

  it('is refused with a slash that the document does not have', async () => {
    const service = serviceOf({ issuer: `${provider.issuer}/` })
    const begun = new URL(await new TestBrowser(service).begin())
    expect(begun.searchParams.get('error')).toBe('temporarily_unavailable')
    expect(reasonsIn(service)[0]).toBe('issuer-mismatch')
  })
})

describe('the log of a login that failed', () => {
  it.each([
    [{ status: 400, error: 'invalid_grant' }, 'invalid_grant'],
    [{ status: 401, error: 'invalid_client' }, 'invalid_client'],
    [
      { status: 401, error: 'invalid_client', challenge: 'Basic realm="x", error="invalid_client"' },
      'invalid_client',
    ],
    [{ status: 400, error: 'Kari Hansen, kari@site.com' }, 'OAUTH_RESPONSE_BODY_ERROR'],
  ])('has the error of OAuth, and nothing of the reader’s: %o', async (refusal, reason) => {
    provider.refusal = refusal
    const service = serviceOf({})
    expect(await errorOf(service)).toBe('server_error')
    expect(reasonsIn(service)).toEqual([reason])
  })
})

describe('a provider that goes down while its discovery document is known', () => {
  /** A reader comes back from the provider, which then responds like this. @returns the events of failures */
  async function toldOf(path: string, respond: () => Response | Promise<Response>): Promise<unknown[]> {
    const service = serviceOf({
      fetch: async (...request) => (`${request[0]}`.endsWith(path) ? respond() : fetch(...request)),
    })
    expect(await errorOf(service)).toBe('server_error')
    return service.events.filter(({ type }) => type === 'provider-failed' || type === 'login-failed')
  }
  const FAILED = 'OAUTH_RESPONSE_IS_NOT_CONFORM'

  it.each<[string, string, () => Response | Promise<Response>, string]>([
    ['answers 502', '/token', () => new Response('Bad gateway', { status: 502 }), FAILED],
    [
      'has no such page',
      '/token',
      () => new Response('Not found', { status: 404 }),
      'OAUTH_RESPONSE_IS_NOT_JSON',
    ],
    ['shows a page', '/token', () => new Response('<p>Back soon'), 'OAUTH_RESPONSE_IS_NOT_JSON'],
    ['breaks off', '/token', () => new Response('{', { headers: JSON_TYPE }), 'OAUTH_PARSE_ERROR'],
    ['is too slow', '/token', () => Promise.reject(new DOMException('', 'TimeoutError')), 'OAUTH_TIMEOUT'],
    ['is not reached', '/token', () => fetch('http://127.0.0.1:2/'), 'ECONNREFUSED'],
    ['has lost its keys', '/keys', () => new Response('', { status: 500 }), FAILED],
    ['has lost its readers', '/userinfo', () => new Response('', { status: 500 }), FAILED],
  ])('is said to have failed when it %s', async (_how, path, respond, reason) => {
    provider.userInfo = { sub: 'kari' }
    expect(await toldOf(path, respond)).toEqual([
      { type: 'provider-failed', reason },
      { type: 'login-failed', clientId: 'news', reason },
    ])
  })

  it('is not said to have failed when it refuses the code', async () => {
    const refusal = () => Response.json({ error: 'invalid_grant' }, { status: 400 })
    expect(await toldOf('/token', refusal)).toEqual([
      { type: 'login-failed', clientId: 'news', reason: 'invalid_grant' },
    ])
  })
})

describe('what the provider answers', () => {
  it('is read up to a size, however much comes', async () => {
    let sent = 0
    const endless = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const piece = Buffer.alloc(64 * 1024, 32)
      const go = (): void => {
        if (response.destroyed) return
        sent += piece.length
        if (response.write(piece)) setImmediate(go)
        else response.once('drain', go)
      }
      go()
    }).listen(0, '127.0.0.1')
    await once(endless, 'listening')
    const issuer = `http://127.0.0.1:${(endless.address() as AddressInfo).port}`
    const service = serviceOf({ issuer })
    const begun = new URL(await new TestBrowser(service).begin())
    expect(begun.searchParams.get('error')).toBe('temporarily_unavailable')
    expect(sent).toBeLessThan(64 * 1024 * 1024)
    endless.closeAllConnections()
    endless.close()
  })
})

describe('the keys of logout tokens', () => {
  const tell = async (service: TestService): Promise<number> => {
    const token = await provider.logoutToken({ sub: 'kari' })
    const request = form({ logout_token: token })
    return (await new TestBrowser(service).ask('/backchannel-logout', request)).status
  }

  it('are where the discovery document says now', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const service = serviceOf({})
    provider.metadata = { jwks_uri: `${provider.issuer}/nowhere` }
    expect(await tell(service)).toBe(400)
    provider.metadata = {}
    vi.advanceTimersByTime(60 * 60_000)
    await vi.waitFor(async () => expect(await tell(service)).toBe(200))
    vi.useRealTimers()
  })

  it('are of RS256 where the document names no algorithm', async () => {
    provider.metadata = { id_token_signing_alg_values_supported: undefined }
    expect(await tell(serviceOf({}))).toBe(200)
  })

  it('are asked for once, in the way of the options', async () => {
    let asked = 0
    const counting: typeof fetch = (...request) => {
      if (`${request[0]}`.endsWith('/keys')) asked += 1
      return fetch(...request)
    }
    const service = serviceOf({ fetch: counting })
    for (let count = 0; count < 3; count += 1) expect(await tell(service)).toBe(200)
    expect(asked).toBe(1)
  })

  it('are needed', async () => {
    provider.metadata = { jwks_uri: undefined }
    const service = serviceOf({})
    expect(await tell(service)).toBe(400)
    expect(service.events).toContainEqual({
      type: 'provider-logout-refused',
      channel: 'back',
      reason: 'no-keys',
    })
  })
})

describe('what the provider publishes', () => {
  it('is asked for again within the hour, and an older one serves while it does not answer', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const service = serviceOf({})
    await new TestBrowser(service).begin()
    provider.metadata = { authorization_endpoint: `${provider.issuer}/elsewhere` }
    vi.advanceTimersByTime(60 * 60_000)
    // This one sets the question off, and does not wait for it.
    await new TestBrowser(service).begin()
    await vi.waitFor(async () => expect(await new TestBrowser(service).begin()).toContain('/elsewhere'))
    vi.useRealTimers()
  })

  it('is asked for a minute later after a failure, and not before', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const service = serviceOf({})
    await new TestBrowser(service).begin()
    provider.isDown = true
    vi.advanceTimersByTime(60 * 60_000)
    for (let count = 0; count < 5; count += 1) await new TestBrowser(service).begin()
    await vi.waitFor(() => expect(reasonsIn(service)).toHaveLength(1))
    vi.advanceTimersByTime(50_000)
    await new TestBrowser(service).begin()
    await service.check()
    expect(reasonsIn(service)).toHaveLength(1)
    vi.advanceTimersByTime(20_000)
    await new TestBrowser(service).begin()
    await vi.waitFor(() => expect(reasonsIn(service)).toHaveLength(2))
    vi.useRealTimers()
  })
})
