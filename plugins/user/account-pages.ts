/**
 * Addresses of the pages on which readers manage their account.
 * Hooks, storage: none. Methods: accountUrl, phonesUrl.
 */
import type { Plugin } from '../../core/kernel/plugin.ts'
import { returnUri, type UrlKind } from '../../core/urls.ts'

/** What the plugin contributes (section 4.1). */
export interface AccountPagesApi {
  /**
   * URL of the account summary page.
   *
   * @param redirectUri where the page leads back to. @default the instance's `redirectUri`
   * @throws {SDKError} `argument-invalid` when it is no absolute URL, or of a scheme that runs code
   */
  accountUrl(redirectUri?: string): string
  /**
   * URL of the page where the user edits their phone numbers.
   *
   * @param redirectUri where the page leads back to. @default the instance's `redirectUri`
   * @throws {SDKError} `argument-invalid` when it is no absolute URL, or of a scheme that runs code
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
    setup(kernel) {
      const pageUrl = (kind: UrlKind, path: string, redirectUri?: string) =>
        kernel.buildUrl(kind, kernel.options.accountUrl, `${path}?response_type=code&`, {
          client_id: kernel.options.clientId,
          redirect_uri: returnUri(kernel.options, redirectUri),
        })
      return {
        accountUrl: (redirectUri) => pageUrl('account', 'profile-pages', redirectUri),
        phonesUrl: (redirectUri) => pageUrl('phones', 'profile-pages/about-you/phone', redirectUri),
      }
    },
  }
}
