/** Which of the tabs asks the service, and which waits for another. */
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { SDKError } from '../../../core/errors.ts'
import { createIdentity } from '../../../core/kernel/create-identity.ts'
import { definePlugin } from '../../../core/kernel/plugin.ts'
import { sessionBackoff } from '../../../plugins/session/session-backoff.ts'
import { sessionRefresh } from '../../../plugins/session/session-refresh.ts'
import { tabs } from '../../../plugins/tabs/tabs.ts'
import { fetchTransport } from '../../../plugins/transport/fetch-transport.ts'
import { ADA, GRACE, optionsFor, rejection } from '../../support/fixtures.ts'
import { onItsWay } from '../../support/on-its-way.ts'
import { type Answer, broken, hanging, json } from '../../support/page.ts'
import {
  fire,
  freezeIn,
  hide,
  later,
  NAME,
  NOBODY,
  outcome,
  pass,
  settle,
  show,
  useTabs,
} from './tab-page.ts'

const { browser, tab, knowing } = useTabs()
const HIDDEN = { isHidden: true }
const freeze = () => freezeIn(browser())

describe('a page that is seen', () => {
  it('sends its request before it has touched what tabs share, and touches it while the request is on its way', async () => {
    const page = browser().tab()
    const { window } = page
    const done: string[] = []
    for (const name of ['localStorage', 'BroadcastChannel'] as const) {
      const value = Reflect.get(window, name)
      Object.defineProperty(window, name, { get: () => done.push(name) && value })
    }
    const asking: Answer = (url, signal) => {
      done.push('request')
      return hanging(url, signal)
    }
    const { identity } = tab([asking], { page })
    void identity.hasSession().catch(() => {})
    await settle()
    expect(done[0]).toBe('request')
    expect(new Set(done)).toEqual(new Set(['request', 'BroadcastChannel', 'localStorage']))
    identity.dispose()
  })

  it('asks at once, whoever asks or knows already', async () => {
    freeze()
    await knowing()
    const asking = tab([hanging])
    void asking.identity.hasSession().catch(() => {})
    await settle()
    expect(await tab([json(200, GRACE)]).identity.hasSession()).toEqual(GRACE)
    asking.identity.dispose()
  })

  it('asks nobody where another tab has told it of an answer a moment ago', async () => {
    const one = await knowing(NOBODY)
    await pass(1)
    await knowing(NOBODY)
    one.page.window.sessionStorage.clear()
    expect(await rejection(one.identity.hasSession())).toMatchObject({ reason: 'session-missing' })
    expect(one.calls()).toBe(1)
  })

  it('asks at once when the reader turns to it while it waits in the background', async () => {
    freeze()
    const { identity, page, calls } = tab([json(200, ADA)], HIDDEN)
    const pending = identity.hasSession()
    await pass(1000)
    expect(calls()).toBe(0)
    show(page)
    expect(await pending).toEqual(ADA)
    expect(calls()).toBe(1)
  })

  it('goes on waiting when it tells of being hidden once more', async () => {
    freeze()
    const { identity, page, calls } = tab([json(200, ADA)], HIDDEN)
    const pending = identity.hasSession()
    await pass(1000)
    hide(page)
    await settle()
    expect(calls()).toBe(0)
    expect(await outcome(pending)).toEqual(ADA)
  })

  it('is also one that is prerendered: somebody is about to look at it', async () => {
    freeze()
    const page = browser().tab()
    Object.assign(page.window.document, { prerendering: true })
    const { identity } = tab([json(200, ADA)], { page, ...HIDDEN })
    expect(await identity.hasSession()).toEqual(ADA)
  })
})

