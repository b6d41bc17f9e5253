import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SDKError } from '../../../core/errors.ts'
import { createIdentity } from '../../../core/kernel/create-identity.ts'
import { definePlugin } from '../../../core/kernel/plugin.ts'
import { login } from '../../../plugins/login/login.ts'
import { sessionBackoff } from '../../../plugins/session/session-backoff.ts'
import { sessionCache } from '../../../plugins/session/session-cache.ts'
import { sessionRefresh } from '../../../plugins/session/session-refresh.ts'
import { fetchTransport } from '../../../plugins/transport/fetch-transport.ts'
import { ofetchTransport } from '../../../plugins/transport/ofetch-transport.ts'
import { user } from '../../../plugins/user/user.ts'
import { openBrowser } from '../../support/browser.ts'
import { ADA, GRACE, NO_SESSION, optionsFor, rejection } from '../../support/fixtures.ts'
import { type Answer, broken, hanging, json, openPageWith, type Page, text } from '../../support/page.ts'
import { cutOff } from '../transport/transport-page.ts'

const HOUR_MS = 3_600_000
const PREFIX = 'portico.https://account.example https://id.site.example client-1.'

/** A page view: the window is that of the tab, and so is what stands in its storage. */
const viewOn = (page: Page, transport = fetchTransport()) =>
  createIdentity(optionsFor(page), [
    transport,
    sessionCache(),
    sessionBackoff(),
    sessionRefresh(),
    user(),
    login(),
  ])

function open(...answers: Answer[]): Page {
  const page = openPageWith(...answers)
  Object.assign(page.window, { setTimeout, clearTimeout })
  return page
}

/** A failure that says when to come back. */
const retryAfter =
  (header: string, status = 503): Answer =>
  () =>
    new Response('', { status, headers: { 'retry-after': header } })

/** Asks on a new page view; gives the error, or undefined for a session. */
async function ask(
  page: Page,
  view: Pick<ReturnType<typeof viewOn>, 'hasSession'> = viewOn(page),
): Promise<SDKError | undefined> {
  let error: SDKError | undefined
  let done = false
  view
    .hasSession()
    .catch((caught) => void (error = caught))
    .finally(() => void (done = true))
  while (!done) await vi.advanceTimersByTimeAsync(100)
  return error
}

/** How long the pause is that the tab is in, in milliseconds; the answer at its end is asked for. */
async function pauseOf(page: Page): Promise<number> {
  return ((await ask(page))?.retryAt ?? 0) - Date.now()
}

const FAILURES: [name: string, answers: Answer[], reason: string, code?: number][] = [
  ['status 503', [text(503, '')], 'session-unreachable', 503],
  ['status 500 with JSON', [json(500, { error: { code: 500, type: 'X' } })], 'session-unreachable', 500],
  ['status 429', [text(429, '')], 'session-refused', 429],
  ['status 401', [text(401, '')], 'session-refused', 401],
  ['no network', [broken, broken], 'session-unreachable'],
  ['a connection that breaks', [cutOff, cutOff], 'session-unreachable'],
  ['HTML', [text(200, '<h1>Portal')], 'session-malformed'],
  ['no answer in time', [hanging], 'timeout'],
]

