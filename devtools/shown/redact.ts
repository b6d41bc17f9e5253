/**
 * What console, panel and report may show. Nothing is shown because it looks harmless: what is shown is one of the values
 * that are known here, or a number within its limits.
 */
import type { ResolvedOptions } from '../../core/options.ts'
import { EXPLANATIONS } from '../../core/reasons.ts'
import { parseUrl } from './addresses.ts'
import { HIDDEN } from './words.ts'

/** Path segments of the protocol. Others may identify a reader or a login, such as `/reset/<token>`. */
const SEGMENTS = new Set([
  ...['v2', 'session', 'logout', 'user-context', 'oauth', 'authorize'],
  ...['profile-pages', 'about-you', 'phone', 'simplified-login-widget'],
])

/** Query parameters of the protocol, and those of devtools. A query without `=` would be shown as a name. */
const PARAMETERS = new Set([
  ...['client_id', 'client_sdrn', 'redirect_uri', 'sdk_version', 'tabId', 'response_type', 'scope', 'state', 'nonce'],
  ...['code_challenge', 'code_challenge_method', 'acr_values', 'login_hint', 'tag', 'teaser', 'max_age', 'locale'],
  ...['one_step_login', 'prompt', 'x_domain_id', 'x_env_id', 'utm_campaign', 'encoding', 'code', 'error'],
  ...['gdpr', 'gdpr_consent', 'gpp', 'gpp_sid', 'devtools_id', 'portico-devtools'],
])

const DAY_SECONDS = 86_400

/** The name of a query parameter, if it is a known one. */
export const shownName = (name: string): string => (PARAMETERS.has(name) ? name : HIDDEN)

/** The base addresses that a page has set, whose paths hold nothing secret. */
type Bases = Pick<ResolvedOptions, 'sessionDomain' | 'accountUrl' | 'widgetUrl' | 'globalSessionUrl'>

/** An address without values: its origin, what of its path is known, and the known names of its query. */
export function shownAddress(
  address: string | undefined,
  { sessionDomain, accountUrl, widgetUrl, globalSessionUrl }: Bases,
): string {
  const url = parseUrl(address)
  if (!url) return '(no address)'
  if (!/^https?:$/.test(url.protocol)) return url.protocol + HIDDEN
  const { origin, pathname, searchParams } = url
  const bases = [sessionDomain, widgetUrl, accountUrl, globalSessionUrl]
  const base = bases.find((known) => `${origin}${pathname}/`.startsWith(`${known}/`)) ?? origin
  const segments = `${origin}${pathname}`.slice(base.length).split('/')
  const path = segments.map((segment) => (!segment || SEGMENTS.has(segment) ? segment : HIDDEN)).join('/')
  const names = [...new Set([...searchParams.keys()].map(shownName))]
  return `${base}${path}${names.length > 0 ? `?${names.join('&')}` : ''}`
}

/** The origin of an address, and whether it has a path. */
export function shownOrigin(address: string): string {
  const url = parseUrl(address)
  if (!url) return '(no address)'
  if (!/^https?:$/.test(url.protocol)) return url.protocol + HIDDEN
  return `${url.origin}/${url.pathname === '/' && !url.search ? '' : HIDDEN}`
}

/** The reason of an error. Another tab or another copy of the library may have given it. */
export const shownReason = (reason: unknown): string =>
  Object.hasOwn(EXPLANATIONS, `${reason}`) ? `${reason}` : 'a failure'

/** An HTTP status; empty for any other number. */
export const shownStatus = (status: unknown): string =>
  Number.isInteger(status) && Number(status) >= 100 && Number(status) < 600 ? `${status}` : ''

/** How long something lasts: whole seconds up to a day, and no exact number beyond that. */
export function shownSeconds(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds < 0) return 'an unknown time'
  return seconds <= DAY_SECONDS ? `${Math.round(seconds)} s` : 'more than a day'
}
