import { describe, expect, it, vi } from 'vitest'
import { SDKError } from '../../../core/errors.ts'
import { createIdentity } from '../../../core/kernel/create-identity.ts'
import { definePlugin } from '../../../core/kernel/plugin.ts'
import { sessionEvents } from '../../../plugins/reporting/session-events.ts'
import { sessionCache } from '../../../plugins/session/session-cache.ts'
import { sessionPause } from '../../../plugins/session/session-pause.ts'
import { sessionRefresh } from '../../../plugins/session/session-refresh.ts'
import { NO_MARK, parseMark, tagOf } from '../../../plugins/tabs/mark.ts'
import { tabs } from '../../../plugins/tabs/tabs.ts'
import { fetchTransport } from '../../../plugins/transport/fetch-transport.ts'
import { user } from '../../../plugins/user/user.ts'
import { ADA, GRACE, NO_SESSION, optionsFor, rejection, STRANGER } from '../../support/fixtures.ts'
import { onItsWay } from '../../support/on-its-way.ts'
import { type Answer, broken, hanging, json, type Page } from '../../support/page.ts'
import { addressOf } from '../../support/session-address.ts'
import { until } from '../full-page.ts'
import { fire, hide, later, NAME, NOBODY, pass, settle, show, type TabOptions, useTabs } from './tab-page.ts'

const { browser, tab, knowing } = useTabs()
const HIDDEN = { isHidden: true }

/** Refuses a session call by what it is given, where it is given something. */
const refusing = (refusal: () => SDKError | undefined) =>
  definePlugin({
    name: 'refusing',
    setup({ hook }) {
      hook('session:request', (request) => {
        request.error = refusal()
      })
    },
  })

/** What a script in the head of the page does, long before the library comes. */
async function startHead(page: Page): Promise<void> {
  const url = await addressOf(page)
  const controller = new AbortController()
  const response = page.window.fetch(url, { signal: controller.signal })
  Object.assign(page.window, { porticoHead: [url, Date.now(), response, controller] })
}

/** The page's server has told of a session when it made the page, which the browser asked for just now. */
function serve(page: Page, session: object): void {
  const madeAt = Date.now()
  Object.defineProperty(page.window, 'performance', { value: { now: () => Date.now() - madeAt } })
  Object.assign(page.window, { porticoHead: ['', Date.now() + 60_000, { ...session }] })
}

/** An entry of the tabs in the local storage; undefined when there is none. */
const kept = (name: 'mark' | 'offer' | 'leaving'): unknown => {
  const text = browser().storage.get(`${NAME}.${name}`)
  return text && JSON.parse(text).value
}
const mark = () => parseMark(kept('mark'))

/** Another tab holds the lock, and will never let it go: the browser has frozen it. */
function freeze(): void {
  const { locks } = browser().tab().window.navigator
  void locks.request(NAME, { ifAvailable: true }, () => new Promise<void>(() => {}))
}

describe('a page that is seen', () => {
  it('a page that is seen sends its request before it has touched local storage, the lock or the channel, and touches them while it is on its way', async () => {
    const page = browser().tab()
    const { localStorage, BroadcastChannel, navigator } = page.window as typeof page.window & {
      BroadcastChannel: typeof globalThis.BroadcastChannel
    }
    const { locks } = navigator
    const done: string[] = []
    const note = <Value>(name: string, value: Value): PropertyDescriptor => ({
      configurable: true,
      get: () => {
        done.push(name)
        return value
      },
    })
    Object.defineProperty(page.window, 'localStorage', note('storage', localStorage))
    Object.defineProperty(page.window, 'BroadcastChannel', note('channel', BroadcastChannel))
    Object.defineProperty(navigator, 'locks', note('lock', locks))
    const { identity } = tab(
      [
        (url, signal) => {
          done.push('request')
          return hanging(url, signal)
        },
      ],
      { page },
    )
    void identity.hasSession().catch(() => {})
    await settle()
    expect(done[0]).toBe('request')
    expect(new Set(done)).toEqual(new Set(['request', 'storage', 'channel', 'lock']))
    identity.dispose()
  })

  it('a page that is seen asks at once, whoever asks or knows already', async () => {
    const asking = tab([hanging])
    void asking.identity.hasSession().catch(() => {})
    await settle()
    const seen = tab([json(200, ADA)])
    expect(await seen.identity.hasSession()).toEqual(ADA)
    expect(await tab([json(200, ADA)]).identity.hasSession()).toEqual(ADA)
    asking.identity.dispose()
  })

  it('a page that is seen asks at once when the reader turns to it while it waits for another tab', async () => {
    freeze()
    const { identity, page, calls } = tab([json(200, ADA)], HIDDEN)
    const pending = identity.hasSession()
    await pass(1000)
    expect(calls()).toBe(0)
    show(page)
    expect(await pending).toEqual(ADA)
    expect(calls()).toBe(1)
  })

  it('a page that is seen asks at once where it has heard of a change before, and waited for the answer of another tab', async () => {
    const one = await knowing(NOBODY)
    await pass(1)
    await knowing(json(200, { ...ADA, expiresIn: 5000 }))
    expect(one.heard).toEqual(['login'])
    await later()
    freeze()
    one.page.answer(json(200, GRACE))
    expect(await one.identity.hasSession()).toEqual(GRACE)
  })

  it('a page that is seen asks nobody where it has heard the answer of another tab a moment ago', async () => {
    const one = await knowing(NOBODY)
    await pass(1)
    // The same user: the mark does not change, and nothing is asked for at once.
    const two = tab([NOBODY])
    await rejection(two.identity.hasSession())
    await settle()
    one.page.window.sessionStorage.clear()
    expect(await rejection(one.identity.hasSession())).toMatchObject({ reason: 'session-missing' })
    expect(one.calls()).toBe(1)
  })

  it('a page that is seen asks no other tab first where what its own has kept is from before the user changed', async () => {
    const page = browser().tab()
    const first = tab([json(200, ADA)], { page })
    await first.identity.hasSession()
    first.identity.dispose()
    await pass(1)
    await knowing(json(200, { ...GRACE, expiresIn: 5000 }))
    await later()
    freeze()
    const next = tab([json(200, GRACE)], { page })
    expect(await next.identity.hasSession()).toEqual(GRACE)
  })

  it('a page that is seen goes on waiting for another tab when the reader turns away from it', async () => {
    freeze()
    const { identity, page, calls } = tab([json(200, ADA)], HIDDEN)
    const pending = identity.hasSession()
    await pass(1000)
    hide(page)
    await settle()
    expect(calls()).toBe(0)
    await pass(10_000)
    expect(await pending).toEqual(ADA)
  })

  it('a page that is seen tells other tabs what it was answered, and they need not ask', async () => {
    await knowing()
    const { identity, calls } = tab([], HIDDEN)
    expect(await identity.hasSession()).toEqual(ADA)
    expect(calls()).toBe(0)
  })
})

