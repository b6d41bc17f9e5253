/** What goes wrong between tabs elsewhere: each known failure is a test. */
import type { CDPSession, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { BROWSER, runsIn, TIMED } from './support/browser.ts'
import { channelName, holdsLocks, listen } from './support/channel.ts'
import { startSession } from './support/demo.ts'
import { holdTimers, pass } from './support/held-timers.ts'
import {
  ask,
  askAnew,
  beginToAsk,
  beginToAskSlowly,
  heard,
  hears,
  logOut,
  openTab,
  openTabs,
  serveTabs,
  type TabWindow,
} from './support/tab-pages.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()
beforeAll(() => serveTabs(world))

const ON_DEMAND = 'No other browser does that on demand.'

/** How often a browser makes a request at most on which the service hangs up. The library makes two attempts. */
const TIMES = { chromium: 2, firefox: 10 }

/** Whether a tab tells that nobody is logged in. */
const saysNobody = (message: unknown) => {
  const { reading } = message as { reading?: { session: unknown } }
  return reading?.session === null
}

/** A hidden tab that waits for its turn, behind one that holds the lock and has met its fate meanwhile. */
async function waitsBehind(fate: (holder: Page, cdp: CDPSession) => Promise<unknown>) {
  const holder = await openTab(world, '/isolated')
  const other = await openTab(world, '/hidden', holdTimers)
  const requests: string[] = []
  other.on('request', (request) => requests.push(request.url()))
  await beginToAskSlowly(world, holder, 15_000)
  await holdsLocks(other, [channelName(world)])
  await beginToAsk(other)
  await fate(holder, await world.browser.newCDPSession(holder))
  return { other, requests }
}

describe('a lock orphaned', TIMED, () => {
  it('by a frozen tab keeps nobody waiting for longer than an attempt takes', async () => {
    if (!runsIn('chromium', 'a tab that is frozen', ON_DEMAND)) return
    const { other, requests } = await waitsBehind((_, cdp) =>
      cdp.send('Page.setWebLifecycleState', { state: 'frozen' }),
    )
    await pass(other, 8400)
    expect(requests).toEqual([])
    await pass(other, 100)
    await pass(other, 250)
    expect(await ask(other)).toBe('session-missing')
    // It is held still.
    await holdsLocks(other, [channelName(world)])
  })

  it('by a crashed tab is taken over at once by one that waits', async () => {
    if (!runsIn('chromium', 'a tab that crashes', ON_DEMAND)) return
    const { other } = await waitsBehind((holder, cdp) => {
      // Nobody is left to answer the command.
      cdp.send('Page.crash').catch(() => undefined)
      return holder.waitForEvent('crash')
    })
    await holdsLocks(other, [channelName(world)])
    await pass(other, 250)
    expect(await ask(other)).toBe('session-missing')
    await holdsLocks(other, [])
  })
})

describe('ten tabs with the service down', TIMED, () => {
  it('ask by one of them, and each learns that it is down', async () => {
    // The nine wait for up to twice as long by chance, and the one asks again after a while by chance: both draw the same.
    const draw = () => void (Math.random = () => 0.5)
    const tabs = await Promise.all(Array.from({ length: 10 }, () => openTab(world, '/hidden', draw)))
    let asking = 0
    for (const tab of tabs) tab.once('request', () => asking++)
    world.emulator.setFaults({ session: 'down' })
    world.sessionCalls()
    expect(await Promise.all(tabs.map(ask))).toEqual(Array(10).fill('session-unreachable'))
    expect(await Promise.all(tabs.map(heard))).toEqual(Array(10).fill(['error']))
    expect(asking).toBe(1)
    expect(world.sessionCalls().length).toBeLessThanOrEqual(2 * TIMES[BROWSER])
    world.emulator.resetFaults()
    await holdsLocks(tabs[0] as Page, [])
  })
})

describe('a listener', TIMED, () => {
  it('may call hasSession from inside an event of another tab', async () => {
    const [one, two] = await openTabs(world, ['/tab', '/tab'])
    expect(await Promise.all([ask(one), ask(two)])).toEqual(['session-missing', 'session-missing'])
    await one.evaluate(() => {
      const { identity, ask } = window as unknown as TabWindow
      const answers = (name: string) => new Promise((resolve) => identity.on(name, () => resolve(ask())))
      Object.assign(window, { answers: Promise.all([answers('login'), answers('logout')]) })
    })
    await startSession(world)
    world.sessionCalls()
    const userId = await askAnew(two)
    expect(userId).toBeGreaterThan(0)
    await hears(one, 'login')
    await logOut(two)
    expect(await one.evaluate(() => (window as unknown as { answers: unknown }).answers)).toEqual([
      userId,
      'session-missing',
    ])
    expect(await heard(one)).toEqual(['notLoggedin', 'error', 'login', 'logout', 'error'])
    expect(world.sessionCalls()).toHaveLength(1)
  })
})

describe("two versions of the library's tabs on one origin", () => {
  it('go their own ways: neither waits for the other, nor takes its word', async () => {
    await startSession(world)
    const [one, other] = await openTabs(world, ['/tab', '/other-version'])
    world.sessionCalls()
    const userId = await ask(one)
    expect(userId).toBeGreaterThan(0)
    expect(await ask(other)).toBe(userId)
    expect(world.sessionCalls()).toHaveLength(2)
    await logOut(other)
    expect(await ask(one)).toBe(userId)
    expect(await askAnew(one)).toBe('session-missing')
    expect(await heard(one)).toEqual(['login', 'login', 'logout', 'error'])
  })

  it('are not disturbed by messages that they do not know', async () => {
    const [one, quiet] = await openTabs(world, ['/tab', '/quiet'])
    const errors: Error[] = []
    one.on('pageerror', (error) => errors.push(error))
    const channel = await listen(quiet, channelName(world))
    await beginToAskSlowly(world, one, 1000)
    for (const message of ['2', 2, [], {}, { version: 2, session: { userId: 7 } }, { askedAt: 'now' }])
      await channel.post(message)
    expect(await ask(one)).toBe('session-missing')
    const forged = { askedAt: 0, expiresAt: 1e15, session: { userId: 7 } }
    for (const message of [true, forged, { reading: forged }]) await channel.post(message)
    // It knows, and says so to whoever asks.
    await channel.post('question')
    await channel.heard(saysNobody, 2)
    expect(await askAnew(one)).toBe('session-missing')
    expect(await heard(one)).not.toContain('login')
    expect(errors).toEqual([])
  })
})

describe('two clients on one origin', () => {
  it('never hear each other', async () => {
    await startSession(world)
    const [one, two, other] = await openTabs(world, ['/tab', '/tab', '/tab?client=another'])
    world.sessionCalls()
    const answers = await Promise.all([other, one].map(ask))
    // The service does not know it.
    expect(answers).toEqual(['session-refused', expect.any(Number)])
    expect(world.sessionCalls()).toHaveLength(2)
    expect(await ask(two)).toBe(answers[1])
    await logOut(one)
    await hears(two, 'logout')
    expect(await heard(other)).toEqual(['error'])
    expect(await askAnew(other)).toBe('session-refused')
    expect(await heard(two)).toEqual(['login', 'logout', 'error'])
  })
})

describe('a broadcaster', TIMED, () => {
  it('is called: what one end has asked is on the channel', async () => {
    const [quiet, one] = await openTabs(world, ['/quiet', '/tab'])
    const channel = await listen(quiet, channelName(world))
    await ask(one)
    await channel.heard(saysNobody)
  })

  it('is listened to: the other end takes what is on the channel while it waits, and asks nobody', async () => {
    const [quiet, one] = await openTabs(world, ['/quiet', '/hidden'])
    await quiet.evaluate((name) => {
      const channel = new BroadcastChannel(name)
      channel.onmessage = () => {
        const session = { result: true, userId: 7, expiresIn: 60_000 }
        const now = Date.now()
        channel.postMessage({ reading: { session, askedAt: now, expiresAt: now + 60_000 } })
      }
    }, channelName(world))
    world.sessionCalls()
    expect(await ask(one)).toBe(7)
    expect(await one.evaluate(() => (window as unknown as TabWindow).identity.getSnapshot().source)).toBe(
      'tab',
    )
    expect(world.sessionCalls()).toEqual([])
  })
})

describe('a browser', () => {
  it('without locks, a broadcast channel or local storage has tabs that work, each by itself', async () => {
    const without = {
      locks: () => Object.defineProperty(Navigator.prototype, 'locks', { value: undefined }),
      channel: () => Reflect.deleteProperty(window, 'BroadcastChannel'),
      storage: () =>
        Object.defineProperty(window, 'localStorage', {
          get: () => {
            throw new DOMException('denied', 'SecurityError')
          },
        }),
    }
    await startSession(world)
    const opened = Object.values(without).flatMap((take) => [
      openTab(world, '/tab', take),
      openTab(world, '/tab', take),
    ])
    const tabs = await Promise.all(opened)
    const [userId] = await Promise.all(tabs.map(ask))
    expect(userId).toBeGreaterThan(0)
    expect(await Promise.all(tabs.map(ask))).toEqual(Array(6).fill(userId))
    await logOut(tabs[0] as Page)
    const others = tabs.slice(1)
    expect(await Promise.all(others.map(askAnew))).toEqual(Array(5).fill('session-missing'))
    for (const tab of others) expect(await heard(tab)).toContain('logout')
  })
})
