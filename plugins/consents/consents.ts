/**
 * Forwards the reader's consents in every login URL.
 * Hooks: url:build, and consents:request when it is given `getConsents`. Storage, methods: none.
 */
import { checkFunction } from '../../core/errors.ts'
import type { Plugin } from '../../core/kernel/plugin.ts'

/**
 * Returns the current consents as query parameters, at once; empty or null when consent information is unavailable
 * (section 2.8). Called each time a login URL is created.
 */
export type ConsentReader = () => URLSearchParams | null

/** `consents:request`: a login URL needs the consents as they are now. */
export interface ConsentsRequestContext {
  /** Fill it to answer. Null or empty params mean that consent information is unavailable. */
  params?: URLSearchParams | null
}

declare module '../../core/kernel/hooks.ts' {
  interface SyncHooks {
    'consents:request': ConsentsRequestContext
  }
}

/** Options of {@link consents}. */
export interface ConsentsOptions {
  /** Returns the current consents, at once. Without it, another plugin answers, such as consentManagement. */
  getConsents?: ConsentReader | undefined
}

// Parameters of the login URL, and those of OAuth 2.0 and OpenID Connect that would change what it asks for. Where the standards keep
// adding names, the pattern covers the whole family.
const RESERVED =
  /^(client_.+|response_.+|redirect_uri|scope|state|acr_values|login_hint|tag|teaser|max_age|(ui_|claims_)?locales?|one_step_login|prompt|x_(domain|env)_id|utm_campaign|nonce|display|claims|registration|resource|dpop_jkt|authorization_details|id_token_hint|request(_.+)?|code_.+|)$/i

/** A name as servers read it: they drop brackets and blanks around it, what follows an array's name, and write `_` for blanks and dots. */
const asRead = (name: string): string => name.replace(/^[\s[\]]+|\[.*].*|].*|\0.*|\s+$/gs, '').replace(/[\s.[]/g, '_')

/**
 * Appends the consents to login URLs, after the protocol's own parameters. When `getConsents` throws, or returns no parameters, no
 * consents are sent. Section 2.8.
 *
 * @throws {SDKError} (at composition) `option-invalid` when `getConsents` is no function
 * @example createIdentity(options, [consents({ getConsents: () => new URLSearchParams({ gdpr: '0' }) })])
 */
export function consents({ getConsents }: ConsentsOptions = {}): Plugin {
  return {
    name: 'consents',
    setup(kernel) {
      checkFunction(getConsents, 'getConsents')
      if (getConsents) {
        kernel.hook('consents:request', (request) => {
          request.params = getConsents()
        })
      }
      kernel.hook('url:build', (url) => {
        if (!/^login(-link)?$/.test(url.kind)) return
        try {
          const request: ConsentsRequestContext = { params: null }
          kernel.callSync('consents:request', request)
          // RFC 6749, section 3.1: no parameter may come twice. And none may replace one of the protocol's.
          for (const [name, value] of request.params?.entries() ?? [])
            if (!url.query.has(name) && !RESERVED.test(asRead(name))) url.query.append(name, value)
        } catch {
          if (__DEV__) kernel.log('consents: unavailable')
        }
      })
    },
  }
}
