import { afterEach, describe, expect, it, vi } from 'vitest'
import type { KernelOptions } from '../../core/options.ts'
import { ENV, openKernel, optionsFor } from '../support/fixtures.ts'
import { openPage, type Page } from '../support/page.ts'

const LATER = () => Date.now() + 1000
const LONGEST = 2 ** 31 - 1
const KEY = 'portico.https://account.example https://id.site.example client-1.k'
const kernelOn = (page: Page, more: Partial<KernelOptions> = {}) => openKernel(optionsFor(page, more)).kernel
const entryOn = (page: Page, more: Partial<KernelOptions> = {}) =>
  kernelOn(page, more).storage.entry('k', (found) => found)

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

  it('keeps nothing for longer than 24.8 days, also when the clock was set back', () => {
    vi.useFakeTimers()
    const page = openPage()
    const entry = entryOn(page)
    entry.set(1, Date.now() + LONGEST)
    expect(entry.get()).toBe(1)
    vi.setSystemTime(Date.now() - 1)
    expect(entry.get()).toBeUndefined()
    expect(entryOn(page).get()).toBeUndefined()
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
    const { storage } = kernelOn(page)
    const entry = storage.entry('k', (found) => found)
    entry.set(1, LATER())
    storage.tabId()
    expect(Object.keys(page.window.sessionStorage).sort()).toEqual([KEY, 'portico.tab'])
    expect(entry.key).toBe(KEY)
    expect(Object.keys(page.window.localStorage)).toEqual([])
  })

  it('gives the same object while nobody changes it', () => {
    const page = openPage()
    entryOn(page).set({ a: 1 }, LATER())
    const entry = entryOn(page)
    expect(entry.get()).toBe(entry.get())
    const value = { a: 2 }
    entry.set(value, LATER())
    expect(entry.get()).toBe(value)
  })

  it('gives what whoever opened the entry reads out of it: another form is nothing, and so is what throws', () => {
    const page = openPage()
    const open = (parse: (found: unknown) => unknown) => kernelOn(page).storage.entry('k', parse)
    open(String).set('7', LATER())
    expect(open(Number).get()).toBe(7)
    expect(open(() => undefined).get()).toBeUndefined()
    expect(open(() => expect.unreachable('a form of yesterday')).get()).toBeUndefined()
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

  it('is that of all tabs where it is asked for, and takes nothing for longer than it was opened for', () => {
    const page = openPage()
    const shared = kernelOn(page).sharedStorage.entry('k', (found) => found, 1000)
    expect(shared.set(1, Date.now() + 900)).toBe(true)
    expect(Object.keys(page.window.localStorage)).toEqual([KEY])
    expect(Object.keys(page.window.sessionStorage)).toEqual([])
    expect(shared.get()).toBe(1)
    shared.set(2, Date.now() + 2000)
    expect(shared.get()).toBeUndefined()
  })

  it.each(['', 'null', '7', '"text"', '[]', '{"value":1}', '{"expiresAt":"9e99","value":1}', '{{{'])(
    'takes foreign text under its key for nothing, once and again: %s',
    (text) => {
      const page = openPage()
      page.window.sessionStorage.setItem(KEY, text)
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
    expect(kernelOn(openPage()).storage.tabId()).toBe(id)
  })

  it('is drawn once a tab, and shared by all clients', () => {
    const page = openPage()
    const first = kernelOn(page).storage.tabId()
    expect(first).toMatch(/^[1-9]\d{0,4}$/)
    vi.spyOn(Math, 'random').mockReturnValue(0.123)
    expect(kernelOn(page).storage.tabId()).toBe(first)
    expect(kernelOn(page, { clientId: 'client-2' }).storage.tabId()).toBe(first)
    expect(page.window.sessionStorage.getItem('portico.tab')).toBe(first)
  })

  it('is the one that a script in the head of the page has drawn', () => {
    const page = openPage()
    page.window.sessionStorage.setItem('portico.tab', '4711')
    expect(kernelOn(page).storage.tabId()).toBe('4711')
  })

  it.each(['evil', '1&redirect_uri=evil', '{}', '', '0'])('is drawn anew where %j stands', (text) => {
    const page = openPage()
    page.window.sessionStorage.setItem('portico.tab', text)
    expect(kernelOn(page).storage.tabId()).toMatch(/^[1-9]\d{0,4}$/)
  })

  it('is drawn once a page where storage is denied', () => {
    const page = openPage()
    deny(page)
    const { storage } = kernelOn(page)
    const first = storage.tabId()
    expect(first).toMatch(/^[1-9]\d{0,4}$/)
    expect(storage.tabId()).toBe(first)
  })
})
