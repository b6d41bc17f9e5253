// Tokens that are signed by the right key and still not what they are taken for.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importJWK, type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Emulator, startEmulator } from '../src/index.ts'
import { openStore } from '../src/store/store.ts'
import { Visitor } from './helpers.ts'
import { site } from './log-in.ts'

const EVENT = { 'http://schemas.openid.net/event/backchannel-logout': {} }

let emulator: Emulator
let sign: (payload: JWTPayload, typ: string) => Promise<string>
const directory = mkdtempSync(join(tmpdir(), 'portico-emulator-'))

beforeAll(async () => {
  // the emulator keeps its keys with its data, so a store on the same directory has them too
  const store = await openStore(directory)
  const [jwk] = store.secrets.jwks.keys
  store.close()
  emulator = await startEmulator({ data: directory })
  const key = await importJWK(jwk ?? {}, 'RS256')
  sign = (payload, typ) =>
    new SignJWT({ sub: emulator.users[0]?.uuid ?? '', sid: 'sid', ...payload })
      .setProtectedHeader({ alg: 'RS256', kid: 'emulator', typ })
      .setIssuer(emulator.environment.accountUrl)
      .setAudience(site.clientId)
      .setIssuedAt()
      .setExpirationTime('1m')
      .sign(key)
})
afterAll(async () => {
  await emulator.close()
  rmSync(directory, { recursive: true, force: true, maxRetries: 10 })
})

async function ticketFor(token: string): Promise<number> {
  const basic = Buffer.from(`${site.clientId}:${site.clientSecret}`).toString('base64')
  const response = await new Visitor().request(emulator.url(site.sessionHost, '/tickets'), {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams({ browser: 'hash', next: emulator.url(site.siteHost), id_token: token }),
  })
  return response.status
}

async function logOutWith(token: string): Promise<number> {
  const body = new URLSearchParams({ logout_token: token })
  const url = emulator.url(site.sessionHost, '/backchannel-logout')
  return (await new Visitor().request(url, { method: 'POST', body })).status
}

it('starts a session with an ID token, not with a logout token', async () => {
  expect(await ticketFor(await sign({}, 'JWT'))).toBe(201)
  expect(await ticketFor(await sign({ events: EVENT }, 'logout+jwt'))).toBe(400)
})

it('ends sessions with a logout token, not with an ID token', async () => {
  expect(await logOutWith(await sign({ events: EVENT }, 'logout+jwt'))).toBe(204)
  expect(await logOutWith(await sign({}, 'JWT'))).toBe(400)
  expect(await logOutWith(await sign({}, 'logout+jwt'))).toBe(400)
  expect(await logOutWith(await sign({ events: EVENT }, 'JWT'))).toBe(400)
})