describe('ten hidden tabs at once', () => {
  const openTen = (answers: Answer[]) => [
    tab(answers, HIDDEN),
    ...Array.from({ length: 9 }, () => tab([], HIDDEN)),
  ]

  it('ten hidden tabs at once make one session call, together', async () => {
    const late = onItsWay(json(200, ADA))
    const opened = openTen([late.answer])
    const sessions = Promise.all(opened.map(({ identity }) => identity.hasSession()))
    await settle()
    late.come()
    for (const session of await sessions) expect(session).toEqual(ADA)
    expect(opened.map(({ heard }) => heard.join())).toEqual(Array(10).fill('login'))
    expect(opened.map(({ calls }) => calls())).toEqual([1, ...Array(9).fill(0)])
  })

  it('ten hidden tabs at once make one session call on a slow network, too', async () => {
    const late = onItsWay(json(200, ADA))
    const opened = openTen([late.answer])
    const sessions = Promise.all(opened.map(({ identity }) => identity.hasSession()))
    await pass(7500)
    late.come()
    for (const session of await sessions) expect(session).toEqual(ADA)
    expect(opened.map(({ calls }) => calls())).toEqual([1, ...Array(9).fill(0)])
  })

  it('ten hidden tabs at once make one session call where the service answers nothing, and it takes the time of one', async () => {
    const opened = openTen([hanging])
    const reasons = Promise.all(opened.map(({ identity }) => rejection(identity.hasSession())))
    await pass(8001)
    for (const error of await reasons) expect(error).toMatchObject({ reason: 'timeout' })
    expect(opened.map(({ calls }) => calls())).toEqual([1, ...Array(9).fill(0)])
    expect(browser().locks.size).toBe(0)
  })

  it('ten hidden tabs at once make one session call more where the tab that asks is closed on the way', async () => {
    let draws = 0
    vi.spyOn(Math, 'random').mockImplementation(() => (draws++ % 2 ? 0.9 : 0))
    const asking = tab([hanging], HIDDEN)
    const [first, second] = [tab([json(200, ADA)], HIDDEN), tab([], HIDDEN)]
    asking.identity.hasSession().catch(() => {})
    await settle()
    const sessions = Promise.all([first, second].map(({ identity }) => identity.hasSession()))
    await pass(5000)
    fire(asking.page, 'pagehide')
    await pass(700)
    expect(await sessions).toEqual([ADA, ADA])
    expect([first, second].map(({ calls }) => calls())).toEqual([1, 0])
    vi.restoreAllMocks()
  })

  it('ten hidden tabs at once make one session call where a page that is seen asks at the same time', async () => {
    const late = onItsWay(json(200, ADA))
    const opened = [tab([late.answer]), ...Array.from({ length: 9 }, () => tab([], HIDDEN))]
    const [first, ...others] = opened.map(({ identity }) => identity)
    const sessions = [first?.hasSession()]
    await settle()
    sessions.push(...others.map((identity) => identity.hasSession()))
    await settle()
    late.come()
    for (const session of await Promise.all(sessions)) expect(session).toEqual(ADA)
    expect(opened.map(({ calls }) => calls())).toEqual([1, ...Array(9).fill(0)])
  })

  it('ten hidden tabs at once make one session call where nobody is logged in, too', async () => {
    const late = onItsWay(NOBODY)
    const opened = openTen([late.answer])
    const reasons = Promise.all(opened.map(({ identity }) => rejection(identity.hasSession())))
    await settle()
    late.come()
    for (const error of await reasons) expect(error).toMatchObject({ reason: 'session-missing', code: 400 })
  })

  it('ten hidden tabs at once make one session call where some are slower to open than the service is to answer', async () => {
    await knowing(json(200, ADA), HIDDEN)
    await pass(3000)
    const { identity, page } = tab([], HIDDEN)
    expect(await identity.hasSession()).toEqual(ADA)
    expect(page.requests).toEqual([])
  })

  it('ten hidden tabs at once ask themselves later on: who knows what has happened since', async () => {
    await knowing(json(200, ADA), HIDDEN)
    await later()
    expect(await tab([json(200, GRACE)], HIDDEN).identity.hasSession()).toEqual(GRACE)
  })

  it('ten hidden tabs at once neither ask in crowds nor stay silent while the service is down', async () => {
    const late = onItsWay(broken)
    const opened = openTen([late.answer, broken, json(200, ADA)])
    const reasons = Promise.all(opened.map(({ identity }) => rejection(identity.hasSession())))
    await settle()
    late.come()
    // The spread before the second attempt is shorter than others wait.
    await pass(1800)
    for (const error of await reasons) expect(error).toMatchObject({ reason: 'session-unreachable' })
    expect(opened.map(({ heard }) => heard.join())).toEqual(Array(10).fill('error'))
    expect(browser().locks.size).toBe(0)
    // What was told is not held against the service: the next call asks.
    const [first, second] = opened
    expect(await first?.identity.hasSession()).toEqual(ADA)
    expect(await second?.identity.hasSession()).toEqual(ADA)
  })

  it('ten hidden tabs at once hear of the status by which the service fails', async () => {
    const late = onItsWay(json(503, {}))
    const opened = openTen([late.answer])
    const errors = Promise.all(opened.map(({ identity }) => rejection(identity.hasSession())))
    await settle()
    late.come()
    for (const error of await errors)
      expect(error).toMatchObject({ reason: 'session-unreachable', code: 503 })
  })
})

describe('what stands in the local storage', () => {
  it('what stands in the local storage names nobody: a small number is all that is left of a user', async () => {
    await knowing(json(200, { ...ADA, userId: 123_456_789 }))
    expect(Number.parseInt(mark().user, 10)).toBeLessThan(65_521)
    expect([...browser().storage.values()].join()).not.toMatch(/123456789|uuid-ada|sp-ada/)
  })

  it('what stands in the local storage says when the user changed, and not when the same one was asked for again', async () => {
    const { identity, page } = await knowing()
    const before = mark()
    expect(before).toEqual({ changedAt: Date.now(), user: tagOf(ADA) })
    await pass(1)
    page.answer(json(200, ADA))
    identity.clearCachedUserSession()
    await identity.hasSession()
    expect(mark()).toEqual(before)
  })

  it('what stands in the local storage says from when the service is asked that an answer is worth waiting for', async () => {
    const { identity } = tab([hanging])
    void identity.hasSession().catch(() => {})
    await settle()
    expect(kept('offer')).toBe(true)
    expect(mark()).toEqual(NO_MARK)
    // A hidden tab that comes now waits for it, though the lock is free.
    browser().locks.clear()
    const before = vi.getTimerCount()
    const two = tab([], HIDDEN)
    void two.identity.hasSession().catch(() => {})
    await settle()
    expect(vi.getTimerCount()).toBe(before + 1)
    expect(two.calls()).toBe(0)
    identity.dispose()
    two.identity.dispose()
  })

  it.each([
    ['fails', [broken, broken], () => {}],
    ['sends the page elsewhere', [json(200, { redirectURL: '/refresh' })], () => {}],
    ['has not answered a page that is left', [hanging], (page: Page) => fire(page, 'pagehide')],
  ])(
    'what stands in the local storage keeps nobody waiting where the service %s',
    async (_, answers, end) => {
      const { identity, page } = tab(answers, { plugins: [sessionRefresh()] })
      void identity.hasSession().catch(() => {})
      await until(() => page.requests.length === 1)
      await settle()
      end(page)
      // The spread before the second attempt is shorter.
      await pass(1800)
      expect(kept('offer')).toBeUndefined()
      expect(mark()).toEqual(NO_MARK)
      const two = tab([json(200, ADA)], HIDDEN)
      expect(await two.identity.hasSession()).toEqual(ADA)
      identity.dispose()
    },
  )

  it('what stands in the local storage is not written anew, once it was taken away, for an answer that a tab has kept', async () => {
    const page = browser().tab()
    const first = tab([json(200, ADA)], { page })
    await first.identity.hasSession()
    first.identity.dispose()
    browser().storage.clear()
    expect(await tab([], { page }).identity.hasSession()).toEqual(ADA)
    expect(mark()).toEqual(NO_MARK)
  })

  it('what stands in the local storage is not written anew, once it was taken away, for an answer of another tab', async () => {
    await knowing()
    browser().storage.delete(`${NAME}.mark`)
    const { identity, calls } = tab([], HIDDEN)
    expect(await identity.hasSession()).toEqual(ADA)
    expect(calls()).toBe(0)
    expect(mark()).toEqual(NO_MARK)
  })

  it('what stood in the local storage is no reason to ask anew when it was taken away', async () => {
    const { page } = await knowing()
    browser().storage.clear()
    const two = tab([hanging])
    void two.identity.hasSession().catch(() => {})
    await until(() => two.page.requests.length === 1)
    fire(page, 'storage')
    // Longer than a tab waits for another.
    await pass(3900)
    expect(page.requests).toHaveLength(1)
    two.identity.dispose()
  })

  it('what stands in the local storage says of nobody, who was not there before either, that nothing changed', async () => {
    await knowing(NOBODY)
    expect(mark()).toEqual(NO_MARK)
  })

  it('what stands in the local storage says of a logout that there is nobody, and once', async () => {
    const { identity, page } = await knowing()
    identity.logout()
    expect(mark().user).toBe('')
    expect(kept('leaving')).toBe(true)
    fire(page, 'pagehide')
    const left = mark()
    expect(left.user).toBe('')
    expect(kept('leaving')).toBeUndefined()
    fire(page, 'pageshow')
    await pass(1)
    fire(page, 'pagehide')
    expect(mark()).toEqual(left)
  })
})

