/**
 * Addresses of the pages where readers look after their account.
 * Hooks, storage: none. Methods: accountUrl, phonesUrl.
 */
import { checkArgument, HTTP_URL_FIX, isHttpUrl } from '../core/checks.ts'
import type { UrlKind } from '../core/hooks.ts'
import type { Plugin } from '../core/plugin.ts'

/** What the plugin contributes (section 4.1). */
export interface AccountPagesApi {
  /**
   * URL of the account summary page.
   *
   * @param redirectUri where the page leads back to. @default the instance's `redirectUri`
   * @throws {SDKError} `argument-invalid` when it is no http(s) URL
   */
  accountUrl(redirectUri?: string): string
  /**
   * URL of the page where the user edits their phone numbers.
   *
   * @param redirectUri where the page leads back to. @default the instance's `redirectUri`
   * @throws {SDKError} `argument-invalid` when it is no http(s) URL
   */
  phonesUrl(redirectUri?: string): string
}

/**
 * Contributes the URLs of the account pages.
 *
 * @example link.href = createIdentity(options, [accountPages()]).accountUrl()
 */
export function accountPages(): Plugin<AccountPagesApi> {
  return {
    name: 'account-pages',
    setup({ options, environment, buildUrl }) {
      const pageUrl = (kind: UrlKind, path: string, redirectUri = options.redirectUri) => {
        checkArgument(isHttpUrl(redirectUri), 'redirectUri', redirectUri, HTTP_URL_FIX)
        const query = { client_id: options.clientId, response_type: 'code', redirect_uri: redirectUri }
        return buildUrl(kind, environment.accountUrl, path, query)
      }
      return {
        accountUrl: (redirectUri) => pageUrl('account', 'profile-pages', redirectUri),
        phonesUrl: (redirectUri) => pageUrl('phones', 'profile-pages/about-you/phone', redirectUri),
      }
    },
  }
}
