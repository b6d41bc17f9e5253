/**
 * Code of others is called by the library: plugins, transports, listeners, functions given as options. When it throws,
 * the page gets an SDKError or none, what can go on does, and a user who wants to log in or out gets there.
 */
import { describe, expect, it, vi } from 'vitest'
import {
  type AnyPlugin,
  type AsyncHooks,
  createIdentity,
  type Plugin,
  RANK,
  type SyncHooks,
  type Transport,
} from '../../core/index.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { ofetchTransport } from '../../plugins/transport/ofetch-transport.ts'
import { ADA, NO_SESSION, optionsFor, rejection, thrown } from '../support/fixtures.ts'
import { json, leave, openPage } from '../support/page.ts'
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

/** Plugins with one step each, which throws or asks the next one. */
const stepping = (rank: number, throwing: () => void): Plugin => ({
  name: 'hostile',
  setup: (kernel) =>
    kernel.step(rank, async (_call, next) => {
      throwing()
      return next()
    }),
})
const fetching = (rank: number, throwing: () => void): Plugin => ({
  name: 'hostile',
  setup: (kernel) =>
    kernel.fetchStep(rank, async (_call, next) => {
      throwing()
      return next()
    }),
})

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
    ['session:fetched', 2, (throwing: () => void) => hooking('session:fetched', throwing)],
    ['a step', 1, (throwing: () => void) => stepping(RANK.cache + 50, throwing)],
    ['a step that the service is asked by', 1, (throwing: () => void) => fetching(RANK.head - 50, throwing)],
  ] as const)('from %s fails the call with a reason, and the next one heals', async (_, requests, plugin) => {
    const page = openPage()
    const throwing = vi.fn().mockImplementationOnce(boom)
    page.answer(...Array.from({ length: requests }, () => json(200, ADA)))
    const identity = fullOn(page, { plugins: [plugin(throwing)] })
    expect(await rejection(identity.hasSession())).toMatchObject(OURS)
    identity.clearCachedUserSession()
    expect(await identity.hasSession()).toEqual(ADA)
  })

  it.each([
    [200, ADA],
    [400, NO_SESSION],
  ] as const)(
    'from session:settled does not hide what the service says by %d, and the page hears of it',
    async (status, body) => {
      const page = openPage()
      page.answer(json(status, body))
      const identity = fullOn(page, { plugins: [hooking('session:settled', boom)] })
      const result = await identity.hasSession().catch(({ reason }) => reason)
      expect(result).toEqual(status === 200 ? ADA : 'session-missing')
      expect(page.reported).toEqual([expect.objectContaining({ message: 'boom' })])
    },
  )

  it.each(['url:build', 'login:before'] as const)(
    'from %s stops a login with an SDKError, and the page stays',
    (name) => {
      const page = openPage()
      const identity = fullOn(page, { plugins: [hooking(name, boom)] })
      expect(thrown(() => identity.login({ state: 's' }))).toMatchObject({ reason: 'plugin-failed' })
      expect(page.navigations).toEqual([])
    },
  )

  it.each(['session:cleared', 'login:started'] as const)(
    'from %s does not keep a user from logging in',
    (name) => {
      const page = openPage()
      const identity = fullOn(page, { plugins: [hooking(name, boom)] })
      identity.login({ state: 's' })
      expect(page.navigations).toEqual([identity.loginUrl({ state: 's' })])
      expect(page.reported).toEqual([expect.objectContaining({ message: 'boom' })])
    },
  )

  it.each(['logout:before', 'session:cleared'] as const)(
    'from %s does not keep a user from logging out, and leaves no session behind',
    async (name) => {
      const page = openPage()
      page.answer(json(200, ADA))
      const identity = fullOn(page, { plugins: [hooking(name, boom)] })
      await identity.hasSession()
      identity.logout()
      expect(page.reported).toEqual([expect.objectContaining({ message: 'boom' })])
      expect(page.navigations).toEqual([identity.logoutUrl()])
      leave(page)
      page.answer(json(400, NO_SESSION))
      expect(await identity.isLoggedIn()).toBe(false)
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
    ['has neither status nor body', async () => ({})],
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
    expect(await rejection(identity.hasSession())).toMatchObject({
      reason: 'callback-failed',
      message: expect.stringContaining('callbackBeforeRedirect'),
      cause: what,
    })
    expect(page.navigations).toEqual([])
    expect(await identity.hasSession()).toEqual(ADA)
  })

  it.each<[string, () => unknown]>([
    ['throws', boom],
    ['returns a text', () => 'state=evil'],
    ['returns a promise', async () => new URLSearchParams({ gdpr: '1' })],
    ['returns an object', () => ({ gdpr: '1' })],
    ['plays parameters', () => ({ [Symbol.toStringTag]: 'URLSearchParams' })],
  ])('a consent reader that %s counts as one that knows nothing', (_, getConsents) => {
    const page = openPage()
    const identity = fullOn(page, { getConsents: getConsents as never })
    const { searchParams } = new URL(identity.loginUrl({ state: 's' }))
    expect([...searchParams.keys()].sort()).toEqual([
      ...['client_id', 'prompt', 'redirect_uri', 'response_type', 'scope', 'state'],
    ])
    expect(searchParams.get('state')).toBe('s')
  })
})
