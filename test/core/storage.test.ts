import { afterEach, describe, expect, it, vi } from 'vitest'
import { resolveOptions } from '../../core/options.ts'
import { createStore, MAX_LIFETIME_MS, storagePrefix, TAB_ID_KEY } from '../../core/storage.ts'
import { ENV, optionsFor } from '../support/fixtures.ts'
import { openPage, type Page } from '../support/page.ts'

const LATER = () => Date.now() + 1000
const optionsOn = (page: Page, more = {}) => resolveOptions(optionsFor(page, more))
const storeOn = (page: Page, more = {}) => createStore(optionsOn(page, more))
const keyOn = (page: Page) => `${storagePrefix(optionsOn(page))}k`

/** Makes one method of sessionStorage, or all of it, throw. */
function deny(page: Page, method?: 'setItem' | 'getItem') {
  const real = page.window.sessionStorage
  const refuse = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }
  Object.defineProperty(page.window, 'sessionStorage', {
    configurable: true,
    get: () =>
      method ? new Proxy(real, { get: (t, k) => (k === method ? refuse : t[k as never]) }) : refuse(),
  })
}

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('storage', () => {
  it('keeps a value over pages of the tab, until it expires', () => {
    vi.useFakeTimers()
    const page = openPage()
    expect(storeOn(page).set('k', { a: 1 }, Date.now() + 1000)).toBe(true)
    const [kept, fresh] = [storeOn(page), storeOn(page)]
    expect(kept.get('k')).toEqual({ a: 1 })
    vi.advanceTimersByTime(999)
    expect(kept.get('k')).toEqual({ a: 1 })
    vi.advanceTimersByTime(1)
    expect(kept.get('k')).toBeUndefined()
    expect(fresh.get('k')).toBeUndefined()
  })

  it('lets an expired entry go without touching a newer one under the same name', () => {
    vi.useFakeTimers()
    const store = storeOn(openPage())
    store.set('k', 'old', Date.now() + 1000)
    vi.advanceTimersByTime(900)
    store.set('k', 'new', Date.now() + 1000)
    vi.advanceTimersByTime(900)
    expect(store.get('k')).toBe('new')
  })

  it('keeps nothing for longer than anything may last, also when the clock was set back', () => {
    vi.useFakeTimers()
    const page = openPage()
    const store = storeOn(page)
    store.set('k', 1, Date.now() + MAX_LIFETIME_MS)
    expect(store.get('k')).toBe(1)
    vi.setSystemTime(Date.now() - 1)
    expect(store.get('k')).toBeUndefined()
    expect(storeOn(page).get('k')).toBeUndefined()
    // About 24 days, which is the longest that a timer of a browser takes.
    expect(MAX_LIFETIME_MS).toBe(2_147_483_647)
  })

  it('is apart from that of other clients, environments and session domains', () => {
    const page = openPage()
    const others = [
      {},
      { clientId: 'client-2' },
      { sessionDomain: 'https://id.other.example' },
      { env: { ...ENV, accountUrl: 'https://other.example' } },
      // What would run together if nothing stood between.
      { clientId: 'a b' },
      { clientId: 'b', sessionDomain: 'https://id.site.example/a' },
      { clientId: 'client-1.k' },
      { clientId: '/ab' },
    ].map((more) => storeOn(page, more))
    for (const [index, store] of others.entries()) store.set('k', index, LATER())
    expect(others.map((store) => store.get('k'))).toEqual(others.map((_, index) => index))
    others[0]?.remove('k')
    expect(others.map((store) => store.get('k'))).toEqual([undefined, 1, 2, 3, 4, 5, 6, 7])
  })

  it('writes under names of its own alone', () => {
    const page = openPage()
    const store = storeOn(page)
    store.set('k', 1, LATER())
    store.tabId()
    const keys = Object.keys(page.window.sessionStorage)
    expect(keys.sort()).toEqual([
      'portico.https://account.example https://id.site.example client-1.k',
      'portico.tab',
    ])
  })

  it('gives the same object while nobody changes it, and parses a text once', () => {
    const page = openPage()
    storeOn(page).set('k', { a: 1 }, LATER())
    const store = storeOn(page)
    const parse = vi.spyOn(JSON, 'parse')
    const first = store.get('k')
    expect(store.get('k')).toBe(first)
    expect(parse).toHaveBeenCalledOnce()
    const value = { a: 2 }
    store.set('k', value, LATER())
    expect(store.get('k')).toBe(value)
    expect(parse).toHaveBeenCalledOnce()
  })

  it('keeps in memory what the storage takes and does not keep', () => {
    const page = openPage()
    const store = storeOn(page)
    const forgetful = vi.spyOn(page.window.Storage.prototype, 'setItem').mockImplementation(() => {})
    expect(store.set('k', 1, LATER())).toBe(false)
    forgetful.mockRestore()
    expect(store.get('k')).toBe(1)
    expect(storeOn(page).get('k')).toBeUndefined()
  })

  it('sees what another instance wrote, removed or cleared', () => {
    const page = openPage()
    const [a, b] = [storeOn(page), storeOn(page)]
    a.set('k', 1, LATER())
    b.set('k', 2, LATER())
    expect(a.get('k')).toBe(2)
    b.remove('k')
    expect(a.get('k')).toBeUndefined()
    a.set('k', 3, LATER())
    page.window.sessionStorage.clear()
    expect(a.get('k')).toBeUndefined()
  })

  it.each(['', 'null', '7', '"text"', '[]', '{"value":1}', '{"expiresAt":"9e99","value":1}', '{{{'])(
    'takes foreign text under its key for nothing, once and again: %s',
    (text) => {
      const page = openPage()
      page.window.sessionStorage.setItem(keyOn(page), text)
      const store = storeOn(page)
      expect(store.get('k')).toBeUndefined()
      expect(store.get('k')).toBeUndefined()
      store.set('k', 'ours', LATER())
      expect(store.get('k')).toBe('ours')
    },
  )

  it('falls back to memory when storage is full, and drops the older entry there', () => {
    const page = openPage()
    storeOn(page).set('k', 'old', LATER())
    deny(page, 'setItem')
    const store = storeOn(page)
    expect(store.set('k', 'new', LATER())).toBe(false)
    expect(store.get('k')).toBe('new')
    expect(storeOn(page).get('k')).toBeUndefined()
  })

  it('falls back to memory when storage is denied, where entries expire as well', () => {
    vi.useFakeTimers()
    const page = openPage()
    deny(page)
    const store = storeOn(page)
    expect(store.get('k')).toBeUndefined()
    expect(store.set('k', 1, LATER())).toBe(false)
    expect(store.get('k')).toBe(1)
    vi.advanceTimersByTime(1000)
    expect(store.get('k')).toBeUndefined()
    store.set('k', 2, LATER())
    store.remove('k')
    expect(store.get('k')).toBeUndefined()
  })

  it('keeps in memory what has no JSON', () => {
    const store = storeOn(openPage())
    const circle: { self?: object } = {}
    circle.self = circle
    expect(store.set('k', circle, LATER())).toBe(false)
    expect(store.get('k')).toBe(circle)
  })
})

