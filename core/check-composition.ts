/**
 * Checks of a composition. They are in the development build alone: the list of plugins is fixed when a page is built.
 */
import { check } from './errors.ts'
import { given } from './given.ts'

/** The parts of a plugin that are checked. */
interface Composed {
  readonly name: string
  readonly requires?: readonly string[]
  setup: unknown
}

/** Checks a list of plugins. @throws {SDKError} `option-invalid`, `plugin-conflict`, `plugin-missing` */
export function checkComposition(plugins: readonly Composed[]): void {
  check(Array.isArray(plugins), 'option-invalid', given('plugins', plugins, 'a list of plugins'))
  const names = plugins.map((plugin) => plugin?.name)
  // By index: on pages of Prototype.js, `entries` of a list gives the list.
  for (let index = 0; index < plugins.length; index++) {
    const plugin = plugins[index] as Composed
    const isPlugin = typeof plugin?.name === 'string' && typeof plugin.setup === 'function'
    check(
      isPlugin,
      'option-invalid',
      `number ${index + 1} of plugins is not a plugin. Call its factory: user(), not user`,
    )
    check(names.indexOf(plugin.name) === index, 'plugin-conflict', `two plugins are named ${plugin.name}`)
    for (const required of plugin.requires ?? [])
      check(names.includes(required), 'plugin-missing', `${plugin.name} needs ${required}`)
  }
}

/** Which plugin contributed which method of an identity. */
const contributors: WeakMap<object, Record<string, string>> = new WeakMap()

/** Refuses a method that there is already: the later one would silently take its place. @throws {SDKError} `plugin-conflict` */
export function checkMethods(identity: object, name: string, api: object = {}): void {
  const owners = contributors.get(identity) ?? {}
  for (const method of Object.keys(api)) {
    const both = `${owners[method] ?? 'the core'} and ${name} both contribute ${method}()`
    check(!Object.hasOwn(identity, method), 'plugin-conflict', both)
    contributors.set(identity, Object.assign(owners, { [method]: name }))
  }
}
