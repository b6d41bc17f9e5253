/** Nobody sees the answer of another: not another client, not another user, not the same user from before. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createIdentity } from '../../core/index.ts'
import { login } from '../../plugins/login/login.ts'
import { cacheCookie } from '../../plugins/reporting/cache-cookie.ts'
import { sessionEvents } from '../../plugins/reporting/session-events.ts'
import { sessionCache } from '../../plugins/session/session-cache.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import type { FullIdentity } from '../../presets/full.ts'
import { until } from '../plugins/full-page.ts'
import { ADA, ENV, GRACE, NO_SESSION, optionsFor, rejection } from '../support/fixtures.ts'
import { onItsWay } from '../support/on-its-way.ts'
import { type Answer, json, leave, openPageWith, type Page } from '../support/page.ts'
import { EVENTS, fullOn, REFRESH_KEY, SESSION_KEY, TAB_ID_KEY, traces } from './full.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const asked = (page: Page, times: number) => until(() => page.requests.length === times)

describe('two clients on one page', () => {
  it.each([
    ['another client id', { clientId: 'client-2' }],
    ['another environment', { env: { ...ENV, accountUrl: 'https://account.other.example' } }],
    ['another session service', { sessionDomain: 'https://id.other.example' }],
    ['a client id that plays the other’s key', { clientId: 'client-1 ' }],
  ])('never see each other’s answer, with %s, in flight or from the cache', async (_, more) => {
    const [first, second] = [onItsWay(json(200, ADA)), onItsWay(json(200, GRACE))]
    const page = openPageWith(first.answer, second.answer)
    const [ada, grace] = [fullOn(page), fullOn(page, more)]
    const heard: unknown[] = []
    ada.on('login', ({ uuid }) => heard.push(['ada', uuid]))
    grace.on('login', ({ uuid }) => heard.push(['grace', uuid]))
    const calls = [ada.getUserUuid(), grace.getUserUuid()]
    await asked(page, 2)
    second.come()
    first.come()
    expect(await Promise.all(calls)).toEqual(['uuid-ada', 'uuid-grace'])
    expect(await Promise.all([ada.getUserUuid(), fullOn(page, more).getUserUuid()])).toEqual([
      'uuid-ada',
      'uuid-grace',
    ])
    grace.logout()
    expect(await ada.getUserUuid()).toBe('uuid-ada')
    expect(heard).toEqual([
      ['grace', 'uuid-grace'],
      ['ada', 'uuid-ada'],
      ['ada', 'uuid-ada'],
      ['ada', 'uuid-ada'],
    ])
  })

  it.each<[string, ...{ accountUrl?: string; sessionDomain: string; clientId?: string }[]]>([
    [
      'session domain and client id',
      { sessionDomain: 'https://id.site.example', clientId: '.evil' },
      { sessionDomain: 'https://id.site.example.', clientId: 'evil' },
    ],
    [
      'account service and session domain',
      { accountUrl: 'https://a.example', sessionDomain: 'https://b.examplehttps://c.example' },
      { accountUrl: 'https://a.examplehttps://b.example', sessionDomain: 'https://c.example' },
    ],
  ])('keep their answers apart, though %s run together', async (_, ...clients) => {
    const page = openPageWith(...clients.map((_, index) => json(200, { ...ADA, uuid: `uuid-${index}` })))
    const open = ({ accountUrl = ENV.accountUrl, ...more }: (typeof clients)[number]) =>
      fullOn(page, { ...more, env: { ...ENV, accountUrl } })
    for (const client of clients) await open(client).hasSession()
    for (const [index, client] of clients.entries())
      expect(await open(client).getUserUuid()).toBe(`uuid-${index}`)
    expect(Object.keys(page.window.sessionStorage).filter((key) => key !== TAB_ID_KEY)).toHaveLength(
      clients.length,
    )
  })

  it('cannot change what the other was given', async () => {
    const page = openPageWith(json(200, ADA))
    const identity = fullOn(page)
    const session = await identity.hasSession()
    expect(() => Object.assign(session, { userId: 666 })).toThrow(TypeError)
    const user = await identity.getUser()
    user.userId = 666
    expect(await identity.getUserId()).toBe('101')
    expect(await fullOn(page).getUserId()).toBe('101')
  })
})

/** What ends the validity of everything known so far. */
const ENDS: [string, (identity: FullIdentity, page: Page) => void][] = [
  ['login', (identity) => void identity.login({ state: 's' })],
  ['login by popup', (identity) => void identity.login({ state: 's', preferPopup: true })],
  [
    'logout',
    (identity, page) => {
      identity.logout()
      leave(page)
    },
  ],
  ['clearCachedUserSession', (identity) => identity.clearCachedUserSession()],
]

