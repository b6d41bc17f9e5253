/**
 * Logs in by popup where the caller prefers one; the page itself stays where it is.
 * Hooks: login:before. Storage, methods: none.
 */
import type { Plugin } from '../core/plugin.ts'
import { openPopup } from './popup-window.ts'

/**
 * Opens the login page in a popup in the middle of the screen when `login` is called with `preferPopup`. A popup that
 * is blocked is no error: the login goes by redirect then.
 *
 * @example button.onclick = () => identity.login({ state, preferPopup: true })
 */
export function popupLogin(): Plugin {
  return {
    name: 'popup-login',
    setup(kernel) {
      let popup: Window | null | undefined

      kernel.hook('login:before', (login) => {
        // A second one under the same name would load into the first, behind whatever covers it by now.
        popup?.close()
        if (!login.options.preferPopup) return
        popup = openPopup(kernel.window, login.url)
        if (popup) login.window = popup
        else if (__DEV__) kernel.log('the popup was blocked, logging in by redirect')
      })
    },
  }
}
