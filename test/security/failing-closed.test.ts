/** What is configured badly does not run at all, and leaves nothing behind on the page. */
import { describe, expect, it } from 'vitest'
import type { AnyPlugin } from '../../core/plugin.ts'
import { Identity } from '../../presets/identity.ts'
import { ENV, optionsFor, thrown } from '../support/fixtures.ts'
import { openPage } from '../support/page.ts'
import { watch } from '../support/watch.ts'
import { traces } from './full.ts'

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
    ['an environment that lacks an address', { env: { ...ENV, widgetUrl: undefined } }],
    ['a namespace that is none', { env: { ...ENV, sdrnNamespace: 'a:client:b' } }],
    ['a name that is none', { env: { ...ENV, name: 'a b' } }],
    ['a unit that is none', { env: { ...ENV, expiresInUnit: 'minutes' } }],
    ['a unit that plays one', { env: { ...ENV, expiresInUnit: ['seconds'] } }],
    ['a unit that is no text', { env: { ...ENV, expiresInUnit: Object.create(null) } }],
    ['a log that is no function', { log: 'console' }],
    ['a consent reader that is no function', { getConsents: new URLSearchParams() }],
    ['a callback that is no function', { callbackBeforeRedirect: {} }],
    ['a switch that is no boolean', { refreshLoginLinks: 'false' }],
    ['a prefix that is no identifier', { globalPrefix: 'a.b' }],
    ['a prefix that is a list', { globalPrefix: ['sch'] }],
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
  ])('a global that %s is an SDKError, and nothing is left behind', (_, property) => {
    const page = openPage()
    Object.defineProperty(page.window, 'schIdentity', property)
    const watched = watch(page.window)
    const error = thrown(() => new Identity({ ...optionsFor(page), plugins: [busy] } as never))
    expect(error).toMatchObject({ name: 'SDKError', reason: 'option-invalid' })
    expect(watched.leftovers()).toEqual([])
  })

  it.each([undefined, null, '', 'client-1', 7, [], () => {}])('%j for options is an SDKError', (options) => {
    expect(thrown(() => new Identity(options as never))).toMatchObject({
      name: 'SDKError',
      reason: 'option-invalid',
    })
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

describe('a disposed identity', () => {
  it('asks nobody any more', async () => {
    const page = openPage()
    const identity = new Identity(optionsFor(page))
    identity.dispose()
    await expect(identity.hasSession()).rejects.toMatchObject({ reason: 'disposed' })
    expect(page.requests).toEqual([])
  })
})
