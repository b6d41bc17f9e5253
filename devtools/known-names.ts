/**
 * The names that a page can use: options, what `login` takes, events. A test holds them against the types.
 */
import type { EventName } from '../core/kernel/events.ts'

/** Options of the full identity. */
export const OPTION_NAMES: readonly string[] = [
  ...['clientId', 'sessionDomain', 'redirectUri', 'env', 'log', 'window', 'callbackBeforeRedirect', 'getConsents'],
  ...['refreshLoginLinks', 'revalidate', 'plugins', 'globalPrefix', 'transport'],
]

/** What `login` and `loginUrl` take. */
export const LOGIN_NAMES: readonly string[] = [
  ...['state', 'acrValues', 'scope', 'redirectUri', 'loginHint', 'tag', 'teaser', 'maxAge', 'locale'],
  ...['oneStepLogin', 'prompt', 'xDomainId', 'xEnvironmentId', 'originCampaign', 'preferPopup'],
]

/** Every event of an identity. Those of plugins are events only where the plugin is composed. */
export const EVENT_NAMES: readonly EventName[] = [
  ...(['login', 'logout', 'userChange', 'sessionChange', 'notLoggedin', 'sessionInit', 'statusChange'] as const),
  ...(['error', 'simplifiedLoginOpened', 'simplifiedLoginCancelled', 'snapshot', 'measured', 'hasAccess'] as const),
]