describe('hidden tabs', () => {
  const openTen = (answers: Answer[], options = {}) => [
    tab(answers, { ...HIDDEN, ...options }),
    ...Array.from({ length: 9 }, () => tab([], { ...HIDDEN, ...options })),
  ]

  /** All of them ask at once. @returns what each gets */
  const askAll = (opened: ReturnType<typeof openTen>) =>
    Promise.all(opened.map(({ identity }) => outcome(identity.hasSession())))

  it.each([
    ['', 0],
    [', on a slow network, too', 7500],
  ])('make one request together%s', async (_, ms) => {
    const late = onItsWay(json(200, ADA))
    const opened = openTen([late.answer])
    const sessions = askAll(opened)
    await late.wasAsked
    await pass(ms)
    late.come()
    expect(await sessions).toEqual(Array(10).fill(ADA))
    expect(opened.map(({ heard }) => heard.join())).toEqual(Array(10).fill('login'))
    expect(opened.map(({ calls }) => calls())).toEqual([1, ...Array(9).fill(0)])
    expect(browser().locks.size).toBe(0)
  })

  it('make one request together where nobody is logged in', async () => {
    const opened = openTen([NOBODY])
    for (const error of await askAll(opened))
      expect(error).toMatchObject({ reason: 'session-missing', code: 400 })
    expect(opened.map(({ calls }) => calls())).toEqual([1, ...Array(9).fill(0)])
  })

  it.each<[string, Answer, string]>([
    ['fails', json(503, {}), 'session-unreachable'],
    ['does not answer', hanging, 'timeout'],
  ])('make one request together where the service %s, and the pause begins', async (_, answer, reason) => {
    vi.spyOn(Math, 'random').mockReturnValue(0.999)
    onTestFinished(() => void vi.restoreAllMocks())
    const opened = openTen([answer], { plugins: [sessionBackoff()] })
    for (const error of await askAll(opened)) expect(error).toMatchObject({ reason })
    expect(opened.map(({ calls }) => calls())).toEqual([1, ...Array(9).fill(0)])
    expect(browser().locks.size).toBe(0)
  })

  it('make no request where a page that is seen asks at the same time', async () => {
    const late = onItsWay(json(200, ADA))
    const seen = tab([late.answer])
    const session = seen.identity.hasSession()
    await late.wasAsked
    await settle()
    const opened = [tab([], HIDDEN), tab([], HIDDEN)]
    const sessions = Promise.all(opened.map(({ identity }) => identity.hasSession()))
    await pass(200)
    late.come()
    expect(await session).toEqual(ADA)
    expect(await sessions).toEqual([ADA, ADA])
  })

  it('make no request where one of the other tabs had an older answer before', async () => {
    await knowing()
    const two = await knowing(json(200, GRACE))
    two.identity.dispose()
    const { identity, calls } = tab([], HIDDEN)
    expect(await outcome(identity.hasSession())).toEqual(GRACE)
    expect(calls()).toBe(0)
  })

  it('make no request where another tab has asked a moment ago, and ask themselves later on', async () => {
    await knowing()
    const { identity, calls } = tab([], HIDDEN)
    expect(await outcome(identity.hasSession())).toEqual(ADA)
    expect(calls()).toBe(0)
    await later()
    expect(await outcome(tab([json(200, GRACE)], HIDDEN).identity.hasSession())).toEqual(GRACE)
  })

  it.each([
    ['is closed', 'pagehide'],
    ['clears the session', 'clear'],
    ['is disposed', 'dispose'],
  ])('go on with the next one where the tab that asks %s', async (_, end) => {
    const asking = tab([hanging], HIDDEN)
    const [first, second] = [tab([json(200, ADA)], HIDDEN), tab([], HIDDEN)]
    asking.identity.hasSession().catch(() => {})
    await pass(1000)
    const sessions = Promise.all([first, second].map(({ identity }) => identity.hasSession()))
    await pass(1000)
    if (end === 'pagehide') fire(asking.page, 'pagehide')
    else if (end === 'clear') asking.identity.clearCachedUserSession()
    else asking.identity.dispose()
    await pass(600)
    expect(await sessions).toEqual([ADA, ADA])
    expect([first, second].map(({ calls }) => calls())).toEqual([1, 0])
    asking.identity.dispose()
  })

  it('wait for a frozen tab that has the lock for eight seconds and a half', async () => {
    freeze()
    const { identity, calls } = tab([json(200, ADA)], HIDDEN)
    const pending = identity.hasSession()
    await pass(8499)
    expect(calls()).toBe(0)
    expect(await outcome(pending)).toEqual(ADA)
  })

  it('ask after a quarter of a second where no other tab replies', async () => {
    const { identity, calls } = tab([json(200, ADA)], HIDDEN)
    const pending = identity.hasSession()
    await pass(249)
    expect(calls()).toBe(0)
    await pass(1)
    expect(await pending).toEqual(ADA)
  })

  it('ask one after another where the service says that its answer is not to be kept', async () => {
    const short = json(200, { ...ADA, expiresIn: 0 })
    const opened = [tab([short], HIDDEN), tab([short], HIDDEN)]
    const sessions = Promise.all(opened.map(({ identity }) => outcome(identity.hasSession())))
    expect(await sessions).toEqual(Array(2).fill({ ...ADA, expiresIn: 0 }))
  })
})

