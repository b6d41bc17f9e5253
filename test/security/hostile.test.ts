/**
 * Code of others runs beside the library and is called by it: plugins, listeners, functions given as options, the
 * consent platform, the widget, whatever wraps the window. When it throws, the page gets an SDKError or none, what
 * can go on does, and a user who wants to log in or out gets there.
 */
import { describe, expect, it, vi } from 'vitest'
import { createIdentity } from '../../core/create-identity.ts'
import type { AsyncHooks, SyncHooks } from '../../core/hooks.ts'
import type { AnyPlugin, Plugin } from '../../core/plugin.ts'
import type { Transport } from '../../core/transport.ts'
import { fetchTransport } from '../../plugins/fetch-transport.ts'
import { registerGlobal } from '../../plugins/global-registrar.ts'
import { ofetchTransport } from '../../plugins/ofetch-transport.ts'
import { ADA, NO_SESSION, optionsFor, rejection, thrown } from '../support/fixtures.ts'
import { json, openPage, type Page } from '../support/page.ts'
import { EVENTS, fullOn } from './full.ts'

function boom(): never {
  throw new Error('boom')
}

/** Things that are thrown besides errors. */
const THROWN = [new Error('boom'), 'boom', null, undefined, 7, {}, Object.create(null), () => {}]

/** A plugin with one handler. */
const hooking = (name: keyof AsyncHooks | keyof SyncHooks, handler: () => unknown): Plugin => ({
  name: 'hostile',
  setup: (kernel) => kernel.hook(name, handler as never),
})

function getter(page: Page, name: string, get: () => unknown = boom) {
  Object.defineProperty(page.window, name, { get, set() {}, configurable: true })
}

const OURS = { name: 'SDKError', reason: expect.any(String) }

describe('a plugin that throws', () => {
  it.each(THROWN.map((what) => [what]))('%o from setup is an SDKError', (what) => {
    const setup = () => {
      throw what
    }
    const plugins: AnyPlugin[] = [{ name: 'hostile', setup }]
    expect(thrown(() => fullOn(openPage(), { plugins }))).toMatchObject({
      reason: 'plugin-failed',
      cause: what,
    })
  })

  it.each([
    ['session:request', 1],
    ['session:fetch', 1],
    ['session:fetched', 2],
    ['session:accepted', 2],
  ] as const)('from %s fails the call with a reason, and the next one heals', async (name, requests) => {
    const page = openPage()
    const handler = vi.fn().mockImplementationOnce(boom)
    page.answer(...Array.from({ length: requests }, () => json(200, ADA)))
    const identity = fullOn(page, { plugins: [hooking(name, handler)] })
    expect(await rejection(identity.hasSession())).toMatchObject({ reason: 'plugin-failed' })
    identity.clearCachedUserSession()
    expect(await identity.hasSession()).toEqual(ADA)
  })

  it('from session:failed does not hide why there is no session', async () => {
    const page = openPage()
    page.answer(json(400, NO_SESSION))
    const log = vi.fn()
    const identity = fullOn(page, { log, plugins: [hooking('session:failed', boom)] })
    expect(await rejection(identity.hasSession())).toMatchObject({ reason: 'session-missing' })
    expect(log).toHaveBeenCalledWith('portico: a plugin threw from session:failed')
  })

  it.each(['url:build', 'login:before', 'session:dropped'] as const)(
    'from %s stops a login with an SDKError, and the page stays',
    (name) => {
      const page = openPage()
      const identity = fullOn(page, { plugins: [hooking(name, boom)] })
      expect(thrown(() => identity.login({ state: 's' }))).toMatchObject({ reason: 'plugin-failed' })
      expect(page.navigations).toEqual([])
    },
  )

  it.each(['logout:before', 'session:dropped'] as const)(
    'from %s does not keep a user from logging out, and leaves no session behind',
    async (name) => {
      const page = openPage()
      page.answer(json(200, ADA))
      const identity = fullOn(page, { plugins: [hooking(name, boom)] })
      await identity.hasSession()
      expect(thrown(() => identity.logout())).toMatchObject({ reason: 'plugin-failed' })
      expect(page.navigations).toEqual([identity.logoutUrl()])
      page.answer(json(400, NO_SESSION))
      expect(await identity.isLoggedIn()).toBe(false)
    },
  )

  it.each(['user-context:request', 'consents:request'] as const)(
    'from %s gives an SDKError',
    async (name) => {
      const page = openPage()
      page.answer(...(name === 'consents:request' ? [] : [json(200, {})]))
      const identity = fullOn(page, { plugins: [hooking(name, boom)] })
      expect(await rejection(identity.showSimplifiedLoginWidget({ state: 's' }))).toMatchObject(OURS)
    },
  )

  it('on dispose does not keep the others from being undone', () => {
    const page = openPage()
    const undo = vi.fn()
    const plugins: AnyPlugin[] = [
      { name: 'a', setup: (kernel) => kernel.onDispose(undo) },
      { name: 'b', setup: (kernel) => kernel.onDispose(boom) },
    ]
    fullOn(page, { plugins }).dispose()
    expect(undo).toHaveBeenCalledOnce()
  })
})

