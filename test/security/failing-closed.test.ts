/** What is configured badly does not run at all, and leaves nothing behind on the page. */
import { describe, expect, it } from 'vitest'
import type { AnyPlugin } from '../../core/index.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { createFullIdentity, type FullIdentity } from '../../presets/full.ts'
import { Identity } from '../../presets/identity.ts'
import { Identity as ProIdentity } from '../../presets/pro.ts'
import { preloadScript } from '../../server/preload-script.ts'
import { ADA, ENV, optionsFor, thrown } from '../support/fixtures.ts'
import { json, openPage, openPageWith, type Page } from '../support/page.ts'
import { watch } from '../support/watch.ts'
import { fullOn, offerWidget, traces } from './full.ts'

function boom(): never {
  throw new Error('boom')
}

/** A plugin that touches what it can, then hands over to one that fails. */
const busy: AnyPlugin = {
  name: 'busy',
  setup(kernel) {
    const listener = () => {}
    kernel.window.addEventListener('click', listener)
    kernel.onDispose(() => kernel.window.removeEventListener('click', listener))
    const timer = kernel.window.setInterval(() => {}, 1000)
    kernel.onDispose(() => kernel.window.clearInterval(timer))
  },
}

describe('a bad configuration', () => {
  it.each<[string, object]>([
    ['no client id', { clientId: undefined }],
    ['a blank client id', { clientId: ' \t' }],
    ['a client id that is no string', { clientId: ['client-1'] }],
    ['no session domain', { sessionDomain: null }],
    ['a session domain with a query', { sessionDomain: 'https://id.site.example?x=1' }],
    ['no redirect URI', { redirectUri: '' }],
    ['an unknown environment', { env: 'PROD' }],
    ['an environment that is a list', { env: [ENV] }],
    ['an environment that lacks an address', { env: { ...ENV, accountUrl: undefined } }],
    ['a log that is no function', { log: 'console' }],
    ['a consent reader that is no function', { getConsents: new URLSearchParams() }],
    ['a callback that is no function', { callbackBeforeRedirect: {} }],
    ['a switch that is no boolean', { refreshLoginLinks: 'false' }],
    ['a prefix that is no identifier', { globalPrefix: 'a.b' }],
    ['plugins that are no list', { plugins: { busy } }],
    ['a plugin that is none', { plugins: [busy, 'x'] }],
    ['a plugin of a name that is taken', { plugins: [busy, { name: 'session-cache', setup() {} }] }],
    ['a plugin that takes over login', { plugins: [busy, { name: 'x', setup: () => ({ login() {} }) }] }],
    ['a plugin that lacks another', { plugins: [busy, { name: 'x', requires: ['y'], setup() {} }] }],
    ['a plugin that throws', { plugins: [busy, { name: 'x', setup: boom }] }],
    ['a plugin whose setup is none', { plugins: [busy, { name: 'x', setup: 7 }] }],
    ['a window that is none', { window: {} }],
  ])('%s is an SDKError, and nothing is left behind', (_, more) => {
    const page = openPage()
    const ready: unknown[] = []
    page.window.addEventListener('schIdentity:ready', (event) => ready.push(event))
    const watched = watch(page.window)
    const error = thrown(() => new Identity({ ...optionsFor(page), plugins: [busy], ...more } as never))
    expect(error).toMatchObject({ name: 'SDKError', reason: expect.stringMatching(/^(option|plugin)-/) })
    expect(watched.leftovers()).toEqual([])
    expect(traces(page)).toBe(JSON.stringify([{}, {}, '']))
    expect([...page.requests, ...page.navigations, ...ready]).toEqual([])
  })

  it.each<[string, PropertyDescriptor]>([
    ['cannot be set', { get: () => undefined, set: boom }],
    ['cannot be read', { get: boom }],
    ['is not to be written', { value: undefined, writable: false }],
  ])('a global that %s stays as it is, and the identity works', async (_, property) => {
    const page = openPageWith(json(200, ADA))
    Object.defineProperty(page.window, 'schIdentity', property)
    const identity = new Identity(optionsFor(page))
    expect(await identity.hasSession()).toEqual(ADA)
    expect(Object.getOwnPropertyDescriptor(page.window, 'schIdentity')).toMatchObject(property)
  })

  it('works on a good one, so that the list above means something', () => {
    const page = openPage()
    const watched = watch(page.window)
    const identity = new Identity({ ...optionsFor(page), plugins: [busy] })
    expect(watched.leftovers()).toContain('global schIdentity')
    identity.dispose()
    expect(watched.leftovers()).toEqual([])
  })
})

