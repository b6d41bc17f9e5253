import { afterEach, describe, expect, expectTypeOf, it, vi } from 'vitest'
import { createIdentity, definePlugin } from '../../../core/index.ts'
import { type AccessEvent, access } from '../../../plugins/access/access.ts'
import type { Access } from '../../../plugins/access/index.ts'
import { login } from '../../../plugins/login/login.ts'
import { sessionBackoff } from '../../../plugins/session/session-backoff.ts'
import { tabs } from '../../../plugins/tabs/tabs.ts'
import { fetchTransport } from '../../../plugins/transport/fetch-transport.ts'
import {
  ADA,
  GRACE,
  NO_SESSION,
  NOT_CONNECTED,
  optionsFor,
  rejection,
  thrown,
} from '../../support/fixtures.ts'
import { onItsWay } from '../../support/on-its-way.ts'
import { broken, deny, json, openPage, openPageWith, text } from '../../support/page.ts'
import { sdkError } from '../../support/sdk-error.ts'
import {
  asked,
  forge,
  GRANTED,
  granted,
  keptOn,
  openWith,
  REFUSED,
  refused,
  sessionsAsked,
  viewOn,
} from './access-page.ts'

const ada = json(200, ADA)
const grace = json(200, GRACE)
const gracesAccess = json(200, { ...REFUSED, userId: 202, uuid: 'uuid-grace' })
const GRANTED_OUTCOME = { outcome: 'granted', features: ['read', 'listen'], data: GRANTED }

afterEach(() => vi.useRealTimers())

describe('hasAccess', () => {
  it('asks the session service about the products, sorted, with the cookies and the parameters of the protocol', async () => {
    const page = openWith([ada], [granted])
    const fetch = vi.spyOn(page.window, 'fetch')
    const ids = ['plus', 'basic']
    expect(await viewOn(page).hasAccess(ids)).toMatchObject(GRANTED_OUTCOME)
    const url = page.requests[1] as URL
    expect(url.origin + url.pathname).toBe('https://id.site.example/hasAccess/basic,plus')
    expect([...url.searchParams.keys()]).toEqual(['client_sdrn', 'redirect_uri', 'sdk_version'])
    expect(url.searchParams.get('client_sdrn')).toBe('sdrn:example:client:client-1')
    expect(url.searchParams.get('redirect_uri')).toBe('https://www.site.example/callback')
    expect(fetch.mock.lastCall?.[1]).toMatchObject({ credentials: 'include' })
    expect(ids, 'the list of the caller').toEqual(['plus', 'basic'])
  })

  it('says until when the answer holds, and hands out the frozen answer', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const outcome = await viewOn(openWith([ada], [granted])).hasAccess(['plus'])
    expect(outcome).toEqual({ ...GRANTED_OUTCOME, until: Date.now() + 60_000 })
    const { data, features } = outcome as Extract<Access, { outcome: 'granted' }>
    expect([data, features].map(Object.isFrozen)).toEqual([true, true])
  })

  it('says that a user is refused, and until when', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const outcome = await viewOn(openWith([ada], [refused])).hasAccess(['plus'])
    expect(outcome).toEqual({ outcome: 'refused', until: Date.now() + 60_000 })
  })

  it('is asked for a user who is not connected, too', async () => {
    const page = openWith(
      [json(200, NOT_CONNECTED)],
      [json(200, { ...GRANTED, userId: 303, uuid: 'uuid-303' })],
    )
    expect(await viewOn(page).hasAccess(['plus'])).toMatchObject({ outcome: 'granted' })
  })

  it.each([
    ['no session', json(400, NO_SESSION)],
    ['a session of nobody', json(200, { result: false })],
  ])('asks nothing without a user: %s', async (_, session) => {
    const page = openWith([session], [])
    expect(await viewOn(page).hasAccess(['plus'])).toEqual({ outcome: 'loggedOut' })
  })

  it.each([
    ['/../x?y#z', '%2F..%2Fx%3Fy%23z'],
    ['a,b', 'a%2Cb'],
    ['100 % æ', '100%20%25%20%C3%A6'],
    ['...', '...'],
    ['.p', '.p'],
    ['p..', 'p..'],
  ])('encodes the id %s', async (id, path) => {
    const page = openWith([ada], [granted])
    await viewOn(page).hasAccess([id])
    expect(asked(page)).toEqual([path])
  })

  it.each([
    ['no list', 'plus'],
    ['nothing', undefined],
    ['an empty list', []],
    ['a list with a number', [1]],
    ['a list with an empty id', ['plus', '']],
    ['a list with a blank id', [' ']],
    ['a list with a hole', Object.assign(new Array(2), { 1: 'plus' })],
    ['a dot', ['.']],
    ['two dots, which lead elsewhere', ['..']],
    ['half a character', ['\ud800']],
  ])('rejects %s, and asks nobody', async (_, ids) => {
    const view = viewOn(openPage())
    const expected = { name: 'SDKError', reason: 'argument-invalid', message: /productIds/ }
    const error = (await rejection(view.hasAccess(ids as never))) as Error
    expect(error).toMatchObject({ ...expected, message: expect.stringMatching(expected.message) })
    if (ids)
      expect(thrown(() => view.clearCachedAccess(ids as never))).toMatchObject({ reason: 'argument-invalid' })
  })

  it('rejects once the identity is disposed, also while it waits', async () => {
    const { answer, wasAsked } = onItsWay(granted)
    const page = openWith([ada], [answer])
    const view = viewOn(page)
    const call = rejection(view.hasAccess(['plus']))
    await wasAsked
    view.dispose()
    expect(await call).toMatchObject({ reason: 'disposed' })
    expect(await rejection(view.hasAccess(['plus']))).toMatchObject({ reason: 'disposed' })
  })

  it('rejects when a listener of the answer disposes the identity', async () => {
    const page = openWith([ada], [text(503, '')])
    const view = viewOn(page)
    view.on('error', () => view.dispose())
    expect(await rejection(view.hasAccess(['plus']))).toMatchObject({ reason: 'disposed' })
  })

  it('has an outcome that narrows', () => {
    expectTypeOf<Extract<Access, { outcome: 'granted' }>['features']>().toEqualTypeOf<readonly string[]>()
    expectTypeOf<Access['outcome']>().toEqualTypeOf<'granted' | 'refused' | 'loggedOut' | 'unknown'>()
    const bare = createIdentity(optionsFor(openPage()), [fetchTransport()])
    expectTypeOf(bare).not.toHaveProperty('hasAccess')
  })
})

