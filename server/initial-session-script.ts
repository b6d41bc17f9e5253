/**
 * A script for the page's head with the session that the server knows: the page asks nobody, and shows no
 * anonymous reader first.
 */
import { checkArgument } from '../core/errors.ts'
import type { Environment } from '../core/options.ts'
import { lifetimeOf } from '../core/session/result.ts'
import type { Session } from '../core/session/types.ts'
import { quote } from './inline-script.ts'
import { checkRequest, type IncomingRequest, isFetchedAhead } from './request.ts'
import { statedAt, statedLifetimeOf } from './session-times.ts'

/** Options of {@link initialSessionScript}. */
export interface InitialSessionOptions {
  /** The client that the session is for, where a page has more than one. @default the first identity that asks */
  clientId?: string | undefined
  /** Unit in which the session states `expiresIn`, as in the environment. @default 'milliseconds' */
  expiresInUnit?: Environment['expiresInUnit'] | undefined
  /**
   * The request for the page. A page that the browser fetches ahead (`Sec-Purpose`) gets no session: the reader may log out before it is
   * shown.
   *
   * @default none: the script says when it was made, and the plugin `preload` compares
   */
  request?: IncomingRequest | undefined
}

/**
 * The script for the page's head. The plugin `preload` gives this session to whoever asks first, until it expires. `sig`
 * and `sp_id` are left out. The text is safe within a script element, whatever the session holds.
 *
 * It makes the page one reader's: send it with `Cache-Control: private, no-store`.
 *
 * @param session as {@link verifySession} gives it. The script is empty if there is no session, if it has no `userId`, if it has expired, or
 * if `serverTime` is not a number or is more than a minute in the future. The result of `finishLogin` alone has no `userId`: then the page
 * asks
 * @throws {SDKError} `argument-invalid` when `serverTime` is in milliseconds, or `request` is no request
 * @example const tag = known.ok ? `<script nonce="${nonce}">${initialSessionScript(known.session)}</script>` : ''
 */
export function initialSessionScript(
  session: Session | null | undefined,
  { clientId = '', expiresInUnit, request }: InitialSessionOptions = {},
): string {
  if (request) checkRequest(request)
  // The page would take the reader for logged out, and ask nobody.
  if (!session?.userId || (request && isFetchedAhead(request))) return ''
  const { sig: _, sp_id: __, ...facts } = session
  const now = Date.now()
  const saidAt = statedAt(facts.serverTime ?? now / 1000, now)
  checkArgument(saidAt !== 'milliseconds', 'session.serverTime is in milliseconds. Give seconds since the epoch')
  if (typeof saidAt === 'string') return ''
  const lifetimeMs = statedLifetimeOf(facts, expiresInUnit) ?? lifetimeOf(facts, expiresInUnit)
  const leftMs = Math.floor(saidAt + lifetimeMs - now)
  if (leftMs <= 0) return ''
  // The sooner of two ends: the reader's clock may be slow, and a page may come from the browser's own cache.
  const end = `Math.min(${now + leftMs},Date.now()+${leftMs})`
  // Parsed from text: in an object literal of the script, a member named __proto__ would set the prototype.
  return `porticoHead=[${quote(clientId)},${end},JSON.parse(${quote(JSON.stringify(facts))}),${now}]`
}
