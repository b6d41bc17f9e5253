// Guessing at passwords and one-time codes: ten wrong ones a minute, for one account from one address. The clock is
// turned, not waited for.

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Emulator, startEmulator } from '../src/index.ts'
import { type Page, Visitor } from './helpers.ts'
import { credentials, goToLogin, loginUrl, site } from './log-in.ts'

let emulator: Emulator
beforeEach(async () => {
  emulator = await startEmulator()
})
afterEach(async () => {
  vi.useRealTimers()
  await emulator.close()
})

const right = (username: string) => credentials(emulator, username)

async function guess(username: string, password: string, visitor: Visitor = new Visitor()): Promise<Page> {
  const page = await goToLogin(emulator, visitor, { one_step_login: 'true' })
  return visitor.submit(page, 'login', { ...right(username), password })
}

async function guessWrong(times: number, username = 'ingrid'): Promise<void> {
  for (let time = 0; time < times; time += 1)
    expect((await guess(username, `guess ${time}`)).status).toBe(401)
}

it('hears the right password after nine wrong ones', async () => {
  await guessWrong(9)
  expect((await guess('ingrid', right('ingrid').password)).url).toBe(emulator.url(site.siteHost))
})

it('hears none after ten, from no browser, in one step or two, and says for how long', async () => {
  await guessWrong(10)
  const refused = await guess('ingrid', right('ingrid').password)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  expect(refused.text).toContain('Wait a minute')

  const visitor = new Visitor()
  const next = await visitor.submit(await goToLogin(emulator, visitor), 'login', {
    email: right('ingrid').email,
  })
  expect((await visitor.submit(next, 'password', { password: right('ingrid').password })).status).toBe(429)
})

it('hears those of other accounts', async () => {
  await guessWrong(10)
  expect((await guess('matti', right('matti').password)).url).toBe(emulator.url(site.siteHost))
})

it('listens again after a minute, however often it was tried meanwhile', async () => {
  await guessWrong(10)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 59_000 })
  expect((await guess('ingrid', 'guess')).status).toBe(429)
  vi.setSystemTime(Date.now() + 2_000)
  expect((await guess('ingrid', right('ingrid').password)).url).toBe(emulator.url(site.siteHost))
})

it.each(['otp', 'sms', 'otp-email'])(
  'counts wrong codes of %s, new ones and other log-ins included',
  async (method) => {
    async function atCode(visitor: Visitor): Promise<Page> {
      const page = await visitor.open(loginUrl(emulator, site, { state: 's', acr_values: method }))
      const { email, password } = right('alex')
      return visitor.submit(page, 'login', method === 'otp-email' ? { email } : { email, password })
    }
    const shown = (page: Page): string => /data-testid="shown-code">(\d{6})</.exec(page.text)?.[1] ?? ''
    const visitor = new Visitor()
    const page = await atCode(visitor)
    for (let login = 0; login < 2; login += 1) {
      const guesser = new Visitor()
      let tried = await atCode(guesser)
      for (let time = 0; time < 5; time += 1) {
        const code = String((Number(shown(tried)) + 1) % 1_000_000).padStart(6, '0')
        tried = await guesser.submit(tried, 'code', { code })
        expect(tried.status).toBe(401)
      }
    }
    const refused = await visitor.submit(page, 'code', { code: shown(page) })
    expect([refused.status, refused.text]).toEqual([429, expect.stringContaining('Wait a minute')])
  },
)
