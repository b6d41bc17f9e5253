/// <reference path="./programs.d.ts" />
/**
 * A script for the page's head that marks the document of a reader who is not logged in, before anything is painted.
 */
import { checkOption } from '../core/errors.ts'
import { type BrowserWindow, type KernelOptions, resolveOptions } from '../core/options.ts'
import { storagePrefix } from '../core/storage.ts'
import { quote } from './inline-script.ts'
import isAnonymous from './programs/anonymous.ts?program'

/**
 * Adds a class to the root element when the cookies say that nobody is logged in: without a request, and before the library is there.
 * Where the cookies say nothing, the script adds no class. Forged or deleted cookies make the class wrong until the library answers, so
 * nothing that readers pay for may depend on it.
 *
 * Make it once for each client: it holds nothing about a reader. Put it before the head snippet.
 *
 * @param options those of the identity: the same values, except `window` and `log`. The environment has a `presenceCookie`
 * @param className the class. @default 'anonymous'
 * @throws {SDKError} `option-invalid` without `presenceCookie`, or as the constructor would
 * @example const tag = `<script nonce="${nonce}">${anonymousScript({ clientId, sessionDomain, redirectUri, env })}</script>`
 */
export function anonymousScript(options: Omit<KernelOptions, 'window' | 'log'>, className = 'anonymous'): string {
  const client = resolveOptions({ ...options, window: { location: {} } as BrowserWindow })
  const { presenceCookie } = client.env
  checkOption(
    presenceCookie,
    'env.presenceCookie is missing. Give the name of the cookie that the session service sets',
  )
  return `(${isAnonymous})(${[presenceCookie, storagePrefix(client)].map(quote)})&&document.documentElement.classList.add(${quote(className)})`
}
