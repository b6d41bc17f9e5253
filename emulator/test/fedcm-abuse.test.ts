// What an adversary tries at the endpoints of the browser's own dialog (FedCM), and does not get.

import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Emulator, loopbackFetch, startEmulator } from '../src/index.ts'
import {
  agree,
  asBrowser,
  ask,
  bareParameters,
  knownVisitor,
  newParameters,
  redeem,
  refusal,
  siteOrigin,
  ticketFor,
  tokenOf,
} from './fedcm.ts'
import { Visitor } from './helpers.ts'
import { loginUrl, other, site } from './log-in.ts'

let emulator: Emulator
let visitor: Visitor
beforeAll(async () => {
  emulator = await startEmulator()
})
beforeEach(async () => {
  visitor = await knownVisitor(emulator)
})
afterEach(() => {
  emulator.reset()
})
afterAll(() => emulator.close())

const uuidOf = (username: string): string =>
  emulator.users.find((user) => user.username === username)?.uuid ?? ''

it('tells a page nothing that is for the browser alone', async () => {
  for (const path of ['/.well-known/web-identity', '/fedcm/config.json', '/fedcm/accounts', '/fedcm/client'])
    for (const dest of ['', 'empty', 'document', 'script'])
      expect(await refusal(await asBrowser(emulator, visitor, path, { 'sec-fetch-dest': dest }))).toEqual([
        403,
        'invalid_request',
      ])
})

it('gives a page that asks by itself no code, and ends no connection for it', async () => {
  const params = await newParameters(emulator, visitor)
  for (const dest of ['', 'empty', 'document'])
    expect(await refusal(await ask(emulator, visitor, params, { dest }))).toEqual([403, 'invalid_request'])
  const form = { client_id: other.clientId, account_hint: '' }
  const headers = { origin: new URL(emulator.url(other.siteHost)).origin, 'sec-fetch-dest': 'empty' }
  const response = await asBrowser(emulator, visitor, '/fedcm/disconnect', { form, ...headers })
  expect(response.status).toBe(403)
})

it('ends no connection of one reader by the name of another', async () => {
  const origin = new URL(emulator.url(other.siteHost)).origin
  const accounts = async () => (await asBrowser(emulator, visitor, '/fedcm/accounts')).text()
  const before = await accounts()
  for (const hint of [uuidOf('matti'), 'matti@example.com', 'nobody', '*', ' ']) {
    const form = { client_id: other.clientId, account_hint: hint }
    const response = await asBrowser(emulator, visitor, '/fedcm/disconnect', { form, origin })
    expect(await refusal(response)).toEqual([401, 'login_required'])
  }
  expect(before).toContain(other.clientId)
  expect(await accounts()).toBe(before)
})

it.each(['http://evil.example', 'null', ''])(
  'gives a page of the origin "%s" no code for a client that is not its own, and lets it read nothing',
  async (origin) => {
    const response = await ask(emulator, visitor, await newParameters(emulator, visitor), { origin })
    expect(await refusal(response)).toEqual([403, 'unauthorized_client'])
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  },
)

it('gives a page no code in the name of another client', async () => {
  const params = await newParameters(emulator, visitor)
  for (const clientId of [other.clientId, 'nobody', 'constructor', ''])
    expect(await refusal(await ask(emulator, visitor, params, { client_id: clientId }))).toEqual([
      403,
      'unauthorized_client',
    ])
  const forged = { ...params, client_id: other.clientId }
  expect(await refusal(await ask(emulator, visitor, forged))).toEqual([400, 'invalid_request'])
})

it('gives one code for a nonce', async () => {
  const params = await newParameters(emulator, visitor)
  expect((await ask(emulator, visitor, params)).status).toBe(200)
  expect(await refusal(await ask(emulator, visitor, params))).toEqual([400, 'invalid_request'])
})

it('gives one code for a nonce to those who ask at the same time', async () => {
  const params = await newParameters(emulator, visitor)
  const responses = await Promise.all([1, 2, 3].map(() => ask(emulator, visitor, params)))
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400])
})

it('gives one code for a nonce, in however many windows the reader agrees', async () => {
  emulator.setFaults({ fedcm: 'continue-on' })
  const params = await newParameters(emulator, visitor)
  const tickets = [await ticketFor(emulator, visitor, params), await ticketFor(emulator, visitor, params)]
  const responses = await Promise.all(tickets.map((ticket) => agree(emulator, visitor, ticket)))
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 400])
  // no window for what it could not give
  expect(await refusal(await ask(emulator, visitor, params))).toEqual([400, 'invalid_request'])
})

it('gives no code for an account that is not logged in here', async () => {
  const params = await newParameters(emulator, visitor)
  for (const account of [uuidOf('matti'), 'nobody', ''])
    expect(await refusal(await ask(emulator, visitor, params, { account_id: account }))).toEqual([
      401,
      'login_required',
    ])
  expect(await refusal(await ask(emulator, new Visitor(), params))).toEqual([401, 'login_required'])
})

