// What happens in a service, for logs and metrics. No event holds a token, a cookie, a state or a name.

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
  /** `whose` is a hash: the key under which the store knows a reader, or a session of the provider. */
  | {
      readonly type: 'sessions-managed'
      readonly action: 'sessions' | 'end' | 'forget'
      readonly whose: string
      readonly count: number
    }
  /** Somebody without the secret was on the management port. */
  | { readonly type: 'sessions-refused'; readonly action: string }
  | { readonly type: 'store-failed'; readonly operation: string; readonly reason: string }
  | { readonly type: 'provider-failed'; readonly reason: string }
  | { readonly type: 'function-failed'; readonly reason: string }

/** Replies of Redis begin with a word: READONLY, OOM, CLUSTERDOWN, MISCONF. */
const REPLY = /^[A-Z]{2,32}(?= |$)/

/**
 * A word that says what an error is, and nothing of what it holds: messages of such errors may hold tokens. It is the store's own word
 * where it has one, or the error of OAuth that the provider has answered.
 */
export function reasonOf(cause: unknown): string {
  const {
    code,
    name,
    message,
    previousErrors,
    error,
    cause: inner,
  } = (cause ?? {}) as Record<string, unknown>
  // A transaction that was refused says why in the replies before.
  if (Array.isArray(previousErrors) && previousErrors[0]) return reasonOf(previousErrors[0])
  // What a provider has answered says more than that it has refused.
  const challenge = Array.isArray(inner) ? inner[0]?.parameters?.error : undefined
  const refusal = [error, challenge].find((word) => typeof word === 'string' && /^[a-z_]{1,64}$/.test(word))
  const reply = name === 'ReplyError' ? REPLY.exec(String(message))?.[0] : undefined
  const word = reply ?? refusal ?? (typeof code === 'string' ? code : name)
  return typeof word === 'string' && /^[\w-]{1,64}$/.test(word) ? word : 'unknown'
}
