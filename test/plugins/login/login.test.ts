import { describe, expect, it, vi } from 'vitest'
import type { LoginStartedContext } from '../../../core/index.ts'
import { type AnyPlugin, createIdentity, type Plugin, VERSION } from '../../../core/index.ts'
import { type LoginBeforeContext, login } from '../../../plugins/login/login.ts'
import { sessionEvents } from '../../../plugins/reporting/session-events.ts'
import { sessionCache } from '../../../plugins/session/session-cache.ts'
import { fetchTransport } from '../../../plugins/transport/fetch-transport.ts'
import { ADA, ENV, openKernel, optionsFor, thrown } from '../../support/fixtures.ts'
import { json, openPage, openPageWith, type Page } from '../../support/page.ts'

const compose = (page = openPage(), plugins: AnyPlugin[] = [], more = {}) =>
  createIdentity(optionsFor(page, more), [login(), ...plugins])

/** All that the tab keeps. */
const keptOn = ({ window }: Page) => Object.values(window.sessionStorage).join()

describe('loginUrl', () => {
  it('is the login page with its parameters, and stays the same at the second call', () => {
    const identity = compose()
    const url =
      'https://account.example/oauth/authorize?response_type=code&client_id=client-1' +
      '&redirect_uri=https%3A%2F%2Fwww.site.example%2Fcallback&scope=openid+profile&state=a%26b&prompt=select_account'
    expect(identity.loginUrl({ state: 'a&b', scope: 'openid profile' })).toBe(url)
    expect(identity.loginUrl({ state: 'a&b', scope: 'openid profile' })).toBe(url)
  })

  it('keeps a path of the account service and never doubles a slash', () => {
    const env = { ...ENV, accountUrl: 'https://account.example/base/' }
    expect(compose(openPage(), [], { env }).loginUrl({ state: 's' })).toMatch(
      /^https:\/\/account\.example\/base\/oauth\/authorize\?/,
    )
  })

  it('carries what a plugin appends', () => {
    const tracking: Plugin = {
      name: 'tracking',
      setup: (kernel) =>
        kernel.hook('url:build', ({ kind, query }) => {
          if (kind === 'login') query.append('extra', '1')
        }),
    }
    const identity = compose(openPage(), [tracking])
    expect(identity.loginUrl({ state: 's' })).toMatch(/&extra=1$/)
    expect(identity.logoutUrl()).not.toContain('extra')
  })

  it('shows a plugin its parameters, which are those of this URL alone', () => {
    const seen: string[] = []
    const looking: Plugin = {
      name: 'looking',
      setup: (kernel) =>
        kernel.hook('url:build', (url) => {
          seen.push(`${url.query}`)
          expect(url.query).toBe(url.query)
          url.query.set('tag', 'changed')
        }),
    }
    const identity = compose(openPage(), [looking])
    for (const state of ['1', '2'])
      expect(new URL(identity.loginUrl({ state, tag: 'a b' })).searchParams.get('tag')).toBe('changed')
    expect(seen).toEqual(
      ['1', '2'].map((state) =>
        new URLSearchParams({
          response_type: 'code',
          client_id: 'client-1',
          redirect_uri: 'https://www.site.example/callback',
          scope: 'openid',
          state,
          tag: 'a b',
          prompt: 'select_account',
        }).toString(),
      ),
    )
  })

  it('has what a value says now, also where the page changes the object it gave', () => {
    const identity = compose()
    const scope = ['openid']
    const scopeOf = () =>
      new URL(identity.loginUrl({ state: 's', scope: scope as never })).searchParams.get('scope')
    expect(scopeOf()).toBe('openid')
    scope.push('email')
    expect(scopeOf()).toBe('openid,email')
  })
})

describe('login', () => {
  it('sends the browser to the login page', () => {
    const page = openPage()
    const identity = compose(page)
    expect(identity.login({ state: 's' })).toBeNull()
    expect(page.navigations).toEqual([identity.loginUrl({ state: 's' })])
  })

  it('drops the cached session', async () => {
    const page = openPageWith(json(200, ADA), json(200, ADA))
    const identity = compose(page, [fetchTransport(), sessionCache()])
    await identity.hasSession()
    identity.login({ state: 's' })
    await identity.hasSession()
    expect(page.requests).toHaveLength(2)
  })

  it('lets a plugin show the login page in another window', () => {
    const page = openPage()
    const other = {} as Window
    const popup: Plugin = {
      name: 'popup',
      setup: (kernel) => kernel.hook('login:before', (context) => void (context.window = other)),
    }
    expect(compose(page, [popup]).login({ state: 's' })).toBe(other)
    expect(page.navigations).toEqual([])
  })

  it('tells plugins of its options and its URL, before the page is left for it', () => {
    const page = openPage()
    const seen = vi.fn()
    const watcher: Plugin = {
      name: 'watcher',
      setup: (kernel) =>
        kernel.hook('login:before', ({ options, url }) => seen(options, url, page.navigations.length)),
    }
    const options = { state: 's', tag: 't' }
    compose(page, [watcher]).login(options)
    expect(seen).toHaveBeenCalledExactlyOnceWith(options, page.navigations[0], 0)
  })

  it('stays on the page, and keeps the session, when an option is wrong', async () => {
    const page = openPageWith(json(200, ADA))
    const identity = compose(page, [fetchTransport(), sessionCache()])
    await identity.hasSession()
    expect(thrown(() => identity.login({ state: '' }))).toMatchObject({ reason: 'argument-invalid' })
    expect(thrown(() => identity.login({ state: 's', redirectUri: 'javascript:alert(1)' }))).toMatchObject({
      reason: 'argument-invalid',
    })
    expect(page.navigations).toEqual([])
    expect(await identity.hasSession()).toEqual(ADA)
    expect(page.requests).toHaveLength(1)
  })

  it.each<[string, Partial<LoginBeforeContext>, LoginStartedContext, number]>([
    ['by redirect', {}, { how: 'redirect', wasBlocked: false }, 1],
    ['in a window', { window: {} as Window }, { how: 'popup', wasBlocked: false }, 0],
    ['not at all, where none could open', { window: null }, { how: 'blocked', wasBlocked: true }, 0],
    ['by redirect, where none could open', { wasBlocked: true }, { how: 'redirect', wasBlocked: true }, 1],
  ])('login() tells plugins how it has started: %s', (_, filled, started, navigations) => {
    const page = openPage()
    const seen: unknown[] = []
    const watcher: Plugin = {
      name: 'watcher',
      setup(kernel) {
        kernel.hook('login:before', (context) => void Object.assign(context, filled))
        kernel.hook('login:started', (context) => void seen.push(context, page.navigations.length))
      },
    }
    compose(page, [watcher]).login({ state: 's' })
    expect(seen).toEqual([started, navigations])
  })
})

