/**
 * Leads what plugins emit, and what they ask of each other, through the methods of an instance, which a page may have replaced or a subclass overridden.
 * Hooks: login:before; answers login:request and user-context:request; calls those of login and logout. Storage: none. Methods: none that a page calls.
 */
import { SDKError } from '../../core/errors.ts'
import type { EventName, IdentityEvents } from '../../core/events.ts'
import { goToLogout } from '../../core/go-to-logout.ts'
import type { AsyncHooks, SyncHooks } from '../../core/hooks.ts'
import { openPopup } from '../../core/open-popup.ts'
import type { Plugin } from '../../core/plugin.ts'
import { goToLogin } from '../../plugins/login/go-to-login.ts'
import type { LoginOptions } from '../../plugins/login/login.ts'
import type { SimplifiedLoginData } from '../../plugins/login/user-context.ts'
import type { Any } from './types.ts'

/** What plugins ask of an instance, and tell it. */
export interface Asked {
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

export function throughInstance(instance: Asked): Plugin<{ ways: Ways }> {
  /** The events that the instance hears of. They outlive a new beginning, as all listeners do. */
  const heard: { [Name in EventName]?: () => void } = {}

  return {
    name: 'through-instance',
    setup(kernel) {
      const { callSync, call, emit } = kernel

      // Whatever a plugin emits: a page that wraps the instance's `emit` hears all of it.
      kernel.emit = <Name extends EventName>(name: Name, payload: IdentityEvents[Name]) => {
        heard[name] ??= kernel.on(name, (told) => void instance.emit(name, ...(told === null ? [] : [told])))
        emit(name, payload)
      }

      // The widget asks by these two. They are taken here, since the handlers of a hook cannot replace each other.
      kernel.callSync = <Name extends keyof SyncHooks>(name: Name, context: SyncHooks[Name]) => {
        const request = context as SyncHooks['login:request']
        if (name !== 'login:request') callSync(name, context)
        // That client checks when the reader continues, by its own `login`, which may be a page's.
        else if (!request.isCheck) instance.login(request.options)
      }
      kernel.call = async <Name extends keyof AsyncHooks>(name: Name, context: AsyncHooks[Name]) => {
        if (name !== 'user-context:request') return call(name, context)
        const request = context as AsyncHooks['user-context:request']
        const data = await instance.getUserContextData()
        // A page's own method may give what the widget cannot show.
        request.data = data?.display_text && data.identifier ? data : null
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
