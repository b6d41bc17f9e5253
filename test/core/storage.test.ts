import { afterEach, describe, expect, it, vi } from 'vitest'
import { TAB_ID_KEY } from '../../core/names.ts'
import { resolveOptions } from '../../core/options.ts'
import { MAX_LIFETIME_MS } from '../../core/session/reading.ts'
import { createStorage, storagePrefix } from '../../core/storage.ts'
import { ENV, optionsFor } from '../support/fixtures.ts'
import { openPage, type Page } from '../support/page.ts'

const LATER = () => Date.now() + 1000
const optionsOn = (page: Page, more = {}) => resolveOptions(optionsFor(page, more))
const storageOn = (page: Page, more = {}) => createStorage(optionsOn(page, more), 'sessionStorage')
const entryOn = (page: Page, more = {}) => storageOn(page, more).entry('k')
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
    expect(entryOn(page).set({ a: 1 }, Date.now() + 1000)).toBe(true)
    const [kept, fresh] = [entryOn(page), entryOn(page)]
    expect(kept.get()).toEqual({ a: 1 })
    vi.advanceTimersByTime(999)
    expect(kept.get()).toEqual({ a: 1 })
    vi.advanceTimersByTime(1)
    expect(kept.get()).toBeUndefined()
    expect(fresh.get()).toBeUndefined()
  })

  it('lets an expired entry go without touching a newer one under the same name', () => {
    vi.useFakeTimers()
    const entry = entryOn(openPage())
    entry.set('old', Date.now() + 1000)
    vi.advanceTimersByTime(900)
    entry.set('new', Date.now() + 1000)
    vi.advanceTimersByTime(900)
    expect(entry.get()).toBe('new')
  })

  it('keeps nothing for longer than anything may last, also when the clock was set back', () => {
    vi.useFakeTimers()
    const page = openPage()
    const entry = entryOn(page)
    entry.set(1, Date.now() + MAX_LIFETIME_MS)
    expect(entry.get()).toBe(1)
    vi.setSystemTime(Date.now() - 1)
    expect(entry.get()).toBeUndefined()
    expect(entryOn(page).get()).toBeUndefined()
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
    ].map((more) => entryOn(page, more))
    for (const [index, entry] of others.entries()) entry.set(index, LATER())
    expect(others.map((entry) => entry.get())).toEqual(others.map((_, index) => index))
    others[0]?.remove()
    expect(others.map((entry) => entry.get())).toEqual([undefined, 1, 2, 3, 4, 5, 6, 7])
  })

  it('writes under names of its own alone', () => {
    const page = openPage()
    const storage = storageOn(page)
    storage.entry('k').set(1, LATER())
    storage.tabId()
    const keys = Object.keys(page.window.sessionStorage)
    expect(keys.sort()).toEqual([
      'portico.https://account.example https://id.site.example client-1.k',
      'portico.tab',
    ])
  })

  it('gives the same object while nobody changes it, and parses a text once', () => {
    const page = openPage()
    entryOn(page).set({ a: 1 }, LATER())
    const entry = entryOn(page)
    const parse = vi.spyOn(JSON, 'parse')
    const first = entry.get()
    expect(entry.get()).toBe(first)
    expect(parse).toHaveBeenCalledOnce()
    const value = { a: 2 }
    entry.set(value, LATER())
    expect(entry.get()).toBe(value)
    expect(parse).toHaveBeenCalledOnce()
  })

  it('keeps in memory what the storage takes and does not keep', () => {
    const page = openPage()
    const entry = entryOn(page)
    const forgetful = vi.spyOn(page.window.Storage.prototype, 'setItem').mockImplementation(() => {})
    expect(entry.set(1, LATER())).toBe(false)
    forgetful.mockRestore()
    expect(entry.get()).toBe(1)
    expect(entryOn(page).get()).toBeUndefined()
  })

  it('sees what another instance wrote, removed or cleared', () => {
    const page = openPage()
    const [a, b] = [entryOn(page), entryOn(page)]
    a.set(1, LATER())
    b.set(2, LATER())
    expect(a.get()).toBe(2)
    b.remove()
    expect(a.get()).toBeUndefined()
    a.set(3, LATER())
    page.window.sessionStorage.clear()
    expect(a.get()).toBeUndefined()
  })

  it('sees what another instance wrote again after it was removed here, to the letter', () => {
    const page = openPage()
    const [a, b] = [entryOn(page), entryOn(page)]
    const until = LATER()
    a.set(1, until)
    a.remove()
    b.set(1, until)
    expect(a.get()).toBe(1)
  })

  it('is that of all tabs where it is opened so, and keeps nothing for longer than it was opened for', () => {
    const page = openPage()
    const shared = createStorage(optionsOn(page), 'localStorage').entry('k', 1000)
    expect(shared.set(1, Date.now() + 900)).toBe(true)
    expect(Object.keys(page.window.localStorage)).toEqual([keyOn(page)])
    expect(Object.keys(page.window.sessionStorage)).toEqual([])
    expect(shared.get()).toBe(1)
    shared.set(2, Date.now() + 2000)
    expect(shared.get()).toBeUndefined()
  })

  it.each(['', 'null', '7', '"text"', '[]', '{"value":1}', '{"expiresAt":"9e99","value":1}', '{{{'])(
    'takes foreign text under its key for nothing, once and again: %s',
    (text) => {
      const page = openPage()
      page.window.sessionStorage.setItem(keyOn(page), text)
      const entry = entryOn(page)
      expect(entry.get()).toBeUndefined()
      expect(entry.get()).toBeUndefined()
      entry.set('ours', LATER())
      expect(entry.get()).toBe('ours')
    },
  )

  it('falls back to memory when storage is full, and drops the older entry there', () => {
    const page = openPage()
    entryOn(page).set('old', LATER())
    deny(page, 'setItem')
    const entry = entryOn(page)
    expect(entry.set('new', LATER())).toBe(false)
    expect(entry.get()).toBe('new')
    expect(entryOn(page).get()).toBeUndefined()
  })

  it('falls back to memory when storage is denied, where entries expire as well', () => {
    vi.useFakeTimers()
    const page = openPage()
    deny(page)
    const entry = entryOn(page)
    expect(entry.get()).toBeUndefined()
    expect(entry.set(1, LATER())).toBe(false)
    expect(entry.get()).toBe(1)
    vi.advanceTimersByTime(1000)
    expect(entry.get()).toBeUndefined()
    entry.set(2, LATER())
    entry.remove()
    expect(entry.get()).toBeUndefined()
  })

  it('keeps in memory what has no JSON', () => {
    const entry = entryOn(openPage())
    const circle: { self?: object } = {}
    circle.self = circle
    expect(entry.set(circle, LATER())).toBe(false)
    expect(entry.get()).toBe(circle)
  })
})

