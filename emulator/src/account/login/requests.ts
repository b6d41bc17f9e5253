// What a publisher's page sent along in the login URL, kept while the login lasts. oidc-provider keeps the
// parameters it knows; this keeps them all, so that the login page can show the consents that were received.

import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Records } from '../../store/records.ts'

const KIND = 'login-request'
const LIFETIME_MS = 3_600_000

/** What the provider gives every interaction that one authorization request leads to. */
interface Correlated {
  readonly cid: string
}

/** Remembers the query of the authorization request for all the interactions that it leads to. */
export function rememberRequest(records: Records, ctx: KoaContextWithOIDC, { cid }: Correlated): void {
  // a resumed request has no query of its own: it goes on with what the first one brought
  if (ctx.oidc.route === 'authorization') records.put(KIND, cid, ctx.querystring, LIFETIME_MS)
}

/** The query parameters that came with the authorization request. */
export function requestedParameters(records: Records, { cid }: Correlated): URLSearchParams {
  return new URLSearchParams(records.get<string>(KIND, cid) ?? '')
}
