// A login whose cookie is gone: what its reader is told.

import type { PageKind } from '../pages/page.ts'
import type { LoginOrigin } from './login-states.ts'
import { PENDING_SECONDS } from './pending-logins.ts'

/**
 * @param origin what the state says; undefined when it is not ours
 * @param error what the provider says (RFC 6749, section 4.1.2.1)
 * @param hasSession whether the browser has the cookie of a session: then the login was probably finished, and the reader went back to it
 */
export function kindOfLost(
  origin: LoginOrigin | undefined,
  error: string | undefined,
  hasSession: boolean,
): PageKind {
  if (origin && error === 'access_denied') return 'access-refused'
  if (origin && (error === 'temporarily_unavailable' || error === 'server_error')) return 'unavailable'
  if (origin && Date.now() - origin.begunAt > PENDING_SECONDS * 1000) return 'login-expired'
  return hasSession ? 'login-used' : 'login-elsewhere'
}
