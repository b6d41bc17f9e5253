/**
 * Custom elements around what the site's server has rendered, for pages without a framework, or with any. They stand in the
 * light DOM, so that the site's own styles hold, and write neither styles nor scripts, so that a strict policy lets them be.
 */
import { type BrowserWindow, windowOf } from '../core/options.ts'
import type { Snapshot } from '../plugins/reporting/snapshot.ts'
import type { ElementIdentity } from './find-identity.ts'
import { createLoginElement, createLogoutElement, type LoginElement, type LogoutElement } from './login-elements.ts'
import { createSessionElement, type SessionElement } from './session-element.ts'

export type { ElementIdentity } from './find-identity.ts'
export type { LoginElement, LogoutElement } from './login-elements.ts'
export type { SessionElement } from './session-element.ts'

declare global {
  interface HTMLElementTagNameMap {
    'portico-session': SessionElement
    'portico-login': LoginElement
    'portico-logout': LogoutElement
  }
}

interface Attributes {
  /** The name of a global, as the attribute has it; or the identity itself, where a framework sets properties. */
  identity?: string | ElementIdentity
}

/** What each element takes, for frameworks that check the types of tags: see the recipe for custom elements. */
export interface ElementAttributes {
  'portico-session': Attributes & {
    /** What the server has rendered for. */
    status?: Snapshot['status']
  }
  'portico-login': Attributes & {
    state?: string
    'prefer-popup'?: boolean | ''
    options?: LoginElement['options']
  }
  'portico-logout': Attributes & { 'redirect-uri'?: string }
}

/**
 * Defines `<portico-session>`, `<portico-login>` and `<portico-logout>`. A second time is harmless, and so is a server, which has
 * no elements.
 *
 * @param window the window to define them in. @default the global one
 * @example define()
 */
export function define(window: BrowserWindow = windowOf({})): void {
  const elements = {
    'portico-session': createSessionElement,
    'portico-login': createLoginElement,
    'portico-logout': createLogoutElement,
  }
  for (const [name, create] of Object.entries(elements))
    if (window?.customElements && !window.customElements.get(name)) window.customElements.define(name, create(window))
}
