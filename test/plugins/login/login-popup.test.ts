import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AnyPlugin } from '../../../core/index.ts'
import { preferPopup } from '../../../plugins/login/prefer-popup.ts'
import { ADA, GRACE, NO_SESSION, rejection } from '../../support/fixtures.ts'
import { onItsWay } from '../../support/on-its-way.ts'
import { type Answer, broken, json } from '../../support/page.ts'
import { watch } from '../../support/watch.ts'
import { HandWrittenAbortController } from '../../third-party/hand-written-abort-controller.ts'
import { CHANNEL, type FakePopup, fakePopup, openOpener } from './opener-page.ts'

const connected = json(200, ADA)
const nobody = json(400, NO_SESSION)
const GRACE_LOOKS = 5

type Opener = ReturnType<typeof openOpener>

/** A login that waits; `state` says how it ended, or that it has not. */
function begin(opener: Opener, popup = fakePopup(), more: object = {}) {
  opener.give(popup)
  const promise = opener.identity.loginPopup({ state: 's', ...more })
  const wait = { popup, promise, ended: undefined as string | undefined }
  promise.then(
    ({ outcome }) => {
      wait.ended = outcome
    },
    () => {
      wait.ended = 'rejected'
    },
  )
  return wait
}

/** The popup shows the login page, and the user is there. */
function go(opener: Opener, popup: FakePopup): void {
  popup.leaves()
  opener.leave()
  opener.look()
}

/** A page whose login waits, at the login page. */
function away(plugins?: AnyPlugin[]) {
  const opener = openOpener(plugins)
  const wait = begin(opener)
  go(opener, wait.popup)
  return { opener, wait, popup: wait.popup, promise: wait.promise }
}

const asked = (opener: Opener, times = 1) =>
  vi.waitFor(() => expect(opener.page.requests).toHaveLength(times))
