/**
 * Keeps the session-cache id in the cookie `SP_ID`, for the site's own cache to vary on.
 * Hooks: session:accepted, session:failed, logout:before. Storage: the cookie. Methods: enableCacheCookie.
 */
import { checkOption } from '../core/errors.ts'
import { given } from '../core/given.ts'
import type { Plugin } from '../core/plugin.ts'
import { lifetimeOf } from '../core/session-answer.ts'

/** Options of `enableCacheCookie` (section 4.1). */
export interface CacheCookieOptions {
  /** Seconds until the cookie expires, counted from each `hasSession`; 0 is the default. @default the session's lifetime */
  expiresIn?: number
  /** Domain of the cookie; may be a parent of the page's. @default the session's `baseDomain`, else the page's own */
  domain?: string
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

/** A domain that a cookie may carry: at least two labels, no address. */
const isCookieDomain = (domain = ''): boolean => /^\.?([a-z\d-]+\.)+[a-z][a-z\d-]*$/i.test(domain)

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
    setup({ window, options, hook }) {
      const { document, location } = window
      let enabled: CacheCookieOptions | undefined

      /**
       * Writes the cookie; true if the browser has it then. By way of the prototype, since an element of the page that is
       * named `cookie` stands before the document's own.
       */
      const write = (value: string, expiresAt: number, domain?: string): boolean | undefined => {
        try {
          const { prototype } = window.Document
          const cookie = `SP_ID=${encodeURIComponent(value)}`
          const attributes = `; path=/; SameSite=Lax; expires=${new Date(expiresAt).toUTCString()}${
            isCookieDomain(domain) ? `; domain=${domain}` : ''
          }${location.protocol === 'https:' ? '; Secure' : ''}`
          Reflect.set(prototype, 'cookie', cookie + attributes, document)
          return `${Reflect.get(prototype, 'cookie', document)}`.includes(cookie)
        } catch {
          // Cookies are denied here, or the value is text that has no encoding.
        }
      }

      // Which domain it was set for is not to be read back, and an earlier page may have set it: try the host and all above
      // it. The last of them is no domain for a cookie, and takes the host's own away.
      const remove = () => {
        for (let domain = location.hostname; domain; domain = domain.replace(/^[^.]*\.?/, '')) write('', 0, domain)
      }

      hook('session:accepted', ({ session }) => {
        if (!enabled) return
        const { sp_id, baseDomain } = session
        const { expiresIn, domain } = enabled
        const lifetimeMs = expiresIn ? expiresIn * 1000 : lifetimeOf(session, options.env)
        const own = [domain, baseDomain, location.hostname].find(isCookieDomain)
        // A browser takes none that is too long, or of a domain that is not the page's: the one of before must go then.
        if (!sp_id || !write(sp_id, Date.now() + lifetimeMs, own)) remove()
      })
      hook('session:failed', ({ error }) => {
        // Other failures do not say that the session is over.
        if (enabled && error.reason === 'session-missing') remove()
      })
      hook('logout:before', remove)

      return {
        enableCacheCookie(options = {}) {
          const { expiresIn, domain } = options
          if (__DEV__) {
            checkOption(
              expiresIn == null || (expiresIn >= 0 && expiresIn < 1e9),
              given('expiresIn', expiresIn, 'seconds, 0 or more'),
            )
            checkOption(!domain || isCookieDomain(domain), given('domain', domain, 'a domain such as site.com'))
          }
          enabled = { expiresIn, domain }
        },
      }
    },
  }
}
