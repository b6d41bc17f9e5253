/**
 * The page around the library: its consent platform, its widget, its window and storage. When they fail, the page gets an SDKError or none, and what can go on does.
 */
import { describe, expect, it } from 'vitest'
import { ADA, NO_SESSION, rejection, thrown } from '../support/fixtures.ts'
import { json, openPage, openPageWith, type Page } from '../support/page.ts'
import { fullOn, offerWidget } from './full.ts'

function boom(): never {
  throw new Error('boom')
}

function getter(page: Page, name: string, get: () => unknown = boom) {
  Object.defineProperty(page.window, name, { get, set() {}, configurable: true })
}

const OURS = { name: 'SDKError', reason: expect.any(String) }

describe('a consent platform', () => {
  it.each<[string, unknown]>([
    ['throws', boom],
    ['is an element of the page', {}],
    [
      'answers nonsense',
      (...args: unknown[]) => (args.find((a) => typeof a === 'function') as (x: unknown) => void)(null),
    ],
    [
      'answers with getters that throw',
      (...args: unknown[]) =>
        (args.find((a) => typeof a === 'function') as (x: unknown) => void)({
          get eventStatus() {
            return boom()
          },
          get pingData() {
            return boom()
          },
        }),
    ],
    [
      'calls back without end',
      (...args: unknown[]) => {
        const callback = args.find((a) => typeof a === 'function') as (x: unknown) => void
        for (let n = 0; n < 1000; n++) callback({ listenerId: n })
      },
    ],
  ])('that %s leaves login as it is', (_, platform) => {
    const page = openPage()
    Object.assign(page.window, { __tcfapi: platform, __gpp: platform })
    const identity = fullOn(page)
    identity.login({ state: 's' })
    const { searchParams } = new URL(page.navigations[0] as string)
    expect([...searchParams.keys()].filter((name) => name.startsWith('g'))).toEqual([])
    expect(searchParams.getAll('state')).toEqual(['s'])
    identity.dispose()
  })

  it('whose strings are none of its own adds values, and no parameter', () => {
    const page = openPage()
    const value = 'x&state=evil#"><script>'
    const platform = (...args: unknown[]) =>
      (args.find((a) => typeof a === 'function') as (x: unknown) => void)({
        eventStatus: 'tcloaded',
        gdprApplies: value,
        tcString: value,
        pingData: { signalStatus: 'ready', gppString: value, applicableSections: [value] },
      })
    Object.assign(page.window, { __tcfapi: platform, __gpp: platform })
    const { searchParams } = new URL(fullOn(page).loginUrl({ state: 's' }))
    expect([...searchParams].filter(([name]) => name.startsWith('g'))).toEqual([
      ['gdpr_consent', value],
      ['gpp', value],
      ['gpp_sid', value],
    ])
    expect(searchParams.getAll('state')).toEqual(['s'])
  })

  it('that cannot even be looked at is an SDKError', () => {
    const page = openPage()
    for (const name of ['__tcfapi', '__gpp']) getter(page, name)
    expect(thrown(() => fullOn(page))).toMatchObject({ reason: 'plugin-failed' })
  })
})

describe('a widget', () => {
  const USER = json(200, { identifier: 'i', display_text: 'd' })

  it.each<[string, (page: Page) => void]>([
    ['throws', (page) => offerWidget(page, boom)],
    ['is no function', (page) => void Object.assign(page.window, { openSimplifiedLoginWidget: {} })],
    ['cannot be looked at', (page) => getter(page, 'openSimplifiedLoginWidget')],
    ['cannot be loaded', (page) => void (page.window.document.head.append = boom)],
  ])('that %s is an SDKError', async (_, prepare) => {
    const page = openPageWith(USER)
    prepare(page)
    expect(await rejection(fullOn(page).showSimplifiedLoginWidget({ state: 's' }))).toMatchObject({
      reason: 'widget-unavailable',
    })
  })
})

describe('a window', () => {
  it.each(['sessionStorage', 'localStorage', 'indexedDB', 'caches', 'opener', 'name', 'navigator'])(
    'whose %s throws gives a session all the same',
    async (name) => {
      const page = openPageWith(json(200, ADA))
      getter(page, name)
      const identity = fullOn(page)
      identity.enableCacheCookie()
      expect(await identity.hasSession()).toEqual(ADA)
      identity.logout()
      expect(page.navigations).toHaveLength(1)
    },
  )

  it('whose fetch throws gives an SDKError, and a login all the same', async () => {
    const page = openPage()
    const identity = fullOn(page)
    getter(page, 'fetch')
    expect(await rejection(identity.hasSession())).toMatchObject(OURS)
    identity.login({ state: 's' })
    expect(page.navigations).toHaveLength(1)
  })

  it.each(['crypto', 'TextEncoder'])('whose %s throws gives no external id', async (name) => {
    const page = openPageWith(json(200, ADA))
    getter(page, name)
    expect(await rejection(fullOn(page).getExternalId('party'))).toMatchObject({
      reason: 'crypto-unavailable',
    })
  })

  it.each<[string, unknown]>([
    ['a text', 'https://evil.example'],
    ['a list of nonsense', [{}, {}, {}]],
    ['nothing', null],
    ['another address', ['https://evil.example', Date.now(), Promise.resolve([200, '{"userId":666}'])]],
  ])('with %s for a preload is asked as if there were none', async (_, porticoHead) => {
    const page = openPageWith(json(200, ADA))
    Object.assign(page.window, { porticoHead })
    expect(await fullOn(page).hasSession()).toEqual(ADA)
  })
})

describe('storage', () => {
  it.each<[string, object]>([
    ['gives objects for texts', { getItem: () => ({}), setItem() {}, removeItem() {} }],
    ['gives numbers for texts', { getItem: () => 7, setItem() {}, removeItem() {} }],
    ['swallows everything', { getItem: () => null, setItem() {}, removeItem() {} }],
    ['throws on reading', { getItem: boom, setItem() {}, removeItem() {} }],
    ['throws on removing', { getItem: () => null, setItem() {}, removeItem: boom }],
    ['throws always', { getItem: boom, setItem: boom, removeItem: boom }],
    ['is none', {}],
  ])('that %s never fails a call', async (_, sessionStorage) => {
    const page = openPageWith(json(200, ADA))
    getter(page, 'sessionStorage', () => sessionStorage)
    const identity = fullOn(page)
    expect(await identity.hasSession()).toEqual(ADA)
    identity.clearCachedUserSession()
    page.answer(json(400, NO_SESSION))
    expect(await rejection(identity.hasSession())).toMatchObject({ reason: 'session-missing' })
    identity.logout()
    expect(page.navigations).toHaveLength(1)
  })
})