/** Lets everything that was under way come to its end. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 20))

describe('how a login by popup ends', () => {
  it('opens the login page in the middle of the screen, and the page stays', () => {
    const opener = openOpener()
    begin(opener)
    expect(opener.open).toHaveBeenCalledExactlyOnceWith(
      opener.identity.loginUrl({ state: 's' }),
      '',
      'width=360,height=570,left=320,top=115',
    )
    expect(opener.page.navigations).toEqual([])
  })

  it.each<[string, (opener: Opener, popup: FakePopup) => void]>([
    ['over the channel', ({ call }) => call()],
    ['by a message of the popup', ({ post }, popup) => post({ source: popup })],
  ])('is connected, once it has called %s and the service says so', async (_, call) => {
    const { opener, popup, promise } = away()
    const heard = vi.fn()
    opener.identity.on('login', heard)
    opener.page.answer(connected)
    call(opener, popup)
    expect(await promise).toEqual({ outcome: 'connected' })
    expect(heard).toHaveBeenCalledOnce()
    expect(popup.close).toHaveBeenCalled()
    expect(opener.isLooking()).toBe(false)
  })

  it('believes no call: it asks, and waits on where nobody has logged in', async () => {
    const { opener, wait } = away()
    opener.page.answer(nobody)
    opener.call({ outcome: 'connected', userId: 1 })
    await asked(opener)
    await settled()
    expect(wait.ended).toBeUndefined()
    opener.page.answer(connected)
    opener.call()
    expect(await wait.promise).toEqual({ outcome: 'connected' })
  })

  it('is cancelled, once it has called and is closed, and nobody has logged in', async () => {
    const { opener, popup, promise } = away()
    opener.page.answer(nobody, nobody)
    opener.call()
    await asked(opener)
    popup.close()
    opener.look()
    expect(await promise).toEqual({ outcome: 'cancelled' })
  })

  it('asks once, where it is closed while the question after its message is on its way', async () => {
    const { opener, popup, promise } = away()
    const late = onItsWay(connected)
    opener.page.answer(late.answer)
    opener.call()
    await asked(opener)
    popup.close()
    opener.look()
    await settled()
    late.come()
    expect(await promise).toEqual({ outcome: 'connected' })
    expect(opener.page.requests).toHaveLength(1)
  })

  it('asks once more, where that question came before the login, by a message of somebody else', async () => {
    const { opener, popup, promise } = away()
    const late = onItsWay(nobody)
    opener.page.answer(late.answer, connected)
    opener.call()
    await asked(opener)
    popup.close()
    opener.look()
    late.come()
    expect(await promise).toEqual({ outcome: 'connected' })
    expect(opener.page.requests).toHaveLength(2)
  })

  it('is cancelled, a while after it was closed, and the user is back', async () => {
    const { opener, wait } = away()
    wait.popup.close()
    opener.comeBack()
    opener.look(GRACE_LOOKS - 1)
    await settled()
    expect(opener.page.requests).toEqual([])
    opener.page.answer(nobody)
    opener.look()
    expect(await wait.promise).toEqual({ outcome: 'cancelled' })
    expect(opener.isLooking()).toBe(false)
  })

  it('is connected, a while after it was closed, where the service says so', async () => {
    const { opener, popup, promise } = away()
    popup.close()
    opener.comeBack()
    opener.page.answer(connected)
    opener.look(GRACE_LOOKS)
    expect(await promise).toEqual({ outcome: 'connected' })
  })

  it('is connected, where a plugin clears the session before the ending has come to all', async () => {
    const clearsOnce: AnyPlugin = {
      name: 'clears-once',
      setup(kernel) {
        const stop = kernel.hook('session:settled', () => {
          stop()
          kernel.clearSession()
        })
      },
    }
    const { opener, popup, promise } = away([clearsOnce])
    popup.close()
    opener.comeBack()
    opener.page.answer(connected)
    opener.look(GRACE_LOOKS)
    expect(await promise).toEqual({ outcome: 'connected' })
  })

  it.each<[string, Answer[]]>([
    ['does not answer', [broken, broken]],
    ['fails', [json(503, {})]],
  ])('is unknown, where the service %s', async (_, answers) => {
    const { opener, popup, promise } = away()
    popup.close()
    opener.comeBack()
    opener.page.answer(...answers)
    opener.look(GRACE_LOOKS)
    expect(await promise).toEqual({ outcome: 'unknown' })
  })

  it('is unknown after a quarter of an hour with the popup open', async () => {
    const { opener, popup, promise } = away()
    const later = Date.now() + 900_001
    const clock = vi.spyOn(Date, 'now').mockReturnValue(later)
    opener.page.answer(nobody)
    opener.look()
    expect(await promise).toEqual({ outcome: 'unknown' })
    expect(popup.closed).toBe(false)
    clock.mockRestore()
  })
})

describe('a popup that was severed, and says that it is closed', () => {
  /** As Cross-Origin-Opener-Policy does it: at once, with the first page. */
  function sever(opener: Opener) {
    const wait = begin(opener)
    wait.popup.closed = true
    opener.leave()
    opener.look()
    return wait
  }

  it('is waited for while the user is there, however long', async () => {
    const opener = openOpener()
    const wait = sever(opener)
    opener.look(200)
    await settled()
    expect(wait.ended).toBeUndefined()
    opener.page.answer(connected)
    opener.call()
    expect(await wait.promise).toEqual({ outcome: 'connected' })
  })

  it('is waited for where the user was never seen to leave', async () => {
    const opener = openOpener()
    const wait = begin(opener)
    wait.popup.closed = true
    opener.look(200)
    await settled()
    expect(wait.ended).toBeUndefined()
  })

  it('is cancelled, once it has called, and nobody has logged in', async () => {
    const opener = openOpener()
    const { promise } = sever(opener)
    opener.page.answer(nobody, nobody)
    opener.call()
    await asked(opener)
    opener.look()
    expect(await promise).toEqual({ outcome: 'cancelled' })
  })

  it('is unknown when the user is back: it may be open still; and its late end is told of', async () => {
    const opener = openOpener()
    const { promise } = sever(opener)
    opener.look(GRACE_LOOKS)
    opener.comeBack()
    opener.page.answer(nobody)
    opener.look()
    expect(await promise).toEqual({ outcome: 'unknown' })
    const heard = vi.fn()
    opener.identity.on('login', heard)
    opener.page.answer(connected)
    opener.call()
    await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce())
  })

  it('is unknown where only its empty page was seen before', async () => {
    const opener = openOpener()
    const { popup, promise } = begin(opener)
    opener.look()
    popup.closed = true
    opener.leave()
    opener.look(GRACE_LOOKS)
    opener.comeBack()
    opener.page.answer(nobody)
    opener.look()
    expect(await promise).toEqual({ outcome: 'unknown' })
  })

  it('is not judged on a page that nobody sees', async () => {
    const opener = openOpener()
    const wait = sever(opener)
    opener.page.answer(nobody)
    opener.call()
    await asked(opener)
    opener.hide()
    opener.look(200)
    await settled()
    expect(wait.ended).toBeUndefined()
    opener.hide(false)
    opener.page.answer(nobody)
    opener.look()
    expect(await wait.promise).toEqual({ outcome: 'cancelled' })
  })

  it('has its end decided by the latest question', async () => {
    const opener = openOpener()
    const wait = sever(opener)
    opener.comeBack()
    const [first, second] = [onItsWay(nobody), onItsWay(connected)]
    opener.page.answer(first.answer, second.answer)
    opener.look(GRACE_LOOKS)
    await asked(opener)
    opener.call()
    await asked(opener, 2)
    first.come()
    await settled()
    expect(wait.ended).toBeUndefined()
    second.come()
    expect(await wait.promise).toEqual({ outcome: 'connected' })
  })
})

