import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createIdentity } from '../../../core/kernel/create-identity.ts'
import { login } from '../../../plugins/login/login.ts'
import { sessionEvents } from '../../../plugins/reporting/session-events.ts'
import { status } from '../../../plugins/reporting/status.ts'
import { preload } from '../../../plugins/session/preload.ts'
import { type RevalidateOptions, revalidate } from '../../../plugins/session/revalidate.ts'
import { sessionBackoff } from '../../../plugins/session/session-backoff.ts'
import { sessionCache } from '../../../plugins/session/session-cache.ts'
import { sessionRefresh } from '../../../plugins/session/session-refresh.ts'
import { fetchTransport } from '../../../plugins/transport/fetch-transport.ts'
import { composeFull } from '../../../presets/full.ts'
import { ADA, GRACE, NO_SESSION, optionsFor, thrown } from '../../support/fixtures.ts'
import { onItsWay } from '../../support/on-its-way.ts'
import { type Answer, json, openPage, type Page, text } from '../../support/page.ts'
import { sdkError } from '../../support/sdk-error.ts'

const NOW = 1_800_000_000_000
const SECOND = 1000
const MINUTE = 60 * SECOND

/** As long as it takes until all who wait by chance have waited. */
const SPREAD = 30 * SECOND

const LONG = { ...ADA, expiresIn: 10 * MINUTE }

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** A page whose timers are the fake ones. */
function open(): Page {
  const page = openPage()
  for (const [name, value] of Object.entries({ setTimeout, clearTimeout }))
    Object.defineProperty(page.window, name, { value, configurable: true })
  return page
}

function show(page: Page, visibilityState: 'visible' | 'hidden' = 'visible'): void {
  Object.defineProperty(page.window.document, 'visibilityState', {
    value: visibilityState,
    configurable: true,
  })
  page.window.document.dispatchEvent(new page.window.Event('visibilitychange', { bubbles: true }))
}

const tell = (page: Page, type: string, more = {}) =>
  page.window.dispatchEvent(Object.assign(new page.window.Event(type), more))

/** The browser shows the page: a new one, or one that it has kept meanwhile. */
const showFrom = (page: Page, persisted: boolean) => tell(page, 'pageshow', { persisted })

function start(answers: Answer[], options?: RevalidateOptions, page: Page = open()) {
  page.answer(...answers)
  const plugins = [
    fetchTransport(),
    preload(),
    sessionCache(),
    sessionBackoff(),
    login(),
    sessionEvents(),
    status(),
    revalidate(options),
  ] as const
  const identity = createIdentity(optionsFor(page), plugins)
  const heard: string[] = []
  for (const name of ['logout', 'userChange', 'error'] as const) identity.on(name, () => heard.push(name))
  const seen: string[] = []
  identity.subscribe(({ status }) => seen.push(status))
  const ask = () => identity.hasSession().catch(() => {})
  return { page, identity, heard, seen, ask }
}

/** The same, and who reads has been asked for. */
async function startAsked(...given: Parameters<typeof start>) {
  const started = start(...given)
  await started.ask()
  return started
}

/** The page is seen again, and what it asks for then has come. */
async function see(page: Page): Promise<void> {
  show(page)
  await vi.advanceTimersByTimeAsync(0)
}

