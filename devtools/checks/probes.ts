/**
 * Asks the services while `diagnose()` runs. It changes neither the session nor the cache, and the page hears no event.
 */
import { SDKError } from '../../core/errors.ts'
import { endingOf, failedEndingOf } from '../../core/session/ending.ts'
import type { SessionCall } from '../../core/session/middleware.ts'
import { read, redirectOf, type SessionResponse } from '../../core/session/result.ts'
import { type Finding, found } from '../catalogue.ts'
import type { Ended, Observation } from '../recording/observation.ts'
import { sessionUrl } from '../recording/session-url.ts'
import { hostOf, originOf } from '../shown/addresses.ts'
import { isOnSite } from './site.ts'

const PATIENCE_MS = 5000

/** Asks the session service once, past the middleware and the hooks of the session call. */
export async function askService({ kernel }: Observation): Promise<Ended> {
  const { options, transport } = kernel
  const askedAt = Date.now()
  const url = sessionUrl(kernel)
  const call: SessionCall = {
    startedAt: askedAt,
    freshSince: 0,
    asked: 'network',
    invalidatedAt: () => 0,
    url: () => url,
    isCurrent: () => false,
  }
  const previous = kernel.knownSession()
  let response: SessionResponse | undefined
  try {
    response = { ...(await transport(url)), source: 'network', askedAt }
    const redirect = redirectOf(response)
    // Whether a redirect helps is known after the visit. Only the page's own call makes that.
    if (redirect) throw new SDKError('session-refreshing', undefined, { address: `${redirect}` })
    return { settled: endingOf(call, previous, read(response, options.env.expiresInUnit)), response }
  } catch (cause) {
    const error = SDKError.from(cause, 'session-unreachable', options.sessionDomain)
    return { settled: failedEndingOf(call, previous, error), response }
  }
}

/**
 * Whether anybody answers at an address, whether or not the page may read the response. Undefined when that cannot be told:
 * a stand-in for fetch answers with something that no browser makes.
 */
async function answers({ kernel: { window } }: Observation, base: string): Promise<boolean | undefined> {
  const controller = new AbortController()
  const timer = window.setTimeout(() => controller.abort(), PATIENCE_MS)
  try {
    const { type } = await window.fetch(`${base}/`, {
      mode: 'no-cors',
      credentials: 'omit',
      cache: 'no-store',
      signal: controller.signal,
    })
    return /^(opaque|basic)$/.test(type) || undefined
  } catch {
    return false
  } finally {
    window.clearTimeout(timer)
  }
}

/** Finds out why no answer came. */
export async function unreachableFinding(observation: Observation): Promise<Finding> {
  const { window, options } = observation.kernel
  const { sessionDomain, accountUrl } = options
  const service = originOf(sessionDomain)
  if (window.navigator?.onLine === false) return found('network-down', 'the browser reports that it is offline')
  const isService = await answers(observation, sessionDomain)
  if (isService) {
    const isOwn = isOnSite(window, hostOf(sessionDomain))
    const more = isOwn ? '' : '; it is on another site, and may be another publisher’s'
    return found('origin-refused', `${window.location.origin} may not read ${service}${more}`)
  }
  const isAccount = await answers(observation, accountUrl)
  if (isService === undefined || isAccount === undefined)
    return found(
      'no-response',
      `${window.location.origin} asked ${service}; the fetch of the page is a stand-in and hides the cause`,
    )
  const account = originOf(accountUrl)
  if (isAccount) return found('service-down', `no answer from ${service}, but one from ${account}`)
  return found('network-down', `no answer from ${service}, and none from ${account}`)
}