describe('calls of a popup', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  /** An opener whose timers are those of the test. */
  function openPaced() {
    const opener = openOpener()
    Object.assign(opener.page.window, { setTimeout, clearTimeout })
    return opener
  }
  /** Lets what the channel has delivered be heard, and what was asked be answered. */
  const delivered = () => new Promise(setImmediate).then(() => new Promise(setImmediate))
  let calls = 0
  async function call(opener: Opener, ms = 0) {
    opener.call(`${CHANNEL} ${++calls}`)
    await delivered()
    await vi.advanceTimersByTimeAsync(ms)
    await delivered()
  }

  it('two hundred calls of a popup in a minute make thirty requests: one every two seconds', async () => {
    const opener = openPaced()
    const wait = begin(opener)
    opener.page.answer(...Array(30).fill(nobody))
    for (let times = 0; times < 200; times++) await call(opener, 299)
    expect(opener.page.requests).toHaveLength(30)
    expect(wait.ended).toBeUndefined()
  })

  it('calls of a popup that come at once make one request, and another one two seconds later', async () => {
    const opener = openPaced()
    const { promise } = begin(opener)
    opener.page.answer(nobody, connected)
    for (let times = 0; times < 20; times++) await call(opener)
    expect(opener.page.requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2000)
    expect(await promise).toEqual({ outcome: 'connected' })
    expect(opener.page.requests).toHaveLength(2)
  })

  it('a call of a popup that comes by both ways makes one request', async () => {
    const opener = openPaced()
    const { popup } = begin(opener)
    opener.page.answer(nobody)
    opener.post({ source: popup, data: `${CHANNEL} both` })
    opener.call(`${CHANNEL} both`)
    await delivered()
    await vi.advanceTimersByTimeAsync(600_000)
    await delivered()
    expect(opener.page.requests).toHaveLength(1)
  })

  it('a user who comes back while the popup is open causes one request, and none later', async () => {
    const opener = openPaced()
    const { popup } = begin(opener)
    opener.page.answer(nobody)
    go(opener, popup)
    opener.comeBack()
    opener.look(100)
    await vi.advanceTimersByTimeAsync(60_000)
    await delivered()
    expect(opener.page.requests).toHaveLength(1)
  })

  it.each<[string, (opener: Opener, end: AbortController) => void]>([
    ['the page has ended the login', (_, end) => end.abort()],
    ['another login has taken its place', ({ identity }) => void identity.login({ state: 't' })],
    ['the identity is disposed', ({ identity }) => identity.dispose()],
  ])('a call of a popup that waits for its turn makes no request once %s', async (_, finish) => {
    const opener = openPaced()
    const end = new AbortController()
    const { promise } = begin(opener, fakePopup(), { signal: end.signal })
    promise.catch(() => {})
    opener.page.answer(nobody)
    for (let times = 0; times < 3; times++) await call(opener)
    finish(opener, end)
    await vi.advanceTimersByTimeAsync(600_000)
    await delivered()
    expect(opener.page.requests).toHaveLength(1)
  })

  it('a call of a popup that waits for its turn makes no request once the user is known to be connected', async () => {
    const opener = openPaced()
    const { promise } = begin(opener)
    opener.page.answer(nobody, connected)
    for (let times = 0; times < 3; times++) await call(opener)
    opener.identity.clearCachedUserSession()
    await opener.identity.hasSession()
    expect(await promise).toEqual({ outcome: 'connected' })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await opener.identity.hasSession()).toMatchObject({ userId: ADA.userId })
    expect(opener.page.requests).toHaveLength(2)
  })
})