describe.each(ENDS)('an answer from before %s', (name, end) => {
  function start(more: object = {}, ...answers: Answer[]) {
    const page = openPageWith(...answers)
    Object.assign(page.window, { open: () => ({ close() {} }) })
    const identity = fullOn(page, more)
    identity.enableCacheCookie()
    const heard: string[] = []
    for (const event of EVENTS) identity.on(event, () => heard.push(event))
    return { page, identity, heard }
  }

  it('is not used any more when it was cached: a step-up starts from nothing', async () => {
    const { page, identity } = start({}, json(200, ADA), json(200, GRACE))
    await identity.hasSession()
    end(identity, page)
    expect(traces(page)).not.toContain('uuid-ada')
    expect(await identity.getUserUuid()).toBe('uuid-grace')
  })

  it('is kept nowhere and told to nobody when it was on its way', async () => {
    const [old, fresh] = [onItsWay(json(200, ADA)), onItsWay(json(200, GRACE))]
    const { page, identity, heard } = start({}, old.answer, fresh.answer)
    const before = identity.hasSession()
    await asked(page, 1)
    end(identity, page)
    heard.length = 0
    const after = identity.hasSession()
    await asked(page, 2)
    old.come()
    expect(await before).toEqual(ADA)
    expect(heard).toEqual([])
    expect(traces(page)).not.toMatch(/uuid-ada|sp-ada/)
    fresh.come()
    expect(await after).toEqual(GRACE)
    expect(await identity.hasSession()).toEqual(GRACE)
    expect(heard).not.toContain('userChange')
  })

  it.each([
    ['there is no session', json(400, NO_SESSION)],
    ['the service is broken', json(503, {})],
  ])('that %s changes nothing', async (_, answer) => {
    const old = onItsWay(answer)
    const { page, identity, heard } = start({}, old.answer, json(200, GRACE))
    const before = rejection(identity.hasSession())
    await asked(page, 1)
    end(identity, page)
    expect(await identity.hasSession()).toEqual(GRACE)
    heard.length = 0
    old.come()
    await before
    expect(heard).toEqual([])
    expect(await identity.hasSession()).toEqual(GRACE)
  })

  it('moves the page nowhere, though it asks for a redirect', async () => {
    const old = onItsWay(json(200, { redirectURL: '/refresh' }))
    const { page, identity } = start({}, old.answer)
    const before = rejection(identity.hasSession())
    await asked(page, 1)
    end(identity, page)
    const there = [...page.navigations]
    old.come()
    expect(await before).toMatchObject({ name: 'SDKError', reason: 'refresh-failed' })
    expect(page.navigations, name).toEqual(there)
    expect(page.window.sessionStorage.getItem(REFRESH_KEY)).toBeNull()
  })

  it('moves the page nowhere, though the page was busy saving before a redirect', async () => {
    let saved = () => {}
    const callback = vi.fn(() => new Promise<void>((resolve) => void (saved = resolve)))
    const { page, identity } = start({ callbackBeforeRedirect: callback })
    page.answer(json(200, { redirectURL: '/refresh' }))
    const before = rejection(identity.hasSession())
    await vi.waitFor(() => expect(callback).toHaveBeenCalledOnce())
    end(identity, page)
    const there = [...page.navigations]
    saved()
    expect(await before).toMatchObject({ name: 'SDKError', reason: 'refresh-failed' })
    expect(page.navigations).toEqual(there)
  })
})

describe('a listener that ends the session it is told of', () => {
  const lists = {
    'events last': [fetchTransport(), login(), sessionCache(), cacheCookie(), sessionEvents()] as const,
    'events first': [sessionEvents(), fetchTransport(), login(), sessionCache(), cacheCookie()] as const,
  }

  it.each(Object.entries(lists))('leaves nothing of it behind (%s)', async (_, plugins) => {
    const page = openPageWith(json(200, ADA))
    const identity = createIdentity(optionsFor(page), plugins as (typeof lists)['events last'])
    identity.enableCacheCookie({ domain: 'site.example' })
    identity.once('login', () => identity.logout())
    await identity.hasSession()
    expect(page.window.sessionStorage.getItem(SESSION_KEY)).toBeNull()
    expect(page.window.document.cookie).not.toContain('SP_ID')
    page.answer(json(400, NO_SESSION))
    expect(await rejection(identity.hasSession())).toMatchObject({ reason: 'session-missing' })
  })
})
