/** What sites' unit tests do with a window of a few members, which they give as the option. */
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { tabs } from '../../../plugins/tabs/tabs.ts'
import { Identity, Monetization, Payment } from '../../../presets/compat/index.ts'
import { ADA, rejection, thrown } from '../../support/fixtures.ts'
import { OPTIONS } from './both.ts'

const SESSION = { ...ADA, expiresIn: 300, serverTime: Math.floor(Date.now() / 1000) }
const KNOWN = { identifier: 'uuid-ada', display_text: 'Ada', client_name: 'The Post' }
const ACCESS = { entitled: true, allowedFeatures: ['read'], ttl: 60, userId: 101, uuid: 'uuid-ada' }

/** Answers each request by its path. */
const stubOf = (session: object = SESSION, context: object = KNOWN) =>
  vi.fn(async (url: string) => {
    const { pathname } = new URL(url)
    const body = /hasAccess/.test(pathname) ? ACCESS : /user-context/.test(pathname) ? context : session
    return { ok: true, status: 200, json: async () => body }
  })

const assign = vi.fn()
const location = () => ({ assign })
const atHome = () => ({ href: 'https://www.site.example/', assign })

/** Windows as they are written down in sites' tests. */
const WINDOWS: Record<string, () => object> = {
  'with a way to leave': () => ({ location: location() }),
  'with a fetch of its own': () => ({ location: atHome(), fetch: stubOf() }),
  'with a document that has nothing': () => ({ location: atHome(), document: {} }),
  'with a console of its own': () => ({ location: location(), console: { log: vi.fn(), warn: vi.fn() } }),
  'with storages': () => ({ location: location(), sessionStorage: {}, localStorage: {} }),
}

/** An identity of a test, and what the page has of it. */
function open(window: object, more: object = {}): Identity {
  const identity = new Identity({ ...OPTIONS, ...more, window })
  onTestFinished(() => identity.dispose())
  return identity
}

