/** Faults of the client that sites use today, one test each, that this library must not have. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { SDKError } from '../core/errors.ts'
import { createIdentity } from '../core/kernel/create-identity.ts'
import { login } from '../plugins/login/login.ts'
import { simplifiedLogin } from '../plugins/login/simplified-login.ts'
import { userContext } from '../plugins/login/user-context.ts'
import { cacheCookie } from '../plugins/reporting/cache-cookie.ts'
import { sessionEvents } from '../plugins/reporting/session-events.ts'
import { sessionCache } from '../plugins/session/session-cache.ts'
import { sessionRefresh } from '../plugins/session/session-refresh.ts'
import { fetchTransport } from '../plugins/transport/fetch-transport.ts'
import { ADA, GRACE, NO_SESSION, optionsFor, rejection } from './support/fixtures.ts'
import { hanging, json, openPage, type Page } from './support/page.ts'

const REDIRECT = json(200, { redirectURL: '/refresh' })

const compose = (page: Page) =>
  createIdentity(optionsFor(page), [
    fetchTransport(),
    login(),
    sessionCache(),
    sessionEvents(),
    sessionRefresh(),
    cacheCookie(),
    userContext(),
    simplifiedLogin(),
  ])

/** The page is left; its window stands for that of the next page, in the same tab. */
const leave = ({ window }: Page) => window.dispatchEvent(new window.Event('pagehide'))

/** Shows the widget; gives what the page's script was handed. */
async function showWidget(page: Page, state: string | (() => string)) {
  let handed: unknown[] = []
  Object.assign(page.window, { openSimplifiedLoginWidget: (...args: unknown[]) => void (handed = args) })
  page.answer(json(200, { identifier: 'i', display_text: 'd' }))
  await compose(page).showSimplifiedLoginWidget({ state })
  return handed as [{ windowOnResize(listener: () => void): void }, () => void]
}

describe('the library does not', () => {
  afterEach(() => void vi.useRealTimers())

  it('write SP_ID=undefined when the session has no sp_id', async () => {
    const page = openPage()
    page.answer(json(200, { ...ADA, sp_id: undefined }))
    const identity = compose(page)
    identity.enableCacheCookie()
    await identity.hasSession()
    expect(page.window.document.cookie).toBe('')
  })

  it('touch a global beside its window option', async () => {
    expect(globalThis.window).toBeUndefined()
    const page = openPage()
    page.answer(json(200, ADA))
    expect(await compose(page).hasSession()).toEqual(ADA)
  })

  it('send the token of the first click again at the second', async () => {
    const page = openPage()
    let n = 0
    const [, onContinue] = await showWidget(page, () => `state-${++n}`)
    onContinue()
    onContinue()
    expect(page.navigations.map((url) => new URL(url).searchParams.get('state'))).toEqual([
      'state-1',
      'state-2',
    ])
  })

  it.each(['https://evil.example/', 'javascript:alert(1)'])(
    'follow a redirectURL to %s',
    async (redirectURL) => {
      const page = openPage()
      page.answer(json(200, { redirectURL }))
      expect(await rejection(compose(page).hasSession())).toMatchObject({ reason: 'redirect-refused' })
      expect(page.navigations).toEqual([])
    },
  )

  it('redirect for ever when the browser refuses the refreshed cookie', async () => {
    const page = openPage()
    const reasons: unknown[] = []
    for (const _ of [1, 2, 3]) {
      page.answer(REDIRECT)
      reasons.push(((await rejection(compose(page).hasSession())) as SDKError).reason)
      leave(page)
    }
    expect(reasons).toEqual(['session-refreshing', 'refresh-failed', 'refresh-failed'])
    expect(page.navigations).toHaveLength(1)
  })

  it('drop a newer cache entry when the time of an older one is over', async () => {
    vi.useFakeTimers({ now: 0 })
    const page = openPage()
    page.answer(json(200, ADA), json(200, GRACE))
    const identity = compose(page)
    await identity.hasSession()
    await vi.advanceTimersByTimeAsync(50_000)
    identity.clearCachedUserSession()
    await identity.hasSession()
    await vi.advanceTimersByTimeAsync(50_000)
    expect(await identity.hasSession()).toEqual(GRACE)
    expect(page.requests).toHaveLength(2)
  })

  it('return anything but a promise while session calls are blocked', async () => {
    const page = openPage()
    page.answer(REDIRECT)
    const identity = compose(page)
    await rejection(identity.hasSession())
    const blocked = identity.hasSession()
    expect(blocked).toBeInstanceOf(Promise)
    await rejection(blocked)
  })

  it('hand out a cached failure without message or stack', async () => {
    const page = openPage()
    page.answer(json(400, NO_SESSION))
    await rejection(compose(page).hasSession())
    const error = (await rejection(compose(page).hasSession())) as Error
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({ reason: 'session-missing', code: 400 })
    expect(error.message).toContain('session-missing')
    expect(error.stack).toContain('session-missing')
    expect(page.requests).toHaveLength(1)
  })

  it('parse the stored JSON at each cached call', async () => {
    const page = openPage()
    page.answer(json(200, ADA))
    const identity = compose(page)
    await identity.hasSession()
    const parse = vi.spyOn(JSON, 'parse')
    await identity.hasSession()
    await identity.hasSession()
    expect(parse).not.toHaveBeenCalled()
    parse.mockRestore()
  })

  it('let a listener that throws break hasSession, or the listeners after it', async () => {
    const page = openPage()
    page.answer(json(200, ADA))
    const identity = compose(page)
    const after = vi.fn()
    identity.on('login', () => {
      throw new Error('boom')
    })
    identity.on('login', after)
    expect(await identity.hasSession()).toEqual(ADA)
    expect(after).toHaveBeenCalledOnce()
  })

  it('overwrite window.onresize', async () => {
    const page = openPage()
    const theirs = vi.fn()
    page.window.onresize = theirs
    const [params] = await showWidget(page, 's')
    params.windowOnResize(() => {})
    expect(page.window.onresize).toBe(theirs)
  })

  it('leave the caller waiting for a service that never answers', async () => {
    vi.useFakeTimers()
    const page = openPage()
    Object.assign(page.window, { setTimeout, clearTimeout })
    page.answer(hanging)
    const error = rejection(compose(page).hasSession())
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await error).toMatchObject({ reason: 'timeout' })
  })
})
