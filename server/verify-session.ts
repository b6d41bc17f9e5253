/**
 * Who the reader is, on the word of the session service: `sig`, which the page hands on, is checked without asking anybody.
 */
import type { Environment } from '../core/environment.ts'
import { lifetimeOf, readSession } from '../core/session-answer.ts'
import type { HasSessionSuccessResponse } from '../core/types.ts'
import { checkSecret } from './secret.ts'
import { openText, signText } from './signed-text.ts'

const ALGORITHM = 'HMAC-SHA256'

/** Options of {@link verifySession}. */
export interface VerifySessionOptions {
  /** The time, in milliseconds since the epoch. @default now */
  now?: number
  /** Accept none whose `serverTime` is more seconds ago than this. @default as long as it says by `expiresIn` */
  maxAgeSeconds?: number
  /** Unit in which the session service states `expiresIn`, as in the environment. @default 'milliseconds' */
  expiresInUnit?: Environment['expiresInUnit']
}

/**
 * Why a `sig` is not accepted: `secret-missing`, no secret was given to check it by; `malformed`, it is no `sig`, or holds no
 * session; `forged`, it was signed with another secret, or altered; `algorithm`, it claims another algorithm; `undated`, it
 * has no `serverTime`; `expired`, its time is over, or it is older than `maxAgeSeconds`.
 */
export type SessionRefusal = 'secret-missing' | 'malformed' | 'forged' | 'algorithm' | 'undated' | 'expired'

/** What {@link verifySession} makes of a `sig`. */
export type VerifiedSession =
  | {
      readonly ok: true
      /** As `hasSession` of the page gives it, without `sig`. Frozen. */
      readonly session: HasSessionSuccessResponse
      /** Until when it may be believed, in milliseconds since the epoch. */
      readonly expiresAt: number
    }
  | { readonly ok: false; readonly reason: SessionRefusal }

/**
 * Checks a session's `sig`: made with the client's signature secret, by HMAC SHA-256, and not over. Never throws, whatever comes.
 *
 * It is a statement about a reader and no proof that this browser is theirs: whoever has it can show it again until it
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
  if (typeof secret !== 'string' || !secret) return refuse('secret-missing')
  const opened = await openText(sig, secret)
  if (typeof opened === 'string') return refuse(opened)
  const { algorithm, ...body } = opened
  if (algorithm !== ALGORITHM) return refuse('algorithm')

  const { serverTime } = body
  if (typeof serverTime !== 'number' || !Number.isFinite(serverTime)) return refuse('undated')
  const saidAt = serverTime * 1000
  const env = { expiresInUnit } as Environment
  const expiresAt = Math.min(saidAt + lifetimeOf(body, env), saidAt + maxAgeSeconds * 1000)
  // So written that an age or a time that is no number refuses.
  if (!(now < expiresAt)) return refuse('expired')
  try {
    return { ok: true, session: readSession({ status: 200, body, expiresAt }, env), expiresAt }
  } catch {
    // What was signed is a failure.
    return refuse('malformed')
  }
}

/** Options of {@link signSession}. */
export interface SignSessionOptions {
  /** Seconds for which it holds. @default 300 */
  expiresInSeconds?: number
  /** The time, in milliseconds since the epoch. @default now */
  now?: number
}

/**
 * Writes what a server knows about a reader in the form of a `sig`, for a cookie of the server's own: {@link verifySession} reads
 * it back. What it holds is signed, and can be read by whoever has it.
 *
 * @param secret the server's own: at least 32 characters that nobody can guess, and not the client's signature secret
 * @throws {SDKError} `argument-invalid` when the secret is too short
 * @example const cookie = await signSession({ uuid, givenName }, process.env.COOKIE_SECRET, { expiresInSeconds: 3600 })
 */
export async function signSession(
  session: HasSessionSuccessResponse,
  secret: string,
  { expiresInSeconds = 300, now = Date.now() }: SignSessionOptions = {},
): Promise<string> {
  checkSecret(secret, 'secret')
  const { sig: _, ...facts } = session
  const times = { serverTime: Math.floor(now / 1000), expiresIn: expiresInSeconds * 1000 }
  return signText({ ...facts, algorithm: ALGORITHM, ...times }, secret)
}
