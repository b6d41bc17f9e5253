/// <reference path="./programs.d.ts" />
/**
 * A script for the page's head, by which the session call begins while the library is still on its way.
 */
import { TAB_ID_KEY } from '../core/names.ts'
import { type BrowserWindow, type KernelOptions, resolveOptions } from '../core/options.ts'
import { storagePrefix } from '../core/storage.ts'
import { clientParameters, createUrlBuilder, sessionPath } from '../core/urls.ts'
import { quote } from './inline-script.ts'
import isAnonymous from './programs/anonymous.ts?program'
import beginSessionCall from './programs/preload.ts?program'

/** Any tab's number, which the script replaces by its own. */
const ANY_TAB = '-'

/**
 * The head snippet. It makes no request in a hidden page, while the tab's cache holds a response that is valid, during a backoff, or for an anonymous
 * reader, where the environment has a `presenceCookie`.
 * Make it once for each client: it holds nothing about a reader. The plugin `preload` takes the response over.
 *
 * @param options those of the identity: the same values, except `window` and `log`
 * @throws {SDKError} `option-invalid`, as the constructor would
 * @example const tag = `<script nonce="${nonce}">${preloadScript({ clientId, sessionDomain, redirectUri, env: PRO })}</script>`
 */
export function preloadScript(options: Omit<KernelOptions, 'window' | 'log'>): string {
  const client = resolveOptions({ ...options, window: { location: {} } as BrowserWindow })
  const parameters = clientParameters(client, client.redirectUri, ANY_TAB)
  const url = createUrlBuilder(() => {})('session', client.sessionDomain, sessionPath(client), parameters)
  // The tab's number is the last parameter.
  const address = url.slice(0, -ANY_TAB.length)
  const { presenceCookie } = client.env
  const prefix = storagePrefix(client)
  const isKnown = presenceCookie ? `(${isAnonymous})(${[presenceCookie, prefix].map(quote)})||` : ''
  return `${isKnown}(${beginSessionCall})(${[address, prefix, TAB_ID_KEY].map(quote)})`
}
