// The options of a session service: its own address, the provider, the sites, and the store.

import type { ServiceEvent } from '../events.ts'
import type { PageView } from '../pages/page.ts'
import type { SessionStore, StoredSession } from '../store/session-store.ts'
import type { ProviderOptions } from './provider-options.ts'
import type { Secret } from './secret.ts'
import type { ServiceHost, Site, SiteDirectory } from './site.ts'

/** A reader as the provider knows them, at their login. */
export interface ProviderReader {
  readonly issuer: string
  /** `sub` of the ID token. */
  readonly subject: string
  /** All claims of the ID token, and of the user info where that was asked. */
  readonly claims: Readonly<Record<string, unknown>>
}

/** Ids that a publisher gives to a reader. The service makes those that are left out. */
export interface CustomIds {
  readonly userId?: number | string | undefined
  readonly uuid?: string | undefined
}

/** A request for access to products. */
export interface AccessRequest {
  readonly session: StoredSession
  readonly site: Site
  /** The reader has access if they have one of these. */
  readonly productIds: readonly string[]
}

/** Whether a reader has access. */
export interface AccessDecision {
  readonly entitled: boolean
  /** What the access includes. @default [] */
  readonly allowedFeatures?: readonly string[]
  /** Seconds for which pages may cache the decision. @default 300 */
  readonly ttl?: number
}

/** Options of `createSessionService`. If a function throws or rejects, the response is 500: a page then knows nothing, and its reader stays logged in. */
export interface SessionServiceOptions {
  /** The service's own address, such as `https://id.site.com`: what pages give as `sessionDomain`. Plain http under `localhost` only. */
  readonly origin?: string
  readonly provider: ProviderOptions
  /** The sites of the service; or a directory of sites that change while the service runs. */
  readonly sites?: readonly Site[] | SiteDirectory
  /** Several domains in one process, instead of `origin`, `sites` and `baseDomain`. A reader has the same ids on all of them. */
  readonly hosts?: readonly ServiceHost[]
  readonly store: SessionStore
  /** Encrypts pending logins, and the ID tokens in the store. */
  readonly cookieSecret: Secret
  /** Ids of readers follow from it: never change it. 32 characters or more that nobody can guess. */
  readonly identitySecret: string
  /** Namespace of readers' SDRNs. @default `baseDomain`, that of the first host where there are several */
  readonly sdrnNamespace?: string
  /** `baseDomain` of a session response. @default the host of `origin` without its first label */
  readonly baseDomain?: string
  /** Seconds for which a page may cache a session response. For so long it may miss that the session was ended elsewhere. @default 300 */
  readonly cacheSeconds?: number
  /** Seconds after which a session ends that nobody uses. @default 1209600, 14 days */
  readonly idleSeconds?: number
  /** Seconds after which a session ends. @default 7776000, 90 days */
  readonly absoluteSeconds?: number
  /**
   * Seconds after which the page of a Safari navigates to the service, which sets the session cookie again: Safari may keep it for a week only. 0: never.
   *
   * @default 0
   */
  readonly refreshAfterSeconds?: number
  /**
   * Name of the presence cookie, by which pages of all hosts of `baseDomain` see that somebody is logged in; false: the service sets none.
   * The cookie holds no id, only the second in which the session began.
   *
   * @default 'portico-reader'
   */
  readonly presenceCookie?: string | false
  /**
   * Status of the response for an anonymous reader. Its body says 400 in any case. 400 is for clients that read the status alone: browsers
   * log it as an error in the console.
   *
   * @default 200
   */
  readonly anonymousStatus?: 200 | 400
  /**
   * Whether a session keeps the names of browser and device, such as `Firefox` and `Android`, by which readers tell their sessions apart.
   * The header `User-Agent` itself is not kept.
   *
   * @default true
   */
  readonly devices?: boolean
  /** Ids that the site has for its readers already. Called at each login. @default the service makes them */
  readonly ids?: (reader: ProviderReader) => CustomIds | Promise<CustomIds>
  /** The profile of a reader, for pages. Called at each login. @default names, `gender` and `photo` from the standard claims */
  readonly profile?: (
    reader: ProviderReader,
  ) => Readonly<Record<string, unknown>> | Promise<Readonly<Record<string, unknown>>>
  /** Whether a reader is connected to a site. @default everybody who is logged in is */
  readonly isConnected?: (session: StoredSession, site: Site) => boolean | Promise<boolean>
  /** The pairwise id of a reader at a site. @default made from `identitySecret`, the site's `pairwiseGroup` and the `uuid` */
  readonly pairId?: (session: StoredSession, site: Site) => string | Promise<string>
  /** Further members of a session response, such as `tracking`. They may replace those of the service, and are signed with the rest. */
  readonly extraMembers?: (
    session: StoredSession,
    site: Site,
    isConnected: boolean,
  ) => Readonly<Record<string, unknown>> | Promise<Readonly<Record<string, unknown>>>
  /** Decides on access to products. @default none: the response is 404 */
  readonly access?: (request: AccessRequest) => AccessDecision | Promise<AccessDecision>
  /** Lets sites' servers redeem codes, as `finishLogin` of `portico/server` does. @default off */
  readonly codeRedemption?: CodeRedemptionOptions
  /**
   * Makes a page for readers, as HTML, from texts in their language. It has to escape what it shows, and no script runs on it.
   *
   * @returns undefined for the service's own page
   * @default the service's own pages, as `appearance` of the site says
   */
  readonly page?: (view: PageView) => string | undefined | Promise<string | undefined>
  /** Receives each event, for logs and metrics. No event holds a secret. */
  readonly onEvent?: (event: ServiceEvent) => void
}

/** Options of code redemption. */
export interface CodeRedemptionOptions {
  /** Private keys, as JWK with `"kty": "EC"` and `"crv": "P-256"`. The first one signs ID tokens, all of them are published. */
  readonly signingKeys: readonly Readonly<Record<string, unknown>>[]
}
