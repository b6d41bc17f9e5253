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
  | { readonly type: 'store-failed'; readonly operation: string; readonly reason: string }
  | { readonly type: 'provider-failed'; readonly reason: string }
  | { readonly type: 'function-failed'; readonly reason: string }

/** A word that says what an error is, and nothing of what it holds: messages of such errors may hold tokens. */
export function reasonOf(cause: unknown): string {
  const { code, name } = (cause ?? {}) as { code?: unknown; name?: unknown }
  const word = typeof code === 'string' ? code : name
  return typeof word === 'string' && /^[\w-]{1,64}$/.test(word) ? word : 'unknown'
}