describe('the event hasAccess', () => {
  it('tells the products and the answer of each call that is granted, from the cache too', async () => {
    const view = viewOn(openWith([ada], [granted]))
    const heard: AccessEvent[] = []
    view.on('hasAccess', (event) => heard.push(event))
    await view.hasAccess(['plus', 'basic'])
    await view.hasAccess(['basic', 'plus'])
    const event = { ids: ['basic', 'plus'], data: GRANTED }
    expect(heard).toEqual([event, event])
  })

  it('tells nothing of any other outcome', async () => {
    const view = viewOn(openWith([ada], [refused, text(503, '')]))
    const heard = vi.fn()
    view.on('hasAccess', heard)
    await view.hasAccess(['plus'])
    await view.hasAccess(['basic'])
    expect(heard).not.toHaveBeenCalled()
  })
})

describe('what is kept', () => {
  it.each([
    ['that access is granted', granted, 'granted'],
    ['a refusal', refused, 'refused'],
  ])('%s: the next page view of the tab asks nobody', async (_, answer, outcome) => {
    const page = openWith([ada], [answer])
    const first = await viewOn(page).hasAccess(['a', 'b'])
    expect(first).toMatchObject({ outcome })
    expect(await viewOn(page).hasAccess(['b', 'a'])).toEqual(first)
    expect(page.requests).toHaveLength(2)
  })

  it('holds for ttl seconds', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const page = openWith([json(200, { ...ADA, expiresIn: 3_600_000 })], [granted, refused])
    const view = viewOn(page)
    await view.hasAccess(['plus'])
    vi.setSystemTime(Date.now() + 59_999)
    expect(await view.hasAccess(['plus'])).toMatchObject({ outcome: 'granted' })
    vi.setSystemTime(Date.now() + 1)
    expect(await view.hasAccess(['plus'])).toMatchObject({ outcome: 'refused' })
  })

  it.each([0, -1, null, undefined, 'soon', Number.NaN, {}])('is nothing with the ttl %s', async (ttl) => {
    const page = openWith([ada], [json(200, { ...GRANTED, ttl }), refused])
    const view = viewOn(page)
    vi.useFakeTimers({ toFake: ['Date'] })
    expect(await view.hasAccess(['plus'])).toMatchObject({ outcome: 'granted', until: Date.now() })
    expect(keptOn(page)).toBeNull()
    expect(await view.hasAccess(['plus'])).toMatchObject({ outcome: 'refused' })
  })

  it('is kept for 24.8 days at most', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const outcome = await viewOn(openWith([ada], [json(200, { ...GRANTED, ttl: '1e300' })])).hasAccess([
      'plus',
    ])
    expect(outcome).toMatchObject({ until: Date.now() + 2 ** 31 - 1 })
  })

  it('is kept though the answer took its time, and says that it holds for longer', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { answer, come, wasAsked } = onItsWay(json(200, { ...GRANTED, ttl: 30 * 86_400 }))
    const page = openWith([ada], [answer])
    const view = viewOn(page)
    const call = view.hasAccess(['plus'])
    await wasAsked
    vi.setSystemTime(Date.now() + 200)
    come()
    await call
    expect(await view.hasAccess(['plus'])).toMatchObject({ outcome: 'granted' })
    expect(asked(page)).toHaveLength(1)
  })

  it('is by products: others are asked for', async () => {
    const page = openWith([ada], [granted, refused])
    const view = viewOn(page)
    await view.hasAccess(['a', 'b'])
    expect(await view.hasAccess(['a'])).toMatchObject({ outcome: 'refused' })
    expect(asked(page)).toEqual(['a,b', 'a'])
  })

  it('is by products, one whose id has a comma too: it is another one than the two beside it', async () => {
    const page = openWith([ada], [granted, refused, granted])
    const view = viewOn(page)
    const ask = () => Promise.all([view.hasAccess(['a,b']), view.hasAccess(['a', 'b'])])
    const expected = [{ outcome: 'granted' }, { outcome: 'refused' }]
    expect(await ask()).toMatchObject(expected)
    expect(await ask()).toMatchObject(expected)
    view.clearCachedAccess(['a,b'])
    expect(await ask()).toMatchObject(expected)
    expect(asked(page)).toEqual(['a%2Cb', 'a,b', 'a%2Cb'])
  })

  it('is the latest twenty answers', async () => {
    const page = openWith(
      [ada],
      Array.from({ length: 22 }, () => granted),
    )
    const view = viewOn(page)
    for (let id = 0; id < 21; id++) await view.hasAccess([`${id}`])
    expect(keptOn(page)?.value.answers).toHaveLength(20)
    await view.hasAccess(['1'])
    await view.hasAccess(['0'])
    expect(asked(page).slice(21)).toEqual(['0'])
  })

  it('is dropped by clearCachedAccess, for these products or for all', async () => {
    const page = openWith(
      [ada],
      Array.from({ length: 7 }, () => granted),
    )
    const view = viewOn(page)
    const all = () => Promise.all([view.hasAccess(['a']), view.hasAccess(['c', 'b'])])
    await all()
    view.clearCachedAccess(['b', 'c'])
    await all()
    expect(asked(page)).toEqual(['a', 'b,c', 'b,c'])
    view.clearCachedAccess()
    expect(keptOn(page)).toBeNull()
    await all()
    expect(asked(page).slice(3)).toEqual(['a', 'b,c'])
    view.clearCachedAccess(['a'])
    view.clearCachedAccess(['b', 'c'])
    expect(keptOn(page), 'nothing is left').toBeNull()
    await all()
  })

  it('is not what a call brings that was on its way when it was dropped', async () => {
    const { answer, come, wasAsked } = onItsWay(granted)
    const page = openWith([ada], [answer, refused])
    const view = viewOn(page)
    const first = view.hasAccess(['plus'])
    await wasAsked
    view.clearCachedAccess(['plus'])
    expect(await view.hasAccess(['plus'])).toMatchObject({ outcome: 'refused' })
    come()
    expect(await first).toMatchObject({ outcome: 'granted' })
    expect(await view.hasAccess(['plus'])).toMatchObject({ outcome: 'refused' })
  })

  it('lets the call after it be shared, also once the call before it has ended', async () => {
    const [before, after] = [onItsWay(granted), onItsWay(refused)]
    const page = openWith([ada], [before.answer, after.answer])
    const view = viewOn(page)
    const first = view.hasAccess(['plus'])
    await before.wasAsked
    view.clearCachedAccess(['plus'])
    const second = view.hasAccess(['plus'])
    await after.wasAsked
    before.come()
    await first
    const third = view.hasAccess(['plus'])
    after.come()
    expect(await third).toEqual(await second)
    expect(asked(page)).toHaveLength(2)
  })

  it('lets a call for other products go on being shared', async () => {
    const { answer, come, wasAsked } = onItsWay(granted)
    const page = openWith([ada], [answer])
    const view = viewOn(page)
    const first = view.hasAccess(['plus'])
    await wasAsked
    view.clearCachedAccess(['basic'])
    const second = view.hasAccess(['plus'])
    come()
    expect(await second).toEqual(await first)
  })

  it.each([
    ['text', 'granted'],
    ['no list of answers', { user: 101, answers: 'x' }],
    ['answers that are none', { user: 101, answers: [null, 1, [], ['plus'], ['plus', {}], [1, {}]] }],
    ['an answer from the future', { user: 101, answers: [['plus', keptAnswer(3_600_000)]] }],
    [
      'an answer that holds for ever',
      { user: 101, answers: [['plus', { ...keptAnswer(), expiresAt: 9e15 }]] },
    ],
    ['an answer that is over', { user: 101, answers: [['plus', { ...keptAnswer(), expiresAt: 1 }]] }],
    ['an answer that says nothing', { user: 101, answers: [['plus', { ...keptAnswer(), body: {} }]] }],
    ['a failure', { user: 101, answers: [['plus', { ...keptAnswer(), status: 503 }]] }],
    ['the answer of another user', { user: 202, answers: [['plus', keptAnswer()]] }],
  ])('is not believed when it is %s: the service is asked', async (_, value) => {
    const page = openWith([ada], [refused])
    forge(page, value)
    expect(await viewOn(page).hasAccess(['plus'])).toMatchObject({ outcome: 'refused' })
  })

  it('is removed when it is a failure, also where the service cannot be reached', async () => {
    const page = openWith([ada], [broken])
    forge(page, { user: 101, answers: [['plus', { ...keptAnswer(), status: 503 }]] })
    expect(await viewOn(page).hasAccess(['plus'])).toMatchObject({ outcome: 'unknown' })
    expect(keptOn(page)).toBeNull()
  })

  it('does without storage, for as long as the page is there', async () => {
    const page = openWith([ada], [granted])
    deny(page.window, 'sessionStorage')
    const view = viewOn(page)
    await view.hasAccess(['plus'])
    expect(await view.hasAccess(['plus'])).toMatchObject({ outcome: 'granted' })
  })
})

