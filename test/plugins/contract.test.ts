/** What every plugin owes the kernel, whatever it does. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createIdentity } from '../../core/kernel/create-identity.ts'
import { type AnyPlugin, definePlugin, type IdentityCore } from '../../core/kernel/plugin.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { ADA, optionsFor, thrown } from '../support/fixtures.ts'
import { json, openPage } from '../support/page.ts'
import { watch } from '../support/watch.ts'
import { PLUGINS } from './all-plugins.ts'

type Composed = IdentityCore & { url(): string }

/** Stands in for a plugin that another one requires. */
const standIn = (name: string): AnyPlugin => ({ name, setup() {} })

/** The plugin, after stand-ins for what it requires. */
const withRequired = (plugin: AnyPlugin): AnyPlugin[] => [...(plugin.requires ?? []).map(standIn), plugin]

it('holds for every file with the factory of a plugin', () => {
  const files = readdirSync('plugins', { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  )
  const isFactory = /^export function \w+\([\s\S]*?\): Plugin(<\w+>)? \{$/m
  const factories = files.filter((file) => isFactory.test(readFileSync(`plugins/${file}`, 'utf8')))
  expect(PLUGINS.map(([file]) => file)).toEqual(factories.map((file) => basename(file, '.ts')).sort())
})

/** What each plugin requires, by its file. The others require nothing. */
const REQUIRED = {
  access: ['transport'],
  fedcm: ['login', 'user-context'],
  'login-links': ['consents'],
  'login-popup': ['login'],
  'simplified-login': ['user-context', 'login'],
  'user-context': ['transport'],
}

it('each plugin requires the plugins of this table, and no others', () => {
  const required = PLUGINS.flatMap(([file, factory]) => {
    const { requires } = factory()
    return requires ? [[file, requires]] : []
  })
  expect(Object.fromEntries(required)).toEqual(REQUIRED)
})

const CORE = Object.keys(createCore())

function createCore() {
  const window = { location: {} } as never
  return createIdentity({ ...optionsFor({ window } as never) }, [])
}

describe.each(PLUGINS)('the plugin %s', (file, factory, methods) => {
  it('adds exactly the methods it declares', () => {
    const identity = createIdentity(optionsFor(openPage()), withRequired(factory()))
    expect(
      Object.keys(identity)
        .filter((key) => !CORE.includes(key))
        .sort(),
    ).toEqual(methods)
  })

  it('is a conflict when it is composed twice, by the name of its file; all transports have one', () => {
    const name = file.replace(/^.*-(?=transport$)/, '')
    const twice = [...withRequired(factory()), factory()]
    expect(thrown(() => createIdentity(optionsFor(openPage()), twice))).toMatchObject({
      reason: 'plugin-conflict',
      message: expect.stringContaining(`two plugins are named ${name}.`),
    })
  })

  it('leaves nothing behind when it is disposed', () => {
    const page = openPage()
    const watched = watch(page.window)
    const identity = createIdentity(optionsFor(page), withRequired(factory()))
    identity.dispose()
    identity.dispose()
    expect(watched.leftovers()).toEqual([])
  })

  it('does not disturb a second instance when the first is disposed', async () => {
    const page = openPage()
    const [first, second] = ['client-1', 'client-2'].map((clientId) => {
      const url = definePlugin({
        name: 'url',
        setup: ({ buildUrl, options }) => ({
          url: () => buildUrl('account', options.accountUrl, 'page?', { client_id: options.clientId }),
        }),
      })
      const plugin = factory()
      const transport = plugin.name === 'transport' ? [] : [fetchTransport()]
      const required = withRequired(plugin).filter(({ name }) => name !== 'transport' || !transport.length)
      return createIdentity(optionsFor(page, { clientId }), [...transport, ...required, url])
    }) as [Composed, Composed]
    const before = second.url()
    expect(before).toBe('https://account.example/page?client_id=client-2')
    first.dispose()
    expect(second.url()).toBe(before)
    const heard: unknown[] = []
    second.on('login', (session) => heard.push(session))
    second.emit('login', ADA)
    expect(heard).toEqual([ADA])
    page.answer(json(200, ADA))
    expect(await second.hasSession()).toEqual(ADA)
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
