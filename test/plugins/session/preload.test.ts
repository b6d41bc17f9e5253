import { createContext, runInContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { SDKError } from '../../../core/errors.ts'
import { createIdentity } from '../../../core/kernel/create-identity.ts'
import { definePlugin } from '../../../core/kernel/plugin.ts'
import type { SessionSettled } from '../../../core/session/ending.ts'
import { preload } from '../../../plugins/session/preload.ts'
import { sessionBackoff } from '../../../plugins/session/session-backoff.ts'
import { sessionCache } from '../../../plugins/session/session-cache.ts'
import { sessionRefresh } from '../../../plugins/session/session-refresh.ts'
import { fetchTransport } from '../../../plugins/transport/fetch-transport.ts'
import { PRO } from '../../../presets/environments.ts'
import { preloadScript } from '../../../server/preload-script.ts'
import {
  ADA,
  GRACE,
  NO_SESSION,
  NOT_CONNECTED,
  openKernel,
  optionsFor,
  rejection,
  thrown,
} from '../../support/fixtures.ts'
import {
  type Answer,
  broken,
  hanging,
  json,
  openPage,
  openPageWith,
  type Page,
  text,
} from '../../support/page.ts'
import { CLIENT, runHead } from '../../support/run-head.ts'
import { sdkError } from '../../support/sdk-error.ts'
import { addressOf } from '../../support/session-address.ts'

type Head = [url: string, startedAt: number, response: Promise<Response>, controller: AbortController]
const head = (page: Page) => (page.window as { porticoHead?: Head }).porticoHead

/** A page whose next requests are answered so. */
function startPage(...answers: Answer[]) {
  const page = openPageWith(...answers)
  return page
}

const PREFIX = 'portico.https://account.example https://id.site.example client-1.'

const compose = (page: Page, more = {}) =>
  createIdentity(optionsFor(page, more), [fetchTransport(), sessionCache(), sessionRefresh(), preload()])

describe('the script for the head', () => {
  it('fits into 650 bytes for a usual client', () => {
    const script = preloadScript({
      clientId: '5f0c8d1e7a344b7e9c152d9c',
      sessionDomain: 'https://id.site.com',
      redirectUri: 'https://www.site.com/callback',
      env: PRO,
    })
    expect(Buffer.byteLength(script)).toBeLessThanOrEqual(650)
  })

  it('makes the very call that the library would make, and the library takes its answer', async () => {
    const page = startPage(json(200, ADA))
    runHead(page)
    expect(await compose(page).hasSession()).toEqual(ADA)
    expect(page.requests).toHaveLength(1)
    expect(head(page)).toBeUndefined()
  })

  it('a request of the head that nobody can end times out without another error', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const page = openPage()
    Object.assign(page.window, { setTimeout, clearTimeout })
    Object.assign(page.window, { porticoHead: [await addressOf(page), Date.now(), new Promise(() => {})] })
    const failed = rejection(compose(page).hasSession())
    await vi.advanceTimersByTimeAsync(8000)
    expect(await failed).toMatchObject({ reason: 'timeout' })
  })

  it('shares the number of the tab with the library, whoever comes first', async () => {
    const page = startPage(json(200, { ...ADA, expiresIn: 0 }), json(200, ADA))
    await compose(page).hasSession()
    runHead(page)
    const [first, second] = page.requests.map(({ searchParams }) => searchParams.get('tabId'))
    expect(second).toBe(first)
    await head(page)?.[2]
  })

  it('calls nothing while a cached session is valid', async () => {
    const page = startPage(json(200, ADA))
    await compose(page).hasSession()
    runHead(page)
    expect(head(page)).toBeUndefined()
    expect(page.requests).toHaveLength(1)
  })

  it('calls nothing in a hidden page, where the library may ask another tab', async () => {
    const page = startPage(json(200, ADA))
    vi.spyOn(page.window.document, 'hidden', 'get').mockReturnValue(true)
    runHead(page)
    expect(head(page)).toBeUndefined()
    expect(page.requests).toEqual([])
    expect(await compose(page).hasSession()).toEqual(ADA)
  })

  it('calls nothing while the service is not to be asked, and the library tells why', async () => {
    const page = startPage(text(503, ''), json(200, ADA))
    const identityOn = () =>
      createIdentity(optionsFor(page), [fetchTransport(), sessionCache(), preload(), sessionBackoff()])
    await rejection(identityOn().hasSession())
    runHead(page)
    expect(page.requests).toHaveLength(1)
    const { retryAt = 0 } = (await rejection(identityOn().hasSession())) as SDKError
    vi.setSystemTime(retryAt)
    runHead(page)
    expect(await identityOn().hasSession()).toEqual(ADA)
    expect(page.requests).toHaveLength(2)
  })

  it('reads the storage of the tab alone: that of all tabs takes a slow phone longer to open', async () => {
    const page = startPage(json(200, ADA))
    const key = `${PREFIX}pause`
    page.window.localStorage.setItem(key, JSON.stringify({ value: { retryAt: Date.now() + 60_000 } }))
    Object.defineProperty(page.window, 'localStorage', {
      get: () => {
        throw new Error('opened')
      },
    })
    const { sessionStorage, fetch } = page.window
    const context = createContext({ fetch, sessionStorage, document: {}, AbortController, Date, JSON })
    runInContext(preloadScript(CLIENT), context)
    expect(page.requests).toHaveLength(1)
    await context.porticoHead[2]
  })

  it('asks with the reader’s cookies, past the browser’s cache', async () => {
    const fetch = vi.fn(async () => new Response('{}'))
    const context = createContext({ fetch, sessionStorage: {}, document: {}, AbortController, Date, JSON })
    runInContext(preloadScript(CLIENT), context)
    const [url, , , controller] = context.porticoHead
    const { signal } = controller
    const init = { credentials: 'include', cache: 'no-store', signal }
    expect(fetch).toHaveBeenCalledExactlyOnceWith(url, init)
  })

  it.each(['null', '{"value":null}', '{"value":{"retryAt":"x"}}'])(
    'asks where %s stands for a pause',
    async (entry) => {
      const page = startPage(json(200, ADA))
      page.window.sessionStorage.setItem(`${PREFIX}pause`, entry)
      runHead(page)
      expect(page.requests).toHaveLength(1)
      await head(page)?.[2]
    },
  )

  it('is nothing where storage is denied, and breaks nothing', () => {
    const context = createContext({})
    runInContext(preloadScript(CLIENT), context)
    expect(context.porticoHead).toBeUndefined()
  })

  it('cannot end its script element early, whatever the names', () => {
    const script = preloadScript({ ...CLIENT, clientId: '</script><script>alert(1)</script>' })
    expect(script).not.toContain('<')
    expect(script).toContain('\\u003c/script\\u003e')
    const page = startPage(json(200, ADA))
    runHead(page, { ...CLIENT, clientId: '</script>"\\' })
    expect(page.requests[0]?.searchParams.get('client_sdrn')).toBe('sdrn:example:client:</script>"\\')
    return head(page)?.[2]
  })

  it('refuses what the constructor would refuse', () => {
    expect(thrown(() => preloadScript({ ...CLIENT, redirectUri: 'x' }))).toMatchObject(
      sdkError('option-invalid', 'redirectUri'),
    )
  })
})

