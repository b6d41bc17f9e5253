// How somebody who opens an account page without being logged in gets logged in first: like at any client. The
// page needs the session that this leaves behind, so the code is not redeemed.

import { randomBytes } from 'node:crypto'
import type { EmulatorContext } from '../../context.ts'
import { ACCOUNT_HOST, originOf } from '../../hosts.ts'
import { ACCOUNT_PAGES_CALLBACK, ACCOUNT_PAGES_CLIENT } from '../clients.ts'

const KIND = 'account-pages-return'
const LIFETIME_MS = 3_600_000

/** Where the browser goes after a login. */
interface Return {
  readonly path: string
  readonly cancelled: string
}

/** What a page may say of the login that it takes. */
export interface AccountLoginOptions {
  /** Where the browser goes when the reader cancels. @default the front page */
  readonly cancelled?: string
  /** Who is to log in: an e-mail address or a uuid. */
  readonly loginHint?: string | undefined
}

/** The login URL after which the browser comes back to a page of this host. */
export function accountLoginUrl(
  { store, address }: EmulatorContext,
  path: string,
  { cancelled = '/', loginHint }: AccountLoginOptions = {},
): string {
  const state = randomBytes(18).toString('base64url')
  store.records.put(KIND, state, { path, cancelled } satisfies Return, LIFETIME_MS)
  const url = new URL('/oauth/authorize', originOf(ACCOUNT_HOST, address))
  url.search = new URLSearchParams({
    client_id: ACCOUNT_PAGES_CLIENT,
    response_type: 'code',
    redirect_uri: `${originOf(ACCOUNT_HOST, address)}${ACCOUNT_PAGES_CALLBACK}`,
    scope: 'openid',
    state,
    ...(loginHint && { login_hint: loginHint }),
  }).toString()
  return url.href
}

/** The page that the login was for, or that for a login that was cancelled; the front page when it is not known. */
export function returnPath({ store }: EmulatorContext, response: Partial<Record<string, string>>): string {
  const back = store.records.take<Return>(KIND, response.state ?? '')
  return (response.error === undefined ? back?.path : back?.cancelled) ?? '/'
}