describe('an answer of the service', () => {
  it('is asked for by a page that has cleared its own, whatever others know', async () => {
    const one = await knowing()
    const two = tab([json(200, GRACE)], HIDDEN)
    expect(await outcome(two.identity.hasSession())).toEqual(ADA)
    await pass(1)
    two.identity.clearCachedUserSession()
    expect(await outcome(two.identity.hasSession())).toEqual(GRACE)
    await pass(300)
    expect(one.heard).toContain('userChange')
  })

  it('is asked for by the page that a login leads back to, whatever others know', async () => {
    await knowing(NOBODY)
    const two = tab()
    two.identity.login({ state: 's' })
    two.identity.dispose()
    const back = tab([json(200, ADA)], { page: two.page, ...HIDDEN })
    expect(await outcome(back.identity.hasSession())).toEqual(ADA)
  })

  it('is not given to its own page twice, where nothing keeps it', async () => {
    const page = browser().tab()
    page.answer(json(200, ADA), json(200, GRACE))
    const identity = createIdentity(optionsFor(page), [fetchTransport(), tabs()])
    expect(await identity.hasSession()).toEqual(ADA)
    expect(await identity.hasSession()).toEqual(GRACE)
  })

  it('that is not to be kept brings no older one back from another tab', async () => {
    await knowing(NOBODY)
    const two = tab([json(200, { result: false, expiresIn: 0 }), json(200, ADA)])
    two.identity.clearCachedUserSession()
    expect(await two.identity.hasSession()).toMatchObject({ result: false })
    await settle()
    expect(await two.identity.hasSession()).toEqual(ADA)
  })

  it('that wants a redirect is told to no other tab, and the lock is free', async () => {
    const held: number[] = []
    const callbackBeforeRedirect = () => void held.push(browser().locks.size)
    const redirect = json(200, { redirectURL: '/refresh' })
    const one = tab([redirect], { plugins: [sessionRefresh({ callbackBeforeRedirect })] })
    expect(await rejection(one.identity.hasSession())).toMatchObject({ reason: 'session-refreshing' })
    expect(browser().messages).toEqual([])
    expect(held).toEqual([0])
    expect(browser().locks.size).toBe(0)
    fire(one.page, 'pagehide')
  })

  it('that a plugin of the page gives is told to no other tab', async () => {
    const page = browser().tab()
    const now = Date.now()
    const own = definePlugin({
      name: 'own',
      setup: ({ use }) =>
        use('server', async () => ({
          source: 'server',
          askedAt: now,
          expiresAt: now + 1000,
          session: ADA,
        })),
    })
    const identity = createIdentity(optionsFor(page), [own, fetchTransport(), tabs()])
    expect(await identity.hasSession()).toEqual(ADA)
    expect(browser().messages).not.toContainEqual({ reading: expect.anything() })
  })
})

describe('the lock and the channel', () => {
  it('are let go when the page is left, and the channel is opened anew when it is shown', async () => {
    const { identity, page } = tab([hanging], HIDDEN)
    void identity.hasSession().catch(() => {})
    await pass(300)
    expect([...browser().locks]).toEqual([NAME])
    expect(browser().channels).toEqual([NAME])
    fire(page, 'pagehide')
    await settle()
    expect(browser().locks.size).toBe(0)
    // A page is told that it is hidden after it was left, and stays away from the channel: a message would wake it.
    hide(page)
    expect(browser().channels).toEqual([])
    fire(page, 'pageshow')
    fire(page, 'pageshow')
    expect(browser().channels).toEqual([NAME])
    identity.dispose()
  })

  it('stay closed in a page that is left, though it asks', async () => {
    const { identity, page } = await knowing()
    fire(page, 'pagehide')
    await identity.hasSession()
    expect(browser().channels).toEqual([])
  })

  it.each(['the session is cleared', 'the identity is disposed'])('are let go when %s', async (what) => {
    const { identity } = tab([hanging], HIDDEN)
    const pending = identity.hasSession().catch(() => {})
    await pass(300)
    expect([...browser().locks]).toEqual([NAME])
    if (what === 'the session is cleared') identity.clearCachedUserSession()
    else identity.dispose()
    await settle()
    expect(browser().locks.size).toBe(0)
    identity.dispose()
    await pending
    expect(browser().channels).toEqual([])
  })

  it('are free when the request has ended, be it answered or broken', async () => {
    for (const answers of [[json(200, ADA)], [NOBODY], [broken, broken], [json(503, {})]]) {
      const { identity } = tab(answers, HIDDEN)
      await outcome(identity.hasSession())
      expect(browser().locks.size).toBe(0)
      identity.dispose()
      await later()
    }
  })

  it('are not waited for after dispose', async () => {
    freeze()
    const { identity, calls } = tab([], HIDDEN)
    const asking = rejection(identity.hasSession())
    await settle()
    expect(vi.getTimerCount()).toBe(1)
    identity.dispose()
    expect(await asking).toMatchObject({ reason: 'disposed' })
    await settle()
    expect(vi.getTimerCount()).toBe(0)
    expect(calls()).toBe(0)
  })
})

