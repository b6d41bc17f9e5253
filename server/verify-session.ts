/**
 * Who the reader is, on the word of the session service. The page hands on `sig`, and the server checks it without asking anybody.
 */
import { checkArgument, expected } from '../core/errors.ts'
import type { Environment } from '../core/options.ts'
import { failureIn, readSession } from '../core/session/result.ts'
import type { Session } from '../core/session/types.ts'
import { checkSecret } from './secret.ts'
import { statedAt, statedLifetimeOf, type TimeFault } from './session-times.ts'
import { ALGORITHM, openSig, type SigFault } from './sig.ts'
import { signText } from './signed-text.ts'

/** Options of {@link verifySession}. */
export interface VerifySessionOptions {
  /** The time, in milliseconds since the epoch. @default now */
  now?: number | undefined
  /**
   * Accept none whose `serverTime` is more seconds ago than this.
   *
   * @default as long as it says by `expiresIn`. One that does not say is refused
   */
  maxAgeSeconds?: number | undefined
  /** Unit in which the session service states `expiresIn`, as in the environment. @default 'milliseconds' */
  expiresInUnit?: Environment['expiresInUnit'] | undefined
}

/**
 * Why a `sig` is not accepted:
 *
 * - `secret-missing`: there is no secret to check it by, or the secret is the text `undefined` or the like
 * - `malformed`: it is no `sig`, or holds no session
 * - `forged`: it was signed with another secret, or was altered
 * - `algorithm`: it claims another algorithm
 * - `undated`: it has no `serverTime`, or says not how long it holds and no `maxAgeSeconds` was given
 * - `milliseconds`: its `serverTime` is in milliseconds, and has to be in seconds
 * - `future`: its `serverTime` is more than a minute ahead of this server's clock
 * - `expired`: its time is over, or it is older than `maxAgeSeconds`. One that was just made is, where the service states `expiresIn`
 *   in seconds and `expiresInUnit` does not say so
 */
export type SessionRefusal = SigFault | 'expired' | TimeFault

/** What {@link verifySession} makes of a `sig`. */
export type VerifiedSession =
  | {
      readonly ok: true
      /** As `hasSession` of the page gives it, without `sig`. Frozen. */
      readonly session: Session
      /** Until when it may be believed, in milliseconds since the epoch. */
      readonly expiresAt: number
    }
  | { readonly ok: false; readonly reason: SessionRefusal }

/**
 * Checks that a session's `sig` was made with the client's signature secret, by HMAC SHA-256, and is not expired. Never throws,
 * whatever comes.
 *
 * A `sig` says who a reader is. It does not prove that this browser is theirs: whoever has it can show it again until it
 * expires. Take it from the reader's own page over https, narrow the time by `maxAgeSeconds`, and keep it out of logs.
 *
 * @param sig as the page has it from `hasSession`; outside data
 * @param secret the client's signature secret, which is not its client secret
 * @see section 2.6, `sig`
 * @example
 * const known = await verifySession(sig, process.env.SIGNATURE_SECRET, { maxAgeSeconds: 60 })
 * if (known.ok) console.log(known.session.uuid)
 */
export async function verifySession(
  sig: unknown,
  secret: string | undefined,
  { now = Date.now(), maxAgeSeconds = Infinity, expiresInUnit }: VerifySessionOptions = {},
): Promise<VerifiedSession> {
  const refuse = (reason: SessionRefusal): VerifiedSession => ({ ok: false, reason })
  const claims = await openSig(sig, secret)
  if (typeof claims === 'string') return refuse(claims)
  // It is that of a response about access, which `verifyAccess` reads.
  if (typeof claims.entitled === 'boolean') return refuse('malformed')
  const { algorithm: _, ...body } = claims

  const saidAt = statedAt(body.serverTime, now)
  if (typeof saidAt === 'string') return refuse(saidAt)
  const lifetimeMs = statedLifetimeOf(body, expiresInUnit)
  if (lifetimeMs === undefined && maxAgeSeconds === Infinity) return refuse('undated')
  const expiresAt = saidAt + Math.min(lifetimeMs ?? Infinity, maxAgeSeconds * 1000)
  // Negated, so that it also refuses where `now` or `maxAgeSeconds` is no number.
  if (!(now < expiresAt)) return refuse('expired')
  const session = failureIn({ status: 200, body }) ? undefined : readSession(body)
  // What was signed is a failure.
  return session ? { ok: true, session, expiresAt } : refuse('malformed')
}

/** Bytes of a cookie's value that every browser keeps: 4096, of which some are its name (RFC 6265bis, section 5.6). */
const LARGEST = 4000

/** What {@link signSession} signs: members of a session. What is undefined is left out. */
export type SessionMembers = {
  readonly [Name in keyof Session]?: Session[Name] | undefined
}

/** Options of {@link signSession}. */
export interface SignSessionOptions {
  /** Seconds for which it holds, above 0 and at most 24.8 days. @default 300 */
  expiresInSeconds?: number | undefined
  /** The time, in milliseconds since the epoch. @default now */
  now?: number | undefined
}

/**
 * Writes what a server knows about a reader in the form of a `sig`, for a cookie of the server's own: {@link verifySession} reads
 * it back. What it holds is signed, and can be read by whoever has it. `sig` and `sp_id` are secrets, and are left out.
 *
 * @param session the members that the site needs. Browsers drop a cookie of more than 4 kB without a word
 * @param secret the server's own: at least 32 characters that nobody can guess, and not the client's signature secret
 * @throws {SDKError} `argument-invalid` when the secret is too short, `expiresInSeconds` is no number above 0, or the text has more than
 * 4000 bytes
 * @example const cookie = await signSession({ uuid, givenName }, process.env.COOKIE_SECRET, { expiresInSeconds: 3600 })
 */
export async function signSession(
  session: SessionMembers,
  secret: string,
  { expiresInSeconds = 300, now = Date.now() }: SignSessionOptions = {},
): Promise<string> {
  checkSecret(secret, 'secret')
  checkArgument(
    Number.isFinite(expiresInSeconds) && expiresInSeconds > 0,
    expected('expiresInSeconds', expiresInSeconds, 'a number of seconds above 0'),
  )
  const { sig: _, sp_id: __, ...facts } = session
  const times = { serverTime: Math.floor(now / 1000), expiresIn: expiresInSeconds * 1000 }
  const text = await signText({ ...facts, algorithm: ALGORITHM, ...times }, secret)
  checkArgument(
    text.length <= LARGEST,
    `session takes ${text.length} bytes when it is signed, and browsers drop a cookie of more than 4 kB. Give the members that the site needs`,
  )
  return text
}
