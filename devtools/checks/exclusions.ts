/**
 * Findings that cannot both be true, or of which one explains the other: the better founded one is told alone.
 */
import type { Finding, FindingId } from '../catalogue.ts'

/** Why a call brought no session. At most one of these is true of one call. The best evidence comes first. */
const ALTERNATIVES: readonly FindingId[] = [
  // What the options and the answer show.
  ...(['session-domain-is-site', 'client-unknown', 'service-busy', 'service-failing', 'session-refused'] as const),
  ...(['answer-malformed', 'service-slow', 'fetch-broken'] as const),
  // What was found out by asking.
  ...(['origin-refused', 'service-down', 'network-down'] as const),
  // What an earlier call shows, and what nothing is known about.
  ...(['refresh-loop', 'session-lost-after-login', 'no-answer'] as const),
]

/** Of each, findings that explain it. With one of them it says nothing new, and what it advises does not help. */
const EXPLAINED_BY: Partial<Record<FindingId, readonly FindingId[]>> = {
  'origin-refused': ['session-domain-cross-site'],
  'no-answer': ['session-domain-cross-site', 'scheme-mismatch', 'mixed-content'],
  'session-lost-after-login': ['session-domain-cross-site', 'scheme-mismatch'],
  'fetch-wrapped': ['fetch-broken'],
}

/** The findings without those that another one excludes or explains. */
export function withoutContradictions(findings: readonly Finding[]): Finding[] {
  const ids = new Set(findings.map(({ id }) => id))
  const isExplained = (id: FindingId) => EXPLAINED_BY[id]?.some((other) => ids.has(other)) === true
  const told = ALTERNATIVES.find((id) => ids.has(id) && !isExplained(id))
  return findings.filter(({ id }) => !isExplained(id) && (id === told || !ALTERNATIVES.includes(id)))
}
