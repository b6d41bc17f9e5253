// The events of a service, for logs and metrics. No event holds a token, a cookie, a state or a name.

import type { LogoutAtProvider } from './provider/logout-at-provider.ts'

/** An event of the service. */
export type ServiceEvent =
  | { readonly type: 'request'; readonly route: string; readonly status: number; readonly ms: number }
  | { readonly type: 'login-started'; readonly clientId: string }
  | { readonly type: 'login-succeeded'; readonly clientId: string }
  /** `reason` is a code of OAuth, of `openid-client`, or of the service. */
  | { readonly type: 'login-failed'; readonly clientId: string | undefined; readonly reason: string }
  /** A login with `prompt=none` has found nobody logged in at the provider, or the provider needs to ask the reader. It is no failure. */
  | { readonly type: 'login-required'; readonly clientId: string; readonly reason: string }
  | { readonly type: 'logout'; readonly clientId: string }
  | { readonly type: 'provider-logout'; readonly channel: 'back' | 'front'; readonly ended: number }
  | { readonly type: 'provider-logout-refused'; readonly channel: 'back' | 'front'; readonly reason: string }
  /** `target` is a hash: the key under which the store knows a reader, or a session of the provider. */
  | {
      readonly type: 'sessions-managed'
      readonly action: 'sessions' | 'end' | 'forget'
      readonly target: string
      readonly count: number
    }
  /** A reader has ended sessions in the list of their own sessions. */
  | { readonly type: 'sessions-ended'; readonly count: number }
  /** A request to the management port had no `managementSecret`, or a wrong one. */
  | { readonly type: 'management-unauthorized'; readonly action: string }
  | { readonly type: 'store-failed'; readonly operation: string; readonly reason: string }
  /** The discovery document was read. `logout` says what a logout does at the provider. The event comes once, and again when that changes. */
  | { readonly type: 'provider-discovered'; readonly logout: LogoutAtProvider }
  | { readonly type: 'provider-failed'; readonly reason: string }
  /** The provider's clock is ahead of the service's: `iat` of an ID token is so many seconds in the future. */
  | { readonly type: 'provider-clock-skew'; readonly seconds: number }
  /** A site of a directory has an option that cannot be used. Each problem comes once. */
  | { readonly type: 'site-invalid'; readonly clientId: string; readonly problem: string }
  | { readonly type: 'function-failed'; readonly reason: string }

/** Error replies of Redis begin with a word: READONLY, OOM, CLUSTERDOWN, MISCONF. */
const REPLY = /^[A-Z]{2,32}(?= |$)/
const WORD = /^[\w-]{1,64}$/

/** How far `cause` and the like are followed: some errors lead back to themselves. */
const MAX_DEPTH = 5

/**
 * One word for an error, without its message: messages of such errors may hold tokens. The word is the store's own code if there is one, the
 * error of OAuth in the provider's response, or the code of a network error.
 */
export function reasonOf(cause: unknown): string {
  try {
    const word = codeWithin(cause, MAX_DEPTH) ?? (cause as { name?: unknown }).name
    return typeof word === 'string' && WORD.test(word) ? word : 'unknown'
  } catch {
    // What was thrown is null or undefined, or throws when it is read.
    return 'unknown'
  }
}

function codeWithin(cause: unknown, depth: number): string | undefined {
  if (depth === 0) return undefined
  const { code, name, message, previousErrors, error, cause: inner } = Object(cause)
  const within = (other: unknown): string | undefined => codeWithin(other, depth - 1)
  // A refused transaction of Redis has the reason in its earlier replies.
  const before = Array.isArray(previousErrors) ? within(previousErrors[0]) : undefined
  const reply = name === 'ReplyError' ? REPLY.exec(String(message))?.[0] : undefined
  // The error in the provider's response says more than the error of `openid-client`.
  const challenge = Array.isArray(inner) ? inner[0]?.parameters?.error : undefined
  const refusal = [error, challenge].find((word) => typeof word === 'string' && /^[a-z_]{1,64}$/.test(word))
  const own = typeof code === 'string' && WORD.test(code) ? code : undefined
  // `fetch` throws a TypeError, with the reason in `cause`.
  return before ?? reply ?? refusal ?? own ?? within(inner)
}