describe('another tab', () => {
  it('another tab hears of a login, though its own call was dropped by a clearing before it was answered', async () => {
    const late = onItsWay(NOBODY)
    const one = tab([late.answer])
    const dropped = rejection(one.identity.hasSession())
    await late.wasAsked
    await pass(1)
    one.identity.clearCachedUserSession()
    late.come()
    await dropped
    await later()
    const two = tab([json(200, ADA)])
    two.identity.login({ state: 's' })
    await two.identity.hasSession()
    await settle()
    expect(one.heard).toEqual(['login'])
  })

  it('another tab hears of a login, though the session was cleared before its own call had begun', async () => {
    const one = tab([NOBODY])
    const asked = rejection(one.identity.hasSession())
    one.identity.clearCachedUserSession()
    expect(await asked).toMatchObject({ reason: 'session-missing' })
    await later()
    const two = tab([json(200, ADA)])
    two.identity.login({ state: 's' })
    await two.identity.hasSession()
    await settle()
    expect(one.heard).toEqual(['notLoggedin', 'error', 'login'])
  })

  it('another tab hears of another user when it is seen again, where it could not ask for them before', async () => {
    const one = await knowing()
    const two = tab([json(200, GRACE)])
    one.page.answer(broken, broken)
    browser().deliver = () => {}
    two.identity.login({ state: 's' })
    await two.identity.hasSession()
    await settle()
    await later()
    expect(one.heard).toEqual(['error'])
    one.page.answer(json(200, GRACE))
    show(one.page)
    await later()
    await settle()
    expect(one.heard).toEqual(['error', 'login', 'userChange'])
  })

  it.each([
    ['hears of a logout, though its own request fails meanwhile', false, ['error', 'logout', 'error']],
    ['hears of no logout after dispose, where its own request fails meanwhile', true, ['error']],
  ])('another tab %s', async (_, isDisposed, heard) => {
    const one = await knowing()
    const late = onItsWay(broken)
    one.page.answer(late.answer, broken)
    if (isDisposed) one.identity.on('error', () => one.identity.dispose())
    one.identity.clearCachedUserSession()
    const failed = rejection(one.identity.hasSession())
    await late.wasAsked
    await pass(1)
    const two = tab([json(200, ADA)])
    await two.identity.hasSession()
    two.identity.logout()
    await settle()
    expect(one.heard).toEqual([])
    late.come()
    await later()
    expect(await failed).toMatchObject({ reason: expect.stringMatching(/session-unreachable|disposed/) })
    expect(one.heard).toEqual(heard)
  })

  it('another tab hears of a logout, though the tab for which it waits in the background fails meanwhile', async () => {
    const one = await knowing(json(200, { ...ADA, expiresIn: 60_000 }))
    hide(one.page)
    await pass(70_000)
    const late = onItsWay(broken)
    const two = tab([late.answer, broken])
    const failed = rejection(two.identity.hasSession())
    await late.wasAsked
    await settle()
    const waited = rejection(one.identity.hasSession())
    await settle()
    tab().identity.logout()
    await settle()
    expect(one.heard).toEqual([])
    late.come()
    await later()
    for (const told of [failed, waited]) expect(await told).toMatchObject({ reason: 'session-unreachable' })
    expect(one.heard).toEqual(['error', 'logout', 'error'])
    expect(one.calls()).toBe(1)
  })

  it('another tab hears of a user who changes twice while it asks', async () => {
    const one = await knowing()
    const [first, second] = [onItsWay(json(200, ADA)), onItsWay(json(200, GRACE))]
    one.page.answer(first.answer, second.answer)
    one.identity.clearCachedUserSession()
    const asked = one.identity.hasSession()
    const two = tab([json(200, GRACE), json(200, ADA)])
    for (const late of [first, second]) {
      await late.wasAsked
      await pass(1)
      two.identity.clearCachedUserSession()
      await two.identity.hasSession()
      await settle()
      late.come()
    }
    expect(await asked).toEqual(GRACE)
    await later()
    expect(await one.identity.hasSession()).toEqual(ADA)
    expect(one.calls()).toBe(3)
  })

  it('another tab takes a logout for one that is on its way though the identity was disposed after it', async () => {
    const one = await knowing()
    const two = await knowing()
    two.identity.logout()
    two.identity.dispose()
    expect(kept('leaving')).toBe(true)
    await settle()
    expect(one.heard.slice(-2)).toEqual(['logout', 'error'])
    expect(one.calls() + two.calls()).toBe(2)
  })

  it.each([
    ['as soon as', queueMicrotask],
    ['later than', (arrival: () => void) => void setImmediate(arrival)],
  ])(
    'another tab hears of a login, and asks nobody, where the answer comes %s the news that there is one',
    async (_, deliver) => {
      browser().deliver = deliver
      const one = await knowing(NOBODY)
      await pass(1)
      const two = tab([json(200, ADA)])
      two.identity.login({ state: 's' })
      await two.identity.hasSession()
      await settle()
      expect(one.heard).toEqual(['login'])
      expect(one.calls()).toBe(1)
      expect(await one.identity.hasSession()).toEqual(ADA)
    },
  )

  it('another tab hears of another user', async () => {
    const one = await knowing()
    const two = tab([json(200, GRACE)])
    two.identity.login({ state: 's' })
    await two.identity.hasSession()
    await settle()
    expect(one.heard).toEqual(['login', 'userChange'])
  })

  it('another tab hears of a user who is connected now', async () => {
    const one = await knowing(json(200, STRANGER))
    const two = tab([json(200, { ...STRANGER, result: true })])
    two.identity.login({ state: 's' })
    await two.identity.hasSession()
    await settle()
    expect(one.heard).toEqual(['login'])
    expect(await one.identity.isConnected()).toBe(true)
  })

  it('another tab hears of another user when the reader turns to it, where no news of the storage came', async () => {
    const one = await knowing()
    const asleep = vi.spyOn(one.page.window, 'dispatchEvent').mockReturnValue(true)
    await pass(1)
    await knowing(json(200, GRACE))
    asleep.mockRestore()
    hide(one.page)
    await settle()
    expect(one.heard).toEqual([])
    show(one.page)
    await settle()
    expect(one.heard).toEqual(['login', 'userChange'])
  })

  it('another tab hears of nothing while the user is the same', async () => {
    const one = await knowing()
    await later()
    await knowing()
    expect(one.heard).toEqual([])
  })

  it('another tab hears of a login that the server of another page tells, and asks for what that leaves out', async () => {
    const { identity, heard, page } = await knowing(NOBODY)
    await later()
    page.answer(json(200, ADA))
    const other = browser().tab()
    serve(other, { ...ADA, sp_id: undefined })
    const one = tab([], { page: other })
    await one.identity.hasSession()
    await settle()
    expect(heard).toEqual(['login'])
    expect(await identity.getSpId()).toBe(ADA.sp_id)
    expect(one.calls()).toBe(0)
  })

  it('another tab hears nothing of the server of another page that tells what is known', async () => {
    const { heard } = await knowing()
    await later()
    const other = browser().tab()
    serve(other, ADA)
    const before = browser().storage.get(NAME)
    await tab([], { page: other }).identity.hasSession()
    await settle()
    expect(heard).toEqual([])
    expect(browser().storage.get(NAME)).toBe(before)
  })

  it.each([
    ['not whether the user is connected', { userId: ADA.userId }],
    ['not the number of the user', { uuid: ADA.uuid }],
  ])('another tab believes a server that knows %s, and disturbs nobody', async (_, session) => {
    const { heard } = await knowing()
    await later()
    const other = browser().tab()
    serve(other, session)
    const one = tab([], { page: other })
    await one.identity.hasSession()
    fire(other, 'visibilitychange')
    await settle()
    expect(heard).toEqual([])
    expect(one.calls()).toBe(0)
  })

  it('another tab hears of a logout, and asks nobody while that is on its way', async () => {
    const one = await knowing()
    const two = tab([json(200, ADA), NOBODY])
    await two.identity.hasSession()
    two.identity.logout()
    await settle()
    expect(one.heard).toEqual(['logout', 'error'])
    expect(await one.identity.isLoggedIn()).toBe(false)
    expect(await two.identity.isLoggedIn()).toBe(false)
    expect(one.calls()).toBe(1)
    // The browser has left for the service, and comes back.
    fire(two.page, 'pagehide')
    fire(two.page, 'pageshow')
    expect(await two.identity.isLoggedIn()).toBe(false)
    expect(two.calls()).toBe(2)
  })

  it('another tab hears of a logout, too, where it has taken the session from another one', async () => {
    const one = await knowing()
    const two = tab([], HIDDEN)
    await two.identity.hasSession()
    expect(two.heard).toEqual(['login'])
    two.heard.length = 0
    await pass(1)
    one.identity.logout()
    await settle()
    expect(two.heard).toEqual(['logout', 'error'])
  })

  it('another tab asks nobody for a user who is back before it has heeded that they changed', async () => {
    const one = await knowing()
    const two = await knowing()
    for (const next of [GRACE, ADA, GRACE]) {
      await pass(1)
      two.page.answer(json(200, next))
      two.identity.clearCachedUserSession()
      await two.identity.hasSession()
      await settle()
    }
    expect(one.heard).toEqual(['login', 'userChange'])
    await later()
    expect(one.heard).toEqual(['login', 'userChange'])
    expect(one.calls()).toBe(1)
  })

  it('another tab hears of a logout at once, though it has heard of another user just before', async () => {
    const one = await knowing()
    await pass(1)
    const two = await knowing(json(200, GRACE))
    expect(one.heard).toEqual(['login', 'userChange'])
    one.heard.length = 0
    await pass(1)
    two.identity.logout()
    await settle()
    expect(one.heard).toEqual(['logout', 'error'])
    expect(one.calls()).toBe(1)
  })

  it('another tab asks again ten seconds after a logout that never left the page', async () => {
    const one = await knowing(json(200, ADA))
    one.identity.logout()
    await pass(9999)
    expect(await rejection(one.identity.hasSession())).toMatchObject({ reason: 'session-missing', code: 400 })
    await pass(2)
    one.page.answer(json(200, GRACE))
    expect(await one.identity.hasSession()).toEqual(GRACE)
  })

  it('another tab hears of a logout that took longer than ten seconds, though its page asked again meanwhile', async () => {
    const one = await knowing()
    const two = tab([json(200, ADA), json(200, ADA)])
    await two.identity.hasSession()
    two.identity.logout()
    await pass(10_001)
    expect(await two.identity.hasSession()).toEqual(ADA)
    await later()
    expect(one.heard.at(-1)).toBe('login')
    one.page.answer(NOBODY)
    fire(two.page, 'pagehide')
    await later()
    expect(one.heard.slice(-2)).toEqual(['logout', 'error'])
  })

  it('another tab looks at no storage before it is asked', async () => {
    const page = browser().tab()
    const { localStorage } = page.window
    const looked = vi.fn(() => localStorage)
    Object.defineProperty(page.window, 'localStorage', { get: looked })
    const { identity } = tab([json(200, ADA)], { page })
    for (const type of ['pageshow', 'visibilitychange', 'storage']) fire(page, type)
    expect(looked).not.toHaveBeenCalled()
    await identity.hasSession()
    expect(looked).toHaveBeenCalled()
  })

  it('another tab is not asked anew when nobody has asked on its page', async () => {
    const quiet = tab()
    await knowing()
    fire(quiet.page, 'visibilitychange')
    await settle()
    expect(quiet.calls()).toBe(0)
  })

  it('another tab asks once, where its session was cleared before it listened, and another user is kept by now', async () => {
    const closed = await knowing()
    closed.identity.dispose()
    const page = browser().tab()
    const late = tab([], { page })
    late.identity.clearCachedUserSession()
    // Another identity of the page learns of the other user, and keeps that for both.
    const other = tab([json(200, GRACE)], { page })
    await pass(1)
    await other.identity.hasSession()
    other.identity.dispose()
    expect(await late.identity.hasSession()).toMatchObject({ userId: GRACE.userId })
    await later()
    expect(late.heard).toEqual(['login'])
    expect(late.calls()).toBe(1)
  })

  it('another tab may call hasSession from a listener to an event of another one, without another request', async () => {
    const one = await knowing(NOBODY)
    const seen: unknown[] = []
    one.identity.on('login', async () => {
      seen.push((await one.identity.hasSession()).userId, browser().locks.size)
    })
    const two = tab([json(200, ADA)])
    two.identity.login({ state: 's' })
    await two.identity.hasSession()
    await settle()
    expect(seen).toEqual([ADA.userId, 0])
    expect(one.calls()).toBe(1)
    expect(one.heard).toEqual(['login'])
  })

  it('another tab hears that nobody is logged in, where the service says so without a failure', async () => {
    const one = await knowing()
    const two = tab([json(200, { result: false, expiresIn: 60_000 })])
    await pass(1)
    two.identity.clearCachedUserSession()
    await two.identity.hasSession()
    await settle()
    expect(one.heard).toEqual(['logout'])
  })

  it('a tab of another client hears nothing', async () => {
    const one = await knowing(NOBODY)
    const two = tab([json(200, ADA)], { clientId: 'client-2' })
    expect(await two.identity.hasSession()).toEqual(ADA)
    two.identity.logout()
    await settle()
    expect(one.heard).toEqual([])
    expect(await one.identity.isLoggedIn()).toBe(false)
    expect(one.calls()).toBe(1)
  })

  it('a tab of another version of the library disturbs nobody', async () => {
    const other = browser().tab().window
    const name = NAME.replace(/1$/, '2')
    let end = () => {}
    const held = other.navigator.locks.request(
      name,
      { ifAvailable: true },
      () => new Promise<void>((done) => (end = done)),
    )
    const one = await knowing()
    other.localStorage.setItem(`${name}.mark`, 'of a kind that nobody knows yet')
    new other.BroadcastChannel(name).postMessage({ reason: 'of a kind that nobody knows yet' })
    for (const message of [null, 2, 'two', { version: 2 }])
      new other.BroadcastChannel(NAME).postMessage(message)
    await settle()
    expect(one.heard).toEqual([])
    expect(await one.identity.hasSession()).toEqual(ADA)
    end()
    await held
  })
})

