/**
 * Gives the login links on the page the consents of the moment in which they are used: links may have been rendered
 * long ago, on a server, before the reader decided.
 * Hooks: none; builds what `url:build` appends to a URL of the kind `login-link`. Storage, methods: none.
 */
import { checkOption } from '../../core/errors.ts'
import { given } from '../../core/given.ts'
import type { Plugin } from '../../core/plugin.ts'

/** Options of {@link loginLinks}. */
export interface LoginLinksOptions {
  /** Whether to refresh at all. @default true */
  refreshLoginLinks?: boolean
}

// A click is also what the keyboard does to a link; the other two are the ways to open it elsewhere.
const USES = ['click', 'auxclick', 'contextmenu']

/**
 * Refreshes login links of this client, wherever they stand on the page: one listener for all of them.
 *
 * @throws {SDKError} (at composition) `option-invalid` when `refreshLoginLinks` is no boolean
 * @example createIdentity(options, [consents(), consentManagement(), loginLinks()])
 */
export function loginLinks({ refreshLoginLinks = true }: LoginLinksOptions = {}): Plugin {
  return {
    name: __DEV__ ? 'login-links' : '',
    ...(__DEV__ && { requires: ['consents'] }),
    setup(kernel) {
      checkOption(
        typeof refreshLoginLinks === 'boolean',
        __DEV__ ? given('refreshLoginLinks', refreshLoginLinks, 'true or false') : 'refreshLoginLinks',
      )
      const loginPage = `${kernel.options.accountUrl}/oauth/authorize?`
      // Names to take out of a link: the standard ones, and whatever has ever been appended.
      const names = new Set(['gdpr', 'gdpr_consent', 'gpp', 'gpp_sid'])

      const use = (event: Event) => {
        // The path crosses shadow roots, and finds the link around whatever was hit inside it.
        const link = event.composedPath().find((at) => (at as Element).localName === 'a') as
          | HTMLAnchorElement
          | undefined
        // Text by all means: the address of a link in a drawing is none.
        if (!`${link?.href}`.startsWith(loginPage)) return
        const url = new URL((link as HTMLAnchorElement).href)
        const query = url.searchParams
        if (query.get('client_id') !== kernel.options.clientId) return
        const appended = new URLSearchParams(kernel.buildUrl('login-link', '', '', {}).slice(1))
        for (const name of appended.keys()) names.add(name)
        for (const name of names) query.delete(name)
        for (const [name, value] of appended) query.append(name, value)
        ;(link as HTMLAnchorElement).href = url.href
      }

      if (refreshLoginLinks)
        for (const type of USES) {
          // On the way down from the window, before the page's own handlers read the link or stop the event.
          kernel.window.addEventListener?.(type, use, { capture: true, signal: kernel.signal })
        }
    },
  }
}
