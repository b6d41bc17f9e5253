/**
 * The diagnosis of an identity on its page.
 */
import { SDKError } from '../core/errors.ts'
import { answerFindings } from './answer-checks.ts'
import { browserFindings } from './browser-checks.ts'
import type { Finding } from './catalogue.ts'
import { consentFinding } from './consent-checks.ts'
import { toldFindings } from './console.ts'
import { type Observation, observationOf } from './observation.ts'
import { pauseFinding } from './pause-checks.ts'
import { askService, unreachableFinding } from './probes.ts'
import { setUpFindings } from './set-up-checks.ts'

const RANK = { error: 0, warning: 1, info: 2 }

// What has told already why no answer came.
const EXPLAINS = /^(mixed-content|csp-connect|service-|session-domain-is-site)/

/** The diagnosis of what is observed. The service is asked once more, the session and the cache stay as they are. */
export async function diagnoseObservation(observation: Observation): Promise<Finding[]> {
  const now = await askService(observation)
  const earlier = observation.outcome
  const findings = [
    ...toldFindings(observation.kernel.window).filter(({ id }) => /^(environment|option|event|cache-cookie)-/.test(id)),
    ...setUpFindings(observation),
    ...answerFindings(observation, now),
    // What the page was told by the call of its own, such as that a refresh did not help.
    ...(earlier ? answerFindings(observation, earlier).filter(({ id }) => id === 'refresh-loop') : []),
    ...(await browserFindings(observation)),
  ]
  if (now.error?.reason === 'session-unreachable' && !now.answer && !findings.some(({ id }) => EXPLAINS.test(id)))
    findings.push(await unreachableFinding(observation))
  for (const finding of [pauseFinding(observation), await consentFinding(observation)])
    if (finding) findings.push(finding)
  return [...new Map(findings.map((finding) => [finding.id, finding])).values()].sort(
    (one, other) => RANK[one.severity] - RANK[other.severity],
  )
}

/**
 * Finds out what keeps an identity from working on its page. Asks the session service once more; the session, the cache
 * and the events of the page stay as they are.
 *
 * @returns findings, the gravest first; empty when nothing is wrong
 * @throws {SDKError} (rejects) `plugin-missing` for an identity of a production build without `devtools()`
 * @example for (const { what, fix, seen } of await diagnose(identity)) console.log(what, seen, fix)
 */
export async function diagnose(identity: object): Promise<Finding[]> {
  const observation = observationOf(identity)
  if (!observation) throw new SDKError('plugin-missing', 'devtools(), compose it to diagnose this identity')
  return diagnoseObservation(observation)
}