describe('an answer', () => {
  it('an answer that was kept from before the user changed is dropped, by whoever wakes or comes next', async () => {
    const asleep = await knowing()
    const other = tab([json(200, ADA)])
    await other.identity.hasSession()
    asleep.identity.dispose()
    await pass(1)
    other.identity.logout()
    fire(other.page, 'pagehide')
    // The same tab, on its next page. Its storage has the session still.
    const next = tab([NOBODY], { page: asleep.page })
    expect(await next.identity.isLoggedIn()).toBe(false)
    expect(next.calls()).toBe(2)
  })

  it('an answer that was kept from before the user changed ends a pause, as the change did, and is asked for anew', async () => {
    const page = browser().tab()
    const plugins = [
      fetchTransport(),
      sessionCache(),
      sessionPause(),
      tabs(),
      sessionEvents(),
      user(),
    ] as const
    const before = createIdentity(optionsFor(page), plugins)
    page.answer(json(200, ADA))
    await before.hasSession()
    before.dispose()
    await pass(1)
    const other = tab()
    other.identity.logout()
    fire(other.page, 'pagehide')
    other.identity.dispose()
    const failing = browser().tab()
    failing.answer(json(503, {}))
    const failed = createIdentity(optionsFor(failing), plugins)
    expect(await rejection(failed.hasSession())).toMatchObject({ code: 503 })
    expect(await rejection(failed.hasSession())).toHaveProperty('retryAt')
    failed.dispose()
    page.answer(json(200, GRACE))
    const next = createIdentity(optionsFor(page), plugins)
    const heard: unknown[] = []
    next.on('login', ({ userId }) => void heard.push(userId))
    expect(await Promise.all([next.getUserId(), next.getUserId()])).toEqual(Array(2).fill(`${GRACE.userId}`))
    expect(heard).toEqual([GRACE.userId])
    expect(page.requests).toHaveLength(2)
  })

  it('an answer that a page on its way to a refresh has gone by is not kept when the user logs out elsewhere', async () => {
    const page = browser().tab()
    page.answer(json(200, ADA), json(200, { redirectURL: '/refresh' }))
    const plugins = [fetchTransport(), sessionCache(), sessionRefresh(), tabs()] as const
    const identity = createIdentity(optionsFor(page), plugins)
    await identity.hasSession()
    identity.clearCachedUserSession()
    expect(await identity.hasSession()).toEqual(ADA)
    await pass(1)
    tab().identity.logout()
    await settle()
    const kept = Object.keys(page.window.sessionStorage).filter((key) => key.endsWith('.session'))
    expect(kept).toEqual([])
  })

  it('an answer that was known before another user came is told to nobody by a page that leaves for a refresh, nor is the service asked again', async () => {
    const page = browser().tab()
    page.answer(json(200, ADA), json(200, { redirectURL: '/refresh' }))
    const plugins = [fetchTransport(), sessionCache(), sessionRefresh(), tabs(), sessionEvents()] as const
    const identity = createIdentity(optionsFor(page), plugins)
    await identity.hasSession()
    const asleep = vi.spyOn(page.window, 'dispatchEvent').mockReturnValue(true)
    await pass(1)
    const other = tab([json(200, GRACE)])
    other.identity.clearCachedUserSession()
    await other.identity.hasSession()
    asleep.mockRestore()
    const heard = vi.fn()
    for (const name of ['login', 'error'] as const) identity.on(name, heard)
    identity.clearCachedUserSession()
    expect(await identity.hasSession()).toEqual(ADA)
    expect(heard).not.toHaveBeenCalled()
    expect(page.requests).toHaveLength(2)
    expect(page.navigations).toHaveLength(1)
    fire(page, 'pagehide')
  })

  it('an answer that was on its way when another user came is not given to whoever asked: they get the newer', async () => {
    const late = onItsWay(json(200, ADA))
    const one = tab([late.answer])
    const pending = one.identity.hasSession()
    await settle()
    await pass(1)
    const two = tab([json(200, GRACE)])
    two.identity.clearCachedUserSession()
    await two.identity.hasSession()
    late.come()
    expect(await pending).toEqual(GRACE)
    expect(one.heard).toEqual(['login'])
  })

  it('an answer that is on its way when another user comes is waited for: nothing is cleared, and nobody asks beside it', async () => {
    const cleared = vi.fn()
    const watching = definePlugin({
      name: 'watching',
      setup: ({ hook }) => void hook('session:cleared', cleared),
    })
    const one = await knowing(json(200, { ...ADA, expiresIn: 1000 }), { plugins: [watching] })
    await pass(1000)
    const late = onItsWay(json(200, ADA))
    one.page.answer(late.answer)
    const pending = one.identity.hasSession()
    await pass(1)
    await knowing(json(200, GRACE))
    expect(cleared).not.toHaveBeenCalled()
    late.come()
    expect(await pending).toEqual(GRACE)
    expect(one.calls()).toBe(2)
  })

  it('an answer that a head start asked for before another user came is not taken after it', async () => {
    const page = browser().tab()
    page.answer(json(200, ADA))
    await startHead(page)
    await pass(1)
    const two = await knowing(json(200, GRACE))
    two.identity.dispose()
    const one = tab([json(200, GRACE)], { page })
    const pending = one.identity.hasSession()
    await pass(1000)
    expect(await pending).toEqual(GRACE)
    expect(one.heard).toEqual(['login'])
    expect(one.calls()).toBe(2)
  })

  it('an answer that a head start asked for is not taken where one that was kept turns out too old', async () => {
    const page = browser().tab()
    const before = await knowing(json(200, ADA), { page })
    before.identity.dispose()
    page.answer(json(200, ADA))
    await startHead(page)
    await pass(1)
    const two = tab()
    two.identity.logout()
    fire(two.page, 'pagehide')
    await pass(1)
    const { identity } = tab([NOBODY], { page })
    expect(await rejection(identity.hasSession())).toMatchObject({ reason: 'session-missing' })
  })

  it('an answer that a head start asked for while a logout was on its way elsewhere is not taken after it', async () => {
    const two = await knowing()
    two.identity.logout()
    await pass(1)
    const page = browser().tab()
    page.answer(json(200, ADA))
    await startHead(page)
    await pass(1)
    fire(two.page, 'pagehide')
    const { identity, heard } = tab([NOBODY], { page })
    expect(await rejection(identity.hasSession())).toMatchObject({ reason: 'session-missing' })
    expect(heard).not.toContain('login')
  })

  it('an answer that a page gets which is opened while a logout is on its way elsewhere does not count: the user is logging out', async () => {
    const two = await knowing()
    two.identity.logout()
    await pass(1)
    const { identity, heard } = tab([json(200, ADA)])
    expect(await rejection(identity.hasSession())).toMatchObject({ reason: 'session-missing' })
    expect(heard).not.toContain('login')
  })

  it("an answer that a page's server had before another user came is not taken after it", async () => {
    const page = browser().tab()
    serve(page, ADA)
    await pass(1)
    const two = await knowing(json(200, GRACE))
    two.identity.dispose()
    await later()
    const one = tab([json(200, GRACE)], { page })
    expect(await one.identity.hasSession()).toEqual(GRACE)
    expect(one.heard).toEqual(['login'])
  })

  it('an answer from before the user changed is not taken, though another tab tells it late', async () => {
    await knowing()
    const two = tab([], HIDDEN)
    await settle()
    await pass(1)
    const three = tab([json(200, GRACE)])
    three.identity.clearCachedUserSession()
    await three.identity.hasSession()
    browser().messages.length = 0
    // What the first one had told, late.
    const channel = new (
      two.page.window as unknown as { BroadcastChannel: typeof BroadcastChannel }
    ).BroadcastChannel(NAME)
    channel.postMessage({
      type: 'answer',
      answer: { status: 200, body: { ...ADA }, askedAt: Date.now() - 1, expiresAt: Date.now() + 60_000 },
    })
    await settle()
    expect(await two.identity.hasSession()).toEqual(GRACE)
  })

  it('an answer that was on its way when the user logged out elsewhere is not kept', async () => {
    const late = onItsWay(json(200, ADA))
    const one = tab([late.answer])
    const pending = one.identity.hasSession()
    await settle()
    await pass(1)
    const two = tab()
    two.identity.logout()
    late.come()
    // Nor is it given to whoever asked for it.
    expect(await rejection(pending)).toMatchObject({ reason: 'session-missing' })
    await settle()
    expect(await one.identity.isLoggedIn()).toBe(false)
    expect(mark().user).toBe('')
  })

  it('an answer is not told of where the user logs out elsewhere while another plugin looks at it', async () => {
    const two = tab()
    const slow = definePlugin({
      name: 'slow',
      setup: ({ hook }) =>
        hook('session:fetched', async () => {
          await pass(1)
          two.identity.logout()
        }),
    })
    const one = tab([json(200, ADA)], { plugins: [slow] })
    await expect(one.identity.hasSession()).rejects.toMatchObject({ reason: 'session-missing' })
    await settle()
    expect(browser().messages).toEqual([])
    expect(one.heard).toEqual(['notLoggedin', 'error'])
  })

  it.each([
    ['of a user who has logged out elsewhere', ADA, NOBODY, false, ['SP_ID=']],
    ['that there is nobody, where one has logged in', NO_SESSION, json(200, ADA), false, ['SP_ID=sp-ada']],
    [
      'of a user who has logged out, the service being down since',
      ADA,
      json(400, { ...NO_SESSION, response: { expiresIn: 1000 } }),
      true,
      [],
    ],
  ])(
    'an answer that is late, %s, writes no cookie and takes none away',
    async (_, body, now, isDown, cookies) => {
      const before = body === ADA ? json(200, ADA) : NOBODY
      const two = await knowing(before)
      const late = onItsWay(before)
      // Who has cleared their session is answered by the service alone.
      const one = tab([late.answer, ...(isDown ? [broken, broken] : [now])])
      const written = new Set<string>()
      Object.defineProperty(one.page.window.Document.prototype, 'cookie', {
        get: () => [...written].at(-1) ?? 'SP_ID=from-before',
        set: (cookie: string) => void written.add(cookie.split(';')[0] as string),
      })
      one.identity.enableCacheCookie()
      one.identity.clearCachedUserSession()
      const pending = one.identity.hasSession().catch(() => {})
      await settle()
      await pass(1)
      two.page.answer(now)
      two.identity.clearCachedUserSession()
      await two.identity.hasSession().catch(() => {})
      // By then no other tab's word counts any more, where that is short.
      await pass(1001)
      late.come()
      await settle()
      await pass(2000)
      await pending
      expect([...written]).toEqual(cookies)
    },
  )

  it('an answer is asked for by a page that has cleared its own, whatever others know', async () => {
    const one = await knowing()
    const two = tab([json(200, GRACE)], HIDDEN)
    expect(await two.identity.hasSession()).toEqual(ADA)
    const notes = () => Object.keys(two.page.window.sessionStorage).filter((name) => name.endsWith('.tabs'))
    two.identity.clearCachedUserSession()
    expect(notes()).toHaveLength(1)
    expect(await two.identity.hasSession()).toEqual(GRACE)
    await settle()
    expect(one.heard).toContain('userChange')
    expect(notes()).toEqual([])
  })

  it('an answer is asked for by a page that has cleared its own, also where a first call was refused before it came to anybody', async () => {
    const one = await knowing()
    let isSpared = false
    const sparing = definePlugin({
      name: 'sparing',
      setup: ({ hook }) =>
        hook('session:request', (request) => {
          if (isSpared) request.error = new SDKError('session-unreachable')
        }),
    })
    const two = tab([json(200, GRACE)], { ...HIDDEN, plugins: [sparing] })
    expect(await two.identity.hasSession()).toEqual(ADA)
    two.identity.clearCachedUserSession()
    isSpared = true
    await rejection(two.identity.hasSession())
    isSpared = false
    await pass(1)
    one.page.answer(json(200, ADA))
    one.identity.clearCachedUserSession()
    await one.identity.hasSession()
    await settle()
    expect(await two.identity.hasSession()).toEqual(GRACE)
  })

  it('an answer is asked for by the page that a login leads back to, whatever others know', async () => {
    await knowing(NOBODY)
    const two = tab()
    two.identity.login({ state: 's' })
    two.identity.dispose()
    const back = tab([json(200, ADA)], { page: two.page })
    expect(await back.identity.hasSession()).toEqual(ADA)
  })

  it('an answer of a plugin that has none of the service is taken as it is', async () => {
    const page = browser().tab()
    const own = definePlugin({
      name: 'own',
      setup: ({ source }) =>
        source('server', () => ({ origin: 'server', status: 200, body: { ...ADA }, askedAt: Date.now() })),
    })
    const identity = createIdentity(optionsFor(page), [own, fetchTransport(), tabs()])
    expect(await identity.hasSession()).toEqual(ADA)
    expect(browser().messages).toEqual([])
  })

  it('an answer of its own is not given to a page twice, where nothing keeps it', async () => {
    const page = browser().tab()
    page.answer(json(200, ADA), json(200, GRACE))
    const identity = createIdentity(optionsFor(page), [fetchTransport(), tabs()])
    expect(await identity.hasSession()).toEqual(ADA)
    expect(await identity.hasSession()).toEqual(GRACE)
  })

  it('an answer that the service wants not to be kept is shared with nobody, and nobody is waited for', async () => {
    await knowing(json(200, { ...ADA, expiresIn: 0 }))
    const two = tab([json(200, ADA)])
    expect(await two.identity.hasSession()).toEqual(ADA)
  })

  it('an answer that is not to be kept brings no older one back from another tab', async () => {
    await knowing(NOBODY)
    await pass(1)
    const two = tab([json(200, { result: false, expiresIn: 0 }), json(200, ADA)])
    two.identity.clearCachedUserSession()
    expect(await two.identity.hasSession()).toMatchObject({ result: false })
    await settle()
    expect(await two.identity.hasSession()).toEqual(ADA)
  })
})

