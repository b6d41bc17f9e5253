// The options with their defaults, as the rest of the service reads them.

import { checkOptions } from './check-options.ts'
import { checkedDirectory } from './checked-directory.ts'
import { hostsOf } from './hosts.ts'
import type { SessionServiceOptions } from './options.ts'
import { allOf } from './secret.ts'
import { baseDomainOf, directoryOf, type ServiceHost, type Site, type SiteDirectory } from './site.ts'

/** The options, checked and complete, as they are for one host. */
export interface Settings extends Omit<SessionServiceOptions, 'sites' | 'hosts'> {
  readonly origin: string
  readonly sites: SiteDirectory
  readonly isSecure: boolean
  readonly cookieSecrets: readonly string[]
  readonly sdrnNamespace: string
  readonly baseDomain: string
  readonly cacheSeconds: number
  readonly idleSeconds: number
  readonly absoluteSeconds: number
  readonly refreshAfterSeconds: number
  readonly presenceCookie: string | false
  readonly anonymousStatus: 200 | 400
  readonly devices: boolean
  readonly onEvent: NonNullable<SessionServiceOptions['onEvent']>
}

const DAY_SECONDS = 86_400

/**
 * The settings of each host. All share what is no host's own.
 *
 * @throws {OptionsError} with a line for each problem
 */
export function settingsOf(options: SessionServiceOptions): readonly [Settings, ...Settings[]] {
  checkOptions(options)
  const { hosts: _, ...given } = options
  const hosts = hostsOf(options).map((host) => ({ ...host, baseDomain: baseDomainOf(host) }))
  const shared = {
    // A reader is the same one on all domains.
    sdrnNamespace: hosts[0]?.baseDomain as string,
    cacheSeconds: 300,
    idleSeconds: 14 * DAY_SECONDS,
    absoluteSeconds: 90 * DAY_SECONDS,
    refreshAfterSeconds: 0,
    presenceCookie: 'portico-reader',
    anonymousStatus: 200,
    devices: true,
    onEvent: () => {},
    ...withoutUndefined(given),
    cookieSecrets: allOf(options.cookieSecret),
  } as const
  const settings = hosts.map(({ origin, baseDomain, sites }) => ({
    ...shared,
    origin,
    baseDomain,
    sites: isList(sites) ? directoryOf(sites) : checkedDirectory(sites, shared.onEvent),
    isSecure: origin.startsWith('https:'),
  }))
  return settings as [Settings, ...Settings[]]
}

const isList = (sites: ServiceHost['sites']): sites is readonly Site[] => Array.isArray(sites)

/** An option that is given as undefined is not given. */
function withoutUndefined<T extends object>(options: T): T {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as T
}
