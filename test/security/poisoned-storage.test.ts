/**
 * Any script of the page can write to the storage of the tab. What stands there can at worst show a wrong name until
 * the service is asked the next time: it never redirects, runs, or throws anything but an SDKError.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ADA, GRACE, rejection } from '../support/fixtures.ts'
import { json, openPage, openPageWith, type Page } from '../support/page.ts'
import { cookieWrites, fullOn, plant, REFRESH_KEY, runHeadStart, SESSION_KEY, TAB_ID_KEY } from './full.ts'

const FORGED = { ...ADA, givenName: 'Mallory', userId: 666 }
const forged = (session: unknown, more: object = {}) => ({
  session,
  askedAt: Date.now(),
  expiresAt: Date.now() + 60_000,
  ...more,
})

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

describe('a forged session in the storage', () => {
  it('shows a wrong name until it is dropped, and no longer', async () => {
    const page = openPage()
    plant(page, SESSION_KEY, forged(FORGED))
    const identity = fullOn(page)
    expect((await identity.getUser()).givenName).toBe('Mallory')
    identity.clearCachedUserSession()
    page.answer(json(200, ADA))
    expect((await identity.getUser()).givenName).toBe('Ada')
    expect(page.navigations).toEqual([])
  })

  it('cannot redirect', async () => {
    const page = openPage()
    plant(page, SESSION_KEY, forged({ redirectURL: 'javascript:alert(1)' }))
    expect(await fullOn(page).isLoggedIn()).toBe(false)
    expect(page.navigations).toEqual([])
  })

  it('cannot write more than one cookie, for the page’s own domain', async () => {
    const page = openPage()
    const cookies = cookieWrites(page)
    const sp_id = 'x; domain=evil.example'
    plant(page, SESSION_KEY, forged({ ...FORGED, sp_id, baseDomain: 'x; path=/evil' }))
    const identity = fullOn(page)
    identity.enableCacheCookie()
    await identity.hasSession()
    expect(cookies).toHaveLength(1)
    expect(cookies[0]).toMatch(
      /^SP_ID=x%3B%20domain%3Devil\.example; path=\/; [^\n]*domain=www\.site\.example; Secure$/,
    )
  })

  it.each<[string, unknown]>([
    ['a userId that is no number', forged({ userId: { toString: 1 } })],
    ['an sp_id that is no text', forged({ sp_id: [] })],
    ['a result, and no user', forged({ result: true })],
  ])('that has %s names nobody', async (_, value) => {
    const page = openPage()
    plant(page, SESSION_KEY, value)
    const identity = fullOn(page)
    expect(await identity.isLoggedIn()).toBe(false)
    expect(await identity.getSpId()).toBeNull()
  })

  it('that there is none logs nobody out of the service, and ends like any other', async () => {
    const page = openPage()
    plant(page, SESSION_KEY, forged(null, { error: { code: 401, type: '<img>' } }))
    const identity = fullOn(page)
    expect(await rejection(identity.hasSession())).toMatchObject({
      reason: 'session-missing',
      type: undefined,
    })
    expect(await identity.isLoggedIn()).toBe(false)
    vi.setSystemTime(Date.now() + 60_001)
    page.answer(json(200, ADA))
    expect(await identity.isLoggedIn()).toBe(true)
  })
})

describe('a forged refresh entry', () => {
  it('neither redirects nor keeps a session back', async () => {
    const page = openPageWith(json(200, { redirectURL: '/x' }), json(200, ADA))
    plant(page, REFRESH_KEY, 1)
    const identity = fullOn(page)
    expect(await rejection(identity.hasSession())).toMatchObject({ reason: 'refresh-failed' })
    expect(page.navigations).toEqual([])
    expect(await identity.hasSession()).toEqual(ADA)
  })

  it.each(['https://evil.example', {}, [], 'undefined'])('%j leads nowhere else', async (value) => {
    const page = openPageWith(json(200, { redirectURL: '/x' }))
    plant(page, REFRESH_KEY, value)
    await rejection(fullOn(page).hasSession())
    expect(page.navigations).toEqual([expect.stringMatching(/^https:\/\/id\.site\.example\/x\?/)])
  })

  it.each([1, 'https://evil.example', {}])('%j alone stops no call', async (value) => {
    const page = openPageWith(json(200, GRACE))
    plant(page, REFRESH_KEY, value)
    expect(await fullOn(page).hasSession()).toEqual(GRACE)
    expect(page.window.sessionStorage.getItem(REFRESH_KEY)).toBeNull()
  })
})

describe('a forged number of the tab', () => {
  const FORGED_NUMBERS = [
    '1&redirect_uri=https://evil.example',
    '1#',
    '{"value":"1&redirect_uri=https://evil.example","expiresAt":9e15}',
    '["1&redirect_uri=https://evil.example"]',
    '7\n',
    '0x10',
    '1e300',
    '-5',
    'Infinity',
    'NaN',
    '',
  ]

  it.each<[string, (page: Page) => unknown]>([
    ['the library', (page) => fullOn(page).hasSession()],
    ['the head', (page) => runHeadStart(page)],
  ])('is one number in the address of %s', async (_, ask) => {
    for (const number of FORGED_NUMBERS) {
      const page = openPageWith(json(200, ADA))
      page.window.sessionStorage.setItem(TAB_ID_KEY, number)
      await ask(page)
      const { origin, pathname, searchParams, hash } = page.requests[0] as URL
      expect(origin + pathname + hash).toBe('https://id.site.example/v2/session')
      expect([...searchParams.keys()]).toEqual(['client_sdrn', 'redirect_uri', 'sdk_version', 'tabId'])
      // A plus is a blank to whoever reads it.
      const tabId = (searchParams.get('tabId') as string).replace(' ', '+')
      expect(`${Number(tabId)}`, number).toBe(tabId)
      expect(tabId).not.toBe('NaN')
    }
  })
})
