import { createContext, runInContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createIdentity } from '../../core/create-identity.ts'
import { accountPages } from '../../plugins/account-pages.ts'
import { fetchTransport } from '../../plugins/fetch-transport.ts'
import { headStart, headStartScript } from '../../plugins/head-start.ts'
import { sessionCache } from '../../plugins/session-cache.ts'
import { sessionRefresh } from '../../plugins/session-refresh.ts'
import { PRO } from '../../presets/environments.ts'
import { ADA, ENV, GRACE, NO_SESSION, optionsFor, rejection, thrown } from '../support/fixtures.ts'
import { type Answer, broken, json, openPage, type Page, text } from '../support/page.ts'

const CLIENT = {
  clientId: 'client-1',
  sessionDomain: 'https://id.site.example',
  redirectUri: 'https://www.site.example/callback',
  env: ENV,
}

type Headed = { porticoHead?: [string, number, Promise<unknown>] }
const head = (page: Page) => (page.window as unknown as Headed).porticoHead

/** Runs the script as the browser would, in the page's head. */
function runHead(page: Page, options = CLIENT) {
  const { sessionStorage, fetch } = page.window
  // A storage of Node's own realm, whose entries are properties, as those of a browser's are.
  const context = createContext({ fetch: (url: string) => fetch(url, {}), sessionStorage, Date, Math, JSON })
  runInContext(headStartScript(options), context)
  Object.assign(page.window, context.porticoHead && { porticoHead: context.porticoHead })
}

/** A page whose fetch takes what the script gives it, which is no signal. */
function startPage(...answers: Answer[]) {
  const page = openPage()
  const { fetch } = page.window
  Object.defineProperty(page.window, 'fetch', {
    value: (url: string, init: object) => fetch(url, { signal: new AbortController().signal, ...init }),
  })
  page.answer(...answers)
  return page
}

const compose = (page: Page, more = {}) =>
  createIdentity(optionsFor(page, more), [fetchTransport(), sessionCache(), sessionRefresh(), headStart()])

describe('the script for the head', () => {
  it('fits into 500 bytes for a usual client', () => {
    const script = headStartScript({
      clientId: '5f0c8d1e7a344b7e9c152d9c',
      sessionDomain: 'https://id.site.com',
      redirectUri: 'https://www.site.com/callback',
      env: PRO,
    })
    expect(Buffer.byteLength(script)).toBeLessThanOrEqual(500)
  })

  it('makes the very call that the library would make, and the library takes its answer', async () => {
    const page = startPage(json(200, ADA))
    runHead(page)
    expect(await compose(page).hasSession()).toEqual(ADA)
    expect(page.requests).toHaveLength(1)
    expect(head(page)).toBeUndefined()
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

  it('is nothing where storage is denied, and breaks nothing', () => {
    const context = createContext({})
    runInContext(headStartScript(CLIENT), context)
    expect(context.porticoHead).toBeUndefined()
  })

  it('cannot end its script element early, whatever the names', () => {
    const script = headStartScript({ ...CLIENT, clientId: '</script><script>alert(1)</script>' })
    expect(script).not.toContain('<')
    expect(script).toContain('\\x3C/script>')
    const page = startPage(json(200, ADA))
    runHead(page, { ...CLIENT, clientId: '</script>"\\' })
    expect(page.requests[0]?.searchParams.get('client_sdrn')).toBe('sdrn:example:client:</script>"\\')
    return head(page)?.[2]
  })

  it('refuses what the constructor would refuse', () => {
    expect(thrown(() => headStartScript({ ...CLIENT, redirectUri: 'x' }))).toMatchObject({
      reason: 'option-invalid',
      message: expect.stringContaining('redirectUri'),
    })
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
    vi.setSystemTime(Date.now() + 10_000)
    expect(await compose(page).hasSession()).toEqual(GRACE)
  })

  it('asks itself after the session was dropped', async () => {
    const page = startPage(json(200, ADA), json(200, GRACE))
    runHead(page)
    const identity = compose(page)
    identity.clearCachedUserSession()
    expect(await identity.hasSession()).toEqual(GRACE)
  })

  it.each([
    ['failed', broken],
    ['met a service that failed', text(500, '')],
    ['met a broken service', text(503, '')],
  ])('asks itself when the call %s', async (_, answer) => {
    const page = startPage(answer, json(200, ADA))
    runHead(page)
    expect(await compose(page).hasSession()).toEqual(ADA)
    expect(page.requests).toHaveLength(2)
  })

  it('asks itself when the call hangs', async () => {
    const page = startPage(() => new Promise(() => {}), json(200, ADA))
    Object.assign(page.window, { setTimeout, clearTimeout })
    runHead(page)
    const session = compose(page).hasSession()
    await vi.advanceTimersByTimeAsync(8000)
    expect(await session).toEqual(ADA)
    expect(vi.getTimerCount()).toBe(0)
  })

  it.each([null, 'x', {}, [], ['https://id.site.example/v2/session', 0]])(
    'asks itself when somebody else has put %j there',
    async (porticoHead) => {
      const page = startPage(json(200, ADA))
      Object.assign(page.window, { porticoHead })
      expect(await compose(page).hasSession()).toEqual(ADA)
    },
  )

  it('asks itself when what stands there rejects', async () => {
    const page = startPage(json(200, ADA), json(200, GRACE))
    runHead(page)
    const [url, startedAt, answer] = head(page) as [string, number, Promise<unknown>]
    await answer
    Object.assign(page.window, { porticoHead: [url, startedAt, Promise.reject(new Error('boom'))] })
    expect(await compose(page).hasSession()).toEqual(GRACE)
  })

  it('lets another plugin answer in the transport’s place as well', async () => {
    const page = openPage()
    const identity = createIdentity(optionsFor(page), [
      accountPages(),
      {
        name: 'canned',
        setup: (kernel) =>
          kernel.hook('session:fetch', (asked) => {
            expect(asked.url).toContain('https://id.site.example/v2/session?client_sdrn=')
            asked.answer = { status: 200, body: { ...ADA } }
          }),
      },
    ])
    expect(await identity.hasSession()).toEqual(ADA)
  })
})
