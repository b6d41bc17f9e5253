// What a publisher's page sent along in the login URL, kept while the login lasts. oidc-provider keeps the
// parameters it knows; this keeps them all, so that the login page can show the consents that were received.

import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Records } from '../../store/records.ts'

const KIND = 'login-request'
const LIFETIME_MS = 3_600_000

/** Remembers the query of the authorization request under the interaction that it led to. */
export function rememberRequest(records: Records, ctx: KoaContextWithOIDC, uid: string): void {
  const earlier = ctx.oidc.entities.Interaction?.uid
  // a resumed request has no query of its own: it goes on with what the first one brought
  const query = earlier === undefined ? ctx.querystring : (records.get<string>(KIND, earlier) ?? '')
  records.put(KIND, uid, query, LIFETIME_MS)
}

/** The query parameters that came with the authorization request. */
export function requestedParameters(records: Records, uid: string): URLSearchParams {
  return new URLSearchParams(records.get<string>(KIND, uid) ?? '')
}
