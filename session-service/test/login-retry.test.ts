// Logins that do not finish: the store was away when the reader came back, or the reader was logged out meanwhile. They are told, and a
// login that a store has failed at is not used up.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SessionStore } from '../src/index.ts'
import { sqliteStore } from '../src/store/sqlite.ts'
import { useProvider } from './support/scripted-provider.ts'
import { authorizePath, NAVIGATION, TestBrowser, type TestService, testService } from './support/service.ts'

const provider = await useProvider()
const away = () => Promise.reject(new Error('away'))
let memory: SessionStore
let store: SessionStore
let service: TestService
let browser: TestBrowser
beforeEach(() => {
  memory = sqliteStore(':memory:')
  store = { ...memory }
  service = testService(provider, { store })
  browser = new TestBrowser(service)
  provider.redeemed.length = 0
})
afterEach(() => void vi.useRealTimers())

/** A login at the moment at which the browser comes back. */
const comeBack = async (more: Record<string, string> = {}): Promise<string> =>
  `/callback${provider.approve(await browser.begin(more))}`

const siteAt = (response: Response): URLSearchParams =>
  new URL(`${response.headers.get('location')}`).searchParams
const reasons = () => service.events.flatMap((event) => (event.type === 'login-failed' ? [event.reason] : []))
const keptLogins = () => [...browser.cookies.keys()].filter((name) => name.startsWith('__Host-login-'))

describe('a login at whose end the store fails', () => {
  const failures: [string, () => Partial<SessionStore>][] = [
    ['at once', () => ({ once: away })],
    ['after it has done it', () => ({ once: (...args) => memory.once(...args).then(away) })],
    ['for the number of the reader', () => ({ reserveUserId: away })],
    ['for the session', () => ({ create: away })],
    ['for the session that it has kept', () => ({ create: (...all) => memory.create(...all).then(away) })],
  ]

  it.each(failures)('is finished when the page is loaded again: %s', async (_when, failing) => {
    provider.claims = { sub: 'kari', name: 'Kari Hansen', amr: ['otp'] }
    const back = await comeBack()
    Object.assign(store, failing())
    for (let count = 0; count < 2; count += 1) {
      const page = await browser.visit(back)
      expect([page.status, page.headers.get('retry-after')]).toEqual([503, '2'])
      const html = await page.text()
      expect(html).toContain('We cannot log you in right now')
      expect(html).toContain(`href="${back.replaceAll('&', '&amp;')}"`)
    }
    expect(reasons()).toEqual(['StoreFailure', 'StoreFailure'])
    Object.assign(store, memory)
    expect(siteAt(await browser.visit(back)).get('code')).toBeTruthy()
    expect(await (await browser.session()).json()).toMatchObject({ givenName: 'Kari' })
    expect((await service.sessions({ subject: 'kari' }))[0]).toMatchObject({ amr: ['otp'] })
    expect(keptLogins()).toEqual([])
    // A code works once. What has come for it is kept by the browser.
    expect(provider.redeemed).toHaveLength(1)
    expect((await browser.visit(back)).status).toBe(400)
  })

  it('is finished once, whatever a thief has copied', async () => {
    const back = await comeBack()
    const copies = [new Map(browser.cookies)]
    store.create = away
    await browser.visit(back)
    copies.push(new Map(browser.cookies))
    Object.assign(store, memory)
    await browser.visit(back)
    for (const cookies of copies) {
      const thief = new TestBrowser(service)
      for (const [name, value] of cookies) thief.cookies.set(name, value)
      expect((await thief.visit(back)).status).toBe(400)
    }
  })

  it('lasts no longer for that', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const back = await comeBack()
    store.once = away
    vi.advanceTimersByTime(3_000_000)
    const [cookie = ''] = (await browser.visit(back)).headers.getSetCookie().slice(-1)
    expect(cookie).toMatch(/^__Host-login-.*; Max-Age=600;/)
    store.once = memory.once
    vi.advanceTimersByTime(601_000)
    expect(await (await browser.visit(back)).text()).toContain('The login took too long')
  })

  it('is ended by an end meanwhile', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const back = await comeBack()
    store.create = away
    await browser.visit(back)
    vi.advanceTimersByTime(1)
    await service.end({ subject: 'kari' })
    Object.assign(store, memory)
    expect((await browser.visit(back)).status).toBe(403)
    expect(await browser.told()).toBe(400)
  })

  it('pushes no other login of the browser out', async () => {
    const others = [await comeBack(), await comeBack(), await comeBack(), await comeBack()]
    const back = await comeBack()
    store.once = away
    await browser.visit(back)
    Object.assign(store, memory)
    for (const path of [...others, back]) expect(siteAt(await browser.visit(path)).get('code')).toBeTruthy()
  })

  it.each([
    ['the provider was to show nothing', {}, { prompt: 'none' }],
    ['a cookie is too short for it', { note: 'x'.repeat(3000) }, {}],
  ])('goes back to its site where %s', async (_where, claims, more: Record<string, string>) => {
    provider.claims = { sub: 'kari', ...claims }
    const back = await comeBack(more)
    store.create = away
    expect(siteAt(await browser.visit(back)).get('error')).toBe('temporarily_unavailable')
    expect(keptLogins()).toEqual([])
  })
})

describe('a login that was ended meanwhile', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  const endIt = async (): Promise<void> => {
    vi.advanceTimersByTime(1)
    await service.end({ subject: 'kari' })
  }

  it('is explained to its reader, in the language of the login', async () => {
    const back = await comeBack({ ui_locales: 'nb' })
    await endIt()
    const page = await browser.visit(back)
    expect([page.status, page.headers.get('content-language')]).toEqual([403, 'nb'])
    expect(await page.text()).toContain('Du ble logget ut mens du logget inn.')
    expect(reasons()).toEqual(['ended-meanwhile'])
  })

  it('goes back to its site where the provider was to show nothing', async () => {
    const begun = await browser.ask(authorizePath({ prompt: 'none' }), { headers: NAVIGATION })
    await endIt()
    const back = await browser.visit(`/callback${provider.approve(`${begun.headers.get('location')}`)}`)
    expect(siteAt(back).get('error')).toBe('login_required')
    expect(reasons()).toEqual(['ended-meanwhile'])
  })
})
