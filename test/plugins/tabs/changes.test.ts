/** A login, a logout or another user in one tab, and what the others tell their pages of it. */
import { describe, expect, it, vi } from 'vitest'
import { ADA, GRACE, NOT_CONNECTED, rejection } from '../../support/fixtures.ts'
import { onItsWay } from '../../support/on-its-way.ts'
import { broken, json, type Page } from '../../support/page.ts'
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
  type Tab,
  useTabs,
} from './tab-page.ts'

const { browser, tab, knowing } = useTabs()

/** Longer than a tab waits for the answer of the one that has learned of a change. */
const soon = () => pass(300)

/** The reader logs in as somebody else in another tab. */
async function logIn(session: object = ADA): Promise<Tab> {
  const other = tab([json(200, session)])
  other.identity.login({ state: 's' })
  await other.identity.hasSession()
  return other
}

/** The page's server has told of a session when it made the page, which the browser asked for just now. */
function serve(page: Page, session: object): void {
  const madeAt = Date.now()
  Object.defineProperty(page.window, 'performance', { value: { now: () => Date.now() - madeAt } })
  Object.assign(page.window, { porticoHead: ['', Date.now() + 60_000, { ...session }] })
}

/** No event reaches a page until the returned function is called. */
function putToSleep({ window }: Page): () => void {
  const asleep = vi.spyOn(window, 'dispatchEvent').mockReturnValue(true)
  browser().deliver = () => {}
  return () => {
    asleep.mockRestore()
    browser().deliver = queueMicrotask
  }
}

