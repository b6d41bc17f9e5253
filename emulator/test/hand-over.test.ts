// The hand-over from a site's back end to its session service: who may ask for a ticket, and where it leads.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Emulator, startEmulator } from '../src/index.ts'
import { Visitor } from './helpers.ts'
import { idTokenBehind } from './id-token.ts'
import { credentials, loginUrl, other, site } from './log-in.ts'

let emulator: Emulator
let idToken: string
beforeAll(async () => {
  emulator = await startEmulator()
  const visitor = new Visitor()
  visitor.stopAt = emulator.url(site.siteHost, '/callback')
  const page = await visitor.open(loginUrl(emulator, site, { state: 's' }))
  idToken = await idTokenBehind(
    emulator,
    await visitor.submit(page, 'login', credentials(emulator, 'ingrid')),
  )
})
afterAll(() => emulator.close())

function ask(
  fields: Record<string, string>,
  publisher = site,
  secret = publisher.clientSecret,
): Promise<Response> {
  const basic = Buffer.from(`${publisher.clientId}:${secret}`).toString('base64')
  return new Visitor().request(emulator.url(publisher.sessionHost, '/tickets'), {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams({ browser: 'hash', next: emulator.url(publisher.siteHost), ...fields }),
  })
}

it('gives a ticket for an ID token of this client', async () => {
  expect((await ask({ id_token: idToken })).status).toBe(201)
})

it('gives none to who does not know the secret', async () => {
  expect((await ask({ id_token: idToken }, site, 'guess')).status).toBe(401)
})

it('gives none for a token of another client, or one that was changed', async () => {
  expect((await ask({ id_token: idToken }, other)).status).toBe(400)
  const [head, payload, signature] = idToken.split('.')
  const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString())
  const forged = Buffer.from(JSON.stringify({ ...claims, sub: emulator.users[1]?.uuid })).toString(
    'base64url',
  )
  expect((await ask({ id_token: `${head}.${forged}.${signature}` })).status).toBe(400)
})

it('leads to addresses of the client’s own origins alone', async () => {
  expect((await ask({ id_token: idToken, next: 'http://evil.example/' })).status).toBe(400)
  expect((await ask({ id_token: idToken, next: 'nowhere' })).status).toBe(400)
  emulator.registerRedirectUri(site.clientId, 'http://www.site.localhost:3000/callback')
  expect((await ask({ id_token: idToken, next: 'http://www.site.localhost:3000/home' })).status).toBe(201)
})

it('tells what it knows a browser by at addresses of the client’s own origins alone', async () => {
  const start = async (to: string): Promise<Response> => {
    const url = new URL(emulator.url(site.sessionHost, '/session-start'))
    url.searchParams.set('redirect_uri', to)
    return new Visitor().request(url.href)
  }
  for (const to of [
    'http://evil.example/',
    'http://evil.site.localhost/',
    'javascript:1',
    '//evil.example',
    '',
  ])
    expect.soft((await start(to)).status, to).toBe(400)
  const back = await start(emulator.url(site.siteHost, '/hand-over?login=1'))
  const [cookie = ''] = back.headers.getSetCookie()
  expect(back.headers.get('location')).toMatch(/\/hand-over\?login=1&browser=[\w-]{43}$/)
  expect(cookie).toMatch(/^__Host-session-start=\S+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  expect(back.headers.get('location')).not.toContain(cookie.split(/[=;]/)[1])
})