/** Adds the tests, for the runner's environment of the file that calls this. */
export function testsOfFewMembers(): void {
  // What the development build finds on such a page is no matter here.
  beforeEach(() => {
    for (const level of ['warn', 'error'] as const) vi.spyOn(console, level).mockReturnValue()
  })

  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
    vi.useRealTimers()
    assign.mockReset()
  })

  describe.each(Object.entries(WINDOWS))('a window %s is enough', (_, windowOf) => {
    it('to ask who reads, by events too', async () => {
      vi.stubGlobal('fetch', stubOf())
      const identity = open(windowOf())
      const heard = vi.fn()
      identity.on('login', heard)
      expect(await identity.hasSession()).toEqual(SESSION)
      expect(heard).toHaveBeenCalledOnce()
      expect([await identity.isLoggedIn(), await identity.isConnected(), await identity.getSpId()]).toEqual([
        true,
        true,
        'sp-ada',
      ])
      identity.clearCachedUserSession()
      expect((await identity.getUser()).givenName).toBe('Ada')
    })

    it('to hear that nobody can say', async () => {
      const fetch = vi.fn(async () => ({ ok: false, status: 401, json: async () => ({}) }))
      vi.stubGlobal('fetch', fetch)
      const window = windowOf()
      const identity = open('fetch' in window ? { ...window, fetch } : window)
      expect(await rejection(identity.hasSession())).toMatchObject({
        message: 'HasSession failed',
        code: 401,
      })
    })

    it('to log in and out', () => {
      const identity = open(windowOf())
      expect(identity.login({ state: 's' })).toBeNull()
      identity.logout()
      expect(assign.mock.calls).toEqual([[identity.loginUrl({ state: 's' })], [identity.logoutUrl()]])
      expect(identity.login({ state: 's', preferPopup: true })).toBeNull()
    })

    it('to keep the cookie, as far as there is one', async () => {
      vi.stubGlobal('fetch', stubOf())
      const identity = open(windowOf())
      identity.enableVarnishCookie({ expiresIn: 60 })
      expect(await identity.isLoggedIn()).toBe(true)
      expect(() => identity.logout()).not.toThrow()
    })

    it('to be told why the widget is not shown', async () => {
      const fetch = stubOf(SESSION, {})
      vi.stubGlobal('fetch', fetch)
      const window = windowOf()
      const identity = open('fetch' in window ? { ...window, fetch } : window)
      expect(await rejection(identity.showSimplifiedLoginWidget({ state: 's' }))).toMatchObject({
        reason: 'widget-unavailable',
        message: 'Missing user data',
      })
    })

    it('for the id of an outside party', async () => {
      vi.stubGlobal('fetch', stubOf())
      expect(await open(windowOf()).getExternalId('party')).toMatch(/^[\da-f]{64}$/)
    })

    it('to ask for access to products', async () => {
      vi.stubGlobal('fetch', stubOf())
      const window = windowOf()
      const monetization = new Monetization({ ...OPTIONS, window })
      expect(await monetization.hasAccess(['a'], 101)).toEqual(ACCESS)
      expect(monetization.cache.get('prd_a_101')).toEqual(ACCESS)
      open(window).logout()
      expect(monetization.cache.get('prd_a_101')).toBeNull()
    })
  })

  it('a window of few members is enough to pay', () => {
    const payment = new Payment({ ...OPTIONS, window: { location: location() } })
    expect(payment.payWithPaylink({ paylink: 'link', preferPopup: true })).toBeNull()
    expect(assign.mock.calls).toEqual([[payment.purchasePaylinkUrl('link')]])
    payment.dispose()
  })

  it('a window of few members keeps what it has: its own fetch is asked', async () => {
    const [own, global] = [stubOf(), stubOf()]
    vi.stubGlobal('fetch', global)
    const window = { location: location(), fetch: own }
    const identity = open(window)
    await identity.hasSession()
    const later = stubOf()
    window.fetch = later
    identity.clearCachedUserSession()
    await identity.hasSession()
    expect([own, later, global].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 0])
  })

  it('a window of few members stays as it was given, but for the instance that it is registered with', () => {
    const window = { location: location() }
    const identity = open(window)
    expect(identity.window).toBe(window)
    expect(Object.entries(window)).toEqual([
      ['location', { assign }],
      ['schIdentity', identity],
    ])
    identity.dispose()
    expect(Object.keys(window)).toEqual(['location'])
  })

  it('a global that a test replaces later is the one that is used', async () => {
    const identity = open({ location: location() })
    const fetch = stubOf()
    vi.stubGlobal('fetch', fetch)
    await identity.hasSession()
    expect(fetch).toHaveBeenCalledOnce()
  })

  it('the timers are those of the test: a call that is never answered ends by them', async () => {
    vi.useFakeTimers()
    vi.stubGlobal('fetch', () => new Promise(() => {}))
    const call = rejection(open({ location: location() }).hasSession())
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await call).toMatchObject({ reason: 'timeout' })
  })

  it('a function of the global is called on the global, as browsers want it', async () => {
    const stub = stubOf()
    vi.stubGlobal('fetch', function (this: unknown, url: string) {
      if (this !== globalThis) throw new TypeError('Illegal invocation')
      return stub(url)
    })
    expect(await open({ location: location() }).hasSession()).toEqual(SESSION)
  })

  it('nothing of the global is used by which pages talk to each other', async () => {
    vi.stubGlobal('fetch', stubOf())
    const channel = vi.fn()
    vi.stubGlobal('BroadcastChannel', channel)
    await open({ location: location() }, { plugins: [tabs()] }).hasSession()
    expect(channel).not.toHaveBeenCalled()
  })

  it('a window without a location is none, whatever the page has', () => {
    expect(thrown(() => open({}))).toMatchObject({ name: 'SDKError', reason: 'option-invalid' })
  })

  it('a test finds nothing of the test before: no storage is borrowed', async () => {
    const fetch = stubOf()
    vi.stubGlobal('fetch', fetch)
    for (let test = 0; test < 2; test++) await open({ location: location() }).hasSession()
    expect(fetch).toHaveBeenCalledTimes(2)
  })

  it('the settings are logged in the console', () => {
    const log = vi.spyOn(console, 'log').mockReturnValue()
    open({ location: location() }).logSettings()
    expect(log).toHaveBeenCalledOnce()
  })

  it('a popup that nobody can open is a redirect', () => {
    const global = vi.fn()
    vi.stubGlobal('open', global)
    expect(open({ location: location() }).login({ state: 's', preferPopup: true })).toBeNull()
    expect(assign).toHaveBeenCalledOnce()
    expect(global).not.toHaveBeenCalled()
  })

  it.each([null, 7, 'window'])('%j is no window', (window) => {
    expect(() => open(window as never)).toThrow('The reference to window is missing')
  })
}
