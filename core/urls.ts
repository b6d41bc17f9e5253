/**
 * URLs of the protocol (wire contract, sections 2 and 3): how one is built, and the parameters that several share.
 */
import { A_RETURN_URI, isReturnUri } from './addresses.ts'
import { checkArgument } from './errors.ts'
import { given } from './given.ts'
import type { UrlBuildContext, UrlKind } from './hooks.ts'
import type { ResolvedOptions } from './options.ts'
import { VERSION } from './version.ts'

/** Parameters in the order in which they are sent; those without a value are left out. */
export type QueryParameters = Readonly<Record<string, string | number | undefined>>

/** Builds one URL: base, path, which ends in `?` or `&`, parameters, and whatever `url:build` appends. */
export type UrlBuilder = (kind: UrlKind, base: string, path: string, parameters: QueryParameters) => string

/** Makes the builder that all URLs of one instance go through. */
export function createUrlBuilder(callSync: (name: 'url:build', context: UrlBuildContext) => void): UrlBuilder {
  return (kind, base, path, parameters) => {
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(parameters)) {
      if (value || value === 0) query.append(name, `${value}`)
    }
    callSync('url:build', { kind, query })
    return `${base}/${path}${query}`
  }
}

/** Where the browser returns to: the instance's own address, unless a call gives another. @throws {SDKError} `argument-invalid` */
export function returnUri(options: ResolvedOptions, redirectUri?: string): string {
  checkArgument(
    !redirectUri || isReturnUri(redirectUri),
    __DEV__ ? given('redirectUri', redirectUri, A_RETURN_URI) : 'redirectUri',
  )
  return redirectUri || options.redirectUri
}

/** Path of the session call. A session service with a path of its own is the older deployment, which has the older address. */
export const sessionPath = (options: ResolvedOptions): string =>
  /[^/]\/[^/]/.test(options.sessionDomain) ? 'session?' : 'v2/session?'

/**
 * Parameters that name this client, in the contract's order. All its calls have two. Those of the session, the logout and access
 * have `redirect_uri`, too, and the session's has `tabId`. Leave out what a call does not have.
 */
export const clientParameters = (options: ResolvedOptions, redirectUri?: string, tabId?: string): QueryParameters => ({
  client_sdrn: `sdrn:${options.env.sdrnNamespace}:client:${options.clientId}`,
  redirect_uri: redirectUri,
  sdk_version: VERSION,
  tabId,
})
