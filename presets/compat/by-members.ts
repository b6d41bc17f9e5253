/**
 * What plugins emit, and what they ask of each other, goes by the members of an instance, each time anew: a page may assign them, and a
 * subclass override them.
 * Hooks: login:before, session:settled, logout:before; calls those of login and logout. Storage: the cookie `SP_ID`. Methods: none that a
 * page calls.
 */
import { SDKError } from '../../core/errors.ts'
import type { EventName } from '../../core/kernel/events.ts'
import type { Plugin } from '../../core/kernel/plugin.ts'
import type { HasSessionSuccessResponse, IdentityEvents } from '../../core/session/types.ts'
import { goToLogin } from '../../plugins/login/go-to-login.ts'
import type { LoginOptions } from '../../plugins/login/login.ts'
import type { WidgetActions } from '../../plugins/login/simplified-login.ts'
import type { SimplifiedLoginData } from '../../plugins/login/user-context.ts'
import { keepCacheCookie } from '../../plugins/reporting/cache-cookie.ts'
import { goToLogout } from '../../plugins/shared/leaving.ts'
import { openPopup } from '../../plugins/shared/popup.ts'
import { checkArgument } from './errors.ts'
import { sentOf } from './session.ts'
import type { Any, AnyFunction, VarnishCookieOptions } from './types.ts'

/** The members by which an instance keeps the cookie. */
interface CookieMembers {
  setVarnishCookie: boolean
  varnishExpiresIn: number
  varnishCookieDomain: string | undefined
}

/** What is used of an instance. */
export interface Instance extends CookieMembers {
  log: AnyFunction
  /** What is called before the page is left for a refresh. */
  callbackBeforeRedirect: AnyFunction
  emit(event: string, ...args: Any[]): unknown
  login(options: LoginOptions): unknown
  getUserContextData(): Promise<SimplifiedLoginData | null>
}

/** What an instance does with addresses that it has built itself. */
export interface Ways {
  /** Goes to the login page, in a popup where the options say so. @returns the popup, or null */
  goToLogin(options: LoginOptions, url: string): Window | null
  /** Forgets the session, and goes to the logout page. Where its address cannot be built, an event says so, and `elsewhere` is taken. */
  goToLogout(build: () => string, elsewhere: () => string): void
  /** Registers an undo for dispose. */
  onDispose(undo: () => void): void
}

/** What the widget does: by the methods of the instance. */
export const widgetActions = (instance: Instance): WidgetActions => ({
  login: (options) => instance.login(options),
  async getUserContextData() {
    const data = await instance.getUserContextData()
    // A page's own method may give what the widget cannot show.
    return data?.display_text && data.identifier ? data : null
  },
})

/** Tells and asks the instance. */
export function throughInstance(instance: Instance): Plugin<{ ways: Ways }> {
  /** The events that the instance hears of. They outlive a new beginning, as all listeners do. */
  const heard: { [Name in EventName]?: () => void } = {}

  return {
    name: 'through-instance',
    setup(kernel) {
      const { emit } = kernel

      // Whatever a plugin emits: a page that wraps the instance's `emit` hears all of it.
      kernel.emit = <Name extends EventName>(name: Name, payload: IdentityEvents[Name]) => {
        heard[name] ??= kernel.on(name, (told) => void instance.emit(name, ...(told === null ? [] : [told])))
        emit(name, payload)
      }

      // As the plugin `preferPopup` does, but for the popup before, which the instance closes.
      kernel.hook('login:before', (login) => {
        if (!login.options.preferPopup) return
        const popup = openPopup(kernel.window, login.url)
        if (popup) login.window = popup
        else login.wasBlocked = true
      })

      const ways: Ways = {
        onDispose: kernel.onDispose,
        goToLogin: (options, url) => goToLogin(kernel, options, url),
        goToLogout(build, elsewhere) {
          goToLogout(kernel, () => {
            try {
              return build()
            } catch (error) {
              kernel.emit('error', SDKError.from(error, 'callback-failed', 'logoutUrl'))
              return elsewhere()
            }
          })
        },
      }
      return { ways }
    },
  }
}

// That client writes no cookie where the service has sent no lifetime.
const EXPIRED_S = -1

/** Keeps the cookie as the members say by then. A page that has not said yes keeps it itself. */
export const varnishCookie = (instance: CookieMembers): Plugin => ({
  name: 'cache-cookie',
  setup(kernel) {
    const settings = (session: HasSessionSuccessResponse | null) => {
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
