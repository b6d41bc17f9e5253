// What is good for a while only, once that while is over. The clock is turned, not waited for.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { afterEach, expect, it, vi } from 'vitest'
import { startEmulator } from '../src/index.ts'
import { useEmulator, Visitor } from './helpers.ts'
import { askSession, goToLogin, logIn, site } from './log-in.ts'

const emulator = await useEmulator()
afterEach(() => {
  vi.useRealTimers()
})

function turnClockBy(ms: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
}

it('a session ends after eight hours, and its cookie then says 400', async () => {
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
  expect(await askSession(emulator, late)).toMatchObject({
    status: 400,
    body: { error: { description: 'The session has ended' } },
  })
})

it('what has expired is forgotten while the emulator runs, and so are all codes but the latest', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'portico-emulator-'))
  const db = new Database(join(directory, 'emulator.db'))
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  const kept = await startEmulator({ data: directory })
  const kinds = (): string[] =>
    (db.prepare('SELECT DISTINCT kind FROM records ORDER BY kind').all() as { kind: string }[]).map(
      ({ kind }) => kind,
    )
  const visitor = new Visitor()
  let page = await goToLogin(kept, visitor, { acr_values: 'otp-email' })
  page = await visitor.submit(page, 'login', { email: 'ingrid@example.com' })
  for (let time = 0; time < 25; time += 1) page = await visitor.submit(page, 'new-code')
  expect(kept.messagesTo('ingrid')).toHaveLength(20)
  expect(kinds()).toEqual(expect.arrayContaining(['Interaction', 'login-attempt']))
  // longer than a login may take, and then until it is looked
  vi.setSystemTime(Date.now() + 2 * 3_600_000)
  vi.advanceTimersByTime(60_000)
  expect(kinds()).toEqual(['secrets', 'user'])
  await kept.close()
  expect(vi.getTimerCount()).toBe(0)
  db.close()
  rmSync(directory, { recursive: true })
})
