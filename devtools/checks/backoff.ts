/**
 * Whether the plugin `sessionBackoff` spares the session service at the moment, until when, and after which failure.
 */
import type { SDKError } from '../../core/errors.ts'
import { sessionBackoffOf } from '../../plugins/shared/backoff.ts'
import { FINDINGS, type Finding, type FindingId, found } from '../catalogue.ts'
import { lacks } from '../recording/composition.ts'
import type { Observation } from '../recording/observation.ts'
import { quietly } from '../recording/observe-hook.ts'
import { shownReason, shownStatus } from '../shown/redact.ts'

/** The finding that explains the failure. Later pages are refused before they could find out. */
const CAUSE_KEY = 'portico.devtools.cause'

/** Remembers in the tab which finding explains the failure that started the backoff. */
export function rememberCause(observation: Observation, id: FindingId): void {
  const { window } = observation.kernel
  quietly(() => window.sessionStorage.setItem(CAUSE_KEY, `${sessionBackoffOf(observation.kernel).until()} ${id}`))
}

/** The finding that explains the failure before a backoff, if this tab knows it. */
function causeOf({ kernel: { window } }: Observation, { retryAt }: SDKError): string {
  const [until, id = ''] = `${quietly(() => window.sessionStorage.getItem(CAUSE_KEY))}`.split(' ')
  return until === `${retryAt}` && Object.hasOwn(FINDINGS, id) ? `: ${id}` : ''
}

/** A time of day with its offset from UTC: `14:05:30 GMT+0200`. */
const timeOf = (at: number) => new Date(at).toTimeString().split(' (')[0]

/** The finding of a backoff, by the error that it refuses calls with; none when it is over. */
function findingOf(observation: Observation, refusal: SDKError): Finding | undefined {
  const { reason, code, retryAt = 0 } = refusal
  const leftMs = retryAt - Date.now()
  if (leftMs <= 0) return
  const failure = [shownReason(reason), shownStatus(code)].filter(Boolean).join(' ')
  const until = `until ${timeOf(retryAt)}, in ${Math.ceil(leftMs / 1000)} s`
  return found('service-backoff', `${until}; after ${failure}${causeOf(observation, refusal)}`)
}

/** The finding of a call that the backoff has refused, and that was not sent. */
export function refusalFinding(observation: Observation): Finding | undefined {
  if (lacks(observation.kernel, 'session-backoff')) return
  const { error } = observation.ended?.settled ?? {}
  return error?.retryAt ? findingOf(observation, error) : undefined
}

/** The finding of the backoff that this tab heeds, whichever tab started it. */
export function pauseFinding(observation: Observation): Finding | undefined {
  if (lacks(observation.kernel, 'session-backoff')) return
  const refusal = sessionBackoffOf(observation.kernel).error()
  return refusal && findingOf(observation, refusal)
}
