// What is good for a while only, once that while is over. The clock is turned, not waited for.

import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { type Emulator, startEmulator } from '../src/index.ts'
import { Visitor } from './helpers.ts'
import { askSession, credentials, goToLogin, logIn, site } from './log-in.ts'

let emulator: Emulator
beforeAll(async () => {
  emulator = await startEmulator()
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(() => emulator.close())

function turnClockBy(ms: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
}

it('a session ends after eight hours, and its cookie then says 401', async () => {
  const visitor = new Visitor()
  await logIn(emulator, visitor, 'ingrid')
  const cookies = await visitor.jar.getCookies(emulator.url(site.sessionHost))
  const value = cookies.find(({ key }) => key === '__Host-session-id')?.value
  const cookie = `__Host-session-id=${value}; Path=/; Secure`
  turnClockBy(7.9 * 3_600_000)
  expect((await askSession(emulator, visitor)).body.expiresIn).toBeLessThan(400_000)
  turnClockBy(0.2 * 3_600_000)
  const late = new Visitor()
  await late.jar.setCookie(cookie, emulator.url(site.sessionHost))
  expect((await askSession(emulator, late)).status).toBe(401)
})

it('a login that took longer than its state lives is refused', async () => {
  const visitor = new Visitor()
  const page = await goToLogin(emulator, visitor)
  turnClockBy(11 * 60_000)
  const home = await visitor.submit(page, 'login', credentials(emulator, 'ingrid'))
  expect(home.url).toBe(emulator.url(site.siteHost, '/?log-in=failed'))
})
