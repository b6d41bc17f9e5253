/**
 * What plugins emit, and what they ask of each other, goes by the members of an instance, each time anew: a page may assign them, and a
 * subclass override them.
 * Hooks: login:before; calls those of login and logout. Storage: none. Methods: none that a page calls.
 */
import { SDKError } from '../../core/errors.ts'
import type { EventName } from '../../core/kernel/events.ts'
import type { Plugin } from '../../core/kernel/plugin.ts'
import type { IdentityEvents } from '../../core/session/types.ts'
import { goToLogin } from '../../plugins/login/go-to-login.ts'
import type { LoginOptions } from '../../plugins/login/login.ts'
import type { WidgetActions } from '../../plugins/login/simplified-login.ts'
import type { SimplifiedLoginData } from '../../plugins/login/user-context.ts'
import { goToLogout } from '../../plugins/shared/leaving.ts'
import { openPopup } from '../../plugins/shared/popup.ts'
import type { Any, AnyFunction } from './types.ts'
import type { CookieMembers } from './varnish-cookie.ts'

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
export interface Actions {
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
export function throughInstance(instance: Instance): Plugin<{ actions: Actions }> {
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

      const actions: Actions = {
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
      return { actions }
    },
  }
}
