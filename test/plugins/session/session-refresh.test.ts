import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createIdentity } from '../../../core/kernel/create-identity.ts'
import { VERSION } from '../../../core/names.ts'
import { cacheCookie } from '../../../plugins/reporting/cache-cookie.ts'
import { sessionCache } from '../../../plugins/session/session-cache.ts'
import { sessionRefresh } from '../../../plugins/session/session-refresh.ts'
import { fetchTransport } from '../../../plugins/transport/fetch-transport.ts'
import { ADA, GRACE, NO_SESSION, optionsFor, rejection, thrown } from '../../support/fixtures.ts'
import { onItsWay } from '../../support/on-its-way.ts'
import { type Answer, deny, json, openPageWith, type Page, text } from '../../support/page.ts'
import { sdkError } from '../../support/sdk-error.ts'

const REDIRECT = json(200, { redirectURL: '/session-exchange?from=app' })

/** The same tab, on its next page: the one of before is hidden for good. */
function nextPage(page: Page) {
  page.window.dispatchEvent(new page.window.Event('pagehide'))
}

/** The page goes to sleep in the back/forward cache, and wakes. */
function comeBack(page: Page) {
  nextPage(page)
  page.window.dispatchEvent(Object.assign(new page.window.Event('pageshow'), { persisted: true }))
}

function identityOn(page: Page, options = {}, reversed = false) {
  const plugins = [fetchTransport(), sessionCache(), sessionRefresh(options), cacheCookie()] as const
  return createIdentity(
    optionsFor(page),
    reversed ? ([...plugins].reverse() as never as typeof plugins) : plugins,
  )
}

function start(options = {}, ...answers: Answer[]) {
  const page = openPageWith(...answers)
  nextPage(page)
  return { page, identity: identityOn(page, options) }
}

const REFRESHING = { reason: 'session-refreshing' }