describe('a redirect for a new cookie', () => {
  it('a redirect for a new cookie is told to no other tab, and leaves no lock behind', async () => {
    const one = tab([json(200, { redirectURL: '/refresh' })], { plugins: [sessionRefresh()] })
    expect(await rejection(one.identity.hasSession())).toMatchObject({ reason: 'session-refreshing' })
    expect(browser().messages).toEqual([])
    expect(browser().locks.size).toBe(0)
    fire(one.page, 'pagehide')
  })
})

describe('the lock', () => {
  it('the lock that a frozen tab holds keeps another one waiting for four seconds at most', async () => {
    freeze()
    const { identity, calls } = tab([json(200, ADA)], HIDDEN)
    const pending = identity.hasSession()
    await pass(1800)
    expect(calls()).toBe(0)
    await pass(2001)
    expect(calls()).toBe(1)
    expect(await pending).toEqual(ADA)
  })

  it('the lock that went with a crashed tab is free, and its promise of an answer keeps nobody waiting', async () => {
    const crashed = await knowing()
    const offered = browser().storage.get(`${NAME}.offer`) as string
    crashed.identity.dispose()
    browser().storage.set(`${NAME}.offer`, offered)
    const { identity, calls } = tab([json(200, ADA)], HIDDEN)
    const pending = identity.hasSession()
    await pass(249)
    expect(calls()).toBe(0)
    await pass(2)
    expect(calls()).toBe(1)
    expect(await pending).toEqual(ADA)
  })

  it('the lock keeps all of a call within 25 seconds', async () => {
    freeze()
    vi.spyOn(Math, 'random').mockReturnValue(0.999)
    const { identity } = tab([hanging], HIDDEN)
    let ended = false
    const pending = rejection(identity.hasSession()).finally(() => void (ended = true))
    await pass(25_000)
    expect(ended).toBe(true)
    expect(await pending).toMatchObject({ reason: 'timeout' })
    vi.restoreAllMocks()
  })

  it('the lock is not waited for where a head start has asked already', async () => {
    const page = browser().tab()
    freeze()
    page.answer(json(200, ADA))
    await startHead(page)
    const { identity, calls } = tab([], { page, ...HIDDEN })
    const heard = vi.fn()
    identity.hasSession().then(heard, heard)
    await settle()
    expect(heard).toHaveBeenCalledExactlyOnceWith(ADA)
    expect(calls()).toBe(1)
  })

  it('the lock is waited for where the head start was of another client', async () => {
    await knowing()
    const page = browser().tab()
    Object.assign(page.window, {
      porticoHead: ['https://id.other.example', Date.now(), new Promise(() => {})],
    })
    const { identity, calls } = tab([], { page, ...HIDDEN })
    expect(await identity.hasSession()).toEqual(ADA)
    expect(calls()).toBe(0)
  })

  it.each([
    ['seen', {}],
    ['hidden', HIDDEN],
  ])(
    'the lock is held while the service is asked by a page that is %s, and let go when the page is left',
    async (_, options) => {
      const { identity, page } = tab([hanging], options)
      void identity.hasSession().catch(() => {})
      await settle()
      expect([...browser().locks]).toEqual([NAME])
      expect(browser().channels).toEqual([NAME])
      fire(page, 'pagehide')
      await settle()
      expect(browser().locks.size).toBe(0)
      // A page is told that it is hidden after it was left, and stays away from the channel: a message would wake it.
      hide(page)
      expect(browser().channels).toEqual([])
      fire(page, 'pageshow')
      expect(browser().channels).toEqual([NAME])
      identity.dispose()
    },
  )

  it('the lock is let go when the request has ended, be it answered or broken', async () => {
    for (const answers of [[json(200, ADA)], [NOBODY], [broken, broken], [json(503, {})]]) {
      const late = onItsWay(answers[0] as Answer)
      const { identity } = tab([late.answer, ...answers.slice(1)])
      const pending = identity.hasSession().catch(() => {})
      await settle()
      expect([...browser().locks]).toEqual([NAME])
      late.come()
      await pass(1800)
      await pending
      expect(browser().locks.size).toBe(0)
      identity.dispose()
    }
  })

  it('the lock is let go by a tab that was to lead, and had another tab’s answer', async () => {
    await knowing()
    const { identity } = tab([], HIDDEN)
    await identity.hasSession()
    await settle()
    expect(browser().locks.size).toBe(0)
  })

  it('the lock is not held while the callback of a page runs', async () => {
    const held: number[] = []
    const callbackBeforeRedirect = async () => {
      await settle()
      held.push(browser().locks.size)
    }
    const late = onItsWay(json(200, { redirectURL: '/refresh' }))
    const { identity, page } = tab([late.answer], { plugins: [sessionRefresh({ callbackBeforeRedirect })] })
    const pending = rejection(identity.hasSession())
    await settle()
    expect([...browser().locks]).toEqual([NAME])
    late.come()
    await pending
    expect(held).toEqual([0])
    fire(page, 'pagehide')
  })

  it('the lock is let go when the session is cleared, and on dispose', async () => {
    for (const end of ['clearCachedUserSession', 'dispose'] as const) {
      const { identity } = tab([hanging])
      const pending = identity.hasSession().catch(() => {})
      await settle()
      expect([...browser().locks]).toEqual([NAME])
      identity[end]()
      await settle()
      expect(browser().locks.size).toBe(0)
      identity.dispose()
      await pending
    }
  })

  it('the lock is not taken after dispose, and nothing is waited for any more', async () => {
    const { identity, calls } = tab([], HIDDEN)
    const pending = rejection(identity.hasSession())
    identity.dispose()
    await settle()
    expect(await pending).toMatchObject({ reason: 'disposed' })
    expect(browser().locks.size).toBe(0)
    freeze()
    const waiting = tab([], HIDDEN)
    const asking = rejection(waiting.identity.hasSession())
    await settle()
    expect(vi.getTimerCount()).toBe(1)
    waiting.identity.dispose()
    expect(await asking).toMatchObject({ reason: 'disposed' })
    await settle()
    expect(vi.getTimerCount()).toBe(0)
    expect(calls()).toBe(0)
  })
})

