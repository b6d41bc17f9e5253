/** What every plugin owes the kernel, whatever it does. A new plugin joins by one line in the table. */
import { describe, expect, it } from 'vitest'
import { createIdentity } from '../../core/create-identity.ts'
import type { AnyPlugin } from '../../core/plugin.ts'
import { fetchTransport } from '../../plugins/fetch-transport.ts'
import { ofetchTransport } from '../../plugins/ofetch-transport.ts'
import { sessionCache } from '../../plugins/session-cache.ts'
import { sessionEvents } from '../../plugins/session-events.ts'
import { user } from '../../plugins/user.ts'
import { optionsFor } from '../support/fixtures.ts'
import { openPage } from '../support/page.ts'
import { watch } from '../support/watch.ts'

const PLUGINS: [file: string, factory: () => AnyPlugin, methods: string[]][] = [
  ['fetch-transport', () => fetchTransport(), []],
  ['ofetch-transport', () => ofetchTransport(), []],
  ['session-cache', () => sessionCache(), ['clearCachedUserSession']],
  ['session-events', () => sessionEvents(), []],
  [
    'user',
    () => user(),
    ['getSpId', 'getUser', 'getUserId', 'getUserSDRN', 'getUserUuid', 'isConnected', 'isLoggedIn'],
  ],
]

const CORE = Object.keys(createCore())

function createCore() {
  const window = { location: {} } as never
  return createIdentity({ ...optionsFor({ window } as never) }, [])
}

describe.each(PLUGINS)('the plugin %s', (_file, factory, methods) => {
  it('adds exactly the methods it declares', () => {
    const identity = createIdentity(optionsFor(openPage()), [factory()])
    expect(
      Object.keys(identity)
        .filter((key) => !CORE.includes(key))
        .sort(),
    ).toEqual(methods)
  })

  it('leaves nothing behind when it is disposed', () => {
    const page = openPage()
    const watched = watch(page.window)
    const identity = createIdentity(optionsFor(page), [factory()])
    identity.dispose()
    identity.dispose()
    expect(watched.leftovers()).toEqual([])
  })

  it('does not disturb a second instance, before or after it is disposed', () => {
    const page = openPage()
    const [first, second] = [
      createIdentity(optionsFor(page), [factory()]),
      createIdentity(optionsFor(page, { clientId: 'client-2' }), [factory()]),
    ]
    expect(second.loginUrl('s')).toContain('client-2')
    const before = second.logoutUrl()
    first.dispose()
    expect(second.logoutUrl()).toBe(before)
  })

  it('may be used by two instances from one factory call each, and disposed in any order', () => {
    const page = openPage()
    const watched = watch(page.window)
    const identities = [1, 2].map(() => createIdentity(optionsFor(page), [factory()]))
    for (const identity of identities) identity.dispose()
    expect(watched.leftovers()).toEqual([])
  })

  it('sets up on a window that has nothing but a location', () => {
    const window = { location: { href: 'https://www.site.example/' } } as never
    expect(() => createIdentity(optionsFor({ window } as never), [factory()])).not.toThrow()
  })
})
