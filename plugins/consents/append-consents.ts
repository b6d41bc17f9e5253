/**
 * The reader's consents in login URLs, wherever they come from.
 */
import type { Kernel } from '../../core/kernel/plugin.ts'

// What OAuth 2.0 and OpenID Connect go by, and the account service. None of it may come out of a consent platform.
const RESERVED =
  /^(client_.*|response_.*|redirect_uri|scope|state|nonce|code_.*|claims|request.*|acr_values|prompt|display|max_age|(ui_)?locales?|(login|id_token)_hint)$/i

/** Appends consents to login URLs, after the protocol's own parameters. @param read gives them as they are now */
export function appendConsents(kernel: Kernel, read: () => URLSearchParams | null): void {
  kernel.hook('url:build', ({ kind, query }) => {
    if (kind !== 'login' && kind !== 'login-link') return
    try {
      // RFC 6749, section 3.1: no parameter may come twice.
      for (const [name, value] of read()?.entries() ?? [])
        if (!query.has(name) && !RESERVED.test(name)) query.append(name, value)
    } catch {
      if (__DEV__) kernel.log('consents: unavailable')
    }
  })
}