describe('a transport', () => {
  it.each<[string, () => unknown]>([
    ['throws', boom],
    ['returns nothing', () => undefined],
    ['rejects with nothing', () => Promise.reject()],
    ['resolves to nothing', async () => null],
    ['resolves to a text', async () => 'x'],
    ['has a status that is none', async () => ({ status: 'ok', body: ADA })],
    ['has no status', async () => ({ body: ADA })],
  ])('that %s is an SDKError', async (_, get) => {
    const transport: Plugin = {
      name: 'transport',
      setup: (kernel) => void (kernel.transport = get as Transport),
    }
    const identity = createIdentity(optionsFor(openPage()), [transport])
    expect(await rejection(identity.hasSession())).toMatchObject(OURS)
  })

  it.each([
    ['fetch', fetchTransport],
    ['ofetch', ofetchTransport],
  ])('by %s keeps its time though the page’s fetch has lost the signal', async (_, transport) => {
    vi.useFakeTimers()
    const page = openPage()
    Object.assign(page.window, { setTimeout, clearTimeout })
    page.answer(() => new Promise(() => {}))
    const failed = rejection(fullOn(page, {}, transport({ retries: 0 })).hasSession())
    await vi.advanceTimersByTimeAsync(8000)
    vi.useRealTimers()
    expect(await failed).toMatchObject({ reason: 'timeout' })
  })
})

describe('a listener that throws', () => {
  it.each(THROWN.map((what) => [what]))(
    '%o harms neither the caller nor the other listeners',
    async (what) => {
      const page = openPage()
      page.answer(json(200, ADA))
      const identity = fullOn(page)
      const heard = new Set<string>()
      for (const name of EVENTS) {
        identity.on(name, () => {
          throw what
        })
        identity.on(name, () => void heard.add(name))
      }
      expect(await identity.hasSession()).toEqual(ADA)
      identity.logout()
      expect([...heard]).toEqual(['login', 'sessionChange', 'sessionInit', 'statusChange', 'logout'])
      expect(page.reported.every((reported) => reported === what)).toBe(true)
      expect(page.navigations).toHaveLength(1)
    },
  )

  it('is harmless where the page’s error reporting throws as well', async () => {
    const page = openPage()
    Object.defineProperty(page.window, 'reportError', { value: boom })
    page.answer(json(200, ADA))
    const identity = fullOn(page)
    const after = vi.fn()
    identity.on('login', boom)
    identity.on('login', after)
    expect(await identity.hasSession()).toEqual(ADA)
    expect(after).toHaveBeenCalledOnce()
  })

  it('may take itself and others off, and add more, while it is called', async () => {
    const page = openPage()
    page.answer(json(200, ADA))
    const identity = fullOn(page)
    identity.on('login', () => {
      identity.off('login')
      identity.on('login', boom)
    })
    expect(await identity.hasSession()).toEqual(ADA)
    expect(page.reported).toEqual([])
  })
})

