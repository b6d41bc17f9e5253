/** Listeners that log out, log in, clear, ask or dispose while they are told, in every identity that has a logout. */
import { setImmediate as nextTask } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createIdentity, definePlugin, type EventName } from '../../../core/index.ts'
import { fetchTransport, login, sessionCache, sessionEvents, user } from '../../../plugins/index.ts'
import { Identity as CompatIdentity } from '../../../presets/compat/index.ts'
import { createFullIdentity } from '../../../presets/full.ts'
import { Identity } from '../../../presets/identity.ts'
import { ADA, NO_SESSION, optionsFor } from '../../support/fixtures.ts'
import { json, openPage, openPageWith, type Page } from '../../support/page.ts'

/** What all of them have. */
interface Door {
  on(event: EventName, listener: () => void): unknown
  hasSession(): Promise<unknown>
  logout(redirectUri?: string): void
  login(options: { state: string }): unknown
  clearCachedUserSession(): void
  dispose(): void
}

const DOORS: Record<string, (page: Page) => Door> = {
  'one with login()': (page) =>
    createIdentity(optionsFor(page), [
      fetchTransport(),
      sessionCache(),
      sessionEvents(),
      user(),
      login(),
    ]) as Door,
  'the full identity': (page) => createFullIdentity(optionsFor(page), fetchTransport()),
  'the class': (page) => new Identity(optionsFor(page)),
  'the class of compat': (page) => new CompatIdentity(optionsFor(page)) as never,
}

/** A listener that goes on for ever is let go of before it freezes the test. */
const MOST = 20

/** Counts the calls of a listener, which does nothing any more when it was called too often. */
function counted(run: () => void) {
  const calls = { count: 0, listener: () => void (++calls.count <= MOST && run()) }
  return calls
}

const returnsOf = ({ navigations }: Page) =>
  navigations.map((to) => new URL(to).searchParams.get('redirect_uri'))
const BYE = 'https://www.site.example/bye'
const OTHER = 'https://www.site.example/other'

describe.each(Object.entries(DOORS))('%s', (_, open) => {
  it('logs out once, whatever listeners of logout log out', () => {
    const page = openPage()
    const identity = open(page)
    const first = counted(() => identity.logout(OTHER))
    const second = counted(() => identity.logout())
    identity.on('logout', first.listener)
    identity.on('logout', second.listener)
    identity.logout(BYE)
    expect([first.count, second.count]).toEqual([1, 1])
    expect(returnsOf(page)).toEqual([BYE])
    expect(page.reported).toEqual([])
  })

  it('logs out once, whatever listener of an error logs out by the address that has led to it', () => {
    const page = openPage()
    const identity = open(page)
    const { listener } = counted(() => identity.logout('javascript:alert(1)'))
    identity.on('error', listener)
    identity.logout('javascript:alert(1)')
    expect(returnsOf(page)).toEqual(['https://www.site.example/callback'])
  })

  it('logs out again after a logout', () => {
    const page = openPage()
    const identity = open(page)
    identity.logout(BYE)
    identity.logout(OTHER)
    expect(returnsOf(page)).toEqual([BYE, OTHER])
  })

  it('logs out again after one whose listeners threw', () => {
    const page = openPage()
    const identity = open(page)
    const boom = new Error('boom')
    identity.on('logout', () => {
      throw boom
    })
    identity.logout(BYE)
    identity.logout(OTHER)
    expect(returnsOf(page)).toEqual([BYE, OTHER])
    expect(page.reported).toEqual([boom, boom])
  })

  it('logs out when a listener hears of a logout that the service has told, and tells of both', async () => {
    const page = openPageWith(json(200, ADA), json(200, { result: false, expiresIn: 60_000 }))
    const identity = open(page)
    await identity.hasSession()
    const heard = counted(() => identity.logout(BYE))
    identity.on('logout', heard.listener)
    identity.clearCachedUserSession()
    await identity.hasSession().catch(() => {})
    expect(returnsOf(page)).toEqual([BYE])
    expect(heard.count).toBe(2)
  })

  it.for(['login', 'sessionInit'] as const)('a listener of %s that logs in leaves once', async (event) => {
    const page = openPageWith(json(200, ADA))
    const identity = open(page)
    identity.on(event, () => identity.login({ state: 'state' }))
    await identity.hasSession()
    expect(page.navigations).toHaveLength(1)
  })

  it('tells the other listeners when one clears the session', async () => {
    const page = openPage()
    const identity = open(page)
    const heard: string[] = []
    identity.on('login', () => identity.clearCachedUserSession())
    for (const name of ['login', 'sessionChange', 'sessionInit', 'statusChange'] as const)
      identity.on(name, () => heard.push(name))
    page.answer(json(200, ADA), json(400, NO_SESSION))
    await identity.hasSession()
    expect(heard).toEqual(['login', 'sessionChange', 'sessionInit', 'statusChange'])
    // The answer is not kept.
    await identity.hasSession().catch(() => {})
    expect(page.requests).toHaveLength(2)
  })

  it('gives a listener that asks the answer that it is told of, and tells of it once', async () => {
    const page = openPage()
    const identity = open(page)
    const answers: Promise<unknown>[] = []
    identity.on('login', () => void answers.push(identity.hasSession()))
    page.answer(json(200, ADA))
    await identity.hasSession()
    expect(await Promise.all(answers)).toMatchObject([{ userId: ADA.userId }])
  })

  it('leaves for the logout page when a listener disposes of it', () => {
    const page = openPage()
    const identity = open(page)
    identity.on('logout', () => identity.dispose())
    identity.logout(BYE)
    expect(returnsOf(page)).toEqual([BYE])
    expect(page.reported).toEqual([])
  })
})

/** Runs something on a stack that is a little deeper, so that it is full at another place. */
const deeper = (frames: number, run: () => void): void => (frames > 0 ? deeper(frames - 1, run) : run())

/** Collects promises that are left rejected, in place of the runner, for which they are a fault of the run. */
function collectRejections(): unknown[] {
  const left: unknown[] = []
  const collect = (error: unknown) => void left.push(error)
  const others = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', collect)
  onTestFinished(() => {
    process.off('unhandledRejection', collect)
    for (const listener of others) process.on('unhandledRejection', listener)
  })
  return left
}

describe('a listener that causes its own event until the stack is full', () => {
  it('keeps no later event from anybody', async () => {
    // When the stack is full, the `catch` of a promise may fail too. Then the page has an unhandled rejection.
    const left = collectRejections()
    const page = openPage()
    const told = definePlugin({
      name: 'told',
      setup(kernel) {
        kernel.hook('session:cleared', () => kernel.emit('notLoggedin', null))
      },
    })
    const identity = createIdentity(optionsFor(page), [
      fetchTransport(),
      sessionCache(),
      sessionEvents(),
      told,
    ])
    const stop = identity.on('notLoggedin', () => identity.clearCachedUserSession())
    for (let frames = 0; frames < 40; frames++) deeper(frames, () => identity.clearCachedUserSession())
    stop()
    expect(page.reported[0]).toBeInstanceOf(RangeError)
    const heard: string[] = []
    identity.on('login', () => heard.push('login'))
    page.answer(json(200, ADA))
    await identity.hasSession()
    expect(heard).toEqual(['login'])
    await nextTask()
    for (const error of left) expect(error).toBeInstanceOf(RangeError)
  })
})