/** An answer as the plugin keeps it, asked for so many milliseconds from now. */
function keptAnswer(inMs = 0) {
  const askedAt = Date.now() + inMs
  return { source: 'network', status: 200, body: GRANTED, askedAt, expiresAt: askedAt + 60_000 }
}

describe('calls at the same time', () => {
  it('share one request for the same products, in whichever order', async () => {
    const page = openWith([ada], [granted, refused])
    const view = viewOn(page)
    const [one, other, third] = await Promise.all([
      view.hasAccess(['a', 'b']),
      view.hasAccess(['b', 'a']),
      view.hasAccess(['c']),
    ])
    expect(other).toEqual(one)
    expect(third).toMatchObject({ outcome: 'refused' })
    expect(asked(page)).toEqual(['a,b', 'c'])
  })

  it('share a failure, which is told once as an error', async () => {
    const page = openWith([ada], [text(503, '')])
    const view = viewOn(page)
    const errors = vi.fn()
    view.on('error', errors)
    const outcomes = await Promise.all([view.hasAccess(['a']), view.hasAccess(['a'])])
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['unknown', 'unknown'])
    expect(errors).toHaveBeenCalledOnce()
  })
})

describe('when the user changes', () => {
  it('what is kept is gone with clearCachedUserSession, a login or a logout', async () => {
    for (const leave of ['clearCachedUserSession', 'login', 'logout'] as const) {
      const page = openWith([ada], [granted])
      const view = viewOn(page, login())
      await view.hasAccess(['plus'])
      expect(keptOn(page)).not.toBeNull()
      if (leave === 'login') view.login({ state: 'x' })
      else view[leave]()
      expect(keptOn(page), leave).toBeNull()
    }
  })

  it('another user on the next page is asked about, and what was kept is gone before', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const page = openWith([ada, grace], [json(200, { ...GRANTED, ttl: 3600 }), gracesAccess])
    await viewOn(page).hasAccess(['plus'])
    vi.setSystemTime(Date.now() + 60_001)
    const view = viewOn(page)
    await view.hasSession()
    expect(keptOn(page)).toBeNull()
    expect(await view.hasAccess(['plus'])).toMatchObject({ outcome: 'refused' })
  })

  it('an outage of the session keeps what is known for when it is over', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const page = openWith([ada, text(503, ''), ada], [json(200, { ...GRANTED, ttl: 3600 })])
    const view = viewOn(page)
    await view.hasAccess(['plus'])
    vi.setSystemTime(Date.now() + 60_001)
    expect(await view.hasAccess(['plus'])).toMatchObject({
      outcome: 'unknown',
      reason: 'session-unreachable',
    })
    expect(await view.hasAccess(['plus'])).toMatchObject({ outcome: 'granted' })
  })

  it('an outage of the session on the next page keeps it, too', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const page = openWith([ada, text(503, ''), ada], [json(200, { ...GRANTED, ttl: 3600 })])
    await viewOn(page).hasAccess(['plus'])
    vi.setSystemTime(Date.now() + 60_001)
    const view = viewOn(page)
    expect(await view.hasAccess(['plus'])).toMatchObject({ outcome: 'unknown' })
    expect(await view.hasAccess(['plus'])).toMatchObject({ outcome: 'granted' })
  })

  it('an answer that is on its way is not given as that of the new one, who is asked about', async () => {
    const { answer, come, wasAsked } = onItsWay(granted)
    const page = openWith([ada, grace], [answer, gracesAccess])
    const view = viewOn(page)
    const heard = vi.fn()
    view.on('hasAccess', heard)
    const call = view.hasAccess(['plus'])
    await wasAsked
    view.clearCachedUserSession()
    await view.hasSession()
    come()
    expect(await call).toMatchObject({ outcome: 'refused' })
    expect(heard).not.toHaveBeenCalled()
    expect(keptOn(page)?.value.user).toBe(202)
  })

  it('the same without a clearing: the session was over, and somebody asked anew', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { answer, come, wasAsked } = onItsWay(granted)
    const page = openWith([ada, grace], [answer, gracesAccess])
    const view = viewOn(page)
    const call = view.hasAccess(['plus'])
    await wasAsked
    vi.setSystemTime(Date.now() + 60_001)
    await view.hasSession()
    come()
    expect(await call).toMatchObject({ outcome: 'refused' })
  })

  it('a failure that is on its way is not theirs either', async () => {
    const { answer, come, wasAsked } = onItsWay(text(503, ''))
    const page = openWith([ada, grace], [answer, gracesAccess])
    const view = viewOn(page)
    const errors = vi.fn()
    view.on('error', errors)
    const call = view.hasAccess(['plus'])
    await wasAsked
    view.clearCachedUserSession()
    come()
    expect(await call).toMatchObject({ outcome: 'refused' })
    expect(errors).not.toHaveBeenCalled()
  })

  it('a logout on the way makes no further request, and nobody is logged in', async () => {
    const { answer, come, wasAsked } = onItsWay(granted)
    const page = openWith([ada], [answer])
    const view = viewOn(page, login())
    const call = view.hasAccess(['plus'])
    await wasAsked
    view.logout()
    come()
    expect(await call).toEqual({ outcome: 'loggedOut' })
    expect(page.requests).toHaveLength(2)
    expect(keptOn(page)).toBeNull()
  })

  it('two clearings by the page on the way are no fault of the service', async () => {
    const [first, second] = [onItsWay(granted), onItsWay(granted)]
    const page = openWith([ada, ada, ada], [first.answer, second.answer, granted])
    const view = viewOn(page)
    const errors = vi.fn()
    view.on('error', errors)
    const call = view.hasAccess(['plus'])
    for (const { wasAsked, come } of [first, second]) {
      await wasAsked
      view.clearCachedUserSession()
      come()
    }
    expect(await call).toMatchObject({ outcome: 'granted' })
    expect(errors).not.toHaveBeenCalled()
  })

  it('a page that clears the session whenever it hears of one makes a call end, and few requests', async () => {
    const page = openPageWith(...Array.from({ length: 5 }, () => ada))
    const identity = viewOn(page)
    identity.on('login', () => identity.clearCachedUserSession())
    expect(await identity.hasAccess(['plus'])).toEqual({
      outcome: 'unknown',
      reason: 'session-unreachable',
      retryAt: undefined,
    })
    expect(sessionsAsked(page)).toBe(5)
  })

  it('a logout while the session is asked for makes no request for access', async () => {
    const { answer, come, wasAsked } = onItsWay(ada)
    const page = openWith([answer, json(400, NO_SESSION)], [])
    const view = viewOn(page)
    const call = view.hasAccess(['plus'])
    await wasAsked
    view.clearCachedUserSession()
    come()
    expect(await call).toEqual({ outcome: 'loggedOut' })
  })

  it('in another tab, this one forgets and asks about the new user', async () => {
    const page = openWith([ada, grace], [granted, gracesAccess])
    const view = viewOn(page, tabs())
    await view.hasAccess(['plus'])
    const known = Date.now()
    // What the other tab has learned is newer.
    await vi.waitUntil(() => Date.now() > known)
    const changed = new Promise((resolve) => view.on('userChange', resolve))
    const markKey = Object.keys(page.window.localStorage).find((key) => key.endsWith('.mark')) as string
    const mark = { changedAt: Date.now(), user: '202 connected' }
    const entry = JSON.stringify({ value: mark, expiresAt: Date.now() + 60_000 })
    page.window.localStorage.setItem(markKey, entry)
    page.window.dispatchEvent(new page.window.StorageEvent('storage', { key: markKey }))
    await changed
    expect(keptOn(page)).toBeNull()
    expect(await view.hasAccess(['plus'])).toMatchObject({ outcome: 'refused' })
  })

  it('an answer that names another user than the session makes both be asked once more', async () => {
    const page = openWith([ada, grace], [gracesAccess, gracesAccess])
    const view = viewOn(page)
    const changed = vi.fn()
    view.on('userChange', changed)
    expect(await view.hasAccess(['plus'])).toMatchObject({ outcome: 'refused' })
    expect(changed).toHaveBeenCalledOnce()
    expect(keptOn(page)?.value.user).toBe(202)
  })

  it('a service that knows nobody any more makes the session be asked for: nobody is logged in', async () => {
    const page = openWith([ada, json(400, NO_SESSION)], [json(400, NO_SESSION)])
    expect(await viewOn(page).hasAccess(['plus'])).toEqual({ outcome: 'loggedOut' })
  })

  it.each([
    ['names another user', gracesAccess],
    ['names another user of the same number', json(200, { ...GRANTED, uuid: 'uuid-grace' })],
    [
      'names another user by the uuid alone',
      json(200, { ...GRANTED, userId: undefined, uuid: 'uuid-grace' }),
    ],
    ['names another user by the number alone', json(200, { ...GRANTED, userId: 202, uuid: undefined })],
    ['names another user beside the right uuid', json(200, { ...GRANTED, userId: 202 })],
    ['knows nobody', json(400, NO_SESSION)],
  ])('a service that %s for good is believed in nothing, and spared', async (_, answer) => {
    const page = openWith([ada, ada, ada], [answer, answer])
    const view = viewOn(page)
    const errors: Error[] = []
    view.on('error', (error) => errors.push(error))
    const outcome = { outcome: 'unknown', reason: 'session-malformed' }
    expect(await view.hasAccess(['plus'])).toMatchObject(outcome)
    expect(await view.hasAccess(['plus'])).toMatchObject({ ...outcome, retryAt: expect.any(Number) })
    expect(asked(page)).toHaveLength(2)
    expect(errors.at(-1)?.message).toContain('another user than the session')
  })

  it.each([
    ['is written as text', { userId: '101' }],
    ['is named by the uuid alone', { userId: undefined }],
    ['is named by the number alone', { uuid: undefined }],
    ['is not named', { userId: undefined, uuid: undefined }],
    ['is named by what cannot be used', { userId: {}, uuid: ' ' }],
  ])('a user who %s is the same', async (_, named) => {
    const page = openWith([ada], [json(200, { ...GRANTED, ...named })])
    expect(await viewOn(page).hasAccess(['plus'])).toMatchObject({ outcome: 'granted' })
  })

  it('a user whose session has no uuid is known by the number', async () => {
    const page = openWith([json(200, { ...ADA, uuid: undefined })], [granted])
    expect(await viewOn(page).hasAccess(['plus'])).toMatchObject({ outcome: 'granted' })
  })

  it('a call that is on its way is not shared by one who is back after another user', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { answer, come, wasAsked } = onItsWay(granted)
    const page = openWith([ada, grace, ada], [answer, refused])
    const view = viewOn(page)
    const first = view.hasAccess(['plus'])
    await wasAsked
    for (const _ of ['another user', 'the first one']) {
      vi.setSystemTime(Date.now() + 60_001)
      await view.hasSession()
    }
    expect(await view.hasAccess(['plus'])).toMatchObject({ outcome: 'refused' })
    come()
    await first
    expect(asked(page)).toHaveLength(2)
  })
})

