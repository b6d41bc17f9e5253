/**
 * Logs in by popup where the caller prefers one; the page itself stays where it is.
 * Hooks: login:before. Storage, methods: none.
 */
import type { Plugin } from '../core/plugin.ts'

const WIDTH = 360
const HEIGHT = 570

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
        try {
          const left = (kernel.window.screen.width - WIDTH) / 2
          const top = (kernel.window.screen.height - HEIGHT) / 2
          popup = kernel.window.open(login.url, '', `width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`)
        } catch {
          popup = null
        }
        if (popup) login.window = popup
        else if (__DEV__) kernel.log('the popup was blocked, logging in by redirect')
      })
    },
  }
}