describe('the library', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  it('treats the answer as its own: it is judged, cached, and followed where it is a redirect', async () => {
    const missing = startPage(json(400, NO_SESSION))
    runHead(missing)
    expect(await rejection(compose(missing).hasSession())).toMatchObject({ reason: 'session-missing' })
    expect(await rejection(compose(missing).hasSession())).toMatchObject({ reason: 'session-missing' })
    const redirecting = startPage(json(200, { redirectURL: '/refresh' }))
    runHead(redirecting)
    expect(await rejection(compose(redirecting).hasSession())).toMatchObject({ reason: 'session-refreshing' })
    expect(redirecting.navigations).toHaveLength(1)
  })

  it('takes it once', async () => {
    const page = startPage(json(200, ADA), json(200, GRACE))
    runHead(page)
    const identity = compose(page)
    await identity.hasSession()
    identity.clearCachedUserSession()
    expect(await identity.hasSession()).toEqual(GRACE)
  })

  it.each([
    ['another client', { clientId: 'client-2' }],
    ['another way back', { redirectUri: 'https://www.site.example/other' }],
  ])('asks itself when the answer is for %s', async (_, more) => {
    const page = startPage(json(200, ADA), json(200, GRACE))
    runHead(page)
    expect(await compose(page, more).hasSession()).toEqual(GRACE)
  })

  it('asks itself when the answer was asked for more than ten seconds ago', async () => {
    const page = startPage(json(200, ADA), json(200, GRACE))
    runHead(page)
    vi.setSystemTime(Date.now() + 10_001)
    expect(await compose(page).hasSession()).toEqual(GRACE)
  })

  it('asks itself after the session was cleared', async () => {
    const page = startPage(json(200, ADA), json(200, GRACE))
    runHead(page)
    const identity = compose(page)
    identity.clearCachedUserSession()
    expect(await identity.hasSession()).toEqual(GRACE)
  })

  it('asks itself when the call failed', async () => {
    const page = startPage(broken, json(200, ADA))
    runHead(page)
    expect(await compose(page).hasSession()).toEqual(ADA)
    expect(page.requests).toHaveLength(2)
  })

  it('asks itself when what stands there rejects', async () => {
    const page = startPage(json(200, ADA), json(200, GRACE))
    runHead(page)
    const [url, startedAt, response] = head(page) as Head
    await response
    Object.assign(page.window, { porticoHead: [url, startedAt, Promise.reject(new Error('boom'))] })
    expect(await compose(page).hasSession()).toEqual(GRACE)
  })

  it('takes an answer that was asked for ten seconds ago', async () => {
    const page = startPage(json(200, ADA))
    runHead(page)
    vi.setSystemTime(Date.now() + 10_000)
    expect(await compose(page).hasSession()).toEqual(ADA)
  })

  it('a request of the head that was answered is not aborted', async () => {
    const page = startPage(json(200, ADA))
    runHead(page)
    const { signal } = (head(page) as Head)[3]
    const identity = compose(page)
    await identity.hasSession()
    identity.dispose()
    expect(signal.aborted).toBe(false)
  })

  it('ends the call of the script when it waits for it no longer, be it for its time or by dispose', async () => {
    const slow = startPage(hanging)
    Object.assign(slow.window, { setTimeout, clearTimeout })
    runHead(slow)
    const { signal } = (head(slow) as Head)[3]
    const failedInTime = rejection(compose(slow).hasSession())
    await vi.advanceTimersByTimeAsync(7999)
    expect(signal.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(signal.aborted).toBe(true)
    expect(await failedInTime).toMatchObject({ reason: 'timeout' })

    const left = startPage(hanging)
    runHead(left)
    const disposed = (head(left) as Head)[3].signal
    const identity = compose(left)
    const failed = rejection(identity.hasSession())
    await vi.waitFor(() => expect(head(left)).toBeUndefined())
    identity.dispose()
    expect(await failed).toMatchObject({ reason: 'disposed' })
    expect(disposed.aborted).toBe(true)
    expect(left.requests).toHaveLength(1)
  })

  it('a request of the head stays while the cache answers, and is forgotten when the session is cleared', async () => {
    const page = startPage(json(200, ADA), json(200, GRACE), json(200, NOT_CONNECTED))
    await compose(page).hasSession()
    const url = `${page.requests[0]}`
    Object.assign(page.window, { porticoHead: [url, Date.now(), page.window.fetch(url, {})] })
    const identity = compose(page)
    expect(await identity.hasSession()).toEqual(ADA)
    expect(head(page)).toBeDefined()
    identity.clearCachedUserSession()
    expect(page.window as object).not.toHaveProperty('porticoHead')
    expect(await identity.hasSession()).toEqual(NOT_CONNECTED)
  })

  it('a request of the head is taken when the cached answer is from before a change of the user', async () => {
    const page = startPage(json(200, ADA), json(200, GRACE))
    await compose(page).hasSession()
    const url = `${page.requests[0]}`
    const now = Date.now() + 1
    vi.setSystemTime(now)
    Object.assign(page.window, { porticoHead: [url, now, page.window.fetch(url, {})] })
    const changed = definePlugin({ name: 'changed', setup: ({ invalidateBefore }) => invalidateBefore(now) })
    const plugins = [fetchTransport(), sessionCache(), preload(), changed] as const
    expect(await createIdentity(optionsFor(page), plugins).hasSession()).toEqual(GRACE)
  })

  it('builds no address where nothing was left', async () => {
    const page = startPage(json(200, ADA))
    await compose(page).hasSession()
    const { kernel } = openKernel(optionsFor(page), [sessionCache(), preload()])
    const built = vi.fn()
    kernel.hook('url:build', () => void built())
    expect(await kernel.hasSession()).toEqual(ADA)
    expect(built).not.toHaveBeenCalled()
  })

  it('looks for it until a session is known, and no longer', async () => {
    const page = startPage(json(200, ADA))
    const identity = compose(page)
    await identity.hasSession()
    const left = ['', Date.now() + 60_000, GRACE]
    Object.assign(page.window, { porticoHead: left })
    expect(await identity.hasSession()).toEqual(ADA)
    expect(head(page)).toBe(left)
    // Another on the page knows none yet.
    expect(await compose(page).hasSession()).toEqual(GRACE)
    expect(head(page)).toBeUndefined()
  })

  it('leaves what was asked for another client to that client', async () => {
    const page = startPage(json(200, ADA), json(200, GRACE))
    runHead(page)
    expect(await compose(page, { clientId: 'client-2' }).hasSession()).toEqual(GRACE)
    expect(await compose(page).hasSession()).toEqual(ADA)
  })
})

