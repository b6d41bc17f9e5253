// The domains of a service: one, or many in one process.

import type { SessionServiceOptions } from './options.ts'
import type { Site, SiteDirectory } from './site.ts'

/** A domain that the service serves, by an address there. */
export interface ServiceHost {
  /** The service's own address on this domain, such as `https://id.site.com`. Each host has a name of its own. */
  readonly origin: string
  /** The sites on this domain; or where to look for them. */
  readonly sites: readonly Site[] | SiteDirectory
  /** `baseDomain` of an answer, for sites that have none of their own. @default the host of `origin` without its first label */
  readonly baseDomain?: string
}

/** Those of the option `hosts`; without it, the one that the options themselves describe. */
export function hostsOf({ hosts, origin, sites, baseDomain }: SessionServiceOptions): readonly ServiceHost[] {
  if (hosts) return hosts
  // The options were checked: without `hosts` there are both.
  const host = { origin: origin as string, sites: sites as ServiceHost['sites'] }
  return [baseDomain === undefined ? host : { ...host, baseDomain }]
}
