import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SDKError } from '../../../core/errors.ts'
import { createIdentity } from '../../../core/kernel/create-identity.ts'
import { definePlugin } from '../../../core/kernel/plugin.ts'
import type { SessionSettled } from '../../../core/session/ending.ts'
import { sessionCache } from '../../../plugins/session/session-cache.ts'
import { fetchTransport } from '../../../plugins/transport/fetch-transport.ts'
import { ADA, GRACE, NO_SESSION, openKernel, optionsFor, rejection } from '../../support/fixtures.ts'
import {
  type Answer,
  broken,
  deny,
  json,
  openPage,
  openPageWith,
  type Page,
  text,
} from '../../support/page.ts'

const identityOn = (page: Page, more = {}) =>
  createIdentity(optionsFor(page, more), [fetchTransport(), sessionCache()])

/** The one entry of the cache, as it stands in the storage of the tab. */
const entryKey = (page: Page) =>
  Object.keys(page.window.sessionStorage).find((key) => key.endsWith('.session')) as string

interface Entry {
  value: object
  expiresAt: number
}

describe('the session cache', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  it('answers until the session expires, also on the next page', async () => {
    const page = openPageWith(json(200, ADA), json(200, GRACE))
    expect(await identityOn(page).hasSession()).toEqual(ADA)
    vi.setSystemTime(Date.now() + 59_999)
    expect(await identityOn(page).hasSession()).toEqual(ADA)
    vi.setSystemTime(Date.now() + 1)
    expect(await identityOn(page).hasSession()).toEqual(GRACE)
  })

  it('leaves what another instance has kept meanwhile, whatever fails', async () => {
    const page = openPage()
    let fail = (_: Response) => {}
    const late = () => new Promise<Response>((resolve) => void (fail = resolve))
    page.answer(late, json(200, ADA))
    const [one, other] = [identityOn(page), identityOn(page)]
    const failed = rejection(one.hasSession())
    await vi.waitFor(() => expect(page.requests).toHaveLength(1))
    await other.hasSession()
    fail(new Response('', { status: 401 }))
    expect(await failed).toMatchObject({ reason: 'session-refused' })
    expect(await identityOn(page).hasSession()).toEqual(ADA)
  })

  it('keeps an answer for as long as one may be kept', async () => {
    const page = openPageWith(json(200, { ...ADA, expiresIn: 1e300 }))
    await identityOn(page).hasSession()
    expect((await identityOn(page).hasSession()).userId).toBe(ADA.userId)
  })

  it.each([
    ['that expires now', (entry: Entry) => Object.assign(entry, { expiresAt: Date.now() })],
    ['that would last for ever', (entry: Entry) => Object.assign(entry, { expiresAt: 9e15 })],
    ['without an end', (entry: Entry) => Object.assign(entry, { expiresAt: undefined })],
    ['whose answer has no end', ({ value }: Entry) => Object.assign(value, { expiresAt: undefined })],
    ['whose answer ends now', ({ value }: Entry) => Object.assign(value, { expiresAt: Date.now() })],
    ['whose answer would last for ever', ({ value }: Entry) => Object.assign(value, { expiresAt: 9e15 })],
    ['whose answer ends in words', ({ value }: Entry) => Object.assign(value, { expiresAt: 'never' })],
    ['whose answer has no beginning', ({ value }: Entry) => Object.assign(value, { askedAt: undefined })],
    ['whose answer was asked for long ago', ({ value }: Entry) => Object.assign(value, { askedAt: 0 })],
    [
      'whose answer will be asked for',
      ({ value }: Entry) => Object.assign(value, { askedAt: Date.now() + 1001 }),
    ],
    ['whose answer was asked for in words', ({ value }: Entry) => Object.assign(value, { askedAt: 'now' })],
    ['whose session is text', ({ value }: Entry) => Object.assign(value, { session: 'hello' })],
    ['whose session is a list', ({ value }: Entry) => Object.assign(value, { session: [] })],
    ['without a session', ({ value }: Entry) => Object.assign(value, { session: undefined })],
    ['that holds no answer', (entry: Entry) => Object.assign(entry, { value: 'hello' })],
    ['that holds nothing', (entry: Entry) => Object.assign(entry, { value: null })],
  ])('asks the service when an entry stands there %s', async (_, spoil) => {
    const page = openPageWith(json(200, ADA), json(200, GRACE))
    await identityOn(page).hasSession()
    const key = entryKey(page)
    const entry = JSON.parse(page.window.sessionStorage.getItem(key) ?? '')
    spoil(entry)
    page.window.sessionStorage.setItem(key, JSON.stringify(entry))
    expect(await identityOn(page).hasSession()).toEqual(GRACE)
  })

  it('looks at an entry again once it was changed', async () => {
    const page = openPageWith(json(200, ADA), json(200, GRACE))
    const identity = identityOn(page)
    await identity.hasSession()
    await identity.hasSession()
    page.window.sessionStorage.setItem(
      entryKey(page),
      JSON.stringify({ value: {}, expiresAt: Date.now() + 60_000 }),
    )
    expect(await identity.hasSession()).toEqual(GRACE)
  })

  it('hands out the same frozen object', async () => {
    const page = openPageWith(json(200, ADA))
    await identityOn(page).hasSession()
    const identity = identityOn(page)
    const first = await identity.hasSession()
    expect(Object.isFrozen(first)).toBe(true)
    expect(await identity.hasSession()).toBe(first)
  })

  it('does not lengthen its own entry', async () => {
    const page = openPageWith(json(200, ADA))
    const identity = identityOn(page)
    await identity.hasSession()
    const written = page.window.sessionStorage.getItem(entryKey(page))
    vi.setSystemTime(Date.now() + 30_000)
    await identity.hasSession()
    expect(page.window.sessionStorage.getItem(entryKey(page))).toBe(written)
  })

  it.each([
    ['a second', 1001, 5000],
    ['an hour', 3_600_000, 5000],
    ['a year', 31_536_000_000, 2 ** 31 - 1],
  ])('the cache drops its session when the clock is set back by %s', async (...set) => {
    const [, backMs, expiresIn] = set
    const page = openPageWith(json(200, { ...ADA, expiresIn }), json(200, GRACE))
    await identityOn(page).hasSession()
    vi.setSystemTime(Date.now() - backMs)
    expect(await identityOn(page).hasSession()).toEqual(GRACE)
  })

  it('the cache keeps its session when two processes read the clock a second apart', async () => {
    const page = openPageWith(json(200, ADA))
    await identityOn(page).hasSession()
    vi.setSystemTime(Date.now() - 1000)
    expect(await identityOn(page).hasSession()).toEqual(ADA)
  })

  it('the cache keeps the answer of another tab', async () => {
    const page = openPage()
    const askedAt = Date.now()
    const neighbour = definePlugin({
      name: 'neighbour',
      setup: ({ use }) =>
        use('tabs', async () => ({ source: 'tab', askedAt, expiresAt: askedAt + 1000, session: ADA })),
    })
    await createIdentity(optionsFor(page), [sessionCache(), neighbour]).hasSession()
    expect(await identityOn(page).hasSession()).toEqual(ADA)
    page.answer(json(200, GRACE))
    vi.setSystemTime(askedAt + 1000)
    expect(await identityOn(page).hasSession()).toEqual(GRACE)
  })

  it('remembers that there is no session, as an error with everything it had', async () => {
    const page = openPageWith(json(400, NO_SESSION), json(200, ADA))
    await rejection(identityOn(page).hasSession())
    const error = await rejection(identityOn(page).hasSession())
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({
      name: 'SDKError',
      reason: 'session-missing',
      code: 400,
      type: 'BadRequestException',
    })
    vi.setSystemTime(Date.now() + 60_000)
    expect(await identityOn(page).hasSession()).toEqual(ADA)
  })

  it('remembers it also when the service says so without a word', async () => {
    const page = openPageWith(text(400, ''))
    for (let call = 0; call < 2; call++)
      expect(await rejection(identityOn(page).hasSession())).toMatchObject({
        reason: 'session-missing',
        code: 400,
      })
  })

  it.each([
    ['401', text(401, '')],
    ['401 that says how long it holds', json(401, { error: { code: 401 }, response: { expiresIn: 60_000 } })],
    ['404', text(404, '')],
    ['300 that says how long it holds', json(300, { error: { code: 401 }, response: { expiresIn: 60_000 } })],
    ['an answer that is no JSON', text(200, 'x')],
    ['an error within a 2xx', json(200, { error: { code: 401 } })],
  ])('does not remember %s', async (_, failure) => {
    const page = openPageWith(failure, json(200, ADA))
    await rejection(identityOn(page).hasSession())
    expect(await identityOn(page).hasSession()).toEqual(ADA)
  })

  it.each([
    ['response.expiresIn', { error: { code: 401 }, response: { expiresIn: 60_000 } }],
    ['expiresIn', { error: { code: 500, type: 'Down' }, expiresIn: '60000' }],
  ])('remembers an error within a 2xx for as long as its %s says', async (_, body) => {
    const page = openPageWith(json(200, body), json(200, ADA))
    const first = await rejection(identityOn(page).hasSession())
    for (let call = 0; call < 2; call++)
      expect(await rejection(identityOn(page).hasSession())).toMatchObject({
        reason: 'session-refused',
        code: (first as SDKError).code,
      })
    vi.setSystemTime(Date.now() + 60_000)
    expect(await identityOn(page).hasSession()).toEqual(ADA)
  })

  it.each([0, -1, '', null, {}, 'soon'])('does not remember one that states %j', async (expiresIn) => {
    const page = openPageWith(json(200, { error: { code: 401 }, expiresIn }), json(200, ADA))
    await rejection(identityOn(page).hasSession())
    expect(await identityOn(page).hasSession()).toEqual(ADA)
  })

  it('does not keep a session whose time is over on arrival', async () => {
    const page = openPageWith(json(200, { ...ADA, expiresIn: 0 }), json(200, GRACE))
    await identityOn(page).hasSession()
    expect(await identityOn(page).hasSession()).toEqual(GRACE)
  })

  it('forgets on clearCachedUserSession also what the service has refused', async () => {
    const page = openPageWith(json(200, { error: { code: 401 }, expiresIn: 60_000 }), json(200, ADA))
    const identity = identityOn(page)
    await rejection(identity.hasSession())
    identity.clearCachedUserSession()
    expect(await identity.hasSession()).toEqual(ADA)
  })

  describe('where something newer is wanted', () => {
    const wanting = () => {
      const page = openPage()
      const { kernel, identity } = openKernel(optionsFor(page), [
        fetchTransport({ retries: 0 }),
        sessionCache(),
      ])
      const endings: SessionSettled[] = []
      kernel.hook('session:settled', (settled) => void endings.push(settled))
      /** Asks for an answer of now, a second later. */
      const askNewer = (...answers: Answer[]) => {
        vi.setSystemTime(Date.now() + 1000)
        page.answer(...answers)
        return kernel.hasSession(Date.now())
      }
      return { page, identity, askNewer, endings }
    }

    it('asks the service, and keeps what it says', async () => {
      const { page, identity, askNewer } = wanting()
      await askNewer(json(200, ADA))
      expect(await askNewer(json(200, GRACE))).toEqual(GRACE)
      expect(await identity.hasSession()).toEqual(GRACE)
      expect(await identityOn(page).hasSession()).toEqual(GRACE)
    })

    it('does not ask where it has something newer by then', async () => {
      const { identity, askNewer, page } = wanting()
      await askNewer(json(200, ADA))
      expect(await identity.hasSession()).toEqual(ADA)
      expect(page.requests).toHaveLength(1)
    })

    it.each([
      ['a failure', json(503, {})],
      ['a refusal', json(403, {})],
      ['no JSON', text(200, 'x')],
      ['a broken connection', broken],
    ])('answers by what it has in place of %s, and tells of that', async (_, trouble) => {
      const { askNewer, endings } = wanting()
      await askNewer(json(200, ADA))
      expect(await askNewer(trouble)).toEqual(ADA)
      expect(endings[1]).toMatchObject({ outcome: 'connected', source: 'cache', error: { name: 'SDKError' } })
      expect(await askNewer(json(200, GRACE))).toEqual(GRACE)
      expect(endings[2]?.error).toBeUndefined()
    })

    it.each<[string, Answer, Answer, string]>([
      ['nobody was logged in', json(400, NO_SESSION), json(503, {}), 'session-unreachable'],
      ['nobody is logged in any more', json(200, ADA), json(400, NO_SESSION), 'session-missing'],
      [
        'what it has is over by then',
        json(200, { ...ADA, expiresIn: 1500 }),
        (...asked) => {
          vi.setSystemTime(Date.now() + 1000)
          return json(503, {})(...asked)
        },
        'session-unreachable',
      ],
    ])('fails where %s', async (_, first, second, reason) => {
      const { askNewer } = wanting()
      await askNewer(first).catch(() => {})
      expect(await rejection(askNewer(second))).toMatchObject({ reason })
    })
  })

  it('keeps working in memory when the storage is denied', async () => {
    const page = openPageWith(json(200, ADA))
    deny(page.window, 'sessionStorage')
    const identity = identityOn(page)
    await identity.hasSession()
    expect(await identity.hasSession()).toEqual(ADA)
  })
})
