/**
 * How an element finds the identity of its page: by its property, by the global that its attribute names, or by the event that
 * tells of that global.
 */
import type { BrowserWindow } from '../core/options.ts'
import type { LoginApi } from '../plugins/login/login.ts'
import type { SessionCacheApi } from '../plugins/session/session-cache.ts'
import type { Store } from './store.ts'

/** What the elements need of an identity: the class has it all. */
export type ElementIdentity = Store & LoginApi & SessionCacheApi

/** An element that has an identity. */
export interface WithIdentity extends HTMLElement {
  /** The identity. Without it, that of the global which the attribute `identity` names. @default window.schIdentity */
  identity: ElementIdentity | undefined
}

const nameOf = (element: HTMLElement) => element.getAttribute('identity') ?? 'schIdentity'

/** The identity of an element, if it is there by now. */
export function findIdentity(window: BrowserWindow, element: WithIdentity): ElementIdentity | undefined {
  if (element.identity) return element.identity
  const name = nameOf(element)
  // The window's own property alone: an element of the page may have the name as its id.
  return Object.hasOwn(window, name) ? Reflect.get(window, name) : undefined
}

/** Calls `found` when the identity of an element is announced. @returns a function that ends it */
export function awaitIdentity(
  { document }: BrowserWindow,
  element: WithIdentity,
  found: (identity: ElementIdentity) => void,
): () => void {
  const type = `${nameOf(element)}:ready`
  const listener = (event: Event) => found((event as CustomEvent<ElementIdentity>).detail)
  document.addEventListener(type, listener)
  return () => document.removeEventListener(type, listener)
}