describe('a session service that asks for a redirect', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => void vi.useRealTimers())

  it('gets the browser, with the parameters of the session call', async () => {
    const { page, identity } = start({}, REDIRECT)
    expect(await rejection(identity.hasSession())).toMatchObject(REFRESHING)
    expect(page.navigations).toHaveLength(1)
    const target = new URL(page.navigations[0] as string)
    expect(target.origin + target.pathname).toBe('https://id.site.example/session-exchange')
    expect([...target.searchParams]).toEqual([
      ['from', 'app'],
      ['client_sdrn', 'sdrn:example:client:client-1'],
      ['redirect_uri', 'https://www.site.example/callback'],
      ['sdk_version', VERSION],
      ['tabId', page.requests[0]?.searchParams.get('tabId')],
    ])
  })

  it('may have other parameters, repeated or not', async () => {
    const { page, identity } = start({}, json(200, { redirectURL: '/x?a=1&a=2&b#part' }))
    await rejection(identity.hasSession())
    const { searchParams, hash } = new URL(page.navigations[0] as string)
    expect([...searchParams]).toEqual([
      ['a', '1'],
      ['a', '2'],
      ['b', ''],
      ['client_sdrn', 'sdrn:example:client:client-1'],
      ['redirect_uri', 'https://www.site.example/callback'],
      ['sdk_version', VERSION],
      ['tabId', page.requests[0]?.searchParams.get('tabId')],
    ])
    expect(hash).toBe('')
  })

  it.each([
    ['https://id.site.example', 'x', '/x'],
    ['https://id.site.example', '/a/b', '/a/b'],
    ['https://id.site.example/sso', 'x', '/sso/x'],
    ['https://id.site.example/sso', '/x', '/sso/x'],
    ['https://id.site.example/sso/', '/x', '/sso/x'],
    ['https://id.site.example/sso', '../../x', '/sso/x'],
    ['https://id.site.example/sso', '/../../x', '/sso/x'],
    ['https://id.site.example/sso', '/%2e%2e/x', '/sso/x'],
    ['https://id.site.example/sso', '\\..\\x', '/sso/x'],
    ['https://id.site.example', '/.//evil.example', '//evil.example'],
    ['https://id.site.example', '?a=1', '/'],
  ])('beneath %s by %j gets the browser to %s', async (sessionDomain, redirectURL, path) => {
    const page = openPageWith(json(200, { redirectURL }))
    nextPage(page)
    const plugins = [fetchTransport(), sessionRefresh()] as const
    const identity = createIdentity(optionsFor(page, { sessionDomain }), plugins)
    await rejection(identity.hasSession())
    const target = new URL(page.navigations[0] as string)
    expect([target.origin, target.pathname]).toEqual(['https://id.site.example', path])
  })

  it('waits for callbackBeforeRedirect', async () => {
    let release = () => {}
    const saved = new Promise<void>((resolve) => void (release = resolve))
    const callback = vi.fn(() => saved)
    const { page, identity } = start({ callbackBeforeRedirect: callback }, REDIRECT)
    const session = rejection(identity.hasSession())
    await vi.waitFor(() => expect(callback).toHaveBeenCalledOnce())
    expect(page.navigations).toEqual([])
    release()
    await session
    expect(page.navigations).toHaveLength(1)
  })

  it.each([false, true])(
    'is not called any more until the next page (plugins reversed: %s)',
    async (reversed) => {
      const page = openPageWith(REDIRECT)
      nextPage(page)
      const identity = identityOn(page, {}, reversed)
      await rejection(identity.hasSession())
      const again = identity.hasSession()
      expect(again).toBeInstanceOf(Promise)
      expect(await rejection(again)).toMatchObject(REFRESHING)
      expect(await rejection(identityOn(page).hasSession())).toMatchObject(REFRESHING)
      expect(page.requests).toHaveLength(1)
      nextPage(page)
      page.answer(json(200, ADA))
      expect(await identityOn(page, {}, reversed).hasSession()).toEqual(ADA)
    },
  )

  it('is called again when the page is still there after five minutes', async () => {
    const { identity } = start({}, REDIRECT, json(200, ADA))
    await rejection(identity.hasSession())
    vi.setSystemTime(Date.now() + 299_999)
    await rejection(identity.hasSession())
    vi.setSystemTime(Date.now() + 1)
    expect(await identity.hasSession()).toEqual(ADA)
  })

  it.each([false, true])(
    'leaves the caller with the session known so far, and keeps it for no other page (plugins reversed: %s)',
    async (reversed) => {
      const page = openPageWith(json(200, ADA), REDIRECT)
      nextPage(page)
      const identity = identityOn(page, {}, reversed)
      identity.enableCacheCookie()
      await identity.hasSession()
      const expires = () => /SP_ID/.test(page.window.document.cookie)
      identity.clearCachedUserSession()
      vi.setSystemTime(Date.now() + 30_000)
      expect(await identity.hasSession()).toEqual(ADA)
      expect(await identity.hasSession()).toEqual(ADA)
      expect(page.requests).toHaveLength(2)
      expect(expires()).toBe(true)
      nextPage(page)
      page.answer(json(200, GRACE))
      expect(await identityOn(page).hasSession()).toEqual(GRACE)
    },
  )

  it('does not get the browser again when the refresh did not help, for five minutes', async () => {
    const { page, identity } = start({}, REDIRECT)
    await rejection(identity.hasSession())
    for (const wait of [0, 299_000]) {
      nextPage(page)
      vi.setSystemTime(Date.now() + wait)
      page.answer(REDIRECT)
      expect(await rejection(identityOn(page).hasSession())).toMatchObject(
        sdkError('refresh-failed', 'cookie'),
      )
    }
    expect(page.navigations).toHaveLength(1)
    nextPage(page)
    vi.setSystemTime(Date.now() + 1000)
    page.answer(REDIRECT)
    await rejection(identityOn(page).hasSession())
    expect(page.navigations).toHaveLength(2)
  })

  it.each([
    ['a session', json(200, ADA)],
    ['no session', json(400, NO_SESSION)],
  ])('may ask again after the refresh gave %s', async (_, answer) => {
    const { page, identity } = start({}, REDIRECT)
    await rejection(identity.hasSession())
    nextPage(page)
    page.answer(answer, REDIRECT)
    const next = identityOn(page)
    await next.hasSession().catch(() => {})
    next.clearCachedUserSession()
    await next.hasSession().catch(() => {})
    expect(page.navigations).toHaveLength(2)
  })

  it('is called again by a page that comes back from the back/forward cache', async () => {
    const { page, identity } = start({}, REDIRECT, json(200, ADA))
    await rejection(identity.hasSession())
    page.window.dispatchEvent(Object.assign(new page.window.Event('pageshow'), { persisted: false }))
    expect(await rejection(identity.hasSession())).toMatchObject(REFRESHING)
    comeBack(page)
    expect(await identity.hasSession()).toEqual(ADA)
  })

  it('gets the browser from a page that was left for something else, and came back', async () => {
    const { page, identity } = start()
    comeBack(page)
    page.answer(REDIRECT)
    expect(await rejection(identity.hasSession())).toMatchObject(REFRESHING)
    expect(page.navigations).toHaveLength(1)
  })

  it('is called by the next instance of a page that disposes when it is hidden, and comes back', async () => {
    const { page, identity } = start({}, REDIRECT, json(200, ADA))
    await rejection(identity.hasSession())
    page.window.addEventListener('pagehide', () => identity.dispose())
    comeBack(page)
    expect(await identityOn(page).hasSession()).toEqual(ADA)
  })

  it('is not called by the next instance of a page that is still on its way', async () => {
    const { page, identity } = start({}, REDIRECT)
    await rejection(identity.hasSession())
    identity.dispose()
    expect(await rejection(identityOn(page).hasSession())).toMatchObject(REFRESHING)
  })

  it('is not called by a page on its way, whose other instance is disposed', async () => {
    const { page, identity } = start({}, REDIRECT)
    await rejection(identity.hasSession())
    identityOn(page).dispose()
    expect(await rejection(identity.hasSession())).toMatchObject(REFRESHING)
    expect(page.requests).toHaveLength(1)
  })

  it('is told on the next page that it did not help, also when the page before disposed', async () => {
    const { page, identity } = start({}, REDIRECT, REDIRECT)
    await rejection(identity.hasSession())
    nextPage(page)
    identity.dispose()
    expect(await rejection(identityOn(page).hasSession())).toMatchObject(
      sdkError('refresh-failed', 'The browser may block it'),
    )
    expect(page.navigations).toHaveLength(1)
  })

  it('is told that it did not help after a failure of the service in between, too', async () => {
    const { page, identity } = start({}, REDIRECT, text(503, ''), REDIRECT)
    await rejection(identity.hasSession())
    nextPage(page)
    identity.dispose()
    const next = identityOn(page)
    expect(await rejection(next.hasSession())).toMatchObject({ reason: 'session-unreachable' })
    expect(await rejection(next.hasSession())).toMatchObject({ reason: 'refresh-failed' })
    expect(page.navigations).toHaveLength(1)
  })

  it('gets the browser once the storage that had no room has some', async () => {
    const { page, identity } = start({}, REDIRECT, REDIRECT)
    const full = vi.spyOn(page.window.Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    expect(await rejection(identity.hasSession())).toMatchObject({ reason: 'refresh-failed' })
    full.mockRestore()
    expect(await rejection(identity.hasSession())).toMatchObject(REFRESHING)
    expect(page.navigations).toHaveLength(1)
  })

  it('gets the browser from a window that takes no listeners, too', async () => {
    const page = openPageWith(REDIRECT)
    Object.defineProperty(page.window, 'addEventListener', { value: undefined })
    expect(await rejection(identityOn(page).hasSession())).toMatchObject(REFRESHING)
    expect(page.navigations).toHaveLength(1)
  })

  it('does not get the browser where storage is denied, since a loop could not be noticed', async () => {
    const { page, identity } = start()
    deny(page.window, 'sessionStorage')
    page.answer(REDIRECT)
    expect(await rejection(identity.hasSession())).toMatchObject(sdkError('refresh-failed', 'storage'))
    expect(page.navigations).toEqual([])
  })

  it.each(['https://evil.example/x', 'https://id.site.example.evil.example/'])(
    'is refused the address %j',
    async (redirectURL) => {
      const { page, identity } = start({}, json(200, { redirectURL }))
      const error = await rejection(identity.hasSession())
      expect(error).toMatchObject(sdkError('redirect-refused', 'https://id.site.example'))
      expect(String(error)).not.toContain('evil')
      expect(page.navigations).toEqual([])
    },
  )

  it('does not get the browser, and the page is not told so, when the session was cleared before it answered', async () => {
    const callback = vi.fn()
    const late = onItsWay(REDIRECT)
    const { page, identity } = start({ callbackBeforeRedirect: callback }, late.answer)
    const asked = rejection(identity.hasSession())
    await late.wasAsked
    identity.clearCachedUserSession()
    late.come()
    expect(await asked).toMatchObject(sdkError('refresh-failed', 'cleared'))
    expect(callback).not.toHaveBeenCalled()
    expect(page.navigations).toEqual([])
  })

  it('does not get the browser when the callback clears the session', async () => {
    const page = openPageWith(REDIRECT)
    nextPage(page)
    const identity: { clearCachedUserSession(): void; hasSession(): Promise<unknown> } = identityOn(page, {
      callbackBeforeRedirect: () => identity.clearCachedUserSession(),
    })
    expect(await rejection(identity.hasSession())).toMatchObject(sdkError('refresh-failed', 'cleared'))
    expect(page.navigations).toEqual([])
  })

  it('refuses a callback that is no function', () => {
    expect(thrown(() => start({ callbackBeforeRedirect: 'save' }))).toMatchObject(
      sdkError('option-invalid', 'callbackBeforeRedirect is "save"'),
    )
  })
})
