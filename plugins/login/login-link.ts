/**
 * Finds the login link of this client that an event is about.
 */
import type { ResolvedOptions } from '../../core/options.ts'

/** Path of the login page at the account service. */
export const LOGIN_PATH = 'oauth/authorize?'

/** A link, and its address. */
export interface LoginLink {
  readonly element: HTMLAnchorElement
  readonly url: URL
}

/** The login link of this client that was used, wherever it stands on the page and whoever made it. */
export function loginLinkOf(event: Event, options: ResolvedOptions): LoginLink | undefined {
  // The path crosses shadow roots, and finds the link around whatever was hit inside it.
  const element = event.composedPath().find((at): at is HTMLAnchorElement => (at as Element).localName === 'a')
  // As the browser writes it: hosts have capital letters and ports in options.
  const loginUrl = new URL(`${options.accountUrl}/${LOGIN_PATH}`).href
  // As text: the address of a link in a drawing is an object.
  if (!element || !`${element.href}`.startsWith(loginUrl)) return
  const url = new URL(element.href)
  if (url.searchParams.get('client_id') === options.clientId) return { element, url }
}