describe('a function of the page that throws', () => {
  it.each(THROWN.map((what) => [what]))('%o: log', async (what) => {
    const page = openPage()
    page.answer(json(200, ADA))
    const log = () => {
      throw what
    }
    const identity = fullOn(page, { log })
    identity.logSettings()
    expect(await identity.hasSession()).toEqual(ADA)
    identity.login({ state: 's' })
    expect(page.navigations).toHaveLength(1)
  })

  it.each(THROWN.map((what) => [what]))('%o: callbackBeforeRedirect', async (what) => {
    const page = openPage()
    page.answer(json(200, { redirectURL: '/x' }), json(200, ADA))
    const callbackBeforeRedirect = () => Promise.reject(what)
    const identity = fullOn(page, { callbackBeforeRedirect })
    expect(await rejection(identity.hasSession())).toMatchObject({ reason: 'callback-failed', cause: what })
    expect(page.navigations).toEqual([])
    expect(await identity.hasSession()).toEqual(ADA)
  })

  it.each<[string, () => unknown]>([
    ['throws', boom],
    ['returns a text', () => 'state=evil'],
    ['returns a promise', async () => new URLSearchParams({ gdpr: '1' })],
    ['returns an object', () => ({ gdpr: '1' })],
    ['returns a list', () => [['gdpr', '1']]],
    ['plays parameters', () => ({ [Symbol.toStringTag]: 'URLSearchParams' })],
    [
      'plays parameters of a wrong kind',
      () => ({
        [Symbol.toStringTag]: 'URLSearchParams',
        *[Symbol.iterator]() {
          yield [Symbol('x'), 1]
        },
      }),
    ],
    [
      'hides what it is',
      () => ({
        get [Symbol.toStringTag]() {
          return boom()
        },
      }),
    ],
  ])('a consent reader that %s counts as one that knows nothing', (_, getConsents) => {
    const page = openPage()
    const identity = fullOn(page, { getConsents: getConsents as never })
    const { searchParams } = new URL(identity.loginUrl({ state: 's' }))
    expect([...searchParams.keys()]).toEqual([
      ...['client_id', 'response_type', 'redirect_uri', 'scope', 'state', 'prompt'],
    ])
  })
})

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
      'answers with strings that are none of its own',
      (...args: unknown[]) =>
        (args.find((a) => typeof a === 'function') as (x: unknown) => void)({
          eventStatus: 'tcloaded',
          gdprApplies: 'x&state=evil',
          tcString: 'x&state=evil',
          pingData: {
            signalStatus: 'ready',
            gppString: '<script>',
            applicableSections: [{ toString: () => '&state=evil' }],
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

  it('that cannot even be looked at leaves login as it is', () => {
    const page = openPage()
    for (const name of ['__tcfapi', '__gpp']) getter(page, name)
    const identity = fullOn(page)
    identity.login({ state: 's' })
    expect(page.navigations).toHaveLength(1)
    identity.dispose()
  })
})

describe('a widget', () => {
  const USER = json(200, { identifier: 'i', display_text: 'd' })

  it.each<[string, (page: Page) => void]>([
    ['throws', (page) => void Object.assign(page.window, { openSimplifiedLoginWidget: boom })],
    ['is no function', (page) => void Object.assign(page.window, { openSimplifiedLoginWidget: {} })],
    ['cannot be looked at', (page) => getter(page, 'openSimplifiedLoginWidget')],
    ['cannot be loaded', (page) => void (page.window.document.head.append = boom)],
  ])('that %s is an SDKError', async (_, prepare) => {
    const page = openPage()
    prepare(page)
    page.answer(USER)
    expect(await rejection(fullOn(page).showSimplifiedLoginWidget({ state: 's' }))).toMatchObject({
      reason: 'widget-unavailable',
    })
  })

  it.each<[string, () => unknown]>([
    ['throws', boom],
    ['rejects', () => Promise.reject(new Error('boom'))],
    ['gives nothing', () => undefined],
    ['gives a list', () => ['s']],
    ['gives an empty text', async () => ''],
  ])('whose user continues, with a state function that %s, logs nobody in', async (_, state) => {
    const page = openPage()
    let onContinue = (): unknown => undefined
    const open = (_params: object, callback: () => unknown) => void (onContinue = callback)
    Object.assign(page.window, { openSimplifiedLoginWidget: open })
    page.answer(USER)
    const identity = fullOn(page)
    const heard = vi.fn()
    identity.on('error', heard)
    await identity.showSimplifiedLoginWidget({ state: state as () => string })
    await onContinue()
    expect(heard).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(OURS))
    expect(page.navigations).toEqual([])
  })
})

