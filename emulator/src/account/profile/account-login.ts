// How somebody who opens an account page without being logged in gets logged in first: like at any client. The
// page needs the session that this leaves behind, so the code is not redeemed.

import { randomBytes } from 'node:crypto'
import type { EmulatorContext } from '../../context.ts'
import { ACCOUNT_HOST, originOf } from '../../hosts.ts'
import { ACCOUNT_PAGES_CALLBACK, ACCOUNT_PAGES_CLIENT } from '../clients.ts'

const KIND = 'account-pages-return'
const LIFETIME_MS = 3_600_000

/** The login URL after which the browser comes back to a page of this host. */
export function accountLoginUrl({ store, address }: EmulatorContext, path: string): string {
  const state = randomBytes(18).toString('base64url')
  store.records.put(KIND, state, path, LIFETIME_MS)
  const url = new URL('/oauth/authorize', originOf(ACCOUNT_HOST, address))
  url.search = new URLSearchParams({
    client_id: ACCOUNT_PAGES_CLIENT,
    response_type: 'code',
    redirect_uri: `${originOf(ACCOUNT_HOST, address)}${ACCOUNT_PAGES_CALLBACK}`,
    scope: 'openid',
    state,
  }).toString()
  return url.href
}

/** The page that the login was for; the front page when that is not known, or the login was cancelled. */
export function returnPath({ store }: EmulatorContext, state: string): string {
  return store.records.take<string>(KIND, state) ?? '/'
}
