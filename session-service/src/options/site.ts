// A site that the service serves, the domain that it is on, and what follows from its addresses.

import type { Appearance } from './appearance.ts'
import type { Secret } from './secret.ts'

/** A site of the publisher. */
export interface Site {
  /** What the page gives as `clientId`. */
  readonly clientId: string
  /** Where readers come back to from a login, exactly as the page gives it. Pages of these origins may read sessions. */
  readonly redirectUris: readonly string[]
  /** Where readers may come back to from a logout besides, exactly as the page gives it. @default [] */
  readonly logoutUris?: readonly string[]
  /** Signs `sig` and `sp_id`. The site's server checks `sig` by it. */
  readonly signatureSecret: Secret
  /** The secret by which the site's server redeems codes. @default none: it redeems none */
  readonly clientSecret?: Secret
  /** Sites of one group have the same `pairId` for a reader. @default `clientId` */
  readonly pairwiseGroup?: string
  /** How the service's pages look to readers of the site. */
  readonly appearance?: Appearance
}

/** Sites that change while the service runs. Each is checked when it is read: an address that cannot be used is not looked at. */
export interface SiteDirectory {
  find(clientId: string): Site | undefined
  all(): Iterable<Site>
}

/** A domain that the service serves, by an address there. */
export interface ServiceHost {
  /** The service's own address on this domain, such as `https://id.site.com`. Each host has a name of its own. */
  readonly origin: string
  /** The sites on this domain; or where to look for them. */
  readonly sites: readonly Site[] | SiteDirectory
  /** `baseDomain` of a session response. @default the host of `origin` without its first label */
  readonly baseDomain?: string
}

/** A directory of sites that stay as they are. */
export function directoryOf(sites: readonly Site[]): SiteDirectory {
  const byId = new Map(sites.map((site) => [site.clientId, site]))
  return { find: (clientId) => byId.get(clientId), all: () => byId.values() }
}

/** Sites that are known at the start; none where they change while the service runs. */
export const listOf = (sites: readonly Site[] | SiteDirectory): readonly Site[] =>
  Array.isArray(sites) ? sites : []

/** The site in `sdrn:<namespace>:client:<clientId>`. The namespace is not looked at: a page may not know it. */
export function siteOfSdrn(sites: SiteDirectory, sdrn: string | undefined): Site | undefined {
  const [, clientId] = /^sdrn:[^:]{1,200}:client:(.{1,200})$/.exec(sdrn ?? '') ?? []
  return clientId ? sites.find(clientId) : undefined
}

/** The origins of sites, which are looked at in each request. */
const origins = new WeakMap<Site, ReadonlySet<string>>()

/** Whether pages of an origin may read what the service says to a site. */
export function isOriginOf(site: Site, origin: string): boolean {
  let known = origins.get(site)
  if (!known) {
    known = new Set(site.redirectUris.map((uri) => new URL(uri).origin))
    origins.set(site, known)
  }
  return known.has(origin)
}

/** Whether a browser may be redirected to a URI after a logout or a refresh. */
export function isRegisteredRedirect({ redirectUris, logoutUris = [] }: Site, uri: string): boolean {
  return redirectUris.includes(uri) || logoutUris.includes(uri)
}

/** The domain of a host's sites, and of its presence cookie: `site.com` of `id.site.com`, unless the host says so itself. */
export const baseDomainOf = ({ origin, baseDomain }: ServiceHost): string => {
  const { hostname } = new URL(origin)
  return baseDomain ?? (hostname.split('.').slice(1).join('.') || hostname)
}
