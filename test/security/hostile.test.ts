/**
 * Code of others is called by the library: plugins, transports, listeners, functions given as options. When it throws,
 * the page gets an SDKError or none, what can go on does, and a user who wants to log in or out gets there.
 */
import { describe, expect, it, vi } from 'vitest'
import {
  type AsyncHooks,
  createIdentity,
  type Plugin,
  type SyncHooks,
  type Transport,
} from '../../core/index.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { ofetchTransport } from '../../plugins/transport/ofetch-transport.ts'
import { ADA, NO_SESSION, optionsFor, rejection, thrown } from '../support/fixtures.ts'
import { json, leave, openPage, openPageWith } from '../support/page.ts'
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

const OURS = { name: 'SDKError', reason: expect.any(String) }

describe('a plugin that throws', () => {
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
      const page = openPageWith(json(200, ADA))
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
    const page = openPageWith(() => new Promise(() => {}))
    Object.assign(page.window, { setTimeout, clearTimeout })
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
      const page = openPageWith(json(200, ADA))
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
})

describe('a function of the page that throws', () => {
  it.each(THROWN.map((what) => [what]))('%o: log', async (what) => {
    const page = openPageWith(json(200, ADA))
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
    const page = openPageWith(json(200, { redirectURL: '/x' }), json(200, ADA))
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
})
