// What happens in a service, for logs and metrics. No event holds a token, a cookie, a state or a name.

import type { LogoutAtProvider } from './provider/logout-at-provider.ts'

/** Something that happened. */
export type ServiceEvent =
  | { readonly type: 'answered'; readonly route: string; readonly status: number; readonly ms: number }
  | { readonly type: 'login-begun'; readonly clientId: string }
  | { readonly type: 'login-finished'; readonly clientId: string }
  /** `reason` is a code of OAuth, of `openid-client`, or of the service. */
  | { readonly type: 'login-failed'; readonly clientId: string | undefined; readonly reason: string }
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
  /** A reader has ended sessions of their own in the list of them. */
  | { readonly type: 'sessions-ended'; readonly count: number }
  /** Somebody without the secret was on the management port. */
  | { readonly type: 'sessions-refused'; readonly action: string }
  | { readonly type: 'store-failed'; readonly operation: string; readonly reason: string }
  /** The provider has answered, and says what a logout means there. It is told once, and again when that changes. */
  | { readonly type: 'provider-found'; readonly logout: LogoutAtProvider }
  | { readonly type: 'provider-failed'; readonly reason: string }
  /** An ID token was made (`iat`) by so many seconds later than it is. */
  | { readonly type: 'provider-clock-ahead'; readonly seconds: number }
  /** A site of a directory has what cannot be used. Each problem is told once. */
  | { readonly type: 'site-refused'; readonly clientId: string; readonly problem: string }
  | { readonly type: 'function-failed'; readonly reason: string }

/** Replies of Redis begin with a word: READONLY, OOM, CLUSTERDOWN, MISCONF. */
const REPLY = /^[A-Z]{2,32}(?= |$)/
const WORD = /^[\w-]{1,64}$/

/** How far an error is followed into those within it: some lead back to themselves. */
const DEEPEST = 5

/**
 * A word that says what an error is, and nothing of what it holds: messages of such errors may hold tokens. It is the store's own word
 * where it has one, the error of OAuth that the provider has answered, or the code of what kept a request from its server.
 */
export function reasonOf(cause: unknown): string {
  try {
    const word = codeWithin(cause, DEEPEST) ?? (cause as { name?: unknown }).name
    return typeof word === 'string' && WORD.test(word) ? word : 'unknown'
  } catch {
    // There was nothing thrown, or something that cannot be read.
    return 'unknown'
  }
}

function codeWithin(cause: unknown, depth: number): string | undefined {
  if (depth === 0) return undefined
  const { code, name, message, previousErrors, error, cause: inner } = Object(cause)
  const within = (other: unknown): string | undefined => codeWithin(other, depth - 1)
  // A transaction that was refused says why in the replies before.
  const before = Array.isArray(previousErrors) ? within(previousErrors[0]) : undefined
  const reply = name === 'ReplyError' ? REPLY.exec(String(message))?.[0] : undefined
  // What a provider has answered says more than that it has refused.
  const challenge = Array.isArray(inner) ? inner[0]?.parameters?.error : undefined
  const refusal = [error, challenge].find((word) => typeof word === 'string' && /^[a-z_]{1,64}$/.test(word))
  const own = typeof code === 'string' && WORD.test(code) ? code : undefined
  // `fetch` says no more than that it has failed: the reason is within.
  return before ?? reply ?? refusal ?? own ?? within(inner)
}
