/**
 * What has to be tried out. Nothing here changes the session, the cache or what the page is told.
 */
import type { SDKError } from '../core/errors.ts'
import { SDKError as PorticoError } from '../core/errors.ts'
import { readSession, redirectOf } from '../core/session-answer.ts'
import { clientParameters, sessionPath } from '../core/urls.ts'
import { type Finding, found } from './catalogue.ts'
import type { Observation, Outcome } from './observation.ts'
import { hostOf, originOf } from './redact.ts'
import { isOnSite } from './site.ts'

const PATIENCE_MS = 5000

/** Asks the session service once, past cache and hooks of the call. */
export async function askService({ kernel }: Observation): Promise<Outcome> {
  const { options, storage, buildUrl, transport } = kernel
  if (!transport) return { at: Date.now() }
  const url = buildUrl(
    'session',
    options.sessionDomain,
    sessionPath(options),
    clientParameters(options, options.redirectUri, storage.tabId()),
  )
  try {
    const answer = await transport(url)
    const at = Date.now()
    try {
      // A redirect is an answer to sessionRefresh, which has not been asked.
      if (!redirectOf(answer)) readSession({ ...answer }, options.env)
      return { answer, at }
    } catch (error) {
      return { answer, error: error as SDKError, at }
    }
  } catch (cause) {
    return { error: PorticoError.from(cause, 'session-unreachable', options.sessionDomain), at: Date.now() }
  }
}

/** Whether anybody answers at an address; what is not to be read. */
async function answers({ kernel: { window, signal } }: Observation, base: string): Promise<boolean> {
  const controller = new AbortController()
  const timer = window.setTimeout(() => controller.abort(), PATIENCE_MS)
  signal.addEventListener('abort', () => controller.abort(), { signal: controller.signal })
  try {
    await window.fetch(`${base}/`, {
      mode: 'no-cors',
      credentials: 'omit',
      cache: 'no-store',
      signal: controller.signal,
    })
    return true
  } catch {
    return false
  } finally {
    window.clearTimeout(timer)
  }
}

/** Tells apart why no answer came, where nothing else has told. */
export async function unreachableFinding(observation: Observation): Promise<Finding> {
  const { window, options } = observation.kernel
  const { sessionDomain, accountUrl } = options
  if (await answers(observation, sessionDomain)) {
    const isOwn = isOnSite(window, hostOf(sessionDomain))
    const more = isOwn ? '' : ', which is on another site: another publisher’s?'
    return found('origin-refused', `${window.location.origin} may not read ${originOf(sessionDomain)}${more}`)
  }
  const isOnline = window.navigator?.onLine !== false
  if (isOnline && (await answers(observation, accountUrl)))
    return found('service-down', `no answer by ${originOf(sessionDomain)}, one by ${originOf(accountUrl)}`)
  return found(
    'network-down',
    isOnline ? `no answer by ${originOf(sessionDomain)} and ${originOf(accountUrl)}` : 'the browser says it is offline',
  )
}
