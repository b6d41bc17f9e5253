// Two processes behind one proxy: what they have to share, what readers see where they do not, and how far their clocks may be apart.

import { afterEach, expect, it, vi } from 'vitest'
import type { SessionServiceOptions } from '../src/index.ts'
import { sqliteStore } from '../src/store/sqlite.ts'
import { nowSeconds, useProvider } from './support/scripted-provider.ts'
import { TestBrowser, testService } from './support/service.ts'

const provider = await useProvider()
afterEach(() => void vi.useRealTimers())

/** A browser whose requests go to one of two processes. */
function open(store = sqliteStore(':memory:'), ofOther: Partial<SessionServiceOptions> = {}) {
  const one = testService(provider, { store })
  const other = testService(provider, { store, ...ofOther })
  let asked = one
  const browser = new TestBrowser({ ...one, fetch: (request) => asked.fetch(request) })
  return { one, other, browser, ask: (process: typeof one) => (asked = process) }
}

it('a login that began at one process ends at the other, and each knows the reader', async () => {
  const { one, other, browser, ask } = open()
  const begun = await browser.begin()
  ask(other)
  await browser.visit(`/callback${provider.approve(begun)}`)
  expect(await browser.told()).toBe(200)
  ask(one)
  expect(await browser.told()).toBe(200)
})

it.each([
  ['ahead', 120],
  ['behind', -120],
])('the same where the clock of the first is two minutes %s', async (_where, seconds) => {
  const now = nowSeconds() * 1000
  vi.useFakeTimers({ toFake: ['Date'], now: now + seconds * 1000 })
  const { one, other, browser, ask } = open()
  const begun = await browser.begin()
  vi.setSystemTime(now)
  ask(other)
  await browser.visit(`/callback${provider.approve(begun)}`)
  expect(await browser.told()).toBe(200)
  vi.setSystemTime(now + seconds * 1000)
  ask(one)
  expect(await browser.told()).toBe(200)
})

it('with another cookieSecret, a login that began at one process is refused by the other', async () => {
  const { other, browser, ask } = open(undefined, { cookieSecret: 'another-secret-of-the-other-process-0' })
  const begun = await browser.begin()
  ask(other)
  const answer = await browser.visit(`/callback${provider.approve(begun)}`)
  expect(answer.status).toBe(400)
  expect(other.events).toContainEqual(
    expect.objectContaining({ type: 'login-failed', reason: 'state-unknown' }),
  )
})

it('with a store of its own, the other process knows nobody', async () => {
  const { other, browser, ask } = open(undefined, { store: sqliteStore(':memory:') })
  await browser.logIn(provider)
  expect(await browser.told()).toBe(200)
  ask(other)
  expect(await browser.told()).toBe(400)
})