describe('a tab that has just been opened', () => {
  const CHANNEL = 'a channel'
  const LISTENERS = ['pageshow', 'pagehide', 'storage', 'visibilitychange']

  /** A tab, and what it has opened so far, besides what it keeps. */
  function watched(answers: Answer[] = [], options: TabOptions = {}) {
    const page = browser().tab()
    const added = vi.spyOn(page.window, 'addEventListener')
    const opened = () => [
      ...browser().channels.map(() => CHANNEL),
      ...new Set(added.mock.calls.map(([type]) => type).filter((type) => LISTENERS.includes(type))),
    ]
    return { ...tab(answers, { page, ...options }), opened }
  }

  it.each([
    ['seen', {}],
    ['hidden', HIDDEN],
  ])(
    'a tab that has just been opened opens nothing before it is asked, and then what it needs, be it %s',
    async (_, options) => {
      const { identity, opened } = watched([hanging], options)
      await settle()
      expect(opened()).toEqual([])
      identity.hasSession().catch(() => {})
      await settle()
      expect(opened().sort()).toEqual([CHANNEL, ...LISTENERS].sort())
      identity.dispose()
    },
  )

  it('a tab that has just been opened hears of a login elsewhere where it took what was kept', async () => {
    const { identity: before, page } = await knowing(NOBODY)
    before.dispose()
    const { identity, heard, calls } = tab([], { page })
    await rejection(identity.hasSession())
    const two = tab([json(200, ADA)])
    two.identity.login({ state: 's' })
    await two.identity.hasSession()
    await settle()
    expect(heard).toContain('login')
    expect(calls()).toBe(1)
  })

  it.each(['session-unreachable', 'session-missing'] as const)(
    'a tab that has just been opened hears of a login elsewhere where its first call was refused as %s before it came to any tab',
    async (reason) => {
      let refusal: SDKError | undefined = new SDKError(reason)
      const page = browser().tab()
      const plugins = [refusing(() => refusal), fetchTransport(), tabs(), sessionEvents()]
      const identity = createIdentity(optionsFor(page), plugins)
      const heard: unknown[] = []
      identity.on('login', ({ userId }) => void heard.push(userId))
      await rejection(identity.hasSession())
      refusal = undefined
      const two = tab([json(200, ADA)])
      two.identity.login({ state: 's' })
      await two.identity.hasSession()
      await settle()
      expect(heard).toEqual([ADA.userId])
      expect(page.requests).toEqual([])
    },
  )

  it('a tab that has just been opened tells nobody that a call was refused before it came to any tab, and promises nothing less', async () => {
    const two = tab([hanging])
    void two.identity.hasSession().catch(() => {})
    await until(() => two.page.requests.length === 1)
    const promised = browser().storage.get(NAME)
    const page = browser().tab()
    const refuses = refusing(() => new SDKError('session-unreachable'))
    const identity = createIdentity(optionsFor(page), [refuses, fetchTransport(), tabs()])
    await rejection(identity.hasSession())
    await settle()
    expect(browser().messages).toEqual([])
    expect(browser().storage.get(NAME)).toBe(promised)
    two.identity.dispose()
  })

  it('a tab that has just been opened hears of nothing any more after dispose', async () => {
    const { identity, page } = await knowing()
    identity.dispose()
    const looked = vi.spyOn(page.window.localStorage, 'getItem')
    for (const type of ['storage', 'visibilitychange', 'pagehide', 'pageshow']) fire(page, type)
    expect(looked).not.toHaveBeenCalled()
    expect(browser().channels).toEqual([])
  })

  it('a tab that has just been opened stays away from the channel while it is hidden, though it asks, and is there when it is shown', async () => {
    const { identity, page } = await knowing()
    fire(page, 'pagehide')
    await identity.hasSession()
    expect(browser().channels).toEqual([])
    fire(page, 'pageshow')
    fire(page, 'pageshow')
    expect(browser().channels).toEqual([NAME])
  })

  it('a tab that has just been opened needs no events of its window', async () => {
    const page = browser().tab()
    page.answer(json(200, ADA))
    Object.assign(page.window, { addEventListener: undefined })
    const identity = createIdentity(optionsFor(page), [fetchTransport(), tabs()])
    expect(await identity.hasSession()).toEqual(ADA)
  })

  it('a tab that has just been opened has no channel where it was disposed while it asked', async () => {
    const { identity, opened } = watched()
    const asked = rejection(identity.hasSession())
    identity.dispose()
    expect(await asked).toMatchObject({ reason: 'disposed' })
    await settle()
    expect(opened()).not.toContain(CHANNEL)
  })
})

