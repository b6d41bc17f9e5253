/**
 * Gives the login links on the page the consents of the moment in which they are used: links may have been rendered
 * long ago, on a server, before the reader decided.
 * Hooks: none; builds what `url:build` appends to a URL of the kind `login-link`. Storage, methods: none.
 */
import { checkOption, expected } from '../../core/errors.ts'
import type { Plugin } from '../../core/kernel/plugin.ts'
import { loginLinkOf } from './login-link.ts'

/** Options of {@link loginLinks}. */
export interface LoginLinksOptions {
  /** Whether login links get the current consents when they are used. @default true */
  refreshLoginLinks?: boolean | undefined
}

/** Consents that a link may have been rendered with. */
const STANDARD = ['gdpr', 'gdpr_consent', 'gpp', 'gpp_sid']

// The keyboard clicks a link, too. The other two are the ways to open it elsewhere.
const USES = ['click', 'auxclick', 'contextmenu'] as const

/**
 * Refreshes login links of this client, wherever they stand on the page: one listener for all of them.
 *
 * @throws {SDKError} (at composition) `option-invalid` when `refreshLoginLinks` is no boolean
 * @example createIdentity(options, [consentManagement(), loginLinks()])
 */
export function loginLinks({ refreshLoginLinks = true }: LoginLinksOptions = {}): Plugin {
  return {
    name: 'login-links',
    setup(kernel) {
      checkOption(
        typeof refreshLoginLinks === 'boolean',
        __DEV__ ? expected('refreshLoginLinks', refreshLoginLinks, 'true or false') : 'refreshLoginLinks',
      )
      if (!refreshLoginLinks) return

      const refresh = (event: Event) => {
        const link = loginLinkOf(event, kernel.options)
        if (!link) return
        const query = link.url.searchParams
        // Without base and path, the address is a slash and the query.
        const appended = new URLSearchParams(kernel.buildUrl('login-link', '', '', {}).slice(1))
        for (const name of [...STANDARD, ...appended.keys()]) query.delete(name)
        for (const [name, value] of appended) query.append(name, value)
        link.element.href = link.url.href
      }
      for (const type of USES) {
        // On the way down from the window, before the page's own handlers read the link or stop the event.
        kernel.listen(type, refresh, { capture: true })
      }
    },
  }
}
