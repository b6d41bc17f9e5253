/** The session that the server knows, on its way through the page's head into the library. */
import { createContext, runInContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createIdentity } from '../../core/create-identity.ts'
import type { SessionAnswer } from '../../core/session-answer.ts'
import type { HasSessionSuccessResponse } from '../../core/types.ts'
import { cacheCookie } from '../../plugins/reporting/cache-cookie.ts'
import { sessionEvents } from '../../plugins/reporting/session-events.ts'
import { headStart } from '../../plugins/session/head-start.ts'
import { sessionCache } from '../../plugins/session/session-cache.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { type InitialSessionOptions, initialSessionScript } from '../../server/initial-session-script.ts'
import { ADA, GRACE, NO_SESSION, openKernel, optionsFor } from '../support/fixtures.ts'
import { json, openPage, type Page } from '../support/page.ts'

const NOW = 1_700_000_000_000
const { sig: _, sp_id: __, ...SHOWN } = ADA

beforeEach(() => vi.useFakeTimers({ now: NOW, toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())

/** Runs the script as the browser would, in the page's head. */
function runHead(page: Page, session: HasSessionSuccessResponse = ADA, options?: InitialSessionOptions) {
  const context = createContext({ Date, Math, JSON })
  runInContext(initialSessionScript(session, options), context)
  Object.assign(page.window, { porticoHead: context.porticoHead })
}

const head = (page: Page) => (page.window as { porticoHead?: unknown[] }).porticoHead
const plugins = [fetchTransport(), sessionCache(), sessionEvents(), headStart()] as const
const compose = (page: Page, more = {}) => createIdentity(optionsFor(page, more), plugins)

describe('the session that the server knows', () => {
  it('is the first answer, without a call, without sig and sp_id', async () => {
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

  it('says that it came from the server', async () => {
    const page = openPage()
    runHead(page)
    vi.spyOn(page.window.performance, 'now').mockReturnValue(300)
    const { kernel, identity } = openKernel(optionsFor(page), [headStart(), fetchTransport()])
    const answers: SessionAnswer[] = []
    kernel.hook('session:accepted', ({ answer }) => void answers.push(answer))
    await identity.hasSession()
    // What the server knew when the browser asked for the page.
    const askedAt = NOW - 300
    expect(answers).toEqual([
      { status: 200, body: SHOWN, source: 'server', askedAt, expiresAt: NOW + 60_000 },
    ])
  })

  it('goes before what the tab has kept, in either order of the plugins', async () => {
    for (const order of [[...plugins], [...plugins].reverse()]) {
      const page = openPage()
      page.answer(json(400, NO_SESSION))
      const first = createIdentity(optionsFor(page), order)
      await expect(first.hasSession()).rejects.toMatchObject({ reason: 'session-missing' })
      runHead(page)
      expect(await createIdentity(optionsFor(page), order).hasSession()).toEqual(SHOWN)
    }
  })

  it('is kept in the tab until it is over, and then the service is asked', async () => {
    const page = openPage()
    page.answer(json(200, GRACE))
    runHead(page)
    await compose(page).hasSession()
    vi.setSystemTime(NOW + 59_999)
    expect(await compose(page).hasSession()).toMatchObject({ userId: 101 })
    vi.setSystemTime(NOW + 60_000)
    expect(await compose(page).hasSession()).toMatchObject({ userId: 202 })
  })

  it('is none when it is over before anybody asks', async () => {
    const page = openPage()
    page.answer(json(200, GRACE))
    runHead(page)
    vi.setSystemTime(NOW + 60_000)
    expect(await compose(page).hasSession()).toMatchObject({ userId: 202 })
    expect(head(page)).toBeUndefined()
  })

  it('ends in time in a browser whose clock is wrong, and in a page that comes from its cache', () => {
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

  it('is not for a caller who has cleared the session since', async () => {
    const page = openPage()
    page.answer(json(200, GRACE))
    runHead(page)
    const identity = compose(page)
    identity.clearCachedUserSession()
    expect(await identity.hasSession()).toMatchObject({ userId: 202 })
  })

  it('is for the client that it names, and for no other', async () => {
    const page = openPage()
    page.answer(json(200, GRACE))
    runHead(page, ADA, { clientId: 'client-1' })
    expect(await compose(page, { clientId: 'client-2' }).hasSession()).toMatchObject({ userId: 202 })
    expect(await compose(page).hasSession()).toMatchObject({ userId: 101 })
  })

  it('leaves the cookie SP_ID as it is', async () => {
    const page = openPage()
    const list = [...plugins, cacheCookie()] as const
    page.answer(json(200, ADA))
    const asked = createIdentity(optionsFor(page), list)
    asked.enableCacheCookie()
    await asked.hasSession()
    expect(page.window.document.cookie).toContain('SP_ID=sp-ada')
    runHead(page)
    const told = createIdentity(optionsFor(page), list)
    told.enableCacheCookie()
    expect(await told.hasSession()).toEqual(SHOWN)
    expect(page.window.document.cookie).toContain('SP_ID=sp-ada')
  })
})

describe('the script', () => {
  it('is safe within HTML', () => {
    const name = '</script><!-- <script> --> \u2028\u2029 " \\ \' `'
    const script = initialSessionScript({ ...ADA, givenName: name }, { clientId: '</script>' })
    expect(script).not.toMatch(/[<>\u2028\u2029]/)
    const globals = createContext({ Date, Math, JSON })
    runInContext(script, globals)
    expect(globals.porticoHead).toMatchObject(['</script>', NOW + 60_000, { givenName: name }])
  })

  it('makes no prototype of what a session holds', () => {
    const globals = createContext({ Date, Math, JSON })
    runInContext(initialSessionScript(JSON.parse('{"__proto__":{"userId":1},"uuid":"u"}')), globals)
    expect(Object.keys(globals.porticoHead[2])).toEqual(['__proto__', 'uuid'])
  })

  it('counts in the unit of the environment', () => {
    expect(initialSessionScript({ ...ADA, expiresIn: 60 }, { expiresInUnit: 'seconds' })).toContain(
      `${NOW + 60_000}`,
    )
  })

  it('says nothing of nobody, and of a session that is over', () => {
    expect(initialSessionScript(null)).toBe('')
    expect(initialSessionScript(undefined)).toBe('')
    expect(initialSessionScript({ ...ADA, serverTime: NOW / 1000 - 60 })).toBe('')
    expect(initialSessionScript({ ...ADA, serverTime: Number.NaN })).toBe('')
  })

  it('takes a session without a time for one of now', () => {
    expect(initialSessionScript({ userId: 1 })).toContain(`${NOW + 300_000}`)
  })
})