describe('a tab that is restored from the back/forward cache', () => {
  it('a tab that is restored from the back/forward cache asks, and does not take what it was told before it went to sleep', async () => {
    const { identity, page } = await knowing(json(200, { ...ADA, expiresIn: 1000 }))
    await pass(1)
    await knowing()
    fire(page, 'pagehide')
    await pass(1000)
    fire(page, 'pageshow')
    page.answer(NOBODY)
    expect(await rejection(identity.hasSession())).toMatchObject({ reason: 'session-missing' })
  })

  it('a tab that is restored from the back/forward cache learns of a logout that it has slept through', async () => {
    const one = await knowing()
    fire(one.page, 'pagehide')
    // No event reaches a page that sleeps.
    const asleep = vi.spyOn(one.page.window, 'dispatchEvent').mockReturnValue(true)
    await pass(1)
    const two = tab()
    two.identity.logout()
    fire(two.page, 'pagehide')
    await settle()
    asleep.mockRestore()
    expect(one.heard).toEqual([])
    one.page.answer(NOBODY)
    fire(one.page, 'pageshow')
    await settle()
    expect(one.heard).toEqual(['logout', 'error'])
  })
})

describe('a browser', () => {
  it.each(
    ['locks', 'channels', 'local storage'].flatMap(
      (what) =>
        [
          [what, 'seen', {}],
          [what, 'hidden', HIDDEN],
        ] as const,
    ),
  )('a browser without %s works as without the plugin, on pages that are %s', async (what, _, options) => {
    const pages = [browser().tab(), browser().tab()]
    const deny = {
      configurable: true,
      get: () => {
        throw new DOMException('denied', 'SecurityError')
      },
    }
    for (const { window } of pages) {
      if (what === 'locks') Object.defineProperty(window.navigator, 'locks', { value: undefined })
      else Object.defineProperty(window, what === 'channels' ? 'BroadcastChannel' : 'localStorage', deny)
    }
    const late = onItsWay(json(200, ADA))
    // By lock and channel a hidden page still finds the one that asks.
    const isShared = what === 'local storage' && options === HIDDEN
    const two = tab(isShared ? [] : [json(200, ADA)], { page: pages[1], ...options })
    const one = tab([late.answer], { page: pages[0], ...options })
    const first = one.identity.hasSession()
    await settle()
    const second = two.identity.hasSession()
    await settle()
    late.come()
    expect(await first).toEqual(ADA)
    if (what === 'channels') await settle()
    expect(await second).toEqual(ADA)
    one.identity.logout()
    for (const type of ['storage', 'visibilitychange']) fire(one.page, type)
    await settle()
    expect(one.calls()).toBe(1)
  })

  it.each<[string, () => unknown]>([
    ['from the future', () => ({ changedAt: Date.now() + 1e9, user: '7 connected' })],
    ['that is none', () => ({ ['__proto__']: 1 })],
    ['that holds no text', () => ({ changedAt: Date.now(), user: [7] })],
    ['of somebody else', () => ({ changedAt: Date.now() - 1, user: '7 connected' })],
  ])('a browser whose mark is forged, %s, knows the user all the same', async (_, forged) => {
    const entry = { value: forged(), expiresAt: Date.now() + 60_000 }
    browser().storage.set(`${NAME}.mark`, JSON.stringify(entry))
    const { identity, calls } = await knowing()
    fire(browser().tab(), 'storage')
    expect(await identity.hasSession()).toEqual(ADA)
    expect(calls()).toBe(1)
  })
})
