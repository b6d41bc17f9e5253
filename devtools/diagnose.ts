/**
 * The diagnosis of an identity on its page.
 */
import { SDKError } from '../core/errors.ts'
import type { Finding } from './catalogue.ts'
import { pauseFinding } from './checks/backoff.ts'
import { browserFindings } from './checks/browser.ts'
import { consentFinding } from './checks/consents.ts'
import { withoutContradictions } from './checks/exclusions.ts'
import { askService, unreachableFinding } from './checks/probes.ts'
import { callFindings, seenFindings } from './checks/response.ts'
import { setUpFindings } from './checks/set-up.ts'
import { toldFindings } from './console.ts'
import type { Observation } from './recording/observation.ts'
import { observationOf } from './recording/observe.ts'

const RANK = { error: 0, warning: 1, info: 2 }

/** Findings that were told when a method was called, and that nothing shows any more. */
const OF_CALLS = /^(environment|option|event|cache-cookie)-/

/** The diagnosis of what is observed. It asks the service again; the session and the cache stay as they are. */
export async function diagnoseObservation(observation: Observation): Promise<Finding[]> {
  const now = await askService(observation)
  const { window } = observation.kernel
  const all = [
    ...toldFindings(window).filter(({ id }) => OF_CALLS.test(id)),
    ...setUpFindings(observation),
    ...seenFindings(observation),
    ...callFindings(observation, now),
    // Whether a refresh helped is known to the page's own call alone.
    ...callFindings(observation).filter(({ id }) => id === 'refresh-loop'),
    ...(await browserFindings(observation)),
    pauseFinding(observation),
    await consentFinding(observation),
  ].filter((finding) => finding !== undefined)
  const isUnanswered = all.some(({ id }) => id === 'no-response')
  const explained = all.filter(({ id }) => id !== 'no-response')
  const findings = isUnanswered ? [...explained, await unreachableFinding(observation)] : explained
  return [...new Map(withoutContradictions(findings).map((finding) => [finding.id, finding])).values()].sort(
    (one, other) => RANK[one.severity] - RANK[other.severity],
  )
}

/**
 * Finds out what keeps an identity from working on its page. Asks the session service again; the session, the cache and
 * the events of the page stay as they are.
 *
 * @returns findings, the most severe first; empty when nothing is wrong
 * @throws {SDKError} (rejects) `plugin-missing` for an identity without `devtools()`. In the development build `consoleFindings()` is
 * enough, which the class and `createFullIdentity` have
 * @example for (const { what, fix, seen } of await diagnose(identity)) console.log(what, seen, fix)
 */
export async function diagnose(identity: object): Promise<Finding[]> {
  const observation = observationOf(identity)
  if (!observation) throw new SDKError('plugin-missing', 'devtools(). Compose it to diagnose this identity')
  return diagnoseObservation(observation)
}