describe('what the server of the page knows', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  /** Leaves it in the page, as the script of the server does. */
  const hand = (page: Page, session: object, clientId = '', lifetimeMs = 60_000) =>
    void Object.assign(page.window, { porticoHead: [clientId, Date.now() + lifetimeMs, session] })

  it('the session of the page’s server is the answer to all calls on the page until it expires', async () => {
    const page = startPage(json(200, GRACE))
    hand(page, ADA)
    const identity = compose(page)
    for (let call = 0; call < 3; call++) expect(await identity.hasSession()).toEqual(ADA)
    vi.setSystemTime(Date.now() + 59_999)
    expect(await identity.hasSession()).toEqual(ADA)
    vi.setSystemTime(Date.now() + 1)
    expect(await identity.hasSession()).toEqual(GRACE)
    expect(await identity.hasSession()).toEqual(GRACE)
  })

  it('the session of the page’s server holds until the session is cleared', async () => {
    const page = startPage(json(200, GRACE))
    hand(page, ADA)
    const identity = compose(page)
    expect(await identity.hasSession()).toEqual(ADA)
    identity.clearCachedUserSession()
    expect(await identity.hasSession()).toEqual(GRACE)
  })

  it('the session of the page’s server is forgotten when the session is cleared before anybody has asked', async () => {
    const page = startPage(json(200, GRACE))
    hand(page, ADA)
    const identity = compose(page)
    identity.clearCachedUserSession()
    expect(await identity.hasSession()).toEqual(GRACE)
  })

  it('the session of the page’s server is not kept for other pages', async () => {
    const page = startPage(json(200, GRACE))
    hand(page, ADA)
    expect(await compose(page).hasSession()).toEqual(ADA)
    expect(page.window as object).not.toHaveProperty('porticoHead')
    expect(await compose(page).hasSession()).toEqual(GRACE)
  })

  it('the session of the page’s server replaces none that is kept for other pages', async () => {
    const page = startPage(json(200, GRACE))
    expect(await compose(page).hasSession()).toEqual(GRACE)
    hand(page, ADA)
    expect(await compose(page).hasSession()).toEqual(ADA)
    expect(await compose(page).hasSession()).toEqual(GRACE)
  })

  it('the session of the page’s server does not count when it has expired', async () => {
    const page = startPage(json(200, GRACE))
    hand(page, ADA, '', 0)
    expect(await compose(page).hasSession()).toEqual(GRACE)
  })

  it('the session of the page’s server does not count when the user has changed since', async () => {
    const page = startPage(json(200, GRACE))
    hand(page, ADA)
    const changed = definePlugin({
      name: 'changed',
      setup: ({ invalidateBefore }) => invalidateBefore(Date.now()),
    })
    const plugins = [fetchTransport(), preload(), changed] as const
    expect(await createIdentity(optionsFor(page), plugins).hasSession()).toEqual(GRACE)
  })

  it('the session of the page’s server is left to the client that it names', async () => {
    const page = startPage(json(200, GRACE))
    hand(page, ADA, 'client-1')
    expect(await compose(page, { clientId: 'client-2' }).hasSession()).toEqual(GRACE)
    expect(await compose(page).hasSession()).toEqual(ADA)
  })

  /** A page that was opened ten seconds ago. The script in it says that it was made so many seconds before, by the server's clock. */
  const pageOf = (
    madeSecondsBefore: number | undefined,
    deliveryType: string | undefined,
    changedSecondsAgo: number,
  ) => {
    const page = startPage()
    const openedAt = Date.now() - 10_000
    const madeAt = madeSecondsBefore === undefined ? undefined : openedAt - madeSecondsBefore * 1000
    Object.assign(page.window, { porticoHead: ['', Date.now() + 60_000, ADA, madeAt] })
    const value = { now: () => 10_000, getEntriesByType: () => [{ deliveryType }] }
    Object.defineProperty(page.window, 'performance', { value })
    const changed = definePlugin({
      name: 'changed',
      setup: ({ invalidateBefore }) => invalidateBefore(Date.now() - changedSecondsAgo * 1000),
    })
    return { page, identity: createIdentity(optionsFor(page), [fetchTransport(), preload(), changed]) }
  }

  it.each([
    [
      'fetched ahead, and the reader has logged out between that and the page',
      30,
      'navigational-prefetch',
      20,
    ],
    [
      'fetched ahead, and its script is of an older server and does not say when',
      undefined,
      'navigational-prefetch',
      99,
    ],
    [
      'fetched ahead from a server whose clock is fast, and the reader has logged out since',
      -3600,
      'navigational-prefetch',
      5,
    ],
    ['taken from the browser’s own cache, and the reader has logged out since it was made', 30, 'cache', 20],
  ])('a page asks where it was %s', async (_, madeSecondsBefore, deliveryType, changedSecondsAgo) => {
    const { page, identity } = pageOf(madeSecondsBefore, deliveryType, changedSecondsAgo)
    page.answer(json(400, NO_SESSION))
    expect(await rejection(identity.hasSession())).toMatchObject({ reason: 'session-missing' })
  })

  it.each([
    ['fetched ahead after the reader’s login', 30, 'navigational-prefetch', 60],
    ['fetched when it was opened, by whatever clock its server has', 3600, '', 20],
    ['fetched by a browser that does not say how', 3600, undefined, 20],
  ])(
    'a page takes the session of its server where it was %s',
    async (_, madeSecondsBefore, deliveryType, changedSecondsAgo) => {
      const { identity } = pageOf(madeSecondsBefore, deliveryType, changedSecondsAgo)
      expect(await identity.hasSession()).toMatchObject({ userId: 101 })
    },
  )

  it.each([
    ['when the browser asked for the page', () => performance.now(), performance],
    ['now, where the browser measures no time', () => 0, undefined],
  ])('the session of the page’s server counts as asked for %s', async (_, agoMs, tools) => {
    const page = openPage()
    hand(page, ADA)
    Object.defineProperty(page.window, 'performance', { value: tools })
    const { kernel } = openKernel(optionsFor(page), [preload()])
    const ends: SessionSettled[] = []
    kernel.hook('session:settled', (settled) => void ends.push(settled))
    const latest = Date.now() - agoMs()
    await kernel.hasSession()
    const earliest = Date.now() - agoMs()
    expect(ends[0]).toMatchObject({ source: 'server', outcome: 'connected' })
    expect(ends[0]?.result?.askedAt).toBeLessThanOrEqual(latest)
    expect(ends[0]?.result?.askedAt).toBeGreaterThanOrEqual(earliest)
  })
})
