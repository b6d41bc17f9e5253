// The domains of a service: one, or many in one process.

import type { SessionServiceOptions } from './options.ts'
import type { ServiceHost } from './site.ts'

/** Those of the option `hosts`; without it, the one that the options themselves describe. */
export function hostsOf({ hosts, origin, sites, baseDomain }: SessionServiceOptions): readonly ServiceHost[] {
  if (hosts) return hosts
  // The options were checked: without `hosts` there are both.
  const host = { origin: origin as string, sites: sites as ServiceHost['sites'] }
  return [baseDomain === undefined ? host : { ...host, baseDomain }]
}
