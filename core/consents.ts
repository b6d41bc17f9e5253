/**
 * Reads the consents as they stand now, from whichever plugin knows them, and lets nothing through that could take
 * the place of a parameter of the protocol.
 */
import type { ConsentsRequestContext, SyncHooks } from './hooks.ts'

// Parameters of the login URL, and those of OAuth 2.0 and OpenID Connect that would change what it asks for; also as
// `name[]`, which many servers read as another value of the same parameter.
const RESERVED =
  /^(client_(id|secret)|response_(type|mode)|redirect_uri|scope|state|acr_values|login_hint|tag|teaser|max_age|(ui_|claims_)?locales?|one_step_login|prompt|x_(domain|env)_id|utm_campaign|nonce|display|claims|registration|resource|dpop_jkt|authorization_details|id_token_hint|request(_uri)?|code_challenge(_method)?)(\[.*)?$/i

/** The part of the kernel that reading needs. */
interface Caller {
  callSync(name: 'consents:request', context: SyncHooks['consents:request']): void
}

/**
 * The current consents; null when consent information is unavailable.
 * Each name comes once, as RFC 6749, section 3.1 demands of a request, and none is the protocol's.
 */
export function readConsents(kernel: Caller): URLSearchParams | null {
  const context: ConsentsRequestContext = {}
  kernel.callSync('consents:request', context)
  try {
    // By its tag, since the page's window may be another realm than ours.
    if (Object.prototype.toString.call(context.params) !== '[object URLSearchParams]') return null
    const consents = new URLSearchParams()
    for (const [name, value] of context.params as URLSearchParams)
      if (!RESERVED.test(name) && !consents.has(name)) consents.append(name, value)
    return `${consents}` ? consents : null
  } catch {
    // It only played URLSearchParams.
    return null
  }
}
