// The token endpoint, as emulator/README.md tells back ends of it.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { loopbackFetch } from '../src/index.ts'
import { useEmulator, Visitor } from './helpers.ts'
import { credentials, loginUrl, site } from './log-in.ts'

const REDIRECT_URI = 'http://www.site.localhost:3000/callback'

const emulator = await useEmulator()
emulator.registerRedirectUri(site.clientId, REDIRECT_URI)

async function newCode(): Promise<string> {
  const visitor = new Visitor()
  visitor.stopAt = REDIRECT_URI
  const url = loginUrl(emulator, site, { state: 's', redirect_uri: REDIRECT_URI })
  const callback = await visitor.submit(await visitor.open(url), 'login', credentials(emulator, 'ingrid'))
  return new URL(callback.url).searchParams.get('code') ?? ''
}

function exchange(fields: Record<string, string>, secret: string = site.clientSecret): Promise<Response> {
  return loopbackFetch(emulator.url('account.localhost', '/oauth/token'), {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${site.clientId}:${secret}`)}` },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      redirect_uri: REDIRECT_URI,
      ...fields,
    }),
  })
}

const refusal = async (response: Response) => [
  response.status,
  ((await response.json()) as { error: string }).error,
]

it('answers a code once, with tokens', async () => {
  const code = await newCode()
  const answer = await exchange({ code })
  expect(answer.status).toBe(200)
  expect(Object.keys((await answer.json()) as object).sort()).toEqual([
    ...['access_token', 'expires_in', 'id_token', 'scope', 'token_type'],
  ])
  expect(await refusal(await exchange({ code }))).toEqual([400, 'invalid_grant'])
})

it.each([
  ['another redirect URI', { redirect_uri: `${REDIRECT_URI}/` }, undefined, [400, 'invalid_grant']],
  ['no redirect URI', { redirect_uri: '' }, undefined, [400, 'invalid_request']],
  ['a verifier that nobody asked for', { code_verifier: 'v'.repeat(43) }, undefined, [400, 'invalid_grant']],
  ['a wrong secret', {}, 'wrong', [401, 'invalid_client']],
  ['no secret', {}, '', [400, 'invalid_request']],
])('refuses %s', async (_, fields, secret, said) => {
  expect(await refusal(await exchange({ code: await newCode(), ...fields }, secret))).toEqual(said)
})

it('stands in the README by its address and the names of its fields', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  for (const word of ['/oauth/token', 'grant_type=authorization_code', 'redirect_uri', 'code_verifier'])
    expect(readme).toContain(word)
})