describe('the pause', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.spyOn(Math, 'random').mockReturnValue(0)
  })
  afterEach(() => {
    vi.restoreAllMocks()
    vi.useRealTimers()
  })

  describe.each(FAILURES)('after %s', (_, answers, reason, code) => {
    it('lets five calls of a page cost what one does, and tells each the same', async () => {
      const page = open(...answers)
      const view = viewOn(page)
      const first = await ask(page, view)
      expect(first).toMatchObject({ reason })
      const startedAt = Date.now()
      expect(await view.isLoggedIn()).toBe(false)
      expect(await view.isConnected()).toBe(false)
      expect(await view.getSpId()).toBeNull()
      const error = (await rejection(view.getUser())) as SDKError
      expect(error).toMatchObject({ name: 'SDKError', reason, retryAt: expect.any(Number) })
      expect(error.code).toBe(code)
      expect(error.message).toContain('not asked again before')
      expect(Date.now()).toBe(startedAt)
      expect(page.requests).toHaveLength(answers.length)
    })

    it('holds on the next page view, for two seconds, and not longer', async () => {
      const page = open(...answers, json(200, ADA))
      await ask(page)
      const leftMs = await pauseOf(page)
      expect(leftMs).toBeGreaterThanOrEqual(1800)
      await vi.advanceTimersByTimeAsync(leftMs - 1)
      const error = (await rejection(viewOn(page).hasSession())) as SDKError
      expect([error.reason, error.code]).toEqual([reason, code])
      await vi.advanceTimersByTimeAsync(1)
      expect(await ask(page)).toBeUndefined()
    })
  })

  it.each([
    ['there is no session', json(400, NO_SESSION), 'session-missing'],
    ['the cookie is to be refreshed', json(200, { redirectURL: '/refresh' }), 'session-refreshing'],
  ])('does not follow the answer that %s', async (_, answer, reason) => {
    const page = open(answer)
    const view = viewOn(page)
    const error = await ask(page, view)
    expect(error).toMatchObject({ reason })
    page.answer(json(200, ADA))
    page.window.dispatchEvent(new page.window.Event('pagehide'))
    await vi.advanceTimersByTimeAsync(301_000)
    expect(await ask(page)).toBeUndefined()
  })

  it('leaves a session that is known alone', async () => {
    const page = open(json(200, ADA), text(503, ''))
    const other = createIdentity(optionsFor(page), [fetchTransport(), sessionBackoff()])
    const view = viewOn(page)
    await ask(page, view)
    await rejection(other.hasSession())
    expect(await rejection(other.hasSession())).toMatchObject({ code: 503 })
    expect(await view.hasSession()).toEqual(ADA)
  })

  it('during a pause a request that a script in the head has begun is not taken', async () => {
    const page = open(text(503, ''))
    await ask(page)
    const asked = vi.fn()
    const head = definePlugin({ name: 'head', setup: ({ useFetch }) => useFetch('head', asked) })
    await ask(page, createIdentity(optionsFor(page), [fetchTransport(), head, sessionBackoff()]))
    expect(asked).not.toHaveBeenCalled()
  })

  it('logs nobody out', async () => {
    const page = open(json(200, ADA), text(503, ''))
    const ends: unknown[] = []
    const watcher = createIdentity(optionsFor(page), [
      fetchTransport(),
      sessionBackoff(),
      {
        name: 'watcher',
        setup: ({ hook }) =>
          hook(
            'session:settled',
            ({ outcome, session, previous }) => void ends.push([outcome, session, previous]),
          ),
      },
    ])
    await watcher.hasSession()
    await rejection(watcher.hasSession())
    await rejection(watcher.hasSession())
    expect(ends).toEqual([
      ['connected', ADA, null],
      ['unavailable', ADA, ADA],
      ['unavailable', ADA, ADA],
    ])
  })

  describe('is as long as', () => {
    /** The lengths of the pauses after so many failures in a row, in milliseconds. */
    async function lengthsOf(page: Page, failures: number): Promise<number[]> {
      const lengths: number[] = []
      while (lengths.length < failures) {
        page.answer(text(503, ''))
        await ask(page)
        const { retryAt = 0, backoffMs = 0 } = (await ask(page)) as SDKError
        lengths.push(backoffMs)
        vi.setSystemTime(retryAt)
      }
      return lengths
    }

    it.each([
      [0, [2000, 4000, 8000, 16_000, 32_000, 64_000, 128_000, 140_000, 140_000]],
      [0.5, [3500, 7000, 14_000, 28_000, 56_000, 112_000, 140_000]],
      [0.999_999, [4999, 9998]],
    ])(
      'two to five seconds, by chance, and twice as long after each further failure: %d',
      async (chance, lengths) => {
        vi.mocked(Math.random).mockReturnValue(chance)
        expect(await lengthsOf(open(), lengths.length)).toEqual(lengths)
      },
    )

    it('at first again after a good answer, and after a while without a failure', async () => {
      const page = open()
      expect(await lengthsOf(page, 3)).toEqual([2000, 4000, 8000])
      page.answer(json(200, { ...ADA, expiresIn: 0 }))
      await ask(page)
      expect(await lengthsOf(page, 3)).toEqual([2000, 4000, 8000])
      vi.setSystemTime(Date.now() + 148_000)
      expect(await lengthsOf(page, 1)).toEqual([2000])
    })

    it('at first on a page that slept for a day, after a long one', async () => {
      const page = open(retryAfter('3600'))
      await ask(page)
      vi.setSystemTime(Date.now() + 24 * HOUR_MS)
      expect(await lengthsOf(page, 1)).toEqual([2000])
    })

    it.each([
      ['30', 30_000],
      ['1', 1000],
      ['86400', 2_400_000],
      ['Wed, 07 Jan 2026 00:01:00 GMT', 60_000],
      ['Thu, 08 Jan 2026 00:00:00 GMT', 2_400_000],
    ])('Retry-After says: %s', async (header, lengthMs) => {
      vi.setSystemTime(new Date('2026-01-07T00:00:00Z'))
      for (const transport of [fetchTransport(), ofetchTransport()]) {
        const page = open(retryAfter(header))
        const before = Date.now()
        await ask(page, viewOn(page, transport))
        expect(((await ask(page))?.retryAt ?? 0) - before).toBeLessThanOrEqual(lengthMs + 100)
        expect(((await ask(page))?.retryAt ?? 0) - before).toBeGreaterThanOrEqual(lengthMs)
        vi.setSystemTime(before)
      }
    })

    it('Retry-After: 30 says, also after 429, on each next view of the tab', async () => {
      const page = open(retryAfter('30', 429))
      await ask(page)
      for (let view = 0; view < 5; view++) {
        expect(await ask(page)).toMatchObject({ reason: 'session-refused', code: 429 })
        await vi.advanceTimersByTimeAsync(5000)
      }
      expect(page.requests).toHaveLength(1)
    })

    it.each([
      '0',
      '-5',
      'soon',
      '',
      'Wed, 07 Jan 2020 00:00:00 GMT',
      'Wed, 07 Jan 2026 00:00:00 GMT',
      '1e999',
    ])('without a Retry-After, where that is no time to come: %j', async (header) => {
      vi.setSystemTime(new Date('2026-01-07T00:00:00Z'))
      const page = open(retryAfter(header))
      await ask(page)
      expect(await pauseOf(page)).toBeLessThanOrEqual(5000)
      expect(await pauseOf(page)).toBeGreaterThan(0)
    })

    it.each([0.5, 0.999_999])('that, and up to half as long again by chance: %d', async (chance) => {
      vi.mocked(Math.random).mockReturnValue(chance)
      const page = open(retryAfter('9999'))
      const before = Date.now()
      await ask(page)
      const lengthMs = ((await ask(page))?.retryAt ?? 0) - before
      expect(lengthMs).toBeGreaterThanOrEqual(Math.floor(2_400_000 * (1 + chance / 2)))
      expect(lengthMs).toBeLessThanOrEqual(HOUR_MS)
    })

    it('apart for thirty readers who failed in the same moment', async () => {
      vi.mocked(Math.random).mockRestore()
      const ends = new Set<number>()
      for (let tab = 0; tab < 30; tab++) {
        const page = open(retryAfter('30'))
        await rejection(viewOn(page).hasSession())
        ends.add(Math.round(((await rejection(viewOn(page).hasSession())) as SDKError).retryAt ?? 0))
      }
      expect(ends.size).toBeGreaterThan(20)
      expect(Math.max(...ends) - Math.min(...ends)).toBeGreaterThan(5000)
    })
  })

  describe('ends early', () => {
    it.each([
      ['clearCachedUserSession', (view: ReturnType<typeof viewOn>) => view.clearCachedUserSession()],
      ['login', (view: ReturnType<typeof viewOn>) => void view.login({ state: 'state-1' })],
      ['logout', (view: ReturnType<typeof viewOn>) => view.logout()],
    ])('by %s', async (_, act) => {
      const page = open(retryAfter('600'), json(200, ADA))
      const view = viewOn(page)
      await ask(page, view)
      act(view)
      expect(await ask(page)).toBeUndefined()
    })

    it.each(FAILURES)(
      'when the browser is online again, after %s, where nobody answered',
      async (...failure) => {
        const [, answers, , code] = failure
        const page = open(...answers)
        const view = viewOn(page)
        await ask(page, view)
        page.window.dispatchEvent(new page.window.Event('online'))
        if (!code) page.answer(json(200, ADA))
        expect((await ask(page, view))?.code).toBe(code)
      },
    )

    it('not by a tab that was opened since and is online again, where the service has answered', async () => {
      const browser = openBrowser()
      const [page, opened] = [browser.tab(), browser.tab()]
      page.answer(text(503, ''))
      const view = viewOn(page)
      await ask(page, view)
      viewOn(opened)
      opened.window.dispatchEvent(new opened.window.Event('online'))
      expect(await ask(page, view)).toMatchObject({ code: 503 })
    })

    it('not where there is none, and nothing is told to the page then', async () => {
      const page = open()
      const thrown = vi.fn()
      page.window.addEventListener('error', thrown)
      viewOn(page)
      page.window.dispatchEvent(new page.window.Event('online'))
      expect(thrown).not.toHaveBeenCalled()
    })

    it('never by an instance that was disposed', async () => {
      const page = open(broken, broken)
      const view = viewOn(page)
      await ask(page, view)
      view.dispose()
      page.window.dispatchEvent(new page.window.Event('online'))
      expect(await ask(page)).toMatchObject({ reason: 'session-unreachable' })
    })
  })

  it('is not begun by a call that was made before the session was cleared', async () => {
    const page = open()
    let release = (_: Response) => {}
    page.answer(() => new Promise((resolve) => void (release = resolve)), json(200, ADA))
    const view = viewOn(page)
    const old = rejection(view.hasSession())
    await vi.advanceTimersByTimeAsync(0)
    view.clearCachedUserSession()
    release(new Response('', { status: 503 }))
    expect(await old).toMatchObject({ code: 503 })
    expect(await ask(page)).toBeUndefined()
  })

  it.each([
    ['a minute', 60_000],
    ['two hours', 2 * HOUR_MS],
  ])('a pause is over at once, and not prolonged, when the clock is set back by %s', async (_, backMs) => {
    const page = open(text(503, ''), json(200, ADA))
    await ask(page)
    vi.setSystemTime(Date.now() - backMs)
    expect(await ask(page)).toBeUndefined()
  })

  describe('in another tab', () => {
    const openTwo = (): [Page, Page] => {
      const browser = openBrowser()
      return [browser.tab(), browser.tab()]
    }

    const forgetSession = (page: Page) => page.window.sessionStorage.removeItem(`${PREFIX}session`)

    it('an open tab keeps the pause that another tab has begun', async () => {
      const [first, second] = openTwo()
      const beside = viewOn(second)
      second.answer(json(200, GRACE))
      await ask(second, beside)
      first.answer(text(503, ''))
      const view = viewOn(first)
      await ask(first, view)
      const error = await ask(first, view)
      // Nothing but the cache of the tab is gone: clearing the session would end the pause.
      forgetSession(second)
      expect(await ask(second, beside)).toMatchObject({ code: 503, retryAt: error?.retryAt })
      expect(await ask(second)).toMatchObject({ code: 503, retryAt: error?.retryAt })
      expect(second.requests).toHaveLength(1)
    })

    it('an open tab that has its session from the cache, and has asked nobody, keeps that pause too', async () => {
      const [first, second] = openTwo()
      second.answer(json(200, GRACE))
      await ask(second)
      const nextView = viewOn(second)
      await ask(second, nextView)
      first.answer(text(503, ''))
      await ask(first)
      forgetSession(second)
      expect(await ask(second, nextView)).toMatchObject({ code: 503 })
      expect(second.requests).toHaveLength(1)
    })

    it('a page that is opened during the pause and finds its session in the cache keeps the pause', async () => {
      const [first, second] = openTwo()
      const before = viewOn(second)
      second.answer(json(200, GRACE))
      await ask(second, before)
      before.dispose()
      first.answer(text(503, ''))
      await ask(first)
      const view = viewOn(second)
      expect(await ask(second, view)).toBeUndefined()
      forgetSession(second)
      expect(await ask(second, view)).toMatchObject({ code: 503 })
      expect(second.requests).toHaveLength(1)
    })

    it('a page that the reader leaves during its first request keeps no pause, so the next page asks', async () => {
      const [first, second] = openTwo()
      first.answer(text(503, ''))
      await ask(first)
      second.answer(hanging)
      const leaves = viewOn(second)
      const asked = rejection(leaves.hasSession())
      await vi.advanceTimersByTimeAsync(100)
      leaves.dispose()
      await asked
      second.answer(json(200, ADA))
      expect(await ask(second)).toBeUndefined()
    })

    it('a pause ends when another tab has ended it', async () => {
      const [first, second] = openTwo()
      const [view, beside] = [viewOn(first), viewOn(second)]
      first.answer(text(503, ''), json(200, GRACE))
      await ask(first, view)
      beside.clearCachedUserSession()
      expect(await ask(first, view)).toBeUndefined()
    })

    it('a pause that another tab has ended is over on the next page of this tab, too', async () => {
      const [first, second] = openTwo()
      first.answer(retryAfter('600'), json(200, ADA), text(503, ''))
      await ask(first)
      second.answer(json(200, GRACE))
      expect(await ask(second)).toBeUndefined()
      expect(await ask(first)).toBeUndefined()
      // Nor is it the one before the next.
      vi.setSystemTime(Date.now() + 60_000)
      await ask(first)
      expect((await ask(first))?.backoffMs).toBe(2000)
    })

    it('a tab that is opened during a pause asks once, and then keeps the same pause', async () => {
      const [first, second] = openTwo()
      first.answer(text(503, ''))
      const view = viewOn(first)
      await ask(first, view)
      const error = await ask(first, view)
      second.answer(text(429, ''))
      expect(await ask(second)).toMatchObject({ code: 429 })
      for (let call = 0; call < 3; call++)
        expect(await ask(second)).toMatchObject({ code: 503, retryAt: error?.retryAt })
      expect(second.requests).toHaveLength(1)
    })

    it('a tab that is opened in the background during a pause keeps it, also when the reader looks', async () => {
      const [first, second] = openTwo()
      const visibility = vi.spyOn(second.window.document, 'visibilityState', 'get').mockReturnValue('hidden')
      first.answer(text(503, ''))
      const view = viewOn(first)
      await ask(first, view)
      const error = await ask(first, view)
      const beside = viewOn(second)
      expect(await ask(second, beside)).toMatchObject({ code: 503, retryAt: error?.retryAt })
      expect(second.requests).toEqual([])
      visibility.mockReturnValue('visible')
      expect(await ask(second, beside)).toMatchObject({ code: 503, retryAt: error?.retryAt })
    })

    it('does not grow by a failure of the same moment', async () => {
      const [first, second] = openTwo()
      for (const page of [first, second]) page.answer(text(503, ''))
      const failures = [first, second].map((page) => rejection(viewOn(page).hasSession()))
      await vi.advanceTimersByTimeAsync(0)
      await Promise.all(failures)
      expect(await pauseOf(first)).toBeLessThanOrEqual(2000)
      expect((await ask(first))?.retryAt).toBe((await ask(second))?.retryAt)
    })

    it('does not end by a session that was kept', async () => {
      const [first, second] = openTwo()
      second.answer(json(200, ADA))
      await ask(second)
      first.answer(text(503, ''))
      await ask(first)
      expect(await ask(second)).toBeUndefined()
      expect(await ask(first)).toMatchObject({ code: 503 })
    })
  })

  describe('a pause that somebody else has written', () => {
    const KEY = `${PREFIX}pause`

    /** Changes the pause that stands in a storage, of the tab or of all. */
    function rewrite(
      page: Page,
      area: 'sessionStorage' | 'localStorage',
      change: (pause: object) => unknown,
    ) {
      const storage = page.window[area]
      const { value } = JSON.parse(storage.getItem(KEY) as string)
      const entry = { value: change(value), expiresAt: Date.now() + HOUR_MS }
      storage.setItem(KEY, JSON.stringify(entry))
    }

    it('a forged pause holds for an hour at most', async () => {
      const page = open(text(503, ''), json(200, ADA))
      await ask(page)
      const until = Date.now() + HOUR_MS
      for (const area of ['sessionStorage', 'localStorage'] as const)
        rewrite(page, area, (pause) => ({ ...pause, retryAt: until, pauseMs: HOUR_MS }))
      await vi.advanceTimersByTimeAsync(HOUR_MS - 5000)
      expect(await ask(page)).toMatchObject({ code: 503 })
      await vi.advanceTimersByTimeAsync(5000)
      expect(await ask(page)).toBeUndefined()
    })

    it.each<[string, (pause: object) => unknown]>([
      ['nothing', () => null],
      ['text', () => 'pause'],
      ['a reason that is none', (pause) => ({ ...pause, reason: 'x' })],
      ['a reason that is no trouble of the service', (pause) => ({ ...pause, reason: 'session-missing' })],
      ['no end', (pause) => ({ ...pause, retryAt: null })],
      ['an end as text', (pause) => ({ ...pause, retryAt: `${Date.now() + 60_000}` })],
      ['an end in words', (pause) => ({ ...pause, retryAt: 'tomorrow' })],
      ['an end that has passed', (pause) => ({ ...pause, retryAt: Date.now() - 1 })],
      ['more than an hour', (pause) => ({ ...pause, retryAt: Date.now() + HOUR_MS, pauseMs: HOUR_MS + 1 })],
      ['more than its length', (pause) => ({ ...pause, retryAt: Date.now() + 60_000 })],
      ['no length', (pause) => ({ ...pause, pauseMs: undefined })],
    ])('an entry that says %s is no pause', async (_, change) => {
      for (const area of ['sessionStorage', 'localStorage'] as const) {
        const page = open(text(503, ''), text(429, ''))
        const view = viewOn(page)
        await ask(page, view)
        rewrite(page, area, change)
        // A page that has asked looks what all tabs know; one that has not, what its own tab knows.
        expect(await ask(page, area === 'localStorage' ? view : viewOn(page))).toMatchObject({ code: 429 })
      }
    })

    it('a forged pause whose code is no number has no code', async () => {
      const page = open(text(503, ''))
      await ask(page)
      for (const area of ['sessionStorage', 'localStorage'] as const)
        rewrite(page, area, (pause) => ({ ...pause, code: '<script>' }))
      expect(await ask(page)).toMatchObject({ reason: 'session-unreachable', code: undefined })
    })
  })

  it('the storage of all tabs is not opened before the answer to the first request', async () => {
    const page = open()
    const opened = vi.fn()
    const { localStorage } = page.window
    Object.defineProperty(page.window, 'localStorage', {
      get() {
        opened()
        return localStorage
      },
    })
    let answer = (_: Response) => {}
    page.answer(() => {
      expect(opened).not.toHaveBeenCalled()
      return new Promise((resolve) => void (answer = resolve))
    })
    const asked = viewOn(page).hasSession()
    await vi.advanceTimersByTimeAsync(0)
    expect(opened).not.toHaveBeenCalled()
    answer(new Response(JSON.stringify(ADA)))
    expect(await asked).toEqual(ADA)
  })

  it('is of one client alone', async () => {
    const page = open(text(503, ''), json(200, ADA))
    await ask(page)
    const plugins = [fetchTransport(), sessionBackoff()] as const
    const other = createIdentity(optionsFor(page, { clientId: 'client-2' }), plugins)
    expect(await other.hasSession()).toEqual(ADA)
  })

  it.each([[['localStorage']], [['localStorage', 'sessionStorage']]])(
    'is remembered by the page alone when %s is denied',
    async (areas) => {
      const page = open()
      for (const area of areas) Object.defineProperty(page.window, area, { value: undefined })
      page.answer(text(503, ''), json(200, ADA))
      const view = viewOn(page)
      await ask(page, view)
      expect(await ask(page, view)).toMatchObject({ code: 503 })
      expect(await ask(page)).toBeUndefined()
    },
  )
})
