/**
 * Gives the login links on the page the consents of the moment in which they are used: links may have been rendered
 * long ago, on a server, before the reader decided.
 * Hooks: consents:request, by way of the kernel. Storage, methods: none.
 */
import { checkOption } from '../core/checks.ts'
import { readConsents } from '../core/consents.ts'
import type { Plugin } from '../core/plugin.ts'
import { joinUrl } from '../core/urls.ts'

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
    name: 'login-links',
    requires: ['consents'],
    setup(kernel) {
      const isBoolean = typeof refreshLoginLinks === 'boolean'
      checkOption(isBoolean, 'refreshLoginLinks', refreshLoginLinks, 'true or false')
      if (!refreshLoginLinks) return
      const { window, options } = kernel
      const loginPage = new URL(joinUrl(options.env.accountUrl, 'oauth/authorize')).href
      // Names to take out of a link: the standard ones, and whatever a reader has ever returned.
      const names = new Set(['gdpr', 'gdpr_consent', 'gpp', 'gpp_sid'])

      const refreshed = (href: string): string | undefined => {
        const [, page, query = '', hash = ''] = /^([^?#]*)\?([^#]*)(.*)$/.exec(href) ?? []
        if (page !== loginPage || new URLSearchParams(query).get('client_id') !== options.clientId)
          return undefined
        const consents = readConsents(kernel)
        for (const name of consents?.keys() ?? []) names.add(name)
        // Pair by pair as it stands, so that nothing else in the link changes.
        const kept = query.split('&').filter((pair) => {
          const [[name] = ['']] = new URLSearchParams(pair)
          return !names.has(name)
        })
        return `${page}?${[...kept, ...(consents ? [consents] : [])].join('&')}${hash}`
      }

      const use = (event: Event) => {
        // The path crosses shadow roots, and finds the link around whatever was hit inside it.
        for (const target of event.composedPath()) {
          const link = target as HTMLAnchorElement
          if (link.localName !== 'a' || typeof link.href !== 'string') continue
          const href = refreshed(link.href)
          if (href && href !== link.href) link.href = href
          return
        }
      }

      for (const name of USES) {
        // On the way down from the window, before the page's own handlers read the link or stop the event.
        window.addEventListener?.(name, use, true)
        kernel.onDispose(() => window.removeEventListener?.(name, use, true))
      }
    },
  }
}
