/** Nobody but the page and its session service says where the browser goes, and neither can send it astray. */
import { describe, expect, it } from 'vitest'
import { Identity } from '../../presets/identity.ts'
import { ADA, ENV, optionsFor, rejection, thrown } from '../support/fixtures.ts'
import { json, openPage } from '../support/page.ts'
import { BAD_URLS, fullOn } from './full.ts'

describe.each(BAD_URLS)('the address %j', (bad) => {
  it.each([
    ['redirectUri', { redirectUri: bad }],
    ['sessionDomain', { sessionDomain: bad }],
    ['env.accountUrl', { env: { ...ENV, accountUrl: bad } }],
    ['env.widgetUrl', { env: { ...ENV, widgetUrl: bad } }],
    ['env.globalSessionUrl', { env: { ...ENV, globalSessionUrl: bad } }],
    ['env', { env: bad }],
  ])('is refused as option %s', (_, more) => {
    const page = openPage()
    expect(thrown(() => new Identity({ ...optionsFor(page), ...more } as never))).toMatchObject({
      name: 'SDKError',
      reason: 'option-invalid',
    })
  })

  it('is refused by every method that takes a redirectUri, and the page stays', () => {
    const page = openPage()
    Object.assign(page.window, { open: (url: string) => page.navigations.push(url) })
    const identity = fullOn(page)
    for (const call of [
      () => identity.loginUrl({ state: 's', redirectUri: bad }),
      () => identity.loginUrl('s', '', '', bad),
      () => identity.login({ state: 's', redirectUri: bad }),
      () => identity.login({ state: 's', redirectUri: bad, preferPopup: true }),
      () => identity.logoutUrl(bad),
      () => identity.logout(bad),
      () => identity.accountUrl(bad),
      () => identity.phonesUrl(bad),
    ])
      expect(thrown(call), `${call}`).toMatchObject({ name: 'SDKError', reason: 'argument-invalid' })
    expect(page.navigations).toEqual([])
  })

  it('is refused by the widget before anything is asked or loaded', async () => {
    const page = openPage()
    const shown = fullOn(page).showSimplifiedLoginWidget({ state: 's', redirectUri: bad })
    expect(await rejection(shown)).toMatchObject({ reason: 'argument-invalid' })
    expect(page.requests).toEqual([])
  })
})

describe('a redirectURL of the session service', () => {
  const ORIGIN = 'https://id.site.example'

  it.each([
    'https://evil.example/',
    '//evil.example/',
    '///evil.example/',
    '/\\evil.example/',
    '\\\\evil.example/',
    '\t//evil.example/',
    '/\t/evil.example/',
    '/\n\\evil.example/',
    'https:\n//evil.example/',
    'http://id.site.example/',
    'https://id.site.example:444/',
    'https://id.site.example.evil.example/',
    'https://id.site.example@evil.example/',
    'https://evil.example\\@id.site.example/',
    'https://user:pass@id.site.example/',
    'https://site.example/',
    'https://*.site.example/',
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    ' java\nscript:alert(1)',
    'data:text/html,x',
    'blob:https://id.site.example/0',
    'filesystem:https://id.site.example/0',
    'about:blank',
    'https://',
    'https://[',
    null,
    7,
    {},
    ['/x'],
    ['https://evil.example'],
  ])('%j is refused, and the page stays', async (redirectURL) => {
    const page = openPage()
    page.answer(json(200, { redirectURL }))
    expect(await rejection(fullOn(page).hasSession())).toMatchObject({ reason: 'redirect-refused' })
    expect(page.navigations).toEqual([])
  })

  it.each([
    ['/refresh', '/refresh'],
    ['refresh', '/refresh'],
    ['?to=https://evil.example', '/'],
    ['/..//evil.example', '//evil.example'],
    ['/.//evil.example', '//evil.example'],
    ['/%2f%2fevil.example', '/%2f%2fevil.example'],
    ['/%5cevil.example', '/%5cevil.example'],
    ['https://id.site.example:443/x', '/x'],
    ['HTTPS://ID.SITE.EXAMPLE/x#y', '/x'],
    ['https:evil.example', '/evil.example'],
    ['', '/'],
  ])('%j stays on the origin of the service', async (redirectURL, path) => {
    const page = openPage()
    page.answer(json(200, { redirectURL }))
    await rejection(fullOn(page).hasSession())
    expect(page.navigations).toHaveLength(1)
    const { origin, pathname, hash } = new URL(page.navigations[0] as string)
    expect([origin, pathname, hash]).toEqual([ORIGIN, path, ''])
  })

  it.each([
    [400, 'session-missing'],
    [401, 'session-refused'],
    [404, 'session-refused'],
  ])('in an answer of status %d is none', async (status, reason) => {
    const page = openPage()
    page.answer(json(status, { redirectURL: '/refresh' }))
    expect(await rejection(fullOn(page).hasSession())).toMatchObject({ reason })
    expect(page.navigations).toEqual([])
  })

  it('cannot replace or repeat a parameter of the call', async () => {
    const page = openPage()
    const taken = 'redirect_uri=https://evil.example&client_sdrn=c&client_sdrn=d&tabId=1&sdk_version=0'
    page.answer(json(200, { redirectURL: `/x?${taken}` }))
    await rejection(fullOn(page).hasSession())
    const { searchParams } = new URL(page.navigations[0] as string)
    expect([...searchParams.keys()].sort()).toEqual(['client_sdrn', 'redirect_uri', 'sdk_version', 'tabId'])
    expect(searchParams.get('redirect_uri')).toBe('https://www.site.example/callback')
    expect(searchParams.get('client_sdrn')).toBe('sdrn:example:client:client-1')
  })

  it('is none when it stands beside other members', async () => {
    const page = openPage()
    page.answer(json(200, { ...ADA, redirectURL: '/x' }))
    await fullOn(page).hasSession()
    expect(page.navigations).toEqual([])
  })
})

describe('addresses', () => {
  it('are never taken from a cookie, from storage or from an answer', async () => {
    const page = openPage()
    const evil = 'https://evil.example'
    const { document, sessionStorage, localStorage } = page.window
    const names = 'sessionDomain redirectUri env accountUrl widgetUrl globalSessionUrl portico portico.env'
    for (const name of names.split(' ')) {
      document.cookie = `${name}=${evil}`
      sessionStorage.setItem(name, JSON.stringify({ value: evil, expiresAt: 9e15 }))
      localStorage.setItem(name, evil)
    }
    const answer = Object.fromEntries(names.split(' ').map((name) => [name, evil]))
    page.answer(
      json(200, { ...ADA, ...answer }),
      json(200, { identifier: 'i', display_text: 'd', ...answer }),
    )
    const identity = fullOn(page)
    await identity.hasSession()
    await identity.getUserContextData()
    identity.login({ state: 's' })
    identity.logout()
    const all = [...page.requests, ...page.navigations, identity.accountUrl(), identity.phonesUrl()]
    expect(all.join(' ')).not.toContain('evil')
    expect(all.map((url) => new URL(url).origin)).toEqual([
      'https://id.site.example',
      'https://global.example',
      'https://account.example',
      'https://id.site.example',
      'https://account.example',
      'https://account.example',
    ])
  })
})
