/**
 * The cookie `SP_ID` as that client keeps it: by members of the instance, which a page may assign at any time.
 * Hooks: session:settled, logout:before. Storage: the cookie. Methods: none.
 */
import type { Kernel, Plugin } from '../../core/kernel/plugin.ts'
import type { HasSessionSuccessResponse } from '../../core/session/types.ts'
import { cacheCookie, isCookieDomain, LONGEST_S } from '../../plugins/reporting/cache-cookie.ts'
import { sentOf } from './as-sent.ts'
import { checkArgument } from './failure.ts'
import type { VarnishCookieOptions } from './types.ts'

/** The members by which an instance keeps the cookie. */
export interface CookieMembers {
  setVarnishCookie: boolean
  varnishExpiresIn: number
  varnishCookieDomain: string | undefined
}

/** What a handler is told, but with the lifetime that the service has sent: that client writes no cookie where it was none. */
const asSent = <Context>(context: Context): Context => {
  const { session } = context as { session?: HasSessionSuccessResponse }
  return session ? { ...context, session: { ...session, expiresIn: sentOf(session).expiresIn || 0 } } : context
}

/** Keeps the cookie as the members of an instance say by then. A page that has not said yes keeps it itself. */
export const varnishCookie = (instance: CookieMembers): Plugin => ({
  name: 'cache-cookie',
  setup(kernel) {
    const hook: Kernel['hook'] = (name, handler) => {
      const ifEnabled = (context: never) => (instance.setVarnishCookie ? handler(asSent(context)) : undefined)
      // The compiler does not see that both take what the hook of this name has.
      return kernel.hook(name, ifEnabled as typeof handler)
    }
    // Before the plugin's own handler, which writes the cookie as it was told last.
    kernel.hook('session:settled', () => {
      const cookie = { expiresIn: instance.varnishExpiresIn, domain: instance.varnishCookieDomain }
      if (__DEV__) {
        // The build for developers refuses what no cookie can have, and that for readers leaves it out.
        cookie.expiresIn = Math.min(cookie.expiresIn || 0, LONGEST_S)
        if (!isCookieDomain(cookie.domain)) cookie.domain = undefined
      }
      enableCacheCookie(cookie)
    })
    const { enableCacheCookie } = cacheCookie().setup({ ...kernel, hook })
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
