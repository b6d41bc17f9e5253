// The whole of it over HTTPS, with a certificate that nobody signed.

import { generate } from 'selfsigned'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Emulator, startEmulator } from '../src/index.ts'
import { Visitor } from './helpers.ts'
import { askSession, goToLogin, logIn, other, site } from './log-in.ts'

let emulator: Emulator
beforeAll(async () => {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }])
  emulator = await startEmulator({ tls: { key, cert } })
})
afterAll(() => emulator?.close())

it('is named by https addresses throughout', () => {
  const { accountUrl, widgetUrl, globalSessionUrl } = emulator.environment
  const named = [accountUrl, widgetUrl, globalSessionUrl, emulator.url(site.siteHost)]
  expect(named.map((url) => new URL(url).protocol)).toEqual(Array(4).fill('https:'))
})

it('logs a reader in, with the code exchanged and the session started over https, and out everywhere', async () => {
  const visitor = new Visitor()
  const page = await logIn(emulator, visitor, 'ingrid')
  expect(page.url).toBe(emulator.url(site.siteHost))
  const { status, body } = await askSession(emulator, visitor)
  expect(status).toBe(200)
  expect(body.photo).toMatch(/^https:/)
  // single sign-on: no form this time
  expect((await goToLogin(emulator, visitor, {}, other)).url).toBe(emulator.url(other.siteHost))

  const logout = new URL(emulator.url(other.sessionHost, '/logout'))
  logout.searchParams.set('client_sdrn', `sdrn:localhost:client:${other.clientId}`)
  expect((await visitor.open(logout.href)).url).toBe(emulator.url(other.siteHost))
  expect((await askSession(emulator, visitor)).status).toBe(400)
  expect(visitor.visited.filter((url) => !url.startsWith('https:'))).toEqual([])
})

it('marks the cookies of the account service as secure', async () => {
  const visitor = new Visitor()
  await logIn(emulator, visitor, 'ingrid')
  const cookies = await visitor.jar.getCookies(emulator.environment.accountUrl)
  expect(cookies.find(({ key }) => key === '_session')?.secure).toBe(true)
})

it('says so when key and certificate cannot be used', async () => {
  await expect(startEmulator({ tls: { key: 'no key', cert: 'none' } })).rejects.toMatchObject({
    name: 'EmulatorError',
    reason: 'tls-unusable',
  })
})
