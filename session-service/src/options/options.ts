// What a session service is told: its own address, the provider, the sites, and where sessions live.

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

/** Ids of a reader that a site chooses itself. What is left out, the service makes. */
export interface ChosenIds {
  readonly userId?: number | string | undefined
  readonly uuid?: string | undefined
}

/** A question for access to products. */
export interface AccessQuestion {
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
  /** Seconds for which pages may keep the answer. @default 300 */
  readonly ttl?: number
}

/** What `createSessionService` is told. Functions that throw or reject are answered 500: pages then know nothing, rather than "nobody". */
export interface SessionServiceOptions {
  /** The service's own address, such as `https://id.site.com`: what pages give as `sessionDomain`. Plain http under `localhost` only. */
  readonly origin?: string
  readonly provider: ProviderOptions
  /** The sites that it serves; or where to look for them, if they change while it runs. */
  readonly sites?: readonly Site[] | SiteDirectory
  /** Several domains in one process, in the place of `origin`, `sites` and `baseDomain`. Readers are the same on all. */
  readonly hosts?: readonly ServiceHost[]
  readonly store: SessionStore
  /** Encrypts logins that are on their way, and the ID tokens in the store. */
  readonly cookieSecret: Secret
  /** Ids of readers follow from it: never change it. 32 characters or more that nobody can guess. */
  readonly identitySecret: string
  /** Namespace of readers' SDRNs. @default `baseDomain`, that of the first host where there are several */
  readonly sdrnNamespace?: string
  /** `baseDomain` of an answer. @default the host of `origin` without its first label */
  readonly baseDomain?: string
  /** Seconds for which a page may keep an answer, and so may miss that a session was ended elsewhere. @default 300 */
  readonly answerSeconds?: number
  /** Seconds after which a session ends that nobody uses. @default 1209600, 14 days */
  readonly idleSeconds?: number
  /** Seconds after which a session ends. @default 7776000, 90 days */
  readonly absoluteSeconds?: number
  /**
   * Seconds after which Safari, which may keep a cookie for a week only, is asked to have it written anew in a full-page visit. 0: never.
   *
   * @default 0
   */
  readonly refreshAfterSeconds?: number
  /**
   * Name of the cookie by which pages of all hosts of `baseDomain` see that somebody is logged in, before they ask; false: there is none.
   * It holds no id, only the second in which the session began.
   *
   * @default 'portico-reader'
   */
  readonly presenceCookie?: string | false
  /**
   * Status of the answer that nobody is logged in. Its body says 400 in any case. 400 is for clients that go by the status alone: browsers
   * write it into the console as an error.
   *
   * @default 200
   */
  readonly nobodyStatus?: 200 | 400
  /**
   * Whether a session keeps the names of browser and device, such as `Firefox` and `Android`, by which readers tell their sessions apart.
   * The header `User-Agent` itself is not kept.
   *
   * @default true
   */
  readonly devices?: boolean
  /** Ids that the site has for its readers already. Called at each login. @default the service makes them */
  readonly ids?: (reader: ProviderReader) => ChosenIds | Promise<ChosenIds>
  /** What pages learn of a reader. Called at each login. @default names, `gender` and `photo` from the standard claims */
  readonly profile?: (
    reader: ProviderReader,
  ) => Readonly<Record<string, unknown>> | Promise<Readonly<Record<string, unknown>>>
  /** Whether a reader is connected to a site. @default everybody who is logged in is */
  readonly isConnected?: (session: StoredSession, site: Site) => boolean | Promise<boolean>
  /** The pairwise id of a reader at a site. @default made from `identitySecret`, the site's `pairwiseGroup` and the `uuid` */
  readonly pairId?: (session: StoredSession, site: Site) => string | Promise<string>
  /** Members of the answer besides, or instead of those that the service states, such as `tracking`. They are signed with the rest. */
  readonly more?: (
    session: StoredSession,
    site: Site,
    isConnected: boolean,
  ) => Readonly<Record<string, unknown>> | Promise<Readonly<Record<string, unknown>>>
  /** Decides on access to products. @default none: the answer is 404 */
  readonly access?: (question: AccessQuestion) => AccessDecision | Promise<AccessDecision>
  /** Lets sites' servers redeem codes, as `finishLogin` of `portico/server` does. @default off */
  readonly codeRedemption?: CodeRedemptionOptions
  /**
   * Makes a page for readers, as HTML, from texts in their language. It has to escape what it shows, and no script runs on it.
   *
   * @returns undefined for the service's own page
   * @default the service's own pages, as `appearance` of the site says
   */
  readonly page?: (view: PageView) => string | undefined | Promise<string | undefined>
  /** Is told what happens, for logs and metrics. Nothing of it is a secret. */
  readonly onEvent?: (event: ServiceEvent) => void
}

/** Options of code redemption. */
export interface CodeRedemptionOptions {
  /** Private keys, as JWK with `"kty": "EC"` and `"crv": "P-256"`. The first one signs ID tokens, all of them are published. */
  readonly signingKeys: readonly Readonly<Record<string, unknown>>[]
}