describe('a user who comes back while the popup is open', () => {
  it('is asked about, once for each time', async () => {
    const { opener, wait } = away()
    opener.comeBack()
    opener.page.answer(nobody)
    opener.look(100)
    await asked(opener)
    await settled()
    expect(wait.ended).toBeUndefined()
    // In another tab, somebody has logged in meanwhile.
    opener.leave()
    opener.look()
    opener.comeBack()
    opener.page.answer(connected)
    opener.look()
    expect(await wait.promise).toEqual({ outcome: 'connected' })
    expect(wait.popup.closed).toBe(true)
  })

  /** Somebody was known before the popup was opened. Now the page is looked at again, and the user is connected. */
  async function backFrom(before: Answer) {
    const opener = openOpener()
    opener.page.answer(before)
    await opener.identity.hasSession()
    const wait = begin(opener)
    go(opener, wait.popup)
    opener.comeBack()
    opener.page.answer(connected)
    opener.look()
    return { opener, wait }
  }

  it('and was connected before, has not logged in anew; another one has', async () => {
    const { opener, wait } = await backFrom(connected)
    await asked(opener, 2)
    await settled()
    expect(wait.ended).toBeUndefined()
    go(opener, wait.popup)
    opener.comeBack()
    opener.page.answer(json(200, GRACE))
    opener.look()
    expect(await wait.promise).toEqual({ outcome: 'connected' })
  })

  it('and was logged in before, and is connected since, has logged in', async () => {
    const { wait } = await backFrom(json(200, { ...ADA, result: false, userStatus: 'notConnected' }))
    expect(await wait.promise).toEqual({ outcome: 'connected' })
    expect(wait.popup.closed).toBe(true)
  })

  it('is connected as soon as the page knows it, whoever asked', async () => {
    const opener = openOpener()
    const { promise } = begin(opener)
    opener.page.answer(connected)
    await opener.identity.hasSession()
    expect(await promise).toEqual({ outcome: 'connected' })
  })
})

describe('messages that are none of ours', () => {
  it.each<[string, (popup: FakePopup) => { source: unknown; origin?: string; data?: unknown }]>([
    ['another origin', (popup) => ({ source: popup, origin: 'https://evil.example' })],
    ['another window', () => ({ source: {} })],
    ['another client', (popup) => ({ source: popup, data: 'portico.login client-2 0.1' })],
    ['a client whose name begins alike', (popup) => ({ source: popup, data: 'portico.login client-10 0.1' })],
    ['something else', (popup) => ({ source: popup, data: { type: 'resize' } })],
  ])('of %s are ignored', async (_, members) => {
    const opener = openOpener()
    const wait = begin(opener)
    opener.post(members(wait.popup))
    await settled()
    expect(opener.page.requests).toEqual([])
    expect(wait.ended).toBeUndefined()
  })

  it('on the channel of another client are not heard', async () => {
    const opener = openOpener()
    begin(opener)
    const other = new BroadcastChannel('portico.login client-2')
    other.postMessage('portico.login client-2 0.1')
    await settled()
    other.close()
    expect(opener.page.requests).toEqual([])
  })

  it('come from the origin of the return address, where a call gives one', async () => {
    const opener = openOpener()
    const { popup, promise } = begin(opener, fakePopup(), { redirectUri: 'https://login.site.example/back' })
    opener.post({ source: popup })
    await settled()
    expect(opener.page.requests).toEqual([])
    opener.page.answer(connected)
    opener.post({ source: popup, origin: 'https://login.site.example' })
    expect(await promise).toEqual({ outcome: 'connected' })
  })
})

