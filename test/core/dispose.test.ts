import { describe, expect, it, vi } from 'vitest'
import { createIdentity } from '../../core/kernel/create-identity.ts'
import type { Kernel, Plugin } from '../../core/kernel/plugin.ts'
import type { TransportAnswer } from '../../core/session/reading.ts'
import { sessionEvents } from '../../plugins/reporting/session-events.ts'
import { sessionCache } from '../../plugins/session/session-cache.ts'
import { sessionRefresh } from '../../plugins/session/session-refresh.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { createFullIdentity } from '../../presets/full.ts'
import { ADA, openKernel, optionsFor, rejection, thrown } from '../support/fixtures.ts'
import { hanging, json, openPage } from '../support/page.ts'
import { EVENTS } from '../support/session-model.ts'

const DISPOSED = { name: 'SDKError', reason: 'disposed' }

/** A transport that answers when the test says so, and minds no signal. */
function byHand() {
  const ends: ((answer: TransportAnswer) => void)[] = []
  const plugin: Plugin = {
    name: 'transport',
    setup: (kernel) => void (kernel.transport = () => new Promise((resolve) => void ends.push(resolve))),
  }
  return { plugin, ends }
}

describe('dispose', () => {
  it('undoes last first, goes on after an undo that throws, and twice is harmless', () => {
    const undone: string[] = []
    const page = openPage()
    const boom = new Error('boom')
    const { kernel, identity } = openKernel(optionsFor(page))
    kernel.onDispose(() => undone.push('a'))
    kernel.onDispose(() => {
      throw boom
    })
    kernel.onDispose(() => undone.push('c'))
    identity.dispose()
    identity.dispose()
    expect(undone).toEqual(['c', 'a'])
    expect(page.reported).toEqual([boom])
  })

  it('runs an undo that comes late at once, also while it is undoing', () => {
    const undone: string[] = []
    const { kernel, identity } = openKernel(optionsFor(openPage()))
    kernel.onDispose(() => undone.push('first'))
    kernel.onDispose(() => {
      identity.dispose()
      kernel.onDispose(() => undone.push('meanwhile'))
      undone.push('last')
    })
    identity.dispose()
    kernel.onDispose(() => undone.push('late'))
    expect(undone).toEqual(['meanwhile', 'last', 'first', 'late'])
  })

  it('is known to plugins that go on after it, and stops them by its reason', () => {
    const { kernel, identity } = openKernel(optionsFor(openPage()))
    expect(kernel.isDisposed()).toBe(false)
    expect(kernel.throwIfDisposed).not.toThrow()
    identity.dispose()
    expect(kernel.isDisposed()).toBe(true)
    expect(thrown(kernel.throwIfDisposed)).toMatchObject(DISPOSED)
  })

  it('takes hooks and listeners off', () => {
    const heard = vi.fn()
    const { kernel, identity } = openKernel(optionsFor(openPage()))
    kernel.hook('url:build', () => void heard())
    kernel.hook('session:cleared', () => void heard())
    identity.on('error', heard)
    identity.dispose()
    identity.emit('error', undefined as never)
    expect(thrown(() => kernel.buildUrl('login', 'https://a.example', '?', {}))).toMatchObject(DISPOSED)
    expect(thrown(() => kernel.clearSession())).toMatchObject(DISPOSED)
    expect(thrown(() => kernel.endSession())).toMatchObject(DISPOSED)
    expect(heard).not.toHaveBeenCalled()
  })

  it('rejects a session call that is on its way at once, and ends the request', async () => {
    const page = openPage()
    let aborted = false
    page.answer((url, signal) => {
      signal.addEventListener('abort', () => void (aborted = true))
      return hanging(url, signal)
    })
    const identity = createIdentity(optionsFor(page), [fetchTransport()])
    const [first, second] = [rejection(identity.hasSession()), rejection(identity.hasSession())]
    await vi.waitFor(() => expect(page.requests).toHaveLength(1))
    identity.dispose()
    expect(aborted).toBe(true)
    expect(await first).toMatchObject(DISPOSED)
    expect(await second).toBe(await first)
  })

  it.each<[string, (kernel: Kernel, wait: () => Promise<never>) => void]>([
    ['in session:fetched', (kernel, wait) => void kernel.hook('session:fetched', wait)],
    ['that asks another tab', (kernel, wait) => kernel.source('tab', wait)],
  ])('rejects a session call at once that waits for a plugin %s', async (where, set) => {
    const page = openPage()
    if (where === 'in session:fetched') page.answer(json(200, ADA))
    const waiting = vi.fn(() => new Promise<never>(() => {}))
    const { kernel, identity } = openKernel(optionsFor(page), [fetchTransport()])
    set(kernel, waiting)
    const error = rejection(identity.hasSession())
    await vi.waitFor(() => expect(waiting).toHaveBeenCalledOnce())
    identity.dispose()
    expect(await error).toMatchObject(DISPOSED)
  })

  it('rejects a session call from before a clearing as well', async () => {
    const { kernel, identity } = openKernel(optionsFor(openPage()))
    const waiting = vi.fn(() => new Promise<never>(() => {}))
    kernel.source('tab', waiting)
    const before = rejection(identity.hasSession())
    await vi.waitFor(() => expect(waiting).toHaveBeenCalledOnce())
    kernel.clearSession()
    const now = rejection(identity.hasSession())
    await vi.waitFor(() => expect(waiting).toHaveBeenCalledTimes(2))
    identity.dispose()
    expect(await now).toMatchObject(DISPOSED)
    const pending = new Promise((resolve) => setTimeout(resolve, 0, 'still pending'))
    expect(await Promise.race([before, pending])).toMatchObject(DISPOSED)
  })

  it('refuses a session call that comes later', async () => {
    const { kernel, identity } = openKernel(optionsFor(openPage()), [fetchTransport()])
    identity.dispose()
    expect(await rejection(identity.hasSession())).toMatchObject(DISPOSED)
    expect(await rejection(kernel.hasSession())).toMatchObject(DISPOSED)
  })

  it('leaves an answer that comes later without effect', async () => {
    const page = openPage()
    const log = vi.fn()
    const { plugin, ends } = byHand()
    const plugins = [plugin, sessionCache(), sessionEvents()]
    const { kernel, identity } = openKernel(optionsFor(page, { log }), plugins)
    const heard = vi.fn()
    for (const name of EVENTS) identity.on(name, heard)
    const error = rejection(identity.hasSession())
    await vi.waitFor(() => expect(ends).toHaveLength(1))
    const stored = { ...page.window.sessionStorage }
    identity.dispose()
    await error
    ends[0]?.({ status: 200, body: ADA })
    await new Promise((resolve) => setTimeout(resolve))
    expect(heard).not.toHaveBeenCalled()
    expect(kernel.knownSession()).toBeNull()
    expect({ ...page.window.sessionStorage }).toEqual(stored)
    expect(page.reported).toEqual([])
    // A developer who reads that a plugin threw would look for one.
    expect(log).not.toHaveBeenCalled()
  })

  it('leaves a session that a plugin holds back until later without effect', async () => {
    const page = openPage()
    page.answer(json(200, ADA))
    let release = () => {}
    const held = new Promise<void>((resolve) => void (release = resolve))
    const { kernel, identity } = openKernel(optionsFor(page), [fetchTransport(), sessionCache()])
    const fetched = vi.fn(() => held)
    kernel.hook('session:fetched', fetched)
    const error = rejection(identity.hasSession())
    await vi.waitFor(() => expect(fetched).toHaveBeenCalledOnce())
    identity.dispose()
    await error
    release()
    await new Promise((resolve) => setTimeout(resolve))
    expect(kernel.knownSession()).toBeNull()
    expect(Object.keys(page.window.sessionStorage)).toEqual(['portico.tab'])
  })

  it('while the page prepares to be left keeps it from being left, and the next instance starts anew', async () => {
    const page = openPage()
    page.answer(json(200, { redirectURL: '/refresh' }), json(200, ADA))
    let saved = () => {}
    const saving = vi.fn(() => new Promise<void>((resolve) => void (saved = resolve)))
    const compose = (callbackBeforeRedirect?: () => Promise<void>) =>
      createIdentity(optionsFor(page), [fetchTransport(), sessionRefresh({ callbackBeforeRedirect })])
    const identity = compose(saving)
    const error = rejection(identity.hasSession())
    await vi.waitFor(() => expect(saving).toHaveBeenCalledOnce())
    identity.dispose()
    expect(await error).toMatchObject(DISPOSED)
    saved()
    await new Promise((resolve) => setTimeout(resolve))
    expect(page.navigations).toEqual([])
    expect(await compose().hasSession()).toEqual(ADA)
  })
})