describe('the number of the tab', () => {
  it.each([
    [0, '1'],
    [0.5, '50000'],
    [0.999999, '99999'],
  ])('is below 100 000 and never 0: %d makes %s', (random, id) => {
    vi.spyOn(Math, 'random').mockReturnValue(random)
    expect(storeOn(openPage()).tabId()).toBe(id)
  })

  it('is drawn once a tab, and shared by all clients', () => {
    const page = openPage()
    const first = storeOn(page).tabId()
    expect(first).toMatch(/^[1-9]\d{0,4}$/)
    vi.spyOn(Math, 'random').mockReturnValue(0.123)
    expect(storeOn(page).tabId()).toBe(first)
    expect(storeOn(page, { clientId: 'client-2' }).tabId()).toBe(first)
    expect(page.window.sessionStorage.getItem(TAB_ID_KEY)).toBe(first)
  })

  it('is the one that a script in the head of the page has drawn', () => {
    const page = openPage()
    page.window.sessionStorage.setItem('portico.tab', '4711')
    expect(storeOn(page).tabId()).toBe('4711')
  })

  it.each(['evil', '1&redirect_uri=evil', '{}', '', '0'])('is drawn anew where %j stands', (text) => {
    const page = openPage()
    page.window.sessionStorage.setItem('portico.tab', text)
    expect(storeOn(page).tabId()).toMatch(/^[1-9]\d{0,4}$/)
  })

  it('is drawn once a page where storage is denied', () => {
    const page = openPage()
    deny(page)
    const store = storeOn(page)
    const first = store.tabId()
    expect(first).toMatch(/^[1-9]\d{0,4}$/)
    expect(store.tabId()).toBe(first)
  })
})