describe('an option that answers differently the second time', () => {
  /** The good answer first, then the bad one for ever. */
  const turning = (name: string, good: unknown, bad: unknown) => {
    let times = 0
    const get = () => (times++ ? bad : good)
    return Object.defineProperty({}, name, { get, enumerable: true, configurable: true })
  }
  const BAD = 'javascript:alert(1)'
  const merged = (...parts: object[]) =>
    Object.defineProperties(
      {},
      Object.assign({}, ...parts.map((part) => Object.getOwnPropertyDescriptors(part))),
    )

  type Make = (options: object, page: Page) => FullIdentity
  const DOORS: [string, Make][] = [
    ['createFullIdentity', (options) => createFullIdentity(options as never, fetchTransport())],
    ['the class', (options) => new Identity(options as never)],
    ['the class of an environment', (options) => new ProIdentity(options as never)],
  ]

  it.each(DOORS)('is the first answer alone, by %s', async (_, make) => {
    const page = openPageWith(json(200, ADA), json(200, {}))
    const given = optionsFor(page)
    const env = merged(
      { ...ENV },
      turning('accountUrl', ENV.accountUrl, BAD),
      turning('widgetUrl', ENV.widgetUrl, BAD),
      turning('globalSessionUrl', ENV.globalSessionUrl, BAD),
    )
    const options = merged(
      { window: page.window },
      turning('clientId', given.clientId, { toString: () => 'evil' }),
      turning('sessionDomain', given.sessionDomain, BAD),
      turning('redirectUri', given.redirectUri, BAD),
      turning('env', env, { ...ENV, accountUrl: BAD }),
      turning('log', undefined, 'evil'),
    )
    const identity = make(options, page)
    await identity.hasSession()
    await identity.getUserContextData()
    identity.login({ state: 's' })
    identity.logout()
    const all = [
      ...page.requests.map(String),
      ...page.navigations,
      identity.accountUrl(),
      identity.logoutUrl(),
    ]
    expect(all.join(' ')).not.toMatch(/javascript|evil/)
    expect(all).toHaveLength(6)
  })

  it('is the first answer alone, by the script for the page’s head', () => {
    const { window: _, ...given } = optionsFor(openPage())
    const options = merged(
      { clientId: given.clientId, env: ENV },
      turning('sessionDomain', given.sessionDomain, BAD),
      turning('redirectUri', given.redirectUri, BAD),
    )
    expect(preloadScript(options as never)).toBe(preloadScript(given))
  })

  it('is checked each time where it is asked for each time: login, and the widget', async () => {
    const page = openPage()
    const redirectUri = optionsFor(page).redirectUri
    const identity = fullOn(page)
    const asked = () => merged({ state: 's' }, turning('redirectUri', redirectUri, BAD))
    identity.login(asked() as never)
    expect(new URL(page.navigations[0] as string).searchParams.get('redirect_uri')).toBe(redirectUri)
    let onContinue = async () => {}
    offerWidget(page, (_, callback: () => Promise<void>) => void (onContinue = callback))
    page.answer(json(200, { identifier: 'i', display_text: 'd' }))
    const reasons: string[] = []
    identity.on('error', ({ reason }) => reasons.push(reason))
    await identity.showSimplifiedLoginWidget(asked() as never)
    await onContinue()
    expect(reasons).toEqual(['argument-invalid'])
    expect(page.navigations).toHaveLength(1)
  })
})
