/**
 * How an element finds the identity of its page: by its property, by the global that its property or its attribute names, or by
 * the event that tells of that global.
 */
import type { BrowserWindow } from '../core/options.ts'
import type { LoginApi } from '../plugins/login/login.ts'
import type { SessionCacheApi } from '../plugins/session/session-cache.ts'
import type { Store } from './store.ts'

/** What the elements need of an identity: the class has it all. */
export type ElementIdentity = Store & LoginApi & SessionCacheApi

/** An element that has an identity. */
export interface WithIdentity extends HTMLElement {
  /**
   * The identity, or the name of a global: frameworks set this property for the attribute too. Without it, the attribute `identity`
   * names the global. @default window.schIdentity
   */
  identity: ElementIdentity | string | undefined
}

/** The name of the global. A framework that takes a name away may set an empty one. */
const nameOf = (element: WithIdentity) =>
  (typeof element.identity === 'string' && element.identity) || element.getAttribute('identity') || 'schIdentity'

/** The identity of an element, if it is there by now. Another client may stand in the global. */
export function findIdentity(window: BrowserWindow, element: WithIdentity): ElementIdentity | undefined {
  const { identity } = element
  if (identity && typeof identity !== 'string') return identity
  const name = nameOf(element)
  // The window's own property alone: an element of the page may have the name as its id.
  return Object.hasOwn(window, name) ? Reflect.get(window, name) : undefined
}

/** Whether an element can show what the identity knows. The account-sdk-browser and the one of `portico/compat` tell nobody. */
export function isStore(identity: Partial<Store> | undefined): identity is ElementIdentity {
  return typeof identity?.subscribe === 'function' && typeof identity.getSnapshot === 'function'
}

/** Calls `found` whenever an identity of the element's name is announced. @returns a function that ends it */
export function awaitIdentity(
  { document }: BrowserWindow,
  element: WithIdentity,
  found: (identity: ElementIdentity) => void,
): () => void {
  const type = `${nameOf(element)}:ready`
  const listener = (event: Event) => {
    const { detail } = event as CustomEvent<Partial<Store> | undefined>
    if (isStore(detail)) found(detail)
  }
  document.addEventListener(type, listener)
  return () => document.removeEventListener(type, listener)
}
