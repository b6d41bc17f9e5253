// What providers leave out, or do in their own way.

import { ClientSecretPost } from 'openid-client'
import { describe, expect, it } from 'vitest'
import { CLIENT_ID, CLIENT_SECRET, useProvider } from './support/scripted-provider.ts'
import { authorizePath, form, ID, TestBrowser, testService } from './support/service.ts'

const provider = await useProvider()

const told = { issuer: provider.issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET }

it('a client authenticates by what `openid-client` has, too', async () => {
  const clientAuthentication = ClientSecretPost(CLIENT_SECRET)
  const browser = new TestBrowser(testService(provider, { provider: { ...told, clientAuthentication } }))
  await browser.logIn(provider)
  expect(await browser.told()).toBe(200)
  expect(provider.redeemed.at(-1)?.get('client_secret')).toBe(CLIENT_SECRET)
})

it('an answer without a body is none', async () => {
  const service = testService(provider, {
    provider: { ...told, fetch: async () => new Response(null, { status: 204 }) },
  })
  const answer = await new TestBrowser(service).visit(authorizePath())
  expect(answer.headers.get('location')).toContain('error=temporarily_unavailable')
  expect(service.events).toContainEqual({
    type: 'provider-failed',
    reason: 'OAUTH_RESPONSE_IS_NOT_CONFORM',
  })
})

it('a login that comes back without an ID token fails', async () => {
  const withoutToken: typeof fetch = async (...request) => {
    const answer = await fetch(...request)
    if (!`${request[0]}`.endsWith('/token')) return answer
    const { id_token: _, ...others } = await answer.json()
    return Response.json(others)
  }
  const service = testService(provider, { provider: { ...told, fetch: withoutToken } })
  const back = await new TestBrowser(service).logIn(provider)
  expect(back.searchParams.get('error')).toBe('server_error')
  expect(service.events).toContainEqual({
    type: 'login-failed',
    clientId: 'news',
    reason: 'OAUTH_INVALID_RESPONSE',
  })
})

it('a provider that publishes no keys logs nobody out', async () => {
  const token = await provider.logoutToken({ sid: 'sid-1' })
  provider.metadata = { jwks_uri: undefined }
  const service = testService(provider)
  const answer = await service.fetch(new Request(`${ID}/backchannel-logout`, form({ logout_token: token })))
  expect(answer.status).toBe(400)
  expect(service.events).toContainEqual({
    type: 'provider-logout-refused',
    channel: 'back',
    reason: 'no-keys',
  })
})

describe('a provider that must not be asked for nothing', () => {
  it.each([[['login']], [[]]])(
    'refuses a login that may show nothing: its prompts are %j',
    async (prompts) => {
      const service = testService(provider, { provider: { ...told, prompts } })
      const answer = await new TestBrowser(service).visit(authorizePath({ prompt: 'none' }))
      expect(answer.headers.get('location')).toContain('error=interaction_required')
    },
  )
})

describe('a login with prompt=none that needs the reader', () => {
  const ended = async (asked: Record<string, string>, error: string) => {
    const service = testService(provider)
    const browser = new TestBrowser(service)
    const state = new URL(await browser.begin(asked)).searchParams.get('state')
    const back = await browser.visit(`/callback?error=${error}&state=${state}`)
    expect(back.headers.get('location')).toContain(`error=${error}`)
    return service.events.filter(({ type }) => type.startsWith('login-')).at(-1)
  }

  it.each(['login_required', 'interaction_required', 'consent_required', 'account_selection_required'])(
    'is no failure: %s',
    async (reason) => {
      const event = { type: 'login-required', clientId: 'news', reason }
      expect(await ended({ prompt: 'none' }, reason)).toEqual(event)
    },
  )

  it.each([
    ['it may show a page', {}, 'login_required'],
    ['the provider failed', { prompt: 'none' }, 'server_error'],
  ])('is one where %s', async (_, asked, error) => {
    const event = { type: 'login-failed', clientId: 'news', reason: error }
    expect(await ended(asked, error)).toEqual(event)
  })
})

it('an error that is no code of OAuth is told to the site as `server_error`', async () => {
  const browser = new TestBrowser(testService(provider))
  const state = new URL(await browser.begin()).searchParams.get('state')
  const back = await browser.visit(`/callback?error=Kari%20Hansen&state=${state}`)
  expect(new URL(back.headers.get('location') ?? '').searchParams.get('error')).toBe('server_error')
})

it('a gender that pages do not know is not disclosed', async () => {
  provider.claims = { sub: 'kari', name: 'Kari', gender: 'nonbinary' }
  const browser = new TestBrowser(testService(provider))
  await browser.logIn(provider)
  expect(await (await browser.session()).json()).toMatchObject({ gender: 'undisclosed' })
})