describe('logout', () => {
  const LOGOUT = 'https://id.site.example/logout?client_sdrn=sdrn%3Aexample%3Aclient%3Aclient-1'
  const BACK = `${LOGOUT}&redirect_uri=https%3A%2F%2Fwww.site.example%2Fcallback&sdk_version=${VERSION}`

  it('sends the browser to the logout page, and back to the instance redirectUri or the one given', () => {
    const page = openPage()
    const identity = compose(page)
    identity.logout()
    identity.logout('https://www.site.example/bye')
    expect(page.navigations).toEqual([
      BACK,
      `${LOGOUT}&redirect_uri=https%3A%2F%2Fwww.site.example%2Fbye&sdk_version=${VERSION}`,
    ])
    expect(identity.logoutUrl('https://www.site.example/bye')).toBe(page.navigations[1])
  })

  it('stays below a session service that has a path', () => {
    const identity = compose(openPage(), [], { sessionDomain: 'https://id.site.example/sso/' })
    expect(identity.logoutUrl()).toMatch(/^https:\/\/id\.site\.example\/sso\/logout\?/)
  })

  it('tells plugins of its URL, while it is built and before the page is left for it', () => {
    const page = openPage()
    const seen: unknown[] = []
    const watcher: Plugin = {
      name: 'watcher',
      setup(kernel) {
        kernel.hook('url:build', ({ kind }) => void seen.push(kind))
        kernel.hook('logout:before', ({ url }) => void seen.push(url, page.navigations.length))
      },
    }
    compose(page, [watcher]).logout()
    expect(seen).toEqual(['logout', page.navigations[0], 0])
  })

  it.each(['', null, undefined])('takes %j for no address', (nothing) => {
    const page = openPage()
    const identity = compose(page)
    const heard = vi.fn()
    identity.on('error', heard)
    identity.logout(nothing as string)
    expect(page.navigations).toEqual([BACK])
    expect(identity.logoutUrl(nothing as string)).toBe(BACK)
    expect(heard).not.toHaveBeenCalled()
  })

  it.each(['javascript:alert(1)', '//evil.example', '/bye', 7, {}])(
    'to %j is an error event, and logs out with the address of the instance',
    (bad) => {
      const page = openPage()
      const identity = compose(page)
      const heard = vi.fn()
      identity.on('error', heard)
      identity.logout(bad as string)
      expect(page.navigations).toEqual([BACK])
      const error = { reason: 'argument-invalid', message: expect.stringContaining('redirectUri') }
      expect(heard).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(error))
      expect(thrown(() => identity.logoutUrl(bad as string))).toMatchObject(error)
    },
  )

  it('forgets the session', async () => {
    const page = openPageWith(json(200, ADA))
    const plugins = [login(), fetchTransport(), sessionCache()]
    const { kernel, identity } = openKernel(optionsFor(page), plugins)
    const seen: unknown[] = []
    kernel.hook('logout:before', () => void seen.push(kernel.knownSession()?.userId))
    await identity.hasSession()
    ;(identity as unknown as { logout(): void }).logout()
    expect(seen).toEqual([101])
    expect(kernel.knownSession()).toBeNull()
    expect(keptOn(page)).not.toContain('Ada')
  })

  it('goes on when a listener of it disposes of the identity: the reader is logged out, and nothing is kept', async () => {
    const page = openPageWith(json(200, ADA))
    const identity = createIdentity(optionsFor(page), [
      login(),
      fetchTransport(),
      sessionCache(),
      sessionEvents(),
    ])
    await identity.hasSession()
    identity.on('logout', identity.dispose)
    identity.logout()
    expect(page.navigations).toEqual([BACK])
    expect(keptOn(page)).not.toContain('Ada')
  })
})
