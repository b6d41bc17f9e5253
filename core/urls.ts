/**
 * URLs of the protocol (wire contract, sections 2 and 3): how one is built, and the parameters that several share.
 */
import { checkArgument, expected } from './errors.ts'
import { VERSION } from './names.ts'
import { A_RETURN_URI, isReturnUri, type ResolvedOptions } from './options.ts'

/**
 * What a URL is for. Whoever builds it names it: `session` here, which head scripts know to the letter; in plugins `login`, `login-link`,
 * `logout`, `widget`, `user-context`, `access`, `sessions`, and the names of the pages of account, products and payment.
 */
export type UrlKind = 'session' | (string & {})

/** `url:build`: a URL is being built. */
export interface UrlBuildContext {
  readonly kind: UrlKind
  /** The parameters so far, which are the protocol's. Append to them; no parameter may come twice (RFC 6749, 3.1). */
  readonly query: URLSearchParams
}

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

/** Where the browser returns to: the instance's own address, if it has one, unless a call gives another. @throws {SDKError} `argument-invalid` */
export function returnUri(options: ResolvedOptions, redirectUri?: string): string | undefined {
  checkArgument(
    !redirectUri || isReturnUri(redirectUri),
    __DEV__ ? expected('redirectUri', redirectUri, A_RETURN_URI) : 'redirectUri',
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

/** Builds the address of the session call. Head scripts know it to the letter. */
export const sessionUrl = (options: ResolvedOptions, buildUrl: UrlBuilder, tabId: string): string =>
  buildUrl(
    'session',
    options.sessionDomain,
    sessionPath(options),
    clientParameters(options, options.redirectUri, tabId),
  )