describe('after dispose', () => {
  const CALLS: Record<string, unknown[]> = {
    login: [{ state: 's' }],
    loginUrl: [{ state: 's' }],
    showSimplifiedLoginWidget: [{ state: 's' }],
    getExternalId: ['partner', 'suffix'],
  }
  // They wait for nothing, ask nobody and go nowhere.
  const LISTENING = ['on', 'once', 'subscribe']
  const QUIET = [
    'dispose',
    'emit',
    'off',
    ...LISTENING,
    'enableCacheCookie',
    'getServerSnapshot',
    'getSnapshot',
    'logSettings',
  ]
  const create = (page = openPage()) =>
    createFullIdentity(optionsFor(page, { log() {} }), fetchTransport()) as unknown as Record<
      string,
      (...args: unknown[]) => unknown
    >

  it('every method but those that do nothing rejects or throws `disposed`, and nothing moves', async () => {
    const page = openPage()
    const identity = create(page)
    identity.dispose?.()
    for (const [name, method] of Object.entries(identity)) {
      if (QUIET.includes(name)) continue
      const outcome = await rejection((async () => method(...(CALLS[name] ?? [])))()).catch(String)
      expect(outcome, name).toMatchObject(DISPOSED)
    }
    expect(page.navigations).toEqual([])
    expect(page.requests).toEqual([])
    expect(page.reported).toEqual([])
    expect(page.window.document.cookie).toBe('')
  })

  it.each(QUIET)('%s is harmless', (name) => {
    const page = openPage()
    const identity = create(page)
    identity.dispose?.()
    expect(identity[name], name).toBeTypeOf('function')
    if (!LISTENING.includes(name)) expect(() => identity[name]?.()).not.toThrow()
    else {
      const given = name === 'subscribe' ? [() => {}] : ['login', () => {}]
      expect(() => identity[name]?.(...given)).not.toThrow()
    }
    expect(page.reported).toEqual([])
  })
})