it('has no cookie that stands for an account by itself', async () => {
  const stranger = new Visitor()
  await stranger.jar.setCookie(
    `__Host-fedcm-session=${uuidOf('ingrid')}; Path=/; Secure; SameSite=None`,
    emulator.url('account.localhost'),
  )
  const params = await newParameters(emulator, stranger)
  expect(await refusal(await ask(emulator, stranger, params))).toEqual([401, 'login_required'])
})

it.each([
  ['another redirect URI', { redirect_uri: 'http://evil.example/callback' }, 'invalid_request'],
  ['no redirect URI', { redirect_uri: undefined }, 'invalid_request'],
  ['the redirect URI of another client', { redirect_uri: 'other' }, 'invalid_request'],
  ['a token', { response_type: 'token' }, 'unsupported_response_type'],
  ['a scope that is not the client’s', { scope: 'openid admin' }, 'invalid_scope'],
  ['a challenge that is the verifier itself', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['a method without a challenge', { code_challenge: undefined }, 'invalid_request'],
  ['no scope', { scope: '' }, 'invalid_request'],
  ['scopes that nothing is between', { scope: 'openid  profile' }, 'invalid_scope'],
  ['a nonce that no ID token will have', { scope: 'profile' }, 'invalid_request'],
  ['an age that is no number', { max_age: 'abc' }, 'invalid_request'],
  ['an age below zero', { max_age: '-1' }, 'invalid_request'],
  ['an age that is no text', { max_age: 0 }, 'invalid_request'],
  ['a challenge that is no text', { code_challenge: 5, code_challenge_method: null }, 'invalid_request'],
  ['a prompt that nobody knows', { prompt: 'login create' }, 'invalid_request'],
  ['consent, for which there is no page', { prompt: 'consent' }, 'invalid_request'],
  ['no page and a page', { prompt: 'none login' }, 'invalid_request'],
])('gives no code for %s', async (_, more, name) => {
  const params = { ...(await newParameters(emulator, visitor)), ...more } as Record<string, string>
  if (params.redirect_uri === 'other') params.redirect_uri = emulator.url(other.siteHost, '/callback')
  expect(await refusal(await ask(emulator, visitor, params))).toEqual([400, name])
})

it('gives no code without a single scope, even where nothing needs an ID token', async () => {
  for (const scope of ['', 'offline_access'])
    expect(await refusal(await ask(emulator, visitor, bareParameters(emulator, { scope })))).toEqual([
      403,
      'access_denied',
    ])
})

it('gives nothing that outlives a logout, whatever scope is asked for', async () => {
  const params = bareParameters(emulator, { scope: 'openid offline_access' })
  const tokens = await redeem(emulator, await tokenOf(await ask(emulator, visitor, params)))
  visitor.stopAt = emulator.url(site.siteHost, '/callback')
  const { url } = await visitor.open(loginUrl(emulator, site, params))
  const byRedirect = await redeem(emulator, new URL(url).searchParams)
  expect(Object.keys(tokens)).toEqual(Object.keys(byRedirect))
  expect([tokens.scope, tokens.refresh_token]).toEqual([byRedirect.scope, undefined])

  const headers = { authorization: `Bearer ${tokens.access_token}` }
  const userinfo = () => loopbackFetch(emulator.url('account.localhost', '/oauth/userinfo'), { headers })
  expect((await userinfo()).status).toBe(200)
  const sdrn = `sdrn:localhost:client:${other.clientId}`
  await visitor.open(emulator.url(other.sessionHost, `/logout?client_sdrn=${sdrn}`))
  expect((await userinfo()).status).toBe(401)
})

it.each(['', '{', 'null', '[]', '"x"', '7'])('refuses parameters that are %s', async (params) => {
  const form = { client_id: site.clientId, account_id: uuidOf('ingrid'), params }
  const response = await asBrowser(emulator, visitor, '/fedcm/assertion', {
    form,
    origin: siteOrigin(emulator),
  })
  expect(response.status).toBe(400)
})

it('redeems no code without its verifier, nor with another one', async () => {
  const token = async () => tokenOf(await ask(emulator, visitor, await newParameters(emulator, visitor)))
  for (const verifier of [undefined, 'v'.repeat(43)]) {
    const response = await loopbackFetch(emulator.url('account.localhost', '/oauth/token'), {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${site.clientId}:${site.clientSecret}`)}` },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        redirect_uri: emulator.url(site.siteHost, '/callback'),
        code: (await token()).get('code') ?? '',
        ...(verifier && { code_verifier: verifier }),
      }),
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: 'invalid_grant' })
  }
})

it('gives a client without a secret no code without a challenge', async () => {
  const redirectUri = 'http://app.site.localhost:3000/callback'
  await loopbackFetch(emulator.url('account.localhost', '/control/api/clients'), {
    method: 'POST',
    body: JSON.stringify({ clientId: 'mine', redirectUri, isPublic: true }),
  })
  const params = { response_type: 'code', redirect_uri: redirectUri, scope: 'openid', nonce: 'n' }
  const own = { client_id: 'mine', origin: new URL(redirectUri).origin }
  expect(await refusal(await ask(emulator, visitor, params, own))).toEqual([400, 'invalid_request'])
})