describe('a tab that has just been opened', () => {
  const LISTENERS = ['pagehide', 'storage', 'visibilitychange']

  it.each([
    ['seen', {}],
    ['hidden', HIDDEN],
  ])('opens nothing before it is asked, and then what it needs, be it %s', async (_, options) => {
    const page = browser().tab()
    const added = vi.spyOn(page.window, 'addEventListener')
    const listened = () => added.mock.calls.map(([type]) => type).filter((type) => LISTENERS.includes(type))
    const { localStorage } = page.window
    const looked = vi.fn(() => localStorage)
    Object.defineProperty(page.window, 'localStorage', { get: looked })
    const { identity } = tab([hanging], { page, ...options })
    for (const type of ['pageshow', 'visibilitychange', 'storage']) fire(page, type)
    await settle()
    expect(looked).not.toHaveBeenCalled()
    expect([listened(), browser().channels]).toEqual([[], []])
    identity.hasSession().catch(() => {})
    await pass(300)
    expect(listened().sort()).toEqual(LISTENERS)
    expect(browser().channels).toEqual([NAME])
    identity.dispose()
  })

  it('has no channel where it was disposed while it asked', async () => {
    const { identity } = tab()
    const asked = rejection(identity.hasSession())
    identity.dispose()
    expect(await asked).toMatchObject({ reason: 'disposed' })
    await settle()
    expect(browser().channels).toEqual([])
  })

  it.each(['session-unreachable', 'session-missing'] as const)(
    'hears of a login elsewhere where its first call was refused as %s before it came to any tab',
    async (reason) => {
      let isRefused = true
      const refusing = definePlugin({
        name: 'refusing',
        setup: ({ use }) =>
          use('server', async (_, next) => {
            if (isRefused) throw new SDKError(reason)
            return next()
          }),
      })
      const one = tab([], { plugins: [refusing] })
      await rejection(one.identity.hasSession())
      isRefused = false
      one.heard.length = 0
      await pass(1)
      await knowing()
      expect(one.heard).toEqual(['login'])
    },
  )

  it('hears of nothing any more after dispose', async () => {
    const { identity, page } = await knowing()
    identity.dispose()
    const looked = vi.spyOn(page.window.localStorage, 'getItem')
    for (const type of ['storage', 'visibilitychange', 'pagehide', 'pageshow']) fire(page, type)
    expect(looked).not.toHaveBeenCalled()
    expect(browser().channels).toEqual([])
  })

  it('needs no events of its window', async () => {
    const page = browser().tab()
    page.answer(json(200, ADA))
    Object.assign(page.window, { addEventListener: undefined, Event: undefined })
    const identity = createIdentity(optionsFor(page), [fetchTransport(), tabs()])
    expect(await identity.hasSession()).toEqual(ADA)
  })
})

describe('a browser', () => {
  it.each(
    ['locks', 'BroadcastChannel', 'localStorage'].flatMap((what) => [
      [what, 'seen', {}] as const,
      [what, 'hidden', HIDDEN] as const,
    ]),
  )('without %s works as without the plugin, on pages that are %s', async (what, _, options) => {
    const deny = {
      configurable: true,
      get: () => {
        throw new DOMException('denied', 'SecurityError')
      },
    }
    for (let opened = 0; opened < 2; opened++) {
      const page = browser().tab()
      Object.defineProperty(what === 'locks' ? page.window.navigator : page.window, what, deny)
      const { identity, calls } = tab([json(200, ADA)], { page, ...options })
      expect(await outcome(identity.hasSession())).toEqual(ADA)
      identity.logout()
      for (const type of ['storage', 'visibilitychange', 'pagehide']) fire(page, type)
      await later()
      expect(calls()).toBe(1)
      expect(page.reported).toEqual([])
      identity.dispose()
    }
  })
})