describe('a popup that does not open', () => {
  it.each<[string, (opener: Opener) => void]>([
    ['gives no window', ({ give }) => give(null)],
    // As a stub does.
    ['gives nothing', () => {}],
    ['gives one that is closed already', ({ give }) => give({ ...fakePopup(), closed: true } as FakePopup)],
  ])('is blocked, when opening %s; the page stays', async (_, block) => {
    const opener = openOpener()
    block(opener)
    expect(await opener.identity.loginPopup({ state: 's' })).toEqual({ outcome: 'blocked' })
    expect(opener.page.navigations).toEqual([])
    expect(opener.isLooking()).toBe(false)
  })

  it('leaves one that waits alone', async () => {
    const opener = openOpener()
    const wait = begin(opener)
    opener.give(null)
    expect(await opener.identity.loginPopup({ state: 't' })).toEqual({ outcome: 'blocked' })
    expect(wait.popup.closed).toBe(false)
    opener.page.answer(connected)
    opener.call()
    expect(await wait.promise).toEqual({ outcome: 'connected' })
  })

  it.each<[string, object | undefined]>([
    ['no options', undefined],
    ['no state', {}],
    ['a wrong prompt', { state: 's', prompt: 'ask' }],
  ])('is refused for %s, and leaves one that waits alone', async (_, options) => {
    const opener = openOpener()
    const { popup } = begin(opener)
    const wrong = rejection(opener.identity.loginPopup(options as never))
    expect(await wrong).toMatchObject({ reason: 'argument-invalid' })
    expect(opener.open).toHaveBeenCalledOnce()
    expect(popup.closed).toBe(false)
  })
})

describe('a login by popup that another one follows', () => {
  it('is cancelled by a second call, whose popup alone counts', async () => {
    const opener = openOpener()
    const first = begin(opener)
    const second = begin(opener)
    expect(await first.promise).toEqual({ outcome: 'cancelled' })
    expect(first.popup.closed).toBe(true)
    expect(second.popup.closed).toBe(false)
    opener.post({ source: first.popup })
    await settled()
    expect(opener.page.requests).toEqual([])
    opener.page.answer(connected)
    opener.call()
    expect(await second.promise).toEqual({ outcome: 'connected' })
  })

  it('leaves a login by redirect alone, before the first popup', () => {
    const opener = openOpener()
    opener.identity.login({ state: 't' })
    expect(opener.page.navigations).toHaveLength(1)
    expect(opener.open).not.toHaveBeenCalled()
  })

  it('is cancelled by a login that leaves the page', async () => {
    const opener = openOpener()
    const { popup, promise } = begin(opener)
    opener.identity.login({ state: 't' })
    expect(await promise).toEqual({ outcome: 'cancelled' })
    expect(popup.closed).toBe(true)
    expect(opener.open).toHaveBeenCalledOnce()
    expect(opener.page.navigations).toHaveLength(1)
  })

  it('opens one window where preferPopup is composed too, and preferPopup given', () => {
    const opener = openOpener([preferPopup() as AnyPlugin])
    begin(opener, fakePopup(), { preferPopup: true })
    expect(opener.open).toHaveBeenCalledOnce()
  })
})

