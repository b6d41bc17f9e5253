/**
 * What a reader may read, on the word of the session service: the `sig` of its answer about access is checked without asking anybody.
 */
import { MAX_LIFETIME_MS } from '../core/session/result.ts'
import type { Session } from '../core/session/types.ts'
import { statedAt } from './session-times.ts'
import { openSig } from './sig.ts'
import type { SessionRefusal } from './verify-session.ts'

/** Options of {@link verifyAccess}. */
export interface VerifyAccessOptions {
  /** The time, in milliseconds since the epoch. @default now */
  now?: number | undefined
  /** Accept none that was made more seconds ago than this. @default as long as it says by `ttl` */
  maxAgeSeconds?: number | undefined
  /** The reader, as `verifySession` gives them: what is said of anybody else is refused. Given as undefined, it is nobody. @default anybody */
  user?: Pick<Session, 'userId' | 'uuid'> | undefined
  /**
   * The products that open what is asked for. A `sig` that is about any other product as well is refused: its reader may have that one alone.
   * `portico-session-service` signs the products.
   *
   * @default not looked at
   */
  productIds?: readonly string[] | undefined
  /**
   * Accept a `sig` that does not say when it was made. Whoever has one can show it for ever: give `user` as well, and let nothing
   * depend on it that outlasts a subscription. With `maxAgeSeconds` it is refused all the same. @default false
   */
  acceptUndated?: boolean | undefined
}

/**
 * Why a `sig` is not accepted: as of `verifySession`, but one without a `ttl` is `expired`; `other-user`, it is about another user than the option says;
 * `other-product`, it is about another product than the option says, or does not say about which; `not-entitled`, it says that the user has
 * no access.
 */
export type AccessRefusal = SessionRefusal | 'other-user' | 'other-product' | 'not-entitled'

/** What {@link verifyAccess} makes of a `sig`. */
export type VerifiedAccess =
  | {
      readonly ok: true
      /** What the access includes, in the words of the service. */
      readonly features: readonly string[]
      readonly userId: number | string | undefined
      readonly uuid: string | undefined
      /** Until when it may be believed, in milliseconds since the epoch; undefined when it is undated. */
      readonly expiresAt: number | undefined
    }
  | { readonly ok: false; readonly reason: AccessRefusal }

/** Whether what is said is about a user: by each of the two identifiers that both sides have, and by one at least. */
function isAbout(claims: Readonly<Record<string, unknown>>, user: NonNullable<VerifyAccessOptions['user']>): boolean {
  const shared = (['userId', 'uuid'] as const).filter((name) => user[name] != null && claims[name] != null)
  return shared.length > 0 && shared.every((name) => `${user[name]}` === `${claims[name]}`)
}

/** Whether what is said is about these products alone. */
const isAboutNoOther = (said: unknown, productIds: readonly string[]): boolean =>
  Array.isArray(said) && said.length > 0 && said.every((id) => productIds.includes(id))

/**
 * Checks that the `sig` of a response about access was made with the client's signature secret, by HMAC SHA-256, is not expired, and
 * grants access. Never throws, whatever comes.
 *
 * Give `productIds` where the service signs the products, as `portico-session-service` does. Otherwise whoever has one product could show
 * its `sig` for another, where you do not decide by `features`. As with a session, it does not prove that this browser is the reader's:
 * give `user`, take it over https, and keep it out of logs.
 *
 * @param sig as the page has it from `hasAccess`; outside data
 * @param secret the client's signature secret, which is not its client secret
 * @example
 * const reader = await verifySession(sessionSig, process.env.SIGNATURE_SECRET)
 * const user = reader.ok ? reader.session : {}
 * const access = await verifyAccess(accessSig, process.env.SIGNATURE_SECRET, { user, productIds: ['premium'] })
 * if (access.ok) sendArticle()
 */
export async function verifyAccess(
  sig: unknown,
  secret: string | undefined,
  options: VerifyAccessOptions = {},
): Promise<VerifiedAccess> {
  const { now = Date.now(), maxAgeSeconds = Infinity, acceptUndated = false, productIds } = options
  const refuse = (reason: AccessRefusal): VerifiedAccess => ({ ok: false, reason })
  const claims = await openSig(sig, secret)
  if (typeof claims === 'string') return refuse(claims)
  const { entitled, allowedFeatures, ttl, serverTime, userId, uuid } = claims
  // A `sig` of a session says nothing of access.
  if (typeof entitled !== 'boolean') return refuse('malformed')

  const saidAt = statedAt(serverTime, now)
  // Of one that is undated nobody can tell how old it is.
  const isAccepted = saidAt === 'undated' && acceptUndated && maxAgeSeconds === Infinity
  if (typeof saidAt === 'string' && !isAccepted) return refuse(saidAt)
  const lifetimeMs = Math.min(Number(ttl) * 1000, maxAgeSeconds * 1000, MAX_LIFETIME_MS)
  const expiresAt = typeof saidAt === 'number' ? saidAt + lifetimeMs : undefined
  // Negated, so that it also refuses where an age or a time is no number.
  if (expiresAt !== undefined && !(now < expiresAt)) return refuse('expired')

  // A user who is given and missing, as that of a session that was refused, is nobody.
  if ('user' in options && !isAbout(claims, options.user ?? {})) return refuse('other-user')
  if (productIds && !isAboutNoOther(claims.productIds, productIds)) return refuse('other-product')
  if (!entitled) return refuse('not-entitled')
  const features = Array.isArray(allowedFeatures) ? allowedFeatures.filter((name) => typeof name === 'string') : []
  return {
    ok: true,
    features,
    userId: typeof userId === 'number' || typeof userId === 'string' ? userId : undefined,
    uuid: typeof uuid === 'string' ? uuid : undefined,
    expiresAt,
  }
}
