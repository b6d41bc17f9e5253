/**
 * What the end of a session call says, and what the browser has told on the way.
 */
import { type Finding, type FindingId, found } from './catalogue.ts'
import type { Observation, Outcome, Violation } from './observation.ts'
import { refusalFinding } from './pause-checks.ts'
import { originOf, plainWords } from './redact.ts'

// Less is the time of the way, and of clocks that nobody has set by hand.
const CLOCK_SECONDS = 60

/** What a failure says in its own words, if they can hold no secret. */
function wordsOf({ answer }: Outcome): string {
  const { error } = (answer?.body ?? {}) as { error?: { description?: unknown } }
  return plainWords(error?.description)
}

function failureFinding({ kernel: { window, options } }: Observation, outcome: Outcome): Finding | undefined {
  const { error, answer } = outcome
  // A call that a pause has refused was sent nowhere.
  if (!error || error.reason === 'session-missing' || error.retryAt) return
  const words = wordsOf(outcome)
  // Another tab that has asked for this one tells how that ended, and not the answer.
  const status = answer?.status ?? error.code
  const seen = [status && `status ${status}`, !answer && 'told by another tab', error.type, words && `“${words}”`]
    .filter(Boolean)
    .join(', ')
  const isOwnSite = originOf(options.sessionDomain) === window.location.origin
  if (isOwnSite && answer && answer.status < 500 && !error.type)
    return found('session-domain-is-site', `${originOf(options.sessionDomain)} is this page’s own origin; ${seen}`)
  switch (error.reason) {
    case 'session-malformed':
      return found('answer-malformed', seen)
    case 'session-unreachable':
      return status ? found('service-failing', seen) : undefined
    case 'timeout':
      return found('service-slow', `no answer by ${originOf(options.sessionDomain)}`)
    case 'refresh-failed':
      return found('refresh-loop', error.message.split('. ')[0] ?? error.reason)
    case 'session-refused':
      if (status === 429) return found('service-busy', seen)
      if (error.type === 'ClientException' || /\bclient\b/i.test(words))
        return found('client-unknown', `clientId ${options.clientId}; ${seen}`)
      // An ended session is no fault.
      return error.type === 'SessionException' ? undefined : found('session-refused', seen)
  }
}

function loginFinding(observation: Observation, { error }: Outcome): Finding | undefined {
  if (error?.reason === 'session-missing' && observation.isBackFromLogin)
    return found('session-lost-after-login', `back from the login page, and the service says: ${error.code}`)
}

function clockFinding({ answer, at, isKept }: Outcome): Finding | undefined {
  const body = (answer?.body ?? {}) as { serverTime?: unknown; response?: { serverTime?: unknown } }
  const serverTime = Number(body.serverTime ?? body.response?.serverTime)
  const seconds = Math.round(serverTime - at / 1000)
  if (isKept || !(Math.abs(seconds) > CLOCK_SECONDS)) return
  return found('clock-off', `the service is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead' : 'behind'}`)
}

/** Which finding a violation is, if it is about the library. */
function violationId({ directive, sample }: Violation, isOurs: boolean): FindingId | undefined {
  if (/trusted-types/.test(directive)) return isOurs || /^portico\b/.test(sample) ? 'trusted-types' : undefined
  if (!isOurs) return
  if (directive === 'connect-src') return 'csp-connect'
  if (/^script-src/.test(directive)) return 'csp-script'
  return /^(frame|child)-src$/.test(directive) ? 'csp-frame' : undefined
}

function policyFindings({ kernel: { options }, violations }: Observation): Finding[] {
  const { accountUrl, sessionDomain, widgetUrl, globalSessionUrl } = options
  const origins = [accountUrl, sessionDomain, widgetUrl, globalSessionUrl].map(originOf)
  const byId = new Map<FindingId, Finding>()
  for (const violation of violations) {
    const { blocked, rule, sample } = violation
    const isOurs = origins.some((origin) => origin && (originOf(blocked) === origin || sample.includes(origin)))
    const id = violationId(violation, isOurs)
    if (id) byId.set(id, found(id, `“${rule.slice(0, 200)}” blocked ${originOf(blocked) || sample || blocked}`))
  }
  return [...byId.values()]
}

function popupFinding({ blockedPopup }: Observation): Finding | undefined {
  if (blockedPopup)
    return found(
      'popup-blocked',
      blockedPopup.wasInGesture ? 'within a click' : 'login() was not called within a click',
    )
}

/** Findings about what has happened so far; nothing is asked for. */
export function answerFindings(
  observation: Observation,
  outcome: Outcome | undefined = observation.outcome,
): Finding[] {
  const policy = policyFindings(observation)
  const all = [
    ...policy,
    ...(outcome
      ? [failureFinding(observation, outcome), loginFinding(observation, outcome), clockFinding(outcome)]
      : []),
    outcome === observation.outcome ? refusalFinding(observation) : undefined,
    popupFinding(observation),
  ]
  return all.filter((finding) => finding !== undefined)
}