describe('a login by popup that is ended', () => {
  it('rejects with the reason of its signal, and closes the popup', async () => {
    const opener = openOpener()
    const controller = new AbortController()
    const { popup, promise } = begin(opener, fakePopup(), { signal: controller.signal })
    const reason = new Error('enough')
    controller.abort(reason)
    expect(await rejection(promise)).toBe(reason)
    expect(popup.closed).toBe(true)
    expect(opener.isLooking()).toBe(false)
    opener.call()
    await settled()
    expect(opener.page.requests).toEqual([])
  })

  it('a login by popup is ended by a signal of the page’s own window', async () => {
    const opener = openOpener()
    const controller = new opener.page.window.AbortController()
    const { popup, promise } = begin(opener, fakePopup(), { signal: controller.signal })
    controller.abort('enough')
    expect(await rejection(promise)).toBe('enough')
    expect(popup.closed).toBe(true)
  })

  it('is not touched by a signal that aborts after its end', async () => {
    const opener = openOpener()
    const controller = new AbortController()
    const { popup, promise } = begin(opener, fakePopup(), { signal: controller.signal })
    go(opener, popup)
    opener.page.answer(connected)
    opener.call()
    expect(await promise).toEqual({ outcome: 'connected' })
    const closed = popup.close.mock.calls.length
    controller.abort()
    expect(popup.close).toHaveBeenCalledTimes(closed)
  })

  it('opens nothing for a signal that has aborted', async () => {
    const opener = openOpener()
    const reason = new Error('enough')
    const signal = AbortSignal.abort(reason)
    expect(await rejection(opener.identity.loginPopup({ state: 's', signal }))).toBe(reason)
    expect(opener.open).not.toHaveBeenCalled()
  })

  it('is ended by a signal that the page has made itself, which has no reason to give', async () => {
    const opener = openOpener()
    const controller = new HandWrittenAbortController()
    const signal = controller.signal as object as AbortSignal
    const { popup, promise } = begin(opener, fakePopup(), { signal })
    controller.abort()
    expect(await rejection(promise)).toMatchObject({ name: 'AbortError' })
    expect(popup.closed).toBe(true)
    const late = opener.identity.loginPopup({ state: 's', signal })
    expect(await rejection(late)).toMatchObject({ name: 'AbortError' })
    expect(opener.open).toHaveBeenCalledOnce()
  })

  it('rejects with disposed, leaves nothing behind, and does nothing any more', async () => {
    const opener = openOpener()
    const watched = watch(opener.page.window)
    const { popup, promise } = begin(opener)
    opener.identity.dispose()
    expect(await rejection(promise)).toMatchObject({ reason: 'disposed' })
    expect(popup.closed).toBe(true)
    expect(watched.leftovers()).toEqual([])
    opener.call()
    await settled()
    expect(await rejection(opener.identity.loginPopup({ state: 's' }))).toMatchObject({ reason: 'disposed' })
  })

  it('rejects with disposed while it asks', async () => {
    const opener = openOpener()
    const { promise } = begin(opener)
    opener.page.answer((_, signal) => new Promise((_, reject) => signal.addEventListener('abort', reject)))
    opener.call()
    await asked(opener)
    opener.identity.dispose()
    expect(await rejection(promise)).toMatchObject({ reason: 'disposed' })
  })
})

describe('a page that is left, and comes back', () => {
  const fire = (opener: Opener, type: string) =>
    opener.page.window.dispatchEvent(Object.assign(new opener.page.window.Event(type), { persisted: true }))

  it('hears nothing in between, and again since', async () => {
    const opener = openOpener()
    const { promise } = begin(opener)
    fire(opener, 'pagehide')
    opener.call()
    await settled()
    expect(opener.page.requests).toEqual([])
    fire(opener, 'pageshow')
    opener.page.answer(connected)
    opener.call(`${CHANNEL} 0.9`)
    expect(await promise).toEqual({ outcome: 'connected' })
  })

  it('works where there are no channels', async () => {
    const opener = openOpener()
    Object.defineProperty(opener.page.window, 'BroadcastChannel', { value: undefined })
    const { popup, promise } = begin(opener)
    fire(opener, 'pagehide')
    fire(opener, 'pageshow')
    opener.page.answer(connected)
    opener.post({ source: popup })
    expect(await promise).toEqual({ outcome: 'connected' })
  })
})
