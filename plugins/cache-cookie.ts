/**
 * Keeps the session-cache id in the cookie `SP_ID`, for the site's own cache to vary on.
 * Hooks: session:accepted, session:failed, logout:before. Storage: the cookie. Methods: enableCacheCookie.
 */
import { checkOption, isRecord } from '../core/checks.ts'
import type { Plugin } from '../core/plugin.ts'

/** Options of `enableCacheCookie` (section 4.1). */
export interface CacheCookieOptions {
  /** Seconds until the cookie expires. @default until the session does */
  expiresIn?: number
  /** Domain of the cookie; may be a parent of the page's. @default the session's `baseDomain`, else the page's own */
  domain?: string
}

/** What the plugin contributes. */
export interface CacheCookieApi {
  /**
   * From now on, each `hasSession` sets the cookie `SP_ID`, and the end of the session removes it.
   *
   * @throws {SDKError} `option-invalid`, naming the option
   */
  enableCacheCookie(options?: CacheCookieOptions): void
}

// The longest that browsers keep a cookie, whatever it asks for.
const MAX_AGE_SECONDS = 400 * 24 * 3600

/** A domain that a cookie may carry: at least two labels, no address. */
const isCookieDomain = (domain: unknown): domain is string =>
  typeof domain === 'string' && /^\.?([a-z\d-]+\.)+[a-z][a-z\d-]*$/i.test(domain)

/**
 * Contributes `enableCacheCookie`.
 *
 * @example
 * const identity = createIdentity(options, [fetchTransport(), cacheCookie()])
 * identity.enableCacheCookie({ domain: 'site.com' })
 */
export function cacheCookie(): Plugin<CacheCookieApi> {
  return {
    name: 'cache-cookie',
    setup(kernel) {
      const { window } = kernel
      let enabled: CacheCookieOptions | undefined

      const write = (value: string, domain: string | undefined, expiresAt: number) => {
        try {
          const { protocol } = window.location
          window.document.cookie = [
            `SP_ID=${encodeURIComponent(value)}`,
            'path=/',
            ...(isCookieDomain(domain) ? [`domain=.${domain.replace(/^\./, '')}`] : []),
            `expires=${new Date(expiresAt).toUTCString()}`,
            'SameSite=Lax',
            ...(protocol === 'https:' ? ['Secure'] : []),
          ].join('; ')
        } catch {
          // Cookies are denied here, or the value is a text that has no encoding (a lone surrogate).
          kernel.log('SP_ID could not be written')
        }
      }

      const isPresent = () => {
        try {
          return /(^|; )SP_ID=/.test(window.document.cookie)
        } catch {
          return false
        }
      }

      // Which domain it was set for is not to be read back, and an earlier page may have set it: try them all.
      const remove = () => {
        if (!isPresent()) return
        const labels = window.location.hostname.split('.')
        const domains = labels.map((_, index) => labels.slice(index).join('.'))
        for (const domain of [undefined, enabled?.domain, ...domains]) write('', domain, 0)
      }

      kernel.hook('session:accepted', ({ session, answer }) => {
        if (!enabled) return
        if (!session.sp_id) {
          remove()
          return
        }
        const { expiresIn, domain } = enabled
        const limit = Date.now() + MAX_AGE_SECONDS * 1000
        const expiresAt = expiresIn === undefined ? answer.expiresAt : Date.now() + expiresIn * 1000
        const [own] = [domain, session.baseDomain, window.location.hostname].filter(isCookieDomain)
        write(session.sp_id, own, Math.min(expiresAt, limit))
      })
      kernel.hook('session:failed', ({ error }) => {
        // Other failures do not say that the session is over.
        if (enabled && error.reason === 'session-missing') remove()
      })
      kernel.hook('logout:before', remove)

      return {
        enableCacheCookie(options = {}) {
          checkOption(isRecord(options), 'options', options, 'an object, or leave it out')
          const { expiresIn, domain } = options
          const seconds = typeof expiresIn === 'number' && expiresIn > 0 && expiresIn < Infinity
          checkOption(expiresIn === undefined || seconds, 'expiresIn', expiresIn, 'seconds, more than 0')
          checkOption(
            domain === undefined || isCookieDomain(domain),
            'domain',
            domain,
            'a domain such as site.com',
          )
          enabled = { expiresIn, domain }
        },
      }
    },
  }
}
