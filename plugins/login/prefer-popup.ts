/**
 * The option `preferPopup` of `login`: the login page in a popup, by redirect where that is blocked. How the login ends is
 * for the page to find out; loginPopup() does so.
 * Hooks: login:before. Storage, methods: none.
 */
import type { Plugin } from '../../core/plugin.ts'
import { openPopup } from './popup-window.ts'

/**
 * Opens the login page in a popup in the middle of the screen when `login` is called with `preferPopup`. A popup that
 * is blocked is no error: the login goes by redirect then.
 *
 * @example button.onclick = () => identity.login({ state, preferPopup: true })
 */
export function preferPopup(): Plugin {
  return {
    name: __DEV__ ? 'prefer-popup' : '',
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
