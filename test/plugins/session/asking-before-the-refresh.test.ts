/** A callback before a refresh of the session cookie that asks the identity: it gets what is known, and the page is left. */
import { describe, expect, it } from 'vitest'
import { createIdentity } from '../../../core/index.ts'
import { fetchTransport, sessionCache, sessionEvents, sessionRefresh, user } from '../../../plugins/index.ts'
import { Identity as CompatIdentity } from '../../../presets/compat/index.ts'
import { createFullIdentity } from '../../../presets/full.ts'
import { ADA, optionsFor, rejection } from '../../support/fixtures.ts'
import { json, openPage, type Page } from '../../support/page.ts'

const REDIRECT = json(200, { redirectURL: '/refresh' })

/** What all of them have. */
interface Door {
  hasSession(): Promise<unknown>
  isLoggedIn(): Promise<boolean>
  clearCachedUserSession(): void
}

const DOORS: Record<string, (page: Page, callbackBeforeRedirect: () => Promise<void>) => Door> = {
  'one with sessionRefresh()': (page, callbackBeforeRedirect) =>
    createIdentity(optionsFor(page), [
      fetchTransport(),
      sessionCache(),
      sessionEvents(),
      user(),
      sessionRefresh({ callbackBeforeRedirect }),
    ]),
  'the full identity': (page, callbackBeforeRedirect) =>
    createFullIdentity({ ...optionsFor(page), callbackBeforeRedirect }, fetchTransport()),
  'the class of compat': (page, callbackBeforeRedirect) =>
    new CompatIdentity({ ...optionsFor(page), callbackBeforeRedirect }),
}

describe.each(Object.entries(DOORS))('%s', (name, open) => {
  const start = (ask: (identity: Door) => Promise<unknown>, mustFail = false) => {
    const page = openPage()
    const answers: unknown[] = []
    const identity: Door = open(page, async () => {
      answers.push(await ask(identity).catch(({ reason }) => reason))
      if (mustFail) throw new Error('boom')
    })
    return { page, identity, answers, leave: () => Promise.resolve(identity.hasSession()).catch(() => {}) }
  }

  it('tells the callback the session that is known', async () => {
    const { page, identity, answers, leave } = start((asked) => asked.hasSession())
    page.answer(json(200, ADA), REDIRECT)
    await leave()
    identity.clearCachedUserSession()
    await leave()
    expect(answers).toMatchObject([{ userId: ADA.userId }])
    expect(page.navigations).toHaveLength(1)
  })

  it('tells the callback that the page is being left, where nothing is known', async () => {
    const { page, answers, leave } = start((asked) => asked.hasSession())
    page.answer(REDIRECT)
    await leave()
    expect(answers).toEqual([name === 'the class of compat' ? {} : 'session-refreshing'])
    expect(page.navigations).toHaveLength(1)
  })

  it('tells the callback whether the reader is logged in, as far as that is known', async () => {
    const { page, identity, answers, leave } = start((asked) => asked.isLoggedIn())
    page.answer(json(200, ADA), REDIRECT)
    await leave()
    identity.clearCachedUserSession()
    await leave()
    expect(answers).toEqual([true])
    expect(page.navigations).toHaveLength(1)
  })

  it('asks anew for a callback that has cleared the session, and stays', async () => {
    const { page, identity, answers, leave } = start(async (asked) => {
      identity.clearCachedUserSession()
      return asked.hasSession()
    })
    page.answer(REDIRECT, json(200, ADA))
    await leave()
    expect(answers).toMatchObject([{ userId: ADA.userId }])
    expect(page.navigations).toEqual([])
  })

  it('asks the service again after a callback that has failed', async () => {
    const { page, identity, leave } = start((asked) => asked.isLoggedIn(), true)
    page.answer(REDIRECT, json(200, ADA))
    await leave()
    expect(await identity.hasSession()).toMatchObject({ userId: ADA.userId })
  })
})

describe('another call of the page while the callback runs', () => {
  it('gets what is known, and does not wait', async () => {
    const page = openPage()
    let save = () => {}
    const saved = new Promise<void>((resolve) => void (save = resolve))
    let begin = () => {}
    const hasBegun = new Promise<void>((resolve) => void (begin = resolve))
    const callbackBeforeRedirect = () => {
      begin()
      return saved
    }
    const identity = createFullIdentity({ ...optionsFor(page), callbackBeforeRedirect }, fetchTransport())
    page.answer(REDIRECT)
    const first = rejection(identity.hasSession())
    await hasBegun
    expect(await identity.isLoggedIn()).toBe(false)
    expect(page.navigations).toEqual([])
    save()
    expect(await first).toMatchObject({ reason: 'session-refreshing' })
    expect(page.navigations).toHaveLength(1)
    expect(page.reported).toEqual([])
  })
})
