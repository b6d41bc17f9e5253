/**
 * Logs in by popup where the caller prefers one; the page itself stays where it is.
 * Hooks: login:before. Storage, methods: none.
 */
import { checkArgument } from '../core/checks.ts'
import type { Plugin } from '../core/plugin.ts'

const WIDTH = 360
const HEIGHT = 570

/**
 * Opens the login page in a popup in the middle of the screen when `login` is called with `preferPopup`. A popup that
 * is blocked is no error: the login goes by redirect then.
 *
 * @throws {SDKError} (from `login`) `argument-invalid` when `preferPopup` is no boolean
 * @example button.onclick = () => identity.login({ state, preferPopup: true })
 */
export function popupLogin(): Plugin {
  return {
    name: 'popup-login',
    setup(kernel) {
      const { window } = kernel
      let popup: Window | null = null

      kernel.hook('login:before', (login) => {
        const { preferPopup } = login.options
        checkArgument(typeof (preferPopup ?? true) === 'boolean', 'preferPopup', preferPopup, 'true or false')
        if (!preferPopup) return
        try {
          const { width, height } = window.screen
          const left = Math.max(0, (width - WIDTH) / 2)
          const top = Math.max(0, (height - HEIGHT) / 2)
          // A second one under the same name would load into the first, behind whatever covers it by now.
          popup?.close()
          popup = window.open(login.url, '', `width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`)
        } catch {
          popup = null
        }
        if (popup) login.window = popup
        else kernel.log('the popup was blocked: logging in by redirect')
      })
    },
  }
}
