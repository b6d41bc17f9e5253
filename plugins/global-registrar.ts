/**
 * Makes an instance known to the page's other scripts: as a property of the global object, and by an event.
 * No plugin, because the kernel hands its instance to nobody; presets call it on what they composed.
 */
import { checkOption } from '../core/checks.ts'
import type { BrowserWindow } from '../core/options.ts'

/**
 * The name under which a component is registered.
 *
 * @param name class name of the component; given in words, since minifiers rename classes
 * @param prefix what comes before it
 * @throws {SDKError} `option-invalid` when one of them is no identifier
 */
export function globalName(name: string, prefix: string = 'sch'): string {
  for (const [option, value] of Object.entries({ name, globalPrefix: prefix })) {
    const isIdentifier = typeof value === 'string' && /^[A-Za-z_$][\w$]*$/.test(value)
    checkOption(isIdentifier, option, value, 'letters, digits and underscores')
  }
  return prefix + name
}

/**
 * Registers `instance` as `<prefix><name>` unless that is taken, then dispatches `<prefix><name>:ready` on the
 * document, with the instance as its `detail`. The event bubbles to the window. Section 4.2.
 *
 * @param global the window to register on
 * @param prefix what comes before the name. @default 'sch'
 * @returns a function that takes the instance away again, if it is the registered one
 * @throws {SDKError} `option-invalid` when name or prefix is no identifier
 * @example registerGlobal(window, 'Identity', identity) // window.schIdentity, schIdentity:ready
 */
export function registerGlobal(
  global: BrowserWindow,
  name: string,
  instance: object,
  prefix?: string,
): () => void {
  const property = globalName(name, prefix)
  const globals = global as unknown as Record<string, unknown>
  globals[property] ??= instance
  global.document?.dispatchEvent(
    new global.CustomEvent(`${property}:ready`, { detail: instance, bubbles: true }),
  )
  return () => {
    if (globals[property] === instance) delete globals[property]
  }
}