describe('what is known is asked for anew', () => {
  it('when it expires, a while later by chance, and the page hears of the logout', async () => {
    const { page, heard, seen } = await startAsked([json(200, LONG), json(400, NO_SESSION)])
    await vi.advanceTimersByTimeAsync(10 * MINUTE + SPREAD / 2 - 1)
    expect(page.requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(page.requests).toHaveLength(2)
    expect(heard).toEqual(['logout', 'error'])
    expect(seen).toEqual(['loading', 'connected', 'loggedOut'])
  })

  it('when it expires, each time', async () => {
    const { page, heard } = await startAsked([
      json(200, LONG),
      json(200, LONG),
      json(200, { ...GRACE, expiresIn: 1e9 }),
    ])
    await vi.advanceTimersByTimeAsync(2 * (10 * MINUTE + SPREAD / 2))
    expect(page.requests).toHaveLength(3)
    expect(heard).toEqual(['userChange'])
  })

  it.each([
    [
      'zone.js, which runs it',
      { root: { run: Reflect.apply }, current: { wrap: (look: () => void) => look } },
    ],
    ['something else of the name Zone', {}],
  ])('when it expires, on a page that has %s', async (_, Zone) => {
    const page = open()
    Object.assign(page.window, { Zone })
    const { ask } = start([json(200, LONG), json(400, NO_SESSION)], {}, page)
    await ask()
    await vi.advanceTimersByTimeAsync(10 * MINUTE + SPREAD / 2)
    expect(page.requests).toHaveLength(2)
  })

  it('not while the page is hidden, and when it is seen again', async () => {
    const { page, heard } = await startAsked([json(200, LONG), json(400, NO_SESSION)])
    show(page, 'hidden')
    await vi.advanceTimersByTimeAsync(30 * MINUTE)
    expect(page.requests).toHaveLength(1)
    await see(page)
    expect(page.requests).toHaveLength(2)
    expect(heard).toEqual(['logout', 'error'])
  })

  it('when the page is seen again, although it has not expired', async () => {
    const { page } = await startAsked([json(200, LONG), json(400, NO_SESSION)])
    show(page, 'hidden')
    await vi.advanceTimersByTimeAsync(2 * MINUTE)
    await see(page)
    expect(page.requests).toHaveLength(2)
  })

  it('when the page comes back out of the browser’s cache', async () => {
    const { page } = await startAsked([json(200, LONG), json(400, NO_SESSION)])
    await vi.advanceTimersByTimeAsync(2 * MINUTE)
    showFrom(page, true)
    await vi.advanceTimersByTimeAsync(0)
    expect(page.requests).toHaveLength(2)
  })

  it('not when a page is shown for the first time: its own call has found what is kept', async () => {
    const { page } = await startAsked([json(200, LONG)])
    await vi.advanceTimersByTimeAsync(2 * MINUTE)
    showFrom(page, false)
    await vi.advanceTimersByTimeAsync(0)
    expect(page.requests).toHaveLength(1)
  })

  it('when the network is back, a while later by chance', async () => {
    const { page } = await startAsked([json(200, LONG), json(400, NO_SESSION)])
    await vi.advanceTimersByTimeAsync(2 * MINUTE)
    tell(page, 'online')
    await vi.advanceTimersByTimeAsync(SPREAD / 2 - 1)
    expect(page.requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(page.requests).toHaveLength(2)
  })

  it('when what the page’s server has handed over is old by now, and what it said does not come back', async () => {
    const page = open()
    Reflect.set(page.window, 'porticoHead', ['', NOW + 60 * MINUTE, LONG])
    const { identity, seen, ask } = await startAsked([json(400, NO_SESSION)], {}, page)
    await vi.advanceTimersByTimeAsync(2 * MINUTE)
    await see(page)
    await ask()
    expect(seen).toEqual(['loading', 'connected', 'loggedOut'])
    expect(identity.getSnapshot().status).toBe('loggedOut')
  })
})

describe('the service is asked', () => {
  it('at most once in a while, however often the page is seen', async () => {
    const { page } = await startAsked([json(200, LONG), json(200, LONG)])
    for (let seconds = 0; seconds < 59; seconds++) {
      await vi.advanceTimersByTimeAsync(SECOND)
      show(page)
    }
    expect(page.requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(SECOND)
    await see(page)
    expect(page.requests).toHaveLength(2)
    expect(vi.getTimerCount()).toBe(1)
  })

  it('when the session expires, and no sooner, by a page that was seen again too soon', async () => {
    const { page } = await startAsked([json(200, LONG)])
    await vi.advanceTimersByTimeAsync(10 * SECOND)
    show(page)
    await vi.advanceTimersByTimeAsync(9 * MINUTE)
    expect(page.requests).toHaveLength(1)
  })

  it('after a while, when the network is back too soon', async () => {
    const { page } = await startAsked([json(200, LONG), json(200, LONG)])
    await vi.advanceTimersByTimeAsync(10 * SECOND)
    tell(page, 'online')
    await vi.advanceTimersByTimeAsync(50 * SECOND + SPREAD / 2)
    expect(page.requests).toHaveLength(2)
  })

  it('at most once in a while after a failure, where nothing spares the service, whatever the page asks', async () => {
    const page = open()
    page.answer(json(200, LONG), text(503, ''), json(200, LONG))
    const identity = createIdentity(optionsFor(page), [fetchTransport(), sessionCache(), revalidate()])
    await identity.hasSession()
    await vi.advanceTimersByTimeAsync(2 * MINUTE)
    show(page)
    for (let seconds = 0; seconds < 59; seconds++) {
      await vi.advanceTimersByTimeAsync(SECOND)
      await identity.hasSession()
      show(page)
    }
    expect(page.requests).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(SECOND)
    await see(page)
    expect(page.requests).toHaveLength(3)
  })

  it('once for a failure, where nothing is kept', async () => {
    const page = open()
    page.answer(json(200, LONG), text(503, ''))
    const identity = createIdentity(optionsFor(page), [fetchTransport(), revalidate()])
    await identity.hasSession()
    await vi.advanceTimersByTimeAsync(2 * MINUTE)
    await see(page)
    expect(page.requests).toHaveLength(2)
  })

  it('no more by a page that leaves for the refresh', async () => {
    const page = open()
    page.answer(json(200, { redirectURL: '/session-exchange' }))
    const identity = createIdentity(optionsFor(page), [fetchTransport(), sessionRefresh(), revalidate()])
    await identity.hasSession().catch(() => {})
    expect(page.navigations).toHaveLength(1)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('at most once in a while where sessions hold no longer than a moment', async () => {
    const short = json(200, { ...ADA, expiresIn: 1000 })
    const { page } = await startAsked([short, short])
    await vi.advanceTimersByTimeAsync(MINUTE + SPREAD)
    expect(page.requests).toHaveLength(2)
  })

  it('not before the page itself has asked', async () => {
    const { page } = start([])
    show(page)
    tell(page, 'online')
    showFrom(page, true)
    expect(vi.getTimerCount()).toBe(0)
    await vi.advanceTimersByTimeAsync(60 * MINUTE)
    expect(page.requests).toEqual([])
  })

  it('not against a pause, and when it is over', async () => {
    const { page, seen } = await startAsked([text(503, ''), json(200, LONG)])
    // The pause: 3.5 s by chance.
    const until = NOW + 3.5 * SECOND
    for (let seconds = 0; seconds < 3; seconds++) {
      await vi.advanceTimersByTimeAsync(SECOND)
      show(page)
    }
    expect(Date.now()).toBeLessThan(until)
    expect(page.requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(MINUTE + SPREAD)
    expect(page.requests).toHaveLength(2)
    expect(seen).toEqual(['loading', 'unavailable', 'connected'])
  })

  it('not against a pause that lasts longer than the while', async () => {
    const busy: Answer = () => new Response('', { status: 503, headers: { 'retry-after': '600' } })
    const { page } = await startAsked([busy, json(200, LONG)])
    for (let minutes = 0; minutes < 12; minutes++) {
      await vi.advanceTimersByTimeAsync(MINUTE)
      show(page)
    }
    // Ten minutes, by chance a quarter longer.
    expect(page.requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(MINUTE)
    await see(page)
    expect(page.requests).toHaveLength(2)
  })

  it('not by itself once the session was cleared, but when the page is seen again', async () => {
    const { page, identity } = await startAsked([json(200, LONG), json(200, LONG)])
    identity.clearCachedUserSession()
    await vi.advanceTimersByTimeAsync(60 * MINUTE)
    expect(page.requests).toHaveLength(1)
    await see(page)
    expect(page.requests).toHaveLength(2)
  })

  it('as soon as it may, though a call was refused just before the end of a pause', async () => {
    const busy: Answer = () => new Response('', { status: 503, headers: { 'retry-after': '120' } })
    const { page, ask } = await startAsked([json(200, { ...ADA, expiresIn: 1000 }), busy, json(200, LONG)])
    await vi.advanceTimersByTimeAsync(2 * MINUTE)
    expect(page.requests).toHaveLength(2)
    // By chance a quarter longer than two minutes.
    await vi.advanceTimersByTimeAsync(70 * SECOND)
    await ask()
    await vi.advanceTimersByTimeAsync(60 * SECOND)
    expect(page.requests).toHaveLength(3)
  })
})

describe('a failure', () => {
  it('leaves what still holds as it is, and the next calls of the page too', async () => {
    const { page, identity, seen, heard } = await startAsked([json(200, LONG), text(503, '')])
    await vi.advanceTimersByTimeAsync(2 * MINUTE)
    await see(page)
    expect(page.requests).toHaveLength(2)
    expect(identity.getSnapshot()).toMatchObject({ status: 'connected', session: { userId: ADA.userId } })
    expect(seen).toEqual(['loading', 'connected'])
    expect(heard).toEqual(['error'])
    expect(await identity.hasSession()).toMatchObject({ userId: ADA.userId })
  })

  it('is no failure of the page’s own call that shares the request: it gets what still holds', async () => {
    const held = onItsWay(text(503, ''))
    const { page, identity } = await startAsked([json(200, LONG), held.answer])
    await vi.advanceTimersByTimeAsync(2 * MINUTE)
    show(page)
    const own = identity.hasSession()
    held.come()
    expect(await own).toMatchObject({ userId: ADA.userId })
    expect(page.requests).toHaveLength(2)
  })

  it('in another tab keeps a page from asking that has not heard of it', async () => {
    const { page } = await startAsked([json(200, LONG)])
    await vi.advanceTimersByTimeAsync(2 * MINUTE)
    const until = Date.now() + 5 * MINUTE
    const pause = { reason: 'session-unreachable', code: 503, retryAt: until, pauseMs: 5 * MINUTE }
    const key = 'portico.https://account.example https://id.site.example client-1.pause'
    page.window.localStorage.setItem(key, JSON.stringify({ value: pause, expiresAt: until }))
    showFrom(page, true)
    await vi.advanceTimersByTimeAsync(0)
    expect(page.requests).toHaveLength(1)
  })

  it('leaves it so when the page was seen twice while the service was asked', async () => {
    const held = onItsWay(text(503, ''))
    const { page, identity } = await startAsked([json(200, LONG), held.answer])
    await vi.advanceTimersByTimeAsync(2 * MINUTE)
    show(page)
    show(page)
    held.come()
    await vi.advanceTimersByTimeAsync(0)
    expect(await identity.hasSession()).toMatchObject({ userId: ADA.userId })
    expect(page.requests).toHaveLength(2)
  })

  it('is told once, and not each time that the page is seen while the service is spared', async () => {
    const busy: Answer = () => new Response('', { status: 503, headers: { 'retry-after': '300' } })
    const { page, seen, heard } = await startAsked([json(200, LONG), busy])
    for (let minutes = 0; minutes < 5; minutes++) {
      await vi.advanceTimersByTimeAsync(MINUTE)
      show(page)
    }
    expect(page.requests).toHaveLength(2)
    expect(seen).toEqual(['loading', 'connected'])
    expect(heard).toEqual(['error'])
  })

  it('of what is over by now makes the session unavailable', async () => {
    const { page, identity, heard } = await startAsked([json(200, LONG), text(503, '')])
    show(page, 'hidden')
    await vi.advanceTimersByTimeAsync(20 * MINUTE)
    await see(page)
    expect(page.requests).toHaveLength(2)
    expect(identity.getSnapshot().status).toBe('unavailable')
    expect(heard).toEqual(['error'])
  })
})

it('a clock that was set back does not make each call a request', async () => {
  const { page, identity, ask } = await startAsked([json(200, LONG)])
  vi.setSystemTime(NOW - 500)
  await ask()
  expect(page.requests).toHaveLength(1)
  page.answer(json(200, LONG))
  vi.setSystemTime(NOW - 60 * MINUTE)
  identity.clearCachedUserSession()
  await ask()
  await ask()
  expect(page.requests).toHaveLength(2)
})

it.each([0, -1, Number.NaN, 'often' as never])(
  'takes no %s for a number of seconds',
  (atMostEverySeconds) => {
    expect(thrown(() => start([], { atMostEverySeconds }))).toMatchObject(
      sdkError('option-invalid', /: atMostEverySeconds is .*\. Give seconds, more than 0\./),
    )
  },
)

describe('the full identity', () => {
  const seenAgain = async (option: boolean | RevalidateOptions | undefined, answers: Answer[]) => {
    const page = open()
    page.answer(...answers)
    const options = { ...optionsFor(page), ...(option !== undefined && { revalidate: option }) }
    const identity = composeFull(options, fetchTransport())
    await identity.isLoggedIn()
    await vi.advanceTimersByTimeAsync(2 * MINUTE)
    await see(page)
    identity.dispose()
    return page.requests.length
  }

  it('asks anew where the option says so', async () => {
    expect(await seenAgain(true, [json(200, LONG), json(200, LONG)])).toBe(2)
    expect(await seenAgain({ atMostEverySeconds: 90 }, [json(200, LONG), json(200, LONG)])).toBe(2)
    expect(await seenAgain({ atMostEverySeconds: 300 }, [json(200, LONG)])).toBe(1)
  })

  it('does not without it', async () => {
    expect(await seenAgain(undefined, [json(200, LONG)])).toBe(1)
    expect(await seenAgain(false, [json(200, LONG)])).toBe(1)
  })
})

it('after a login that came to nothing looks soon, and not when the session before it would have ended', async () => {
  const { page, identity } = await startAsked([json(200, LONG)])
  identity.clearCachedUserSession()
  // The reader turns to the page again, before it may ask.
  show(page)
  page.answer(json(200, LONG))
  await vi.advanceTimersByTimeAsync(MINUTE + SPREAD)
  expect(page.requests).toHaveLength(2)
})
