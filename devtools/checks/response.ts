/**
 * Findings about how a session call ended.
 */
import type { SessionSettled } from '../../core/session/ending.ts'
import { isRequest } from '../../core/session/result.ts'
import { type Finding, found } from '../catalogue.ts'
import type { Ended, Observation } from '../recording/observation.ts'
import { originOf } from '../shown/addresses.ts'
import { shownSeconds, shownStatus } from '../shown/redact.ts'
import { shownType, shownWords } from '../shown/words.ts'
import { foreignAncestor } from './frame.ts'
import { headSnippetFinding } from './head-snippet.ts'
import { isBlockedByPolicy, policyFindings } from './policy.ts'
import { isFetchReplaced, isNetworkFailure } from './replaced-fetch.ts'

// Less than this is the time of the transfer, and the drift of clocks that set themselves.
const CLOCK_SECONDS = 60

/** What a failure says in its own words. */
function descriptionOf({ response }: Ended): unknown {
  const { error } = Object(response?.body)
  return Object(error).description
}

/** What was seen of a failure. */
function evidenceOf({ kernel: { window } }: Observation, ended: Ended, status: unknown): string {
  const { error, source } = ended.settled
  const isStandIn = error?.reason === 'session-malformed' && isRequest(source) && isFetchReplaced(window)
  const words = shownWords(descriptionOf(ended))
  const all = [
    shownStatus(status) && `status ${shownStatus(status)}`,
    shownType(error?.type),
    words && `“${words}”`,
    isStandIn && 'window.fetch is not the browser’s own',
  ]
  return all.filter(Boolean).join(', ')
}

/** The finding of a call without a response; none where another finding tells why. */
function unansweredFinding(observation: Observation, { error }: SessionSettled): Finding | undefined {
  const { window, options } = observation.kernel
  const origin = originOf(options.sessionDomain)
  const isMixed = window.location.protocol === 'https:' && origin.startsWith('http:')
  if (isMixed || isBlockedByPolicy(observation, origin)) return
  if (isFetchReplaced(window) && !isNetworkFailure(error))
    return found('fetch-broken', `the call to ${origin} failed in a way in which a browser’s own fetch never fails`)
  return found('no-response', `${window.location.origin} asked ${origin}`)
}

function failureFinding(observation: Observation, ended: Ended): Finding | undefined {
  const { options, window } = observation.kernel
  const { settled, response } = ended
  const { error, source } = settled
  // A call that the backoff refuses is not sent.
  if (!error || error.reason === 'session-missing' || error.retryAt) return
  const status = response?.status ?? error.code
  const seen = evidenceOf(observation, ended, status)
  const isOwnSite = originOf(options.sessionDomain) === window.location.origin
  if (isOwnSite && response && response.status < 500 && !error.type)
    return found('session-domain-is-site', `${originOf(options.sessionDomain)} is the origin of this page; ${seen}`)
  switch (error.reason) {
    case 'session-malformed':
      return found('response-malformed', seen)
    case 'session-unreachable':
      if (status) return found('service-failing', seen)
      return isRequest(source) ? unansweredFinding(observation, settled) : undefined
    case 'timeout':
      return found('service-slow', `no answer from ${originOf(options.sessionDomain)}`)
    case 'refresh-failed':
      return found('refresh-loop', 'the refresh of the cookie failed')
    case 'session-refused':
      if (status === 429) return found('service-busy', seen)
      if (error.type === 'ClientException' || /\bclient\b/i.test(`${descriptionOf(ended)}`))
        return found('client-unknown', `clientId ${options.clientId}; ${seen}`)
      // A session that has ended is no fault.
      return error.type === 'SessionException' ? undefined : found('session-refused', seen)
  }
}

function loginFinding({ isBackFromLogin }: Observation, { settled, response }: Ended): Finding | undefined {
  const { outcome, source } = settled
  if (outcome !== 'loggedOut' || !isBackFromLogin || !isRequest(source)) return
  return found(
    'session-lost-after-login',
    `back from the login page, and the service answers ${shownStatus(response?.status)}`,
  )
}

/** Whether the reader has logged in in the popup, the page cannot tell. */
function popupLoginFinding(observation: Observation, { settled, response }: Ended): Finding | undefined {
  const { outcome, source } = settled
  if (outcome !== 'loggedOut' || !observation.isPopupAwaited || !isRequest(source)) return
  const above = foreignAncestor(observation.kernel.window)
  if (above)
    return found('popup-login-unseen', `in a frame of ${above}, the service answers ${shownStatus(response?.status)}`)
}

function clockFinding({ settled, response }: Ended): Finding | undefined {
  // A response that was kept may be read under another clock.
  if (!response || !isRequest(settled.source)) return
  const body = Object(response.body)
  const serverTime = Number(body.serverTime ?? Object(body.response).serverTime)
  const seconds = Math.round(serverTime - response.askedAt / 1000)
  if (!(Math.abs(seconds) > CLOCK_SECONDS)) return
  return found('clock-off', `the service is ${shownSeconds(Math.abs(seconds))} ${seconds > 0 ? 'ahead' : 'behind'}`)
}

function popupFinding({ blockedPopup }: Observation): Finding | undefined {
  if (!blockedPopup) return
  const { wasInClick } = blockedPopup
  if (wasInClick === undefined)
    return found('popup-blocked', 'this browser does not tell whether it was during a click')
  return found('popup-blocked', wasInClick ? 'during a click' : 'not during a click')
}

const present = (findings: (Finding | undefined)[]): Finding[] => findings.filter((finding) => finding !== undefined)

/** Findings about what has happened on the page, whatever its calls came to. Nothing is sent. */
export const seenFindings = (observation: Observation): Finding[] =>
  present([...policyFindings(observation), popupFinding(observation), headSnippetFinding(observation)])

/** Findings about one call: the page's latest by itself, or another one. */
export function callFindings(observation: Observation, ended: Ended | undefined = observation.ended): Finding[] {
  if (!ended) return []
  return present([
    failureFinding(observation, ended),
    loginFinding(observation, ended),
    popupLoginFinding(observation, ended),
    clockFinding(ended),
  ])
}
