/**
 * The option `preferPopup` of `login`: the login page opens in a popup, or by redirect when the browser blocks the popup. With
 * tabs(), the page hears of the login once the page on which the popup ends has asked for the session. loginPopup(), which no preset
 * composes, also says how the login ended. Both may be composed together.
 * Hooks: login:before. Storage, methods: none.
 */
import type { Plugin } from '../../core/kernel/plugin.ts'
import { openPopup } from '../shared/popup.ts'

/**
 * Opens the login page in a popup in the middle of the screen when `login` is called with `preferPopup`. A blocked popup is no error:
 * the login goes by redirect then.
 *
 * @example button.onclick = () => identity.login({ state, preferPopup: true })
 */
export function preferPopup(): Plugin {
  return {
    name: 'prefer-popup',
    setup(kernel) {
      let popup: Window | null | undefined

      kernel.hook('login:before', (login) => {
        // An older popup would stay open behind the page.
        popup?.close()
        if (!login.options.preferPopup) return
        popup = openPopup(kernel.window, login.url)
        if (popup) login.window = popup
        else login.wasBlocked = true
      })
    },
  }
}
