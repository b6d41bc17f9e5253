import { afterEach, describe, expect, it, vi } from 'vitest'
import { createStore, MAX_LIFETIME_MS } from '../../core/storage.ts'
import { openPage, type Page } from '../support/page.ts'

const LATER = () => Date.now() + 1000

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

describe('storage', () => {
  afterEach(() => void vi.useRealTimers())

  it('keeps a value over pages of the tab, until it expires', () => {
    vi.useFakeTimers()
    const page = openPage()
    expect(createStore(page.window).set('k', { a: 1 }, Date.now() + 1000)).toBe(true)
    expect(createStore(page.window).get('k')).toEqual({ a: 1 })
    vi.advanceTimersByTime(999)
    expect(createStore(page.window).get('k')).toEqual({ a: 1 })
    vi.advanceTimersByTime(1)
    expect(createStore(page.window).get('k')).toBeUndefined()
    expect(page.window.sessionStorage.length).toBe(0)
  })

  it('lets an expired entry go without touching a newer one under the same key', () => {
    vi.useFakeTimers()
    const store = createStore(openPage().window)
    store.set('k', 'old', Date.now() + 1000)
    vi.advanceTimersByTime(900)
    store.set('k', 'new', Date.now() + 1000)
    vi.advanceTimersByTime(900)
    expect(store.get('k')).toBe('new')
  })

  it('keeps nothing for longer than anything may last, also when the clock was set back', () => {
    vi.useFakeTimers()
    const page = openPage()
    const store = createStore(page.window)
    store.set('k', 1, Date.now() + MAX_LIFETIME_MS)
    expect(store.get('k')).toBe(1)
    vi.setSystemTime(Date.now() - 1)
    expect(store.get('k')).toBeUndefined()
    expect(page.window.sessionStorage.length).toBe(0)
  })

  it('parses a stored text once', () => {
    const page = openPage()
    createStore(page.window).set('k', { a: 1 }, LATER())
    const parse = vi.spyOn(JSON, 'parse')
    const store = createStore(page.window)
    const first = store.get('k')
    expect(store.get('k')).toBe(first)
    expect(parse).toHaveBeenCalledOnce()
    parse.mockRestore()
  })

  it('keeps in memory what the storage takes and does not keep', () => {
    const page = openPage()
    const store = createStore(page.window)
    const forgetful = vi.spyOn(page.window.Storage.prototype, 'setItem').mockImplementation(() => {})
    expect(store.set('k', 1, LATER())).toBe(false)
    forgetful.mockRestore()
    expect(store.get('k')).toBe(1)
    expect(createStore(page.window).get('k')).toBeUndefined()
  })

  it('sees what another instance wrote, removed or cleared', () => {
    const page = openPage()
    const [a, b] = [createStore(page.window), createStore(page.window)]
    a.set('k', 1, LATER())
    b.set('k', 2, LATER())
    expect(a.get('k')).toBe(2)
    b.remove('k')
    expect(a.get('k')).toBeUndefined()
    a.set('k', 3, LATER())
    page.window.sessionStorage.clear()
    expect(a.get('k')).toBeUndefined()
  })

  it.each(['', 'null', '[]', '{"value":1}', '{"expiresAt":"9e99","value":1}', '{{{'])(
    'takes foreign text under its key for nothing: %s',
    (text) => {
      const page = openPage()
      page.window.sessionStorage.setItem('k', text)
      expect(createStore(page.window).get('k')).toBeUndefined()
    },
  )

  it('takes an entry for nothing whose end is no number, though it would do for one', () => {
    const page = openPage()
    for (const expiresAt of [`${LATER()}`, [LATER()]]) {
      page.window.sessionStorage.setItem('k', JSON.stringify({ value: 1, expiresAt }))
      expect(createStore(page.window).get('k')).toBeUndefined()
    }
  })

  it('falls back to memory when storage is full, and drops the older entry there', () => {
    const page = openPage()
    createStore(page.window).set('k', 'old', LATER())
    deny(page, 'setItem')
    const store = createStore(page.window)
    expect(store.set('k', 'new', LATER())).toBe(false)
    expect(store.get('k')).toBe('new')
    expect(createStore(page.window).get('k')).toBeUndefined()
  })

  it('falls back to memory when storage is denied', () => {
    const page = openPage()
    deny(page)
    const store = createStore(page.window)
    expect(store.get('k')).toBeUndefined()
    expect(store.set('k', 1, LATER())).toBe(false)
    expect(store.get('k')).toBe(1)
    store.remove('k')
    expect(store.get('k')).toBeUndefined()
  })
})