describe('another tab', () => {
  it.each([
    ['as soon as', queueMicrotask],
    ['later than', (arrival: () => void) => void setImmediate(arrival)],
  ])('hears of a login, and asks nobody, where the answer comes %s the news', async (_, deliver) => {
    browser().deliver = deliver
    const one = await knowing(NOBODY)
    await logIn()
    await settle()
    expect(one.heard).toEqual(['login'])
    expect(one.calls()).toBe(1)
    expect(await one.identity.hasSession()).toEqual(ADA)
  })

  it.each([
    ['another user', ADA, GRACE, ['login', 'userChange']],
    ['a user who is connected now', NOT_CONNECTED, { ...NOT_CONNECTED, result: true }, ['login']],
  ])('hears of %s', async (_, before, after, heard) => {
    const one = await knowing(json(200, before))
    await logIn(after)
    await settle()
    expect(one.heard).toEqual(heard)
    expect(one.calls()).toBe(1)
    expect(await one.identity.isConnected()).toBe(true)
  })

  it('hears of another user, and asks, where no answer comes with the news', async () => {
    const one = await knowing()
    browser().deliver = () => {}
    await logIn(GRACE)
    one.page.answer(json(200, GRACE))
    await pass(249)
    expect(one.calls()).toBe(1)
    await pass(1)
    expect(one.heard).toEqual(['login', 'userChange'])
  })

  it('hears of nothing while the user is the same', async () => {
    const one = await knowing()
    await later()
    await knowing()
    await later()
    expect(one.heard).toEqual([])
  })

  it('hears that nobody is logged in, where the service says so without a failure', async () => {
    const one = await knowing()
    const two = tab([json(200, { result: false, expiresIn: 60_000 })])
    two.identity.clearCachedUserSession()
    await two.identity.hasSession()
    await settle()
    expect(one.heard).toEqual(['logout'])
  })

  it('hears of a logout at once, and asks nobody while that is on its way', async () => {
    const one = await knowing()
    const two = tab([json(200, GRACE), NOBODY])
    await two.identity.hasSession()
    await settle()
    expect(one.heard).toEqual(['login', 'userChange'])
    one.heard.length = 0
    await pass(1)
    // The pace of news does not hold for a logout.
    two.identity.logout()
    await settle()
    expect(one.heard).toEqual(['logout', 'error'])
    expect(await one.identity.isLoggedIn()).toBe(false)
    expect(await two.identity.isLoggedIn()).toBe(false)
    expect(one.calls()).toBe(1)
    // The browser has left for the service, and comes back.
    fire(two.page, 'pagehide')
    fire(two.page, 'pageshow')
    expect(await outcome(two.identity.isLoggedIn())).toBe(false)
    expect(two.calls()).toBe(2)
  })

  it('hears of a logout, too, where it has taken the session from another one', async () => {
    const one = await knowing()
    const two = tab([], { isHidden: true })
    await two.identity.hasSession()
    two.heard.length = 0
    one.identity.logout()
    await settle()
    expect(two.heard).toEqual(['logout', 'error'])
  })

  it('hears of a logout though the identity was disposed right after it', async () => {
    const one = await knowing()
    const two = await knowing()
    two.identity.logout()
    two.identity.dispose()
    await settle()
    expect(one.heard.slice(-2)).toEqual(['logout', 'error'])
    expect(one.calls() + two.calls()).toBe(2)
  })

  it('asks again ten seconds after a logout that never left the page', async () => {
    const one = await knowing()
    one.identity.logout()
    await pass(9999)
    expect(await rejection(one.identity.hasSession())).toMatchObject({ reason: 'session-missing', code: 400 })
    await pass(2)
    one.page.answer(json(200, GRACE))
    expect(await one.identity.hasSession()).toEqual(GRACE)
  })

  it('hears of a logout that took longer than ten seconds, though its page asked again meanwhile', async () => {
    const one = await knowing()
    const two = await knowing()
    two.identity.logout()
    await pass(10_001)
    two.page.answer(json(200, ADA))
    expect(await two.identity.hasSession()).toEqual(ADA)
    await later()
    expect(one.heard.at(-1)).toBe('login')
    // Both of them show the reader.
    for (const { page } of [one, two]) page.answer(NOBODY)
    fire(two.page, 'pagehide')
    await later()
    expect(one.heard.slice(-2)).toEqual(['logout', 'error'])
  })

  it('is told of one logout only, though its page is left more than once', async () => {
    const { identity, page } = await knowing()
    identity.logout()
    fire(page, 'pagehide')
    page.answer(NOBODY)
    fire(page, 'pageshow')
    await pass(1)
    const two = await knowing(json(200, GRACE))
    fire(page, 'pagehide')
    await later()
    expect(two.heard).toEqual([])
  })

  it('hears of a login that the server of another page tells, and asks for what that leaves out', async () => {
    const { identity, heard, page } = await knowing(NOBODY)
    page.answer(json(200, ADA))
    const other = browser().tab()
    serve(other, { ...ADA, sp_id: undefined })
    const one = tab([], { page: other })
    await one.identity.hasSession()
    await soon()
    expect(heard).toEqual(['login'])
    expect(await identity.getSpId()).toBe(ADA.sp_id)
    expect(one.calls()).toBe(0)
  })

  it.each([
    ['all that is known', ADA],
    ['not whether the user is connected', { userId: ADA.userId }],
    ['not the number of the user', { uuid: ADA.uuid }],
  ])('hears nothing of the server of another page that knows %s', async (_, session) => {
    const { heard } = await knowing()
    const other = browser().tab()
    serve(other, session)
    const one = tab([], { page: other })
    await one.identity.hasSession()
    fire(other, 'visibilitychange')
    await later()
    expect(heard).toEqual([])
    expect(one.calls()).toBe(0)
  })

  it('is not asked anew when nobody has asked on its page', async () => {
    const quiet = tab()
    await knowing()
    fire(quiet.page, 'visibilitychange')
    await later()
    expect(quiet.calls()).toBe(0)
  })

  it('may call hasSession from a listener to an event of another one, without another request', async () => {
    const one = await knowing(NOBODY)
    const seen: unknown[] = []
    one.identity.on('login', async () => {
      seen.push((await one.identity.hasSession()).userId)
    })
    await logIn()
    await settle()
    expect(seen).toEqual([ADA.userId])
    expect(browser().locks.size).toBe(0)
    expect(one.calls()).toBe(1)
    expect(one.heard).toEqual(['login'])
  })

  it('asks nobody for a user who is back before it has heeded that they changed', async () => {
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

  it('of another client hears nothing', async () => {
    const one = await knowing(NOBODY)
    const two = tab([json(200, ADA)], { clientId: 'client-2' })
    expect(await two.identity.hasSession()).toEqual(ADA)
    two.identity.logout()
    await later()
    expect(one.heard).toEqual([])
    expect(one.calls()).toBe(1)
  })

  it('of another format disturbs nobody', async () => {
    const other = browser().tab().window
    const name = NAME.replace(/\d$/, '9')
    freezeIn(browser(), name)
    const one = await knowing()
    other.localStorage.setItem(`${name}.mark`, 'of a kind that nobody knows yet')
    new other.BroadcastChannel(name).postMessage('change')
    await later()
    expect(one.heard).toEqual([])
    expect(await one.identity.hasSession()).toEqual(ADA)
  })
})

describe('a tab whose own call meets the change', () => {
  it('hears of a login, though its call was dropped by a clearing before it was answered', async () => {
    const late = onItsWay(NOBODY)
    const one = tab([late.answer])
    const dropped = rejection(one.identity.hasSession())
    await late.wasAsked
    await pass(1)
    one.identity.clearCachedUserSession()
    late.come()
    await dropped
    await later()
    await logIn()
    await settle()
    expect(one.heard).toEqual(['login'])
  })

  it('hears of a login, though the session was cleared before its call had begun', async () => {
    const one = tab([NOBODY])
    const asked = rejection(one.identity.hasSession())
    one.identity.clearCachedUserSession()
    expect(await asked).toMatchObject({ reason: 'session-missing' })
    await later()
    await logIn()
    await settle()
    expect(one.heard).toEqual(['notLoggedin', 'error', 'login'])
  })

  it('hears of another user when it is seen again, where it could not ask for them before', async () => {
    const one = await knowing()
    one.page.answer(broken, broken)
    browser().deliver = () => {}
    await logIn(GRACE)
    await later()
    expect(one.heard).toEqual(['error'])
    one.page.answer(json(200, GRACE))
    show(one.page)
    await soon()
    expect(one.heard).toEqual(['error', 'login', 'userChange'])
  })

  it('hears of a logout, and its page of no failure of the service meanwhile', async () => {
    const one = await knowing()
    const late = onItsWay(broken)
    one.page.answer(late.answer, broken)
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
    await pass(2000)
    expect(await failed).toMatchObject({ reason: 'session-missing' })
    expect(one.heard).toEqual(['logout', 'error'])
  })

  it('gets the user of the end where they change twice while it asks, and asks no more than that', async () => {
    const one = await knowing()
    const [first, second] = [onItsWay(json(200, ADA)), onItsWay(json(200, GRACE))]
    one.page.answer(first.answer, second.answer)
    one.identity.clearCachedUserSession()
    const asked = one.identity.hasSession()
    const two = tab([json(200, GRACE), json(200, ADA)])
    browser().deliver = () => {}
    for (const late of [first, second]) {
      await late.wasAsked
      await pass(1)
      two.identity.clearCachedUserSession()
      await two.identity.hasSession()
      await settle()
      late.come()
      await soon()
    }
    expect(await asked).toEqual(GRACE)
    one.page.answer(json(200, ADA))
    await later()
    expect(await one.identity.hasSession()).toEqual(ADA)
    expect(one.calls()).toBe(4)
  })

  it('asks once, where its session was cleared before it listened, and another user is kept by now', async () => {
    const closed = await knowing()
    closed.identity.dispose()
    const page = browser().tab()
    const one = tab([], { page })
    one.identity.clearCachedUserSession()
    // Another identity of the page learns of the other user, and keeps that for both.
    const other = tab([json(200, GRACE)], { page })
    await pass(1)
    await other.identity.hasSession()
    other.identity.dispose()
    expect(await one.identity.hasSession()).toMatchObject({ userId: GRACE.userId })
    await later()
    expect(one.heard).toEqual(['login'])
    expect(one.calls()).toBe(1)
  })
})

describe('a tab that has slept', () => {
  it.each([
    ['when the reader turns to it', (page: Page) => [hide(page), show(page)]],
    ['when it comes out of the back/forward cache', (page: Page) => fire(page, 'pageshow')],
  ])('hears of another user %s', async (_, wake) => {
    const one = await knowing()
    fire(one.page, 'pagehide')
    const wakeUp = putToSleep(one.page)
    await logIn(GRACE)
    await later()
    wakeUp()
    expect(one.heard).toEqual([])
    one.page.answer(json(200, GRACE))
    wake(one.page)
    await soon()
    expect(one.heard).toEqual(['login', 'userChange'])
  })

  it('learns of a logout', async () => {
    const one = await knowing()
    fire(one.page, 'pagehide')
    const wakeUp = putToSleep(one.page)
    const two = tab()
    two.identity.logout()
    fire(two.page, 'pagehide')
    await settle()
    wakeUp()
    one.page.answer(NOBODY)
    fire(one.page, 'pageshow')
    await soon()
    expect(one.heard).toEqual(['logout', 'error'])
  })

  it('does not take what it was told before it went to sleep', async () => {
    const { identity, page } = await knowing(json(200, { ...ADA, expiresIn: 1000 }))
    await knowing()
    fire(page, 'pagehide')
    await pass(1000)
    fire(page, 'pageshow')
    page.answer(NOBODY)
    expect(await rejection(identity.hasSession())).toMatchObject({ reason: 'session-missing' })
  })
})

describe('another identity on the same page', () => {
  it('hears of a login and of a logout, though no storage tells a page of its own changes', async () => {
    const one = await knowing(NOBODY)
    const two = tab([json(200, ADA)], { page: one.page })
    two.identity.clearCachedUserSession()
    await two.identity.hasSession()
    await settle()
    expect(one.heard).toEqual(['login'])
    two.identity.logout()
    await settle()
    expect(one.heard).toEqual(['login', 'logout', 'error'])
  })
})
