/** Nobody but the page and its session service says where the browser goes, and neither can send it astray. */
import { describe, expect, it } from 'vitest'
import { Identity } from '../../presets/identity.ts'
import { ADA, ENV, optionsFor, rejection, thrown } from '../support/fixtures.ts'
import { json, leave, openPage } from '../support/page.ts'
import { BAD_URLS, fullOn, NO_BASE_URLS, offerWidget } from './full.ts'

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
      () => identity.login({ state: 's', redirectUri: bad }),
      () => identity.login({ state: 's', redirectUri: bad, preferPopup: true }),
      () => identity.logoutUrl(bad),
      () => identity.accountUrl(bad),
      () => identity.phonesUrl(bad),
    ])
      expect(thrown(call), `${call}`).toMatchObject({ name: 'SDKError', reason: 'argument-invalid' })
    expect(page.navigations).toEqual([])
  })

  it('does not keep a user from logging out, and is not handed on', () => {
    const page = openPage()
    const identity = fullOn(page)
    const reasons: string[] = []
    identity.on('error', ({ reason }) => reasons.push(reason))
    identity.logout(bad)
    expect(page.navigations).toEqual([identity.logoutUrl()])
    expect(reasons).toEqual(['argument-invalid'])
  })

  it('is refused by the widget before anything is asked or loaded', async () => {
    const page = openPage()
    const shown = fullOn(page).showSimplifiedLoginWidget({ state: 's', redirectUri: bad })
    expect(await rejection(shown)).toMatchObject({ reason: 'argument-invalid' })
    expect(page.requests).toEqual([])
  })
})

describe.each(NO_BASE_URLS)('the address %j', (odd) => {
  it.each([
    ['sessionDomain', { sessionDomain: odd }],
    ['env.accountUrl', { env: { ...ENV, accountUrl: odd } }],
    ['env.widgetUrl', { env: { ...ENV, widgetUrl: odd } }],
    ['env.globalSessionUrl', { env: { ...ENV, globalSessionUrl: odd } }],
  ])('is no base to build on: %s', (_, more) => {
    expect(thrown(() => new Identity({ ...optionsFor(openPage()), ...more } as never))).toMatchObject({
      reason: 'option-invalid',
    })
  })

  it('is a value like any other as a return address, and the browser goes to the services alone', async () => {
    const page = openPage()
    const popup = { close() {} }
    Object.assign(page.window, { open: (url: string) => page.navigations.push(url) && popup })
    let onContinue = async () => {}
    offerWidget(page, (_, callback: () => Promise<void>) => void (onContinue = callback))
    page.answer(json(200, { identifier: 'i', display_text: 'd' }), json(200, { redirectURL: '/refresh' }))
    const own = fullOn(page, { redirectUri: odd })
    const identity = fullOn(page)
    const given = { state: 's', redirectUri: odd }
    own.login({ state: 's' })
    own.logout()
    identity.login(given)
    identity.login({ ...given, preferPopup: true })
    identity.logout(odd)
    await identity.showSimplifiedLoginWidget(given)
    await onContinue()
    leave(page)
    await rejection(own.hasSession())
    expect(page.navigations).toHaveLength(7)
    for (const address of [...page.navigations, own.accountUrl(), identity.phonesUrl(odd)]) {
      const { origin, pathname, searchParams, hash } = new URL(address)
      expect([origin, pathname, hash]).toEqual([
        expect.stringMatching(/^https:\/\/(account|id\.site)\.example$/),
        expect.stringMatching(/^\/(oauth\/authorize|logout|refresh|profile-pages(\/about-you\/phone)?)$/),
        '',
      ])
      expect(searchParams.getAll('redirect_uri')).toEqual([odd])
    }
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
