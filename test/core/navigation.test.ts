import { describe, expect, it } from 'vitest'
import { createIdentity } from '../../core/create-identity.ts'
import type { AnyPlugin, Plugin } from '../../core/plugin.ts'
import { VERSION } from '../../core/version.ts'
import { fetchTransport } from '../../plugins/fetch-transport.ts'
import { sessionCache } from '../../plugins/session-cache.ts'
import { ADA, ENV, optionsFor, thrown } from '../support/fixtures.ts'
import { json, openPage } from '../support/page.ts'

const compose = (page = openPage(), plugins: AnyPlugin[] = [], more = {}) =>
  createIdentity(optionsFor(page, more), plugins)

describe('loginUrl', () => {
  it('is the login page with its parameters, and stays the same at the second call', () => {
    const identity = compose()
    const url =
      'https://account.example/oauth/authorize?client_id=client-1&response_type=code' +
      '&redirect_uri=https%3A%2F%2Fwww.site.example%2Fcallback&scope=openid+profile&state=a%26b&prompt=select_account'
    expect(identity.loginUrl({ state: 'a&b', scope: 'openid profile' })).toBe(url)
    expect(identity.loginUrl({ state: 'a&b', scope: 'openid profile' })).toBe(url)
  })

  it('takes the positional form', () => {
    const identity = compose()
    expect(identity.loginUrl('s', 'otp', 'openid x', 'https://a.example/', 'hint', 'tag', 'teaser', 0)).toBe(
      identity.loginUrl({
        state: 's',
        acrValues: 'otp',
        scope: 'openid x',
        redirectUri: 'https://a.example/',
        loginHint: 'hint',
        tag: 'tag',
        teaser: 'teaser',
        maxAge: 0,
      }),
    )
    expect(identity.loginUrl('s', '', '', '')).toBe(identity.loginUrl({ state: 's' }))
  })

  it('keeps a path of the account service and never doubles a slash', () => {
    const env = { ...ENV, accountUrl: 'https://account.example/base/' }
    expect(compose(openPage(), [], { env }).loginUrl('s')).toMatch(
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
    expect(identity.loginUrl('s')).toMatch(/&extra=1$/)
    expect(identity.logoutUrl()).not.toContain('extra')
  })
})

describe('login', () => {
  it('sends the browser to the login page', () => {
    const page = openPage()
    const identity = compose(page)
    expect(identity.login({ state: 's' })).toBeNull()
    expect(page.navigations).toEqual([identity.loginUrl('s')])
  })

  it('drops the cached session', async () => {
    const page = openPage()
    page.answer(json(200, ADA), json(200, ADA))
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

  it('stays on the page when an option is wrong', () => {
    const page = openPage()
    expect(thrown(() => compose(page).login({ state: '' }))).toMatchObject({ reason: 'argument-invalid' })
    expect(page.navigations).toEqual([])
  })
})

describe('logout', () => {
  const LOGOUT = `https://id.site.example/logout?client_sdrn=sdrn%3Aexample%3Aclient%3Aclient-1`

  it('sends the browser to the logout page, and back to the instance redirectUri or the one given', () => {
    const page = openPage()
    const identity = compose(page)
    identity.logout()
    identity.logout('https://www.site.example/bye')
    expect(page.navigations).toEqual([
      `${LOGOUT}&redirect_uri=https%3A%2F%2Fwww.site.example%2Fcallback&sdk_version=${VERSION}`,
      `${LOGOUT}&redirect_uri=https%3A%2F%2Fwww.site.example%2Fbye&sdk_version=${VERSION}`,
    ])
    expect(identity.logoutUrl('https://www.site.example/bye')).toBe(page.navigations[1])
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
    createIdentity(optionsFor(page), [watcher]).logout()
    expect(seen).toEqual(['logout', page.navigations[0], 0])
  })

  it('refuses an address that is no http(s) URL, and stays', () => {
    const page = openPage()
    for (const bad of ['javascript:alert(1)', '//evil.example', '', null])
      expect(thrown(() => compose(page).logout(bad as string))).toMatchObject({
        reason: 'argument-invalid',
        message: expect.stringMatching(/^redirectUri is .+: give an absolute http\(s\) URL/),
      })
    expect(page.navigations).toEqual([])
  })

  it('forgets the session', async () => {
    const page = openPage()
    page.answer(json(200, ADA))
    const seen: unknown[] = []
    const watcher: Plugin<{ look(): void }> = {
      name: 'watcher',
      setup(kernel) {
        kernel.hook('logout:before', () => void seen.push(kernel.answer?.body.userId))
        return { look: () => void seen.push(kernel.answer) }
      },
    }
    const identity = createIdentity(optionsFor(page), [fetchTransport(), sessionCache(), watcher])
    await identity.hasSession()
    identity.logout()
    identity.look()
    expect(seen).toEqual([101, null])
    expect(page.window.sessionStorage.getItem('portico.tab')).not.toBeNull()
    expect(Object.keys(page.window.sessionStorage).filter((key) => key.includes('session'))).toEqual([])
  })
})
