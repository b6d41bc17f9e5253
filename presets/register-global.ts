/**
 * Makes an instance known to the page's other scripts: as a property of the global object, and by an event.
 */
import { checkOption, expected } from '../core/errors.ts'
import type { BrowserWindow } from '../core/options.ts'

/** Throws `option-invalid` unless a name can begin with the prefix. For development. */
export function checkGlobalPrefix(prefix: unknown): void {
  checkOption(
    /^[a-z_$][\w$]*$/i.test(`${prefix}`),
    expected('globalPrefix', prefix, 'a name that begins with a letter, of letters and digits'),
  )
}

/**
 * Registers `instance` as `<prefix><name>` unless that is taken, then dispatches `<prefix><name>:ready` on the
 * document, with the instance as its `detail`; listeners that ask for `detail.instance` get it as well. The event
 * bubbles to the window. Section 4.2.
 *
 * @param window the window to register on
 * @param name class name of the component; given in words, since minifiers rename classes
 * @param prefix what comes before the name. @default 'sch'
 * @returns a function that takes the instance away again, if it is the registered one
 * @throws {SDKError} (in development) `option-invalid` when the two make no identifier
 * @example registerGlobal(window, 'Identity', identity) // window.schIdentity, schIdentity:ready
 */
export function registerGlobal(
  window: BrowserWindow,
  name: string,
  instance: object,
  prefix: string = 'sch',
): () => void {
  if (__DEV__) checkGlobalPrefix(prefix)
  const property = prefix + name
  // The window's own property alone: an element of the page may have the name as its id.
  if (!Object.hasOwn(window, property)) Reflect.set(window, property, instance)
  // A subclass may have a member of this name, on its prototype or as a field, which is set afterwards.
  if (!('instance' in instance))
    Object.defineProperty(instance, 'instance', { value: instance, writable: true, configurable: true })
  // A window that somebody has made for a test may lack what makes events.
  if (window.document && window.CustomEvent) {
    const ready = new window.CustomEvent(`${property}:ready`, { detail: instance, bubbles: true })
    // Through the prototype, since an element may be named `dispatchEvent`.
    window.EventTarget.prototype.dispatchEvent.call(window.document, ready)
  }
  return () => {
    if (Reflect.get(window, property) === instance) Reflect.deleteProperty(window, property)
  }
}