describe('a service in trouble', () => {
  it.each([
    ['status 503', text(503, ''), 'session-unreachable'],
    ['status 401', text(401, ''), 'session-refused'],
    ['status 429', text(429, ''), 'session-refused'],
    ['an error within a success', json(200, { error: { code: 500 } }), 'session-refused'],
    ['HTML', text(200, '<h1>Portal'), 'session-malformed'],
    ['an answer without a decision', json(200, { allowedFeatures: ['read'], ttl: 60 }), 'session-malformed'],
    ['a decision that is no boolean', json(200, { ...GRANTED, entitled: 'true' }), 'session-malformed'],
    ['a list', json(200, [GRANTED]), 'session-malformed'],
    ['no network', broken, 'session-unreachable'],
  ])('opens no wall, and is not asked again for a while: %s', async (_, answer, reason) => {
    const page = openWith([ada], [answer])
    const view = viewOn(page)
    const again = { outcome: 'unknown', reason, retryAt: expect.any(Number) }
    expect(await view.hasAccess(['plus'])).toEqual(again)
    expect(await view.hasAccess(['plus'])).toEqual(again)
    expect(await view.hasAccess(['basic'])).toEqual(again)
    expect(await viewOn(page).hasAccess(['plus']), 'the next page view').toEqual(again)
    expect(asked(page)).toHaveLength(1)
  })

  it('is spared for as long as it says by Retry-After', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const failure = () => new Response('', { status: 503, headers: { 'retry-after': '60' } })
    const page = openWith([json(200, { ...ADA, expiresIn: 3_600_000 })], [failure, granted])
    const view = viewOn(page)
    await view.hasAccess(['plus'])
    expect(await view.hasAccess(['plus'])).toMatchObject({ retryAt: Date.now() + 60_000 })
    vi.setSystemTime(Date.now() + 60_000)
    expect(await view.hasAccess(['plus'])).toMatchObject({ outcome: 'granted' })
    vi.restoreAllMocks()
  })

  it('is asked again after clearCachedAccess', async () => {
    const view = viewOn(openWith([ada], [text(503, ''), granted]))
    await view.hasAccess(['plus'])
    view.clearCachedAccess()
    expect(await view.hasAccess(['plus'])).toMatchObject({ outcome: 'granted' })
  })

  it('is asked again once a call that was on its way is answered: the trouble is over', async () => {
    const { answer, come, wasAsked } = onItsWay(granted)
    const page = openWith([ada], [answer, text(503, ''), refused])
    const view = viewOn(page)
    const first = view.hasAccess(['plus'])
    await wasAsked
    expect(await view.hasAccess(['basic'])).toMatchObject({ outcome: 'unknown' })
    come()
    expect(await first).toMatchObject({ outcome: 'granted' })
    expect(await view.hasAccess(['basic'])).toMatchObject({ outcome: 'refused' })
  })

  it('that fails to say what a reader may read says all the same who they are', async () => {
    const page = openWith([ada, ada], [text(503, '')])
    const view = viewOn(page, sessionBackoff())
    await view.hasAccess(['plus'])
    view.clearCachedUserSession()
    expect(await view.hasSession()).toEqual(ADA)
  })

  it('is not asked for access while it is spared after a failure of the session, in whichever tab', async () => {
    const page = openWith([ada], [])
    const view = viewOn(page, sessionBackoff())
    await view.hasSession()
    const other = openWith([text(503, '')], [])
    Object.defineProperty(other.window, 'localStorage', { value: page.window.localStorage })
    await rejection(viewOn(other, sessionBackoff()).hasSession())
    expect(await view.hasAccess(['plus'])).toEqual({
      outcome: 'unknown',
      reason: 'session-unreachable',
      retryAt: expect.any(Number),
    })
  })

  it('says nothing about access when it cannot say who the reader is', async () => {
    const page = openWith([text(503, '')], [])
    expect(await viewOn(page).hasAccess(['plus'])).toMatchObject({
      outcome: 'unknown',
      reason: 'session-unreachable',
    })
    expect(sessionsAsked(page)).toBe(1)
  })

  it('is no matter for what is kept', async () => {
    const page = openWith([ada], [granted, text(503, '')])
    const view = viewOn(page)
    await view.hasAccess(['plus'])
    await view.hasAccess(['basic'])
    expect(await view.hasAccess(['plus'])).toMatchObject({ outcome: 'granted' })
  })

  it('and a plugin that throws are two things: the reason tells them apart', async () => {
    const page = openWith([ada], [])
    const thrower = definePlugin({
      name: 'thrower',
      setup: (kernel) =>
        void kernel.hook('url:build', ({ kind }) => {
          if (kind === 'access') throw new Error('mine')
        }),
    })
    page.answer()
    expect(await viewOn(page, thrower).hasAccess(['plus'])).toMatchObject({ reason: 'plugin-failed' })
  })
})