describe('the number of the tab', () => {
  it.each([
    [0, '1'],
    [0.5, '50000'],
    [0.999999, '99999'],
  ])('is below 100 000 and never 0: %d makes %s', (random, id) => {
    vi.spyOn(Math, 'random').mockReturnValue(random)
    expect(storageOn(openPage()).tabId()).toBe(id)
  })

  it('is drawn once a tab, and shared by all clients', () => {
    const page = openPage()
    const first = storageOn(page).tabId()
    expect(first).toMatch(/^[1-9]\d{0,4}$/)
    vi.spyOn(Math, 'random').mockReturnValue(0.123)
    expect(storageOn(page).tabId()).toBe(first)
    expect(storageOn(page, { clientId: 'client-2' }).tabId()).toBe(first)
    expect(page.window.sessionStorage.getItem(TAB_ID_KEY)).toBe(first)
  })

  it('is the one that a script in the head of the page has drawn', () => {
    const page = openPage()
    page.window.sessionStorage.setItem('portico.tab', '4711')
    expect(storageOn(page).tabId()).toBe('4711')
  })

  it.each(['evil', '1&redirect_uri=evil', '{}', '', '0'])('is drawn anew where %j stands', (text) => {
    const page = openPage()
    page.window.sessionStorage.setItem('portico.tab', text)
    expect(storageOn(page).tabId()).toMatch(/^[1-9]\d{0,4}$/)
  })

  it('is drawn once a page where storage is denied', () => {
    const page = openPage()
    deny(page)
    const storage = storageOn(page)
    const first = storage.tabId()
    expect(first).toMatch(/^[1-9]\d{0,4}$/)
    expect(storage.tabId()).toBe(first)
  })
})
