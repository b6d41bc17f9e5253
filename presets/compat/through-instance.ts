/**
 * Leads what plugins ask of each other through the methods of an instance, which a page may have replaced or a subclass overridden.
 * Hooks: calls those of login and logout. Storage: an entry of `tabs`.
 * Methods: none that a page calls.
 */
import { SDKError } from '../../core/errors.ts'
import type { AsyncHooks, SyncHooks } from '../../core/hooks.ts'
import { openPopup } from '../../core/open-popup.ts'
import type { Plugin } from '../../core/plugin.ts'
import type { LoginBeforeContext, LoginOptions } from '../../plugins/login/login.ts'
import type { SimplifiedLoginData } from '../../plugins/login/user-context.ts'
import { createAgreement } from '../../plugins/tabs/agreement.ts'

/** What plugins ask of an instance. */
export interface Asked {
  login(options: LoginOptions): unknown
  getUserContextData(): Promise<SimplifiedLoginData | null>
}

/** What an instance does with addresses that it has built itself. */
export interface Ways {
  /** Goes to the login page, in a popup where the options say so. @returns the popup, or null */
  goToLogin(options: LoginOptions, url: string): Window | null
  /** Forgets the session, and goes to the logout page. Where its address cannot be built, an event says so, and `elsewhere` is taken. */
  goToLogout(build: () => string, elsewhere: () => string): void
  /** The page has stayed after its logout, and asks: it is not on its way to the logout page any more. */
  stay(): void
  /** Registers an undo for dispose. */
  onDispose(undo: () => void): void
}

export function throughInstance(instance: Asked): Plugin<{ ways: Ways }> {
  return {
    name: 'through-instance',
    setup(kernel) {
      const { window, callSync, call } = kernel
      const agreement = createAgreement(kernel.sharedStorage)
      let isLeaving = false

      // The widget asks by these two. They are taken here, since the handlers of a hook cannot replace each other.
      kernel.callSync = <Name extends keyof SyncHooks>(name: Name, context: SyncHooks[Name]) => {
        const request = context as SyncHooks['login:request']
        if (name === 'login:request' && !request.isCheck) instance.login(request.options)
        else callSync(name, context)
      }
      kernel.call = async <Name extends keyof AsyncHooks>(name: Name, context: AsyncHooks[Name]) => {
        if (name !== 'user-context:request') return call(name, context)
        const request = context as AsyncHooks['user-context:request']
        request.data = await instance.getUserContextData()
      }

      const ways: Ways = {
        onDispose: kernel.onDispose,
        goToLogin(options, url) {
          const login: LoginBeforeContext = { options, url, window: undefined, wasBlocked: false }
          // Before, since a popup gets a copy of what this tab's storage holds when it opens.
          kernel.clearSession()
          callSync('login:before', login)
          if (options.preferPopup) login.window = openPopup(window, url) || undefined
          const popup = login.window
          if (popup === undefined) window.location.assign(url)
          kernel.notify('login:started', {
            how: popup ? 'popup' : popup === null ? 'blocked' : 'redirect',
            wasBlocked: popup === null || (!popup && !!options.preferPopup),
          })
          return popup ?? null
        },
        goToLogout(build, elsewhere) {
          let url: string
          try {
            url = build()
          } catch (error) {
            kernel.emit('error', SDKError.from(error, 'callback-failed', 'logoutUrl'))
            url = elsewhere()
          }
          isLeaving = true
          kernel.notify('logout:before', { url })
          kernel.endSession()
          window.location.assign(url)
        },
        stay() {
          if (isLeaving) agreement.arrive()
          isLeaving = false
        },
      }
      return { ways }
    },
  }
}
