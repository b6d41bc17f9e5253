/**
 * Findings about the page's Content-Security-Policy.
 */
import { type Finding, type FindingId, found } from '../catalogue.ts'
import type { Observation, Violation } from '../recording/observation.ts'

/** The finding for a violation, if it is about the library. */
function idOf({ directive, isOurs, isOurPolicy }: Violation): FindingId | undefined {
  if (/trusted-types/.test(directive)) return isOurs || isOurPolicy ? 'trusted-types' : undefined
  if (!isOurs) return
  if (directive === 'connect-src') return 'csp-connect'
  if (/^script-src/.test(directive)) return 'csp-script'
  return /^(frame|child)-src$/.test(directive) ? 'csp-frame' : undefined
}

/** Findings about the policy. The latest violation of each kind is the evidence. */
export function policyFindings({ violations }: Observation): Finding[] {
  const byId = new Map<FindingId, Finding>()
  for (const violation of violations) {
    const id = idOf(violation)
    if (id) byId.set(id, found(id, `“${violation.rule}” blocked ${violation.blocked}`))
  }
  return [...byId.values()]
}

/** Whether the policy has blocked calls to an address. */
export const isBlockedByPolicy = ({ violations }: Observation, origin: string): boolean =>
  violations.some(({ directive, blocked }) => directive === 'connect-src' && blocked.startsWith(`${origin}/`))
