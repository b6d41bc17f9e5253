/** An identity that was disposed does nothing any more, whatever it was waiting for, and says so to who waits for it. */
import { describe, expect, it, vi } from 'vitest'
import type { FullIdentity } from '../../presets/full.ts'
import { ADA, NO_SESSION, rejection } from '../support/fixtures.ts'
import { onItsWay } from '../support/on-its-way.ts'
import { json, openPage, type Page } from '../support/page.ts'
import { watch } from '../support/watch.ts'
import { EVENTS, fullOn, offerWidget, traces } from './full.ts'

const DISPOSED = { name: 'SDKError', reason: 'disposed' }
const USER = { identifier: 'i', display_text: 'd' }

/** An identity, and everything that is heard of it. */
function open(more: object = {}) {
  const page = openPage()
  const identity = fullOn(page, more)
  const heard: string[] = []
  for (const event of EVENTS) identity.on(event, () => heard.push(event))
  return { page, identity, heard }
}

const asked = (page: Page, times = 1) => vi.waitFor(() => expect(page.requests).toHaveLength(times))
/** Lets everything that was waiting go on. */
const settled = () => new Promise((resolve) => setTimeout(resolve))

describe('a disposed identity', () => {
  it.each([
    ['a session', json(200, ADA)],
    ['no session', json(400, NO_SESSION)],
    ['a redirect', json(200, { redirectURL: '/refresh' })],
    ['a failure', json(503, {})],
  ])('rejects a call at once, ends its request, and takes no notice of %s that comes', async (_, late) => {
    const { page, identity, heard } = open()
    identity.enableCacheCookie()
    const { answer, come } = onItsWay(late)
    const signals: AbortSignal[] = []
    page.answer((url, signal) => {
      signals.push(signal)
      return answer(url, signal)
    })
    const call = rejection(identity.hasSession())
    await asked(page)
    const before = traces(page)
    identity.dispose()
    expect(await call).toMatchObject(DISPOSED)
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    come()
    await settled()
    expect(traces(page)).toBe(before)
    expect(heard).toEqual([])
    expect(page.navigations).toEqual([])
  })

  it.each<[string, (done: () => void, failed: () => void) => void]>([
    ['ended', (done) => done()],
    ['failed', (_, failed) => failed()],
  ])('stays on the page, once the callback before a redirect has %s', async (_, end) => {
    const { promise, resolve, reject } = withResolvers()
    const callback = vi.fn(() => promise)
    const { page, identity, heard } = open({ callbackBeforeRedirect: callback })
    page.answer(json(200, { redirectURL: '/refresh' }))
    const call = rejection(identity.hasSession())
    await vi.waitFor(() => expect(callback).toHaveBeenCalledOnce())
    const before = traces(page)
    identity.dispose()
    expect(await call).toMatchObject(DISPOSED)
    end(resolve, () => reject(new Error('boom')))
    await settled()
    expect(page.navigations).toEqual([])
    expect(traces(page)).toBe(before)
    expect(heard).toEqual([])
    // Nor is the next identity of this page kept back.
    page.answer(json(200, ADA))
    expect(await fullOn(page).hasSession()).toEqual(ADA)
  })

  it('shows no widget for a user who is named later', async () => {
    const { page, identity } = open()
    const shown = vi.fn()
    offerWidget(page, shown)
    const { answer, come } = onItsWay(json(200, USER))
    page.answer(answer)
    const call = rejection(identity.showSimplifiedLoginWidget({ state: 's' }))
    await asked(page)
    identity.dispose()
    come()
    expect(await call).toMatchObject(DISPOSED)
    expect(shown).not.toHaveBeenCalled()
  })

  it('waits for no script of the widget, and shows none that comes later, unless another identity does', async () => {
    const { page, identity } = open()
    const watched = watch(page.window)
    const scripts: HTMLScriptElement[] = []
    page.window.document.head.append = (element) => void scripts.push(element as HTMLScriptElement)
    const show = (identity: FullIdentity) => identity.showSimplifiedLoginWidget({ state: 's' })
    page.answer(json(200, USER), json(200, USER))
    const call = rejection(show(identity))
    await vi.waitFor(() => expect(scripts).toHaveLength(1))
    identity.dispose()
    expect(await call).toMatchObject(DISPOSED)
    expect(watched.leftovers()).toEqual([])
    const shownToOther = show(fullOn(page))
    await vi.waitFor(() => expect(scripts).toHaveLength(2))
    const shown = vi.fn()
    offerWidget(page, shown)
    for (const script of scripts) script.onload?.({} as Event)
    expect(await shownToOther).toBe(true)
    expect(shown).toHaveBeenCalledOnce()
  })

  it.each(['before the user continues', 'while the state is made'])(
    'logs nobody in by a widget that is shown, disposed %s',
    async (moment) => {
      const { page, identity, heard } = open()
      const { promise, resolve } = withResolvers<string>()
      let callbacks: (() => Promise<void>)[] = []
      let listen = (_: () => void) => {}
      const resized = vi.fn()
      offerWidget(page, ({ windowOnResize }: never, ...given) => {
        callbacks = given as never
        listen = windowOnResize
        listen(resized)
      })
      page.answer(json(200, USER))
      await identity.showSimplifiedLoginWidget({ state: () => promise })
      if (moment === 'before the user continues') identity.dispose()
      const ended = Promise.all(callbacks.map((callback) => callback()))
      heard.length = 0
      identity.dispose()
      resolve('s')
      await ended
      listen(resized)
      page.window.dispatchEvent(new page.window.Event('resize'))
      expect(resized).not.toHaveBeenCalled()
      expect(page.navigations).toEqual([])
      expect(heard).toEqual([])
    },
  )

  it('gives no user context that comes later', async () => {
    const { page, identity } = open()
    const { answer, come } = onItsWay(json(200, USER))
    page.answer(answer)
    const call = rejection(identity.getUserContextData())
    await asked(page)
    identity.dispose()
    come()
    expect(await call).toMatchObject(DISPOSED)
  })

  it('gives no external id that is made later', async () => {
    const { page, identity } = open()
    const { promise, resolve } = withResolvers<ArrayBuffer>()
    const digest = vi.fn(() => promise)
    Object.defineProperty(page.window, 'crypto', { value: { subtle: { digest } } })
    page.answer(json(200, ADA))
    const call = rejection(identity.getExternalId('party'))
    await vi.waitFor(() => expect(digest).toHaveBeenCalledOnce())
    identity.dispose()
    resolve(new ArrayBuffer(32))
    expect(await call).toMatchObject(DISPOSED)
  })

  it('leaves no listener at the consent platforms, none at the window, and no link refreshed', () => {
    const page = openPage()
    const listeners = new Set<unknown>()
    let nextId = 0
    const platform =
      (isGpp: boolean) =>
      (command: string, ...args: unknown[]) => {
        if (command === 'removeEventListener') return void listeners.delete(args.at(-1))
        const callback = args.find((arg) => typeof arg === 'function') as (event: object) => void
        const listenerId = `${isGpp}${nextId++}`
        listeners.add(listenerId)
        callback({ listenerId, eventStatus: 'tcloaded', gdprApplies: true })
      }
    Object.assign(page.window, { __tcfapi: platform(false), __gpp: platform(true) })
    const watched = watch(page.window)
    const identity = fullOn(page)
    const link = page.window.document.createElement('a')
    link.href = 'https://account.example/oauth/authorize?client_id=client-1'
    page.window.document.body.append(link)
    expect(listeners.size).toBe(2)
    identity.dispose()
    expect([...listeners]).toEqual([])
    link.dispatchEvent(
      new page.window.MouseEvent('click', { bubbles: true, composed: true, cancelable: true }),
    )
    expect(link.href).not.toContain('gdpr')
    expect(watched.leftovers()).toEqual([])
  })
})

/** A promise, and the ways to end it. */
function withResolvers<T = void>() {
  let resolve = (_: T) => {}
  let reject = (_: unknown) => {}
  const promise = new Promise<T>((...ends) => {
    ;[resolve, reject] = ends
  })
  return { promise, resolve, reject }
}
