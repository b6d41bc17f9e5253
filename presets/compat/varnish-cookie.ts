/**
 * The cookie `SP_ID`, as the members of an instance say each time: a page may assign them.
 * Hooks: session:settled, logout:before. Storage: the cookie. Methods: none.
 */
import type { Plugin } from '../../core/kernel/plugin.ts'
import type { Session } from '../../core/session/types.ts'
import { keepCacheCookie } from '../../plugins/reporting/cache-cookie.ts'
import { checkArgument } from './errors.ts'
import { sentOf } from './session.ts'
import type { VarnishCookieOptions } from './types.ts'

/** The members by which an instance keeps the cookie. */
export interface CookieMembers {
  setVarnishCookie: boolean
  varnishExpiresIn: number
  varnishCookieDomain: string | undefined
}

// The account-sdk-browser writes no cookie where the service has sent no lifetime.
const EXPIRED_S = -1

/** Keeps the cookie as the members say by then. A page that has not said yes keeps it itself. */
export const varnishCookie = (instance: CookieMembers): Plugin => ({
  name: 'cache-cookie',
  setup(kernel) {
    const settings = (session: Session | null) => {
      const lifetime = session && !sentOf(session).expiresIn ? EXPIRED_S : 0
      if (instance.setVarnishCookie)
        return { expiresIn: instance.varnishExpiresIn || lifetime, domain: instance.varnishCookieDomain }
    }
    const remove = keepCacheCookie(kernel, settings)
    kernel.hook('logout:before', () => {
      if (instance.setVarnishCookie) remove()
    })
  },
})

/**
 * Reads what `enableVarnishCookie` is called with. A number that is no integer, and whatever else is no object, counts as nothing given.
 *
 * @throws {SDKError} `argument-invalid`
 */
export function cookieMembers(given?: number | VarnishCookieOptions): CookieMembers {
  const options: VarnishCookieOptions =
    typeof given === 'object' ? given : { expiresIn: Number.isInteger(given) ? given : 0 }
  const expiresIn = options.expiresIn || 0
  checkArgument(Number.isInteger(expiresIn), `'expiresIn' must be an integer`)
  checkArgument(expiresIn >= 0, `'expiresIn' cannot be negative`)
  return { setVarnishCookie: true, varnishExpiresIn: expiresIn, varnishCookieDomain: options.domain || undefined }
}