describe('features', () => {
  it.each([undefined, null, 'read', [1, null]])(
    'are none when the service sends %j',
    async (allowedFeatures) => {
      const page = openWith([ada], [json(200, { ...GRANTED, allowedFeatures })])
      expect(await viewOn(page).hasAccess(['plus'])).toMatchObject({ outcome: 'granted', features: [] })
    },
  )
})

describe.each([
  ['subscriptionsUrl', 'https://account.example/account/subscriptions'],
  ['productsUrl', 'https://account.example/account/products'],
] as const)('%s', (method, address) => {
  const identity = () => createIdentity(optionsFor(openPage()), [fetchTransport(), access()])

  it('is the page with the client and the way back, by default to the redirectUri of the instance', () => {
    const query = 'client_id=client-1&redirect_uri='
    expect(identity()[method]()).toBe(`${address}?${query}https%3A%2F%2Fwww.site.example%2Fcallback`)
    expect(identity()[method]('https://www.site.example/me')).toBe(
      `${address}?${query}https%3A%2F%2Fwww.site.example%2Fme`,
    )
  })

  it('refuses a way back that runs code, by its name', () => {
    expect(thrown(() => identity()[method]('javascript:alert(1)'))).toMatchObject(
      sdkError('argument-invalid', 'redirectUri'),
    )
  })
})
