// The options with their defaults, as the rest of the service reads them.

import { checkOptions } from './check-options.ts'
import type { SessionServiceOptions } from './options.ts'
import { allOf } from './secret.ts'
import { directoryOf, type Site, type SiteDirectory } from './site.ts'

/** The options, checked and complete. */
export interface Settings extends Omit<SessionServiceOptions, 'sites'> {
  readonly sites: SiteDirectory
  readonly isSecure: boolean
  readonly cookieSecrets: readonly string[]
  readonly sdrnNamespace: string
  readonly baseDomain: string
  readonly answerSeconds: number
  readonly idleSeconds: number
  readonly absoluteSeconds: number
  readonly refreshAfterSeconds: number
  readonly readerCookie: string | false
  readonly nobodyStatus: 200 | 400
  readonly onEvent: NonNullable<SessionServiceOptions['onEvent']>
}

const DAY_SECONDS = 86_400

/** @throws {OptionsError} with a line for each problem */
export function settingsOf(options: SessionServiceOptions): Settings {
  checkOptions(options)
  const { origin, sites, cookieSecret } = options
  const baseDomain = options.baseDomain ?? parentOf(new URL(origin).hostname)
  return {
    sdrnNamespace: baseDomain,
    answerSeconds: 300,
    idleSeconds: 14 * DAY_SECONDS,
    absoluteSeconds: 90 * DAY_SECONDS,
    refreshAfterSeconds: 0,
    readerCookie: 'portico-reader',
    nobodyStatus: 200,
    onEvent: () => {},
    ...withoutUndefined(options),
    baseDomain,
    sites: isList(sites) ? directoryOf(sites) : sites,
    isSecure: origin.startsWith('https:'),
    cookieSecrets: allOf(cookieSecret),
  }
}

const isList = (sites: SessionServiceOptions['sites']): sites is readonly Site[] => Array.isArray(sites)

/** `site.com` of `id.site.com`. */
const parentOf = (hostname: string): string => hostname.split('.').slice(1).join('.') || hostname

/** An option that is given as undefined is not given. */
function withoutUndefined<T extends object>(options: T): T {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as T
}
