// The page for a reader who comes back from the provider without the cookie of their login.

import type { PageKind } from '../pages/page.ts'
import type { StateData } from './login-states.ts'
import { PENDING_SECONDS } from './pending-logins.ts'

/**
 * @param data of the `state`; undefined when the service has not made that state
 * @param error of the provider (RFC 6749, section 4.1.2.1)
 * @param hasSession whether the browser has the cookie of a session: then the login was probably finished, and the reader went back to it
 */
export function pageForMissingCookie(
  data: StateData | undefined,
  error: string | undefined,
  hasSession: boolean,
): PageKind {
  if (data && error === 'access_denied') return 'access-denied'
  if (data && (error === 'temporarily_unavailable' || error === 'server_error')) return 'unavailable'
  if (data && Date.now() - data.begunAt > PENDING_SECONDS * 1000) return 'login-expired'
  return hasSession ? 'login-used' : 'login-elsewhere'
}
