/** What every plugin owes the kernel, whatever it does. A new plugin joins by one line in the table. */
import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createIdentity } from '../../core/create-identity.ts'
import type { AnyPlugin } from '../../core/plugin.ts'
import { accountPages } from '../../plugins/account-pages.ts'
import { cacheCookie } from '../../plugins/cache-cookie.ts'
import { consentManagement } from '../../plugins/consent-management.ts'
import { consents } from '../../plugins/consents.ts'
import { externalId } from '../../plugins/external-id.ts'
import { fetchTransport } from '../../plugins/fetch-transport.ts'
import { headStart } from '../../plugins/head-start.ts'
import { log } from '../../plugins/log.ts'
import { loginLinks } from '../../plugins/login-links.ts'
import { ofetchTransport } from '../../plugins/ofetch-transport.ts'
import { popupLogin } from '../../plugins/popup-login.ts'
import { sessionCache } from '../../plugins/session-cache.ts'
import { sessionEvents } from '../../plugins/session-events.ts'
import { sessionRefresh } from '../../plugins/session-refresh.ts'
import { simplifiedLogin } from '../../plugins/simplified-login.ts'
import { user } from '../../plugins/user.ts'
import { userContext } from '../../plugins/user-context.ts'
import { optionsFor } from '../support/fixtures.ts'
import { openPage } from '../support/page.ts'
import { watch } from '../support/watch.ts'

const PLUGINS: [file: string, factory: () => AnyPlugin, methods: string[]][] = [
  ['account-pages', () => accountPages(), ['accountUrl', 'phonesUrl']],
  ['cache-cookie', () => cacheCookie(), ['enableCacheCookie']],
  ['consent-management', () => consentManagement(), []],
  ['consents', () => consents(), []],
  ['external-id', () => externalId(), ['getExternalId']],
  ['fetch-transport', () => fetchTransport(), []],
  ['head-start', () => headStart(), []],
  ['log', () => log(), ['logSettings']],
  ['login-links', () => loginLinks(), []],
  ['ofetch-transport', () => ofetchTransport(), []],
  ['popup-login', () => popupLogin(), []],
  ['session-cache', () => sessionCache(), ['clearCachedUserSession']],
  ['session-events', () => sessionEvents(), []],
  ['session-refresh', () => sessionRefresh(), []],
  ['simplified-login', () => simplifiedLogin(), ['showSimplifiedLoginWidget']],
  [
    'user',
    () => user(),
    ['getSpId', 'getUser', 'getUserId', 'getUserSDRN', 'getUserUuid', 'isConnected', 'isLoggedIn'],
  ],
  ['user-context', () => userContext(), ['getUserContextData']],
]

/** Stands in for a plugin that another one requires. */
const standIn = (name: string): AnyPlugin => ({ name, setup() {} })

/** The plugin, after stand-ins for what it requires. */
const withRequired = (plugin: AnyPlugin): AnyPlugin[] => [...(plugin.requires ?? []).map(standIn), plugin]

it('holds for every file of plugins', () => {
  const files = readdirSync('plugins').map((file) => file.replace('.ts', ''))
  const noPlugin = ['index', 'global-registrar']
  expect(PLUGINS.map(([file]) => file)).toEqual(files.filter((file) => !noPlugin.includes(file)).sort())
})

const CORE = Object.keys(createCore())

function createCore() {
  const window = { location: {} } as never
  return createIdentity({ ...optionsFor({ window } as never) }, [])
}

describe.each(PLUGINS)('the plugin %s', (_file, factory, methods) => {
  it('adds exactly the methods it declares', () => {
    const identity = createIdentity(optionsFor(openPage()), withRequired(factory()))
    expect(
      Object.keys(identity)
        .filter((key) => !CORE.includes(key))
        .sort(),
    ).toEqual(methods)
  })

  it('leaves nothing behind when it is disposed', () => {
    const page = openPage()
    const watched = watch(page.window)
    const identity = createIdentity(optionsFor(page), withRequired(factory()))
    identity.dispose()
    identity.dispose()
    expect(watched.leftovers()).toEqual([])
  })

  it('does not disturb a second instance, before or after it is disposed', () => {
    const page = openPage()
    const [first, second] = [
      createIdentity(optionsFor(page), withRequired(factory())),
      createIdentity(optionsFor(page, { clientId: 'client-2' }), withRequired(factory())),
    ]
    expect(second.loginUrl('s')).toContain('client-2')
    const before = second.logoutUrl()
    first.dispose()
    expect(second.logoutUrl()).toBe(before)
  })

  it('may be used by two instances from one factory call each, and disposed in any order', () => {
    const page = openPage()
    const watched = watch(page.window)
    const identities = [1, 2].map(() => createIdentity(optionsFor(page), withRequired(factory())))
    for (const identity of identities) identity.dispose()
    expect(watched.leftovers()).toEqual([])
  })

  it('sets up on a window that has nothing but a location', () => {
    const window = { location: { href: 'https://www.site.example/' } } as never
    expect(() => createIdentity(optionsFor({ window } as never), withRequired(factory()))).not.toThrow()
  })
})