describe('a window', () => {
  it.each(['sessionStorage', 'localStorage', 'indexedDB', 'caches', 'opener', 'name', '__gpp', 'navigator'])(
    'whose %s throws gives a session all the same',
    async (name) => {
      const page = openPage()
      getter(page, name)
      page.answer(json(200, ADA))
      const identity = fullOn(page)
      identity.enableCacheCookie()
      expect(await identity.hasSession()).toEqual(ADA)
      identity.logout()
      expect(page.navigations).toHaveLength(1)
    },
  )

  it.each(['fetch', 'AbortController', 'performance'])(
    'whose %s throws gives an SDKError, and a login all the same',
    async (name) => {
      const page = openPage()
      const identity = fullOn(page)
      getter(page, name)
      expect(await rejection(identity.hasSession())).toMatchObject(OURS)
      identity.login({ state: 's' })
      expect(page.navigations).toHaveLength(1)
    },
  )

  it.each(['crypto', 'TextEncoder'])('whose %s throws gives no external id', async (name) => {
    const page = openPage()
    getter(page, name)
    page.answer(json(200, ADA))
    expect(await rejection(fullOn(page).getExternalId('party'))).toMatchObject({
      reason: 'crypto-unavailable',
    })
  })

  it.each(['screen', 'open'])('whose %s throws logs in by redirect', (name) => {
    const page = openPage()
    Object.assign(page.window, { open: () => null })
    getter(page, name)
    expect(fullOn(page).login({ state: 's', preferPopup: true })).toBeNull()
    expect(page.navigations).toHaveLength(1)
  })

  it('in which somebody has taken the global keeps theirs', () => {
    const page = openPage()
    const theirs = page.window.document.createElement('form')
    Object.assign(page.window, { schIdentity: theirs })
    const take = registerGlobal(page.window, 'Identity', {})
    take()
    expect((page.window as { schIdentity?: unknown }).schIdentity).toBe(theirs)
  })

  it.each<[string, unknown]>([
    ['an element', {}],
    ['a text', 'https://evil.example'],
    ['a list of nonsense', [{}, {}, {}]],
    ['another address', ['https://evil.example', Date.now(), Promise.resolve([200, '{"userId":666}'])]],
  ])('with %s for a head start is asked as if there were none', async (_, porticoHead) => {
    const page = openPage()
    Object.assign(page.window, { porticoHead })
    page.answer(json(200, ADA))
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
    const page = openPage()
    getter(page, 'sessionStorage', () => sessionStorage)
    page.answer(json(200, ADA))
    const identity = fullOn(page)
    expect(await identity.hasSession()).toEqual(ADA)
    identity.clearCachedUserSession()
    page.answer(json(400, NO_SESSION))
    expect(await rejection(identity.hasSession())).toMatchObject({ reason: 'session-missing' })
    identity.logout()
    expect(page.navigations).toHaveLength(1)
  })
})
