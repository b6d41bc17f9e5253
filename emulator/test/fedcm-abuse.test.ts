// What an adversary tries at the endpoints of the browser's own dialog (FedCM), and does not get.

import { afterEach, beforeEach, expect, it } from 'vitest'
import { asBrowser, ask, knownVisitor, newParameters, refusal } from './fedcm.ts'
import { useEmulator, Visitor } from './helpers.ts'
import { other } from './log-in.ts'

const emulator = await useEmulator()
let visitor: Visitor
beforeEach(async () => {
  visitor = await knownVisitor(emulator)
})
afterEach(() => {
  emulator.reset()
})

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

it('gives no code for an account that is not logged in here', async () => {
  const params = await newParameters(emulator, visitor)
  for (const account of [uuidOf('matti'), 'nobody', ''])
    expect(await refusal(await ask(emulator, visitor, params, { account_id: account }))).toEqual([
      401,
      'login_required',
    ])
  expect(await refusal(await ask(emulator, new Visitor(), params))).toEqual([401, 'login_required'])
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
