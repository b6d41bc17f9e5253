/**
 * Keeps the session-cache id in the cookie `SP_ID`, by which the site's own cache can tell readers apart.
 * Hooks: session:settled, logout:before. Storage: the cookie. Methods: enableCacheCookie.
 */
import { checkOption } from '../../core/errors.ts'
import { given } from '../../core/given.ts'
import type { Plugin } from '../../core/plugin.ts'
import { lifetimeOf } from '../../core/session-answer.ts'

/** Options of `enableCacheCookie` (section 4.1). */
export interface CacheCookieOptions {
  /**
   * Seconds until the cookie expires, at most 999 999 999. 0 means the session's lifetime. The time starts again at each `hasSession`, so the cookie can
   * live up to that long after the session has ended.
   *
   * @default the session's lifetime
   */
  expiresIn?: number | undefined
  /** Domain of the cookie; may be a parent of the page's. @default the session's `baseDomain`, else the page's own */
  domain?: string | undefined
}

/** What the plugin contributes. */
export interface CacheCookieApi {
  /**
   * From now on, each `hasSession` sets the cookie `SP_ID`, and the end of the session removes it.
   *
   * @throws {SDKError} (in development) `option-invalid`, naming the option
   */
  enableCacheCookie(options?: CacheCookieOptions): void
}

/** Seconds: thirty years. No browser keeps a cookie for longer than two. */
export const LONGEST_S = 999_999_999

/** Whether a cookie may have this domain: it has at least two labels, and is no IP address. */
export const isCookieDomain = (domain: string = ''): boolean => /^\.?([a-z\d-]+\.)+[a-z][a-z\d-]*$/i.test(domain)

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
      let enabled: CacheCookieOptions | undefined

      /**
       * Writes the cookie; true if the browser has it then. It goes through the prototype, since an element of the page that is named
       * `cookie` hides the document's own property.
       */
      const write = (value: string, expiresAt: number, domain?: string): boolean | undefined => {
        try {
          const cookie = `SP_ID=${encodeURIComponent(value)}`
          const attributes = `; path=/; SameSite=Lax; expires=${new Date(expiresAt).toUTCString()}${
            isCookieDomain(domain) ? `; domain=${domain}` : ''
          }${kernel.window.location.protocol === 'https:' ? '; Secure' : ''}`
          Reflect.set(kernel.window.Document.prototype, 'cookie', cookie + attributes, kernel.window.document)
          return `${Reflect.get(kernel.window.Document.prototype, 'cookie', kernel.window.document)}`.includes(cookie)
        } catch {
          // Cookies are denied here, or the value cannot be encoded.
        }
      }

      // Nobody can read for which domain the cookie was set, and an earlier page may have set it: try the host and all domains
      // above it. The last of them is no domain for a cookie, and removes the host's own.
      const remove = () => {
        for (let domain = kernel.window.location.hostname; domain; domain = domain.replace(/[^.]*\.?/, ''))
          write('', 0, domain)
      }

      kernel.hook('session:settled', ({ hasLearned, session, origin }) => {
        // Nothing was learned about the user. Or the page's server has handed over the session, which leaves the id out.
        if (!enabled || !hasLearned || origin === 'server') return
        if (!session?.sp_id) return remove()
        const lifetimeMs = enabled.expiresIn
          ? enabled.expiresIn * 1000
          : lifetimeOf(session, kernel.options.env.expiresInUnit)
        const domains = [enabled.domain, session.baseDomain, kernel.window.location.hostname]
        // A browser refuses a cookie that is too long, or of a domain that is not the page's: the one of before must go then.
        if (!write(session.sp_id, Date.now() + lifetimeMs, domains.find(isCookieDomain))) remove()
      })
      kernel.hook('logout:before', remove)

      return {
        enableCacheCookie(options = {}) {
          const { expiresIn, domain } = options
          if (__DEV__) {
            checkOption(
              expiresIn == null || (expiresIn >= 0 && expiresIn <= LONGEST_S),
              given('expiresIn', expiresIn, `seconds, from 0 to ${LONGEST_S}`),
            )
            checkOption(!domain || isCookieDomain(domain), given('domain', domain, 'a domain such as site.com'))
          }
          enabled = { expiresIn, domain }
        },
      }
    },
  }
}
