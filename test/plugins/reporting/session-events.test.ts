import { describe, expect, it } from 'vitest'
import { createIdentity } from '../../../core/kernel/create-identity.ts'
import { definePlugin } from '../../../core/kernel/plugin.ts'
import { login } from '../../../plugins/login/login.ts'
import { sessionEvents } from '../../../plugins/reporting/session-events.ts'
import { sessionCache } from '../../../plugins/session/session-cache.ts'
import { sessionRefresh } from '../../../plugins/session/session-refresh.ts'
import { fetchTransport } from '../../../plugins/transport/fetch-transport.ts'
import { ADA, GRACE, NO_SESSION, NOT_CONNECTED, optionsFor } from '../../support/fixtures.ts'
import { broken, json, openPage, openPageWith, text } from '../../support/page.ts'

const EVENTS = 'error login logout userChange sessionChange notLoggedin sessionInit statusChange'.split(' ')

function start() {
  const page = openPage()
  const identity = createIdentity(optionsFor(page), [
    fetchTransport(),
    sessionCache(),
    sessionRefresh(),
    login(),
    sessionEvents(),
  ])
  let heard: [string, unknown][] = []
  for (const name of EVENTS) identity.on(name as 'login', (payload) => heard.push([name, payload]))
  return {
    page,
    identity,
    /** Events since the last look, with their payloads. */
    events() {
      const since = heard
      heard = []
      return since
    },
    async ask(...answers: Parameters<typeof page.answer>) {
      page.answer(...answers)
      identity.clearCachedUserSession()
      await identity.hasSession().catch(() => {})
      return this.events().map(([name]) => name)
    },
  }
}

describe('session events', () => {
  it('of a first session: login, sessionChange, sessionInit, statusChange, each with the session', async () => {
    const { page, identity, events } = start()
    page.answer(json(200, ADA))
    const session = await identity.hasSession()
    expect(events()).toEqual([
      ['login', session],
      ['sessionChange', session],
      ['sessionInit', session],
      ['statusChange', session],
    ])
  })

  it('come again with a cached answer, but for those that tell of a change', async () => {
    const run = start()
    await run.ask(json(200, ADA))
    await run.identity.hasSession()
    expect(run.events().map(([name]) => name)).toEqual(['login', 'sessionChange'])
    expect(run.page.requests).toHaveLength(1)
  })

  it('tell of another user', async () => {
    const run = start()
    await run.ask(json(200, ADA))
    expect(await run.ask(json(200, GRACE))).toEqual(['login', 'userChange', 'sessionChange'])
  })

  it('tell of a status that changed', async () => {
    const run = start()
    await run.ask(json(200, { ...NOT_CONNECTED, userId: 101 }))
    expect(await run.ask(json(200, ADA))).toEqual(['login', 'sessionChange', 'statusChange'])
  })

  it('tell of a user who is gone, when the service knows no session any more', async () => {
    const run = start()
    await run.ask(json(200, ADA))
    expect(await run.ask(json(400, NO_SESSION))).toEqual(['logout', 'sessionChange', 'statusChange', 'error'])
    expect(await run.ask(json(400, NO_SESSION))).toEqual(['notLoggedin', 'error'])
  })

  it('tell of a user who is gone, when the session has none any more', async () => {
    const run = start()
    await run.ask(json(200, ADA))
    expect(await run.ask(json(200, { result: false }))).toEqual(['logout', 'sessionChange', 'statusChange'])
  })

  it('tell an anonymous page that nobody is logged in', async () => {
    const run = start()
    expect(await run.ask(json(200, { result: false }))).toEqual(['notLoggedin'])
    expect(await run.ask(json(400, NO_SESSION))).toEqual(['notLoggedin', 'error'])
  })

  it.each([
    ['refuses', [text(401, '')]],
    ['is broken', [text(500, '')]],
    ['is down', [broken, broken]],
  ])('are only an error when the service %s: the user stays who they were', async (_, answers) => {
    const run = start()
    await run.ask(json(200, ADA))
    expect(await run.ask(...answers)).toEqual(['error'])
    expect(await run.ask(json(200, ADA))).toEqual(['login', 'sessionChange'])
  })

  it('userChange tells users apart whose ids a number cannot hold', async () => {
    const run = start()
    await run.ask(json(200, { ...ADA, userId: '9007199254740992' }))
    expect(await run.ask(json(200, { ...ADA, userId: '9007199254740992' }))).toEqual([
      'login',
      'sessionChange',
    ])
    const next = ['login', 'userChange', 'sessionChange']
    expect(await run.ask(json(200, { ...ADA, userId: '9007199254740993' }))).toEqual(next)
    expect(await run.ask(json(200, { ...ADA, userId: 'ada' }))).toEqual(next)
  })

  it('no events come while a known session is refreshed, and the caller gets that session', async () => {
    const run = start()
    await run.ask(json(200, ADA))
    expect(await run.ask(json(200, { redirectURL: '/refresh' }))).toEqual([])
    expect(await run.identity.hasSession()).toEqual(ADA)
    expect(run.events()).toEqual([])
  })

  it('events come after every plugin has been told how the call ended', async () => {
    const page = openPageWith(json(200, ADA))
    const order: string[] = []
    const late = definePlugin({
      name: 'late',
      setup: (kernel) => void kernel.hook('session:settled', () => void order.push('told')),
    })
    const identity = createIdentity(optionsFor(page), [fetchTransport(), sessionEvents(), late])
    identity.on('login', () => order.push('login'))
    await identity.hasSession()
    expect(order).toEqual(['told', 'login'])
  })

  it('are none while the page is on its way to a refresh: nothing has failed', async () => {
    const run = start()
    expect(await run.ask(json(200, { redirectURL: '/refresh' }))).toEqual([])
    expect(run.page.navigations).toHaveLength(1)
    await expect(run.identity.hasSession()).rejects.toMatchObject({ reason: 'session-refreshing' })
    expect(run.events()).toEqual([])
  })

  it('announce the first session once in the life of the instance', async () => {
    const run = start()
    await run.ask(json(200, ADA))
    await run.ask(json(400, NO_SESSION))
    expect(await run.ask(json(200, ADA))).toEqual(['login', 'sessionChange', 'statusChange'])
  })

  it('emit error before the caller sees the rejection', async () => {
    const { page, identity } = start()
    const order: string[] = []
    page.answer(json(400, NO_SESSION))
    identity.on('error', (error) => order.push(error.reason))
    await identity.hasSession().catch(() => order.push('rejected'))
    expect(order).toEqual(['session-missing', 'rejected'])
  })

  it('emit logout on logout(), before the browser leaves', async () => {
    const { page, identity, events } = start()
    page.answer(json(200, ADA))
    await identity.hasSession()
    events()
    identity.on('logout', () => expect(page.navigations).toEqual([]))
    identity.logout()
    expect(events()).toEqual([['logout', null]])
    expect(page.navigations).toHaveLength(1)
  })
})
