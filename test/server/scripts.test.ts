/** The session that the server knows, on its way through the page's head into the library. */
import { createContext, runInContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createIdentity, type Session } from '../../core/index.ts'
import { sessionEvents } from '../../plugins/reporting/session-events.ts'
import { preload } from '../../plugins/session/preload.ts'
import { sessionCache } from '../../plugins/session/session-cache.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { type InitialSessionOptions, initialSessionScript } from '../../server/initial-session-script.ts'
import type { IncomingRequest } from '../../server/request.ts'
import { ADA, GRACE, NO_SESSION, optionsFor, thrown } from '../support/fixtures.ts'
import { json, openPage, openPageWith, type Page } from '../support/page.ts'
import { sdkError } from '../support/sdk-error.ts'

const NOW = 1_700_000_000_000
const { sig: _, sp_id: __, ...SHOWN } = ADA

beforeEach(() => vi.useFakeTimers({ now: NOW, toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())

/** Runs the script as the browser would, in the page's head. */
function runHead(page: Page, session: Session = ADA, options?: InitialSessionOptions) {
  const context = createContext({ Date, Math, JSON })
  runInContext(initialSessionScript(session, options), context)
  Object.assign(page.window, { porticoHead: context.porticoHead })
}

const head = (page: Page) => (page.window as { porticoHead?: unknown[] }).porticoHead
const plugins = [fetchTransport(), sessionCache(), sessionEvents(), preload()] as const
const compose = (page: Page, more = {}) => createIdentity(optionsFor(page, more), plugins)

describe('the session that the server knows', () => {
  it('the session that the server knows is the first answer, without a call, without sig and sp_id', async () => {
    const page = openPage()
    runHead(page)
    const identity = compose(page)
    const login = vi.fn()
    identity.on('login', login)
    expect(await identity.hasSession()).toEqual(SHOWN)
    expect(page.requests).toEqual([])
    expect(login).toHaveBeenCalledWith(expect.objectContaining({ userId: 101 }))
    expect(head(page)).toBeUndefined()
  })

  it('the session that the server knows goes before what the tab has kept, in either order of the plugins', async () => {
    for (const order of [[...plugins], [...plugins].reverse()]) {
      const page = openPageWith(json(400, NO_SESSION))
      const first = createIdentity(optionsFor(page), order)
      await expect(first.hasSession()).rejects.toMatchObject({ reason: 'session-missing' })
      runHead(page)
      expect(await createIdentity(optionsFor(page), order).hasSession()).toEqual(SHOWN)
    }
  })

  it('a session ends in time in a browser whose clock is wrong, and in a page that comes from its cache', () => {
    const context = (now: number) => {
      const globals = createContext({ Date: { now: () => now }, Math, JSON })
      runInContext(initialSessionScript(ADA), globals)
      return globals.porticoHead[1] - now
    }
    expect(context(NOW)).toBe(60_000)
    expect(context(NOW - 3_600_000)).toBe(60_000)
    expect(context(NOW + 59_000)).toBe(1_000)
    expect(context(NOW + 3_600_000)).toBeLessThan(0)
  })

  it('a session that names its client is given to no other client', async () => {
    const page = openPageWith(json(200, GRACE))
    runHead(page, ADA, { clientId: 'client-1' })
    expect(await compose(page, { clientId: 'client-2' }).hasSession()).toMatchObject({ userId: 202 })
    expect(await compose(page).hasSession()).toMatchObject({ userId: 101 })
  })
})

describe('the script', () => {
  it('the script that hands a session over is safe within HTML', () => {
    const name = '</script><!-- <script> --> \u2028\u2029 " \\ \' `'
    const script = initialSessionScript({ ...ADA, givenName: name }, { clientId: '</script>' })
    expect(script).not.toMatch(/[<>\u2028\u2029]/)
    const globals = createContext({ Date, Math, JSON })
    runInContext(script, globals)
    expect(globals.porticoHead).toMatchObject(['</script>', NOW + 60_000, { givenName: name }, NOW])
  })

  it('no member of a session becomes a prototype in the page', () => {
    const globals = createContext({ Date, Math, JSON })
    runInContext(initialSessionScript(JSON.parse('{"__proto__":{"userId":1},"userId":2}')), globals)
    expect(Object.keys(globals.porticoHead[2])).toEqual(['__proto__', 'userId'])
  })

  it('a page that the browser fetches ahead gets no session', () => {
    const ahead = ['prefetch', 'prefetch;prerender', 'prefetch;anonymous-client-ip']
    for (const purpose of ahead)
      expect(initialSessionScript(ADA, { request: { headers: { 'sec-purpose': purpose } } }), purpose).toBe(
        '',
      )
    expect(initialSessionScript(ADA, { request: { headers: new Headers() } })).toContain('porticoHead')
    expect(thrown(() => initialSessionScript(ADA, { request: {} as IncomingRequest }))).toMatchObject({
      reason: 'argument-invalid',
    })
  })

  it('initialSessionScript reads expiresIn in the unit of the environment', () => {
    expect(initialSessionScript({ ...ADA, expiresIn: 60 }, { expiresInUnit: 'seconds' })).toContain(
      `${NOW + 60_000}`,
    )
  })

  it('the script is empty for nobody, and for a session that is over', () => {
    expect(initialSessionScript(null)).toBe('')
    expect(initialSessionScript(undefined)).toBe('')
    // As `finishLogin` knows a reader.
    expect(initialSessionScript({ result: true, uuid: 'u-1', givenName: 'Ada' })).toBe('')
    expect(initialSessionScript({ ...ADA, serverTime: NOW / 1000 - 60 })).toBe('')
    expect(initialSessionScript({ ...ADA, expiresIn: -1 })).toBe('')
  })

  it('the script is empty where serverTime is no number, or lies more than a minute ahead', () => {
    for (const serverTime of [
      Number.NaN,
      Infinity,
      `${NOW / 1000}`,
      {},
      NOW / 1000 + 61,
      NOW / 1000 + 31_536_000,
    ])
      expect(initialSessionScript({ ...ADA, serverTime: serverTime as number })).toBe('')
    expect(initialSessionScript({ ...ADA, serverTime: NOW / 1000 + 60 })).toContain(`${NOW + 60_000}`)
  })

  it('initialSessionScript refuses a serverTime in milliseconds, and names it', () => {
    expect(thrown(() => initialSessionScript({ ...ADA, serverTime: NOW }))).toMatchObject(
      sdkError('argument-invalid', 'serverTime is in milliseconds'),
    )
  })

  it('initialSessionScript takes a session without serverTime for one of now', () => {
    expect(initialSessionScript({ userId: 1 })).toContain(`${NOW + 300_000}`)
  })
})
