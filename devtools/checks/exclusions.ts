/**
 * Some findings exclude each other, and some explain others. Of these, only the one with the better evidence is told.
 */
import type { Finding, FindingId } from '../catalogue.ts'

/** Why a call brought no session. At most one of these is true of one call. The best evidence comes first. */
const ALTERNATIVES: readonly FindingId[] = [
  // What the options and the response show.
  ...(['session-domain-is-site', 'client-unknown', 'service-busy', 'service-failing', 'session-refused'] as const),
  ...(['response-malformed', 'service-slow', 'fetch-broken'] as const),
  // What was found out by asking.
  ...(['origin-refused', 'service-down', 'network-down'] as const),
  // What an earlier call shows, and what nothing is known about.
  ...(['refresh-loop', 'session-lost-after-login', 'no-response'] as const),
]

/** The finding that says best why a call has failed. A policy that forbids it does, too. */
export const causeIn = (findings: readonly Finding[]): Finding | undefined =>
  [...ALTERNATIVES, 'csp-connect' as const].map((cause) => findings.find(({ id }) => id === cause)).find(Boolean)

/** Of each, findings that explain it. With one of them it says nothing new, and what it advises does not help. */
const EXPLAINED_BY: Partial<Record<FindingId, readonly FindingId[]>> = {
  'origin-refused': ['session-domain-cross-site'],
  'no-response': ['session-domain-cross-site', 'scheme-mismatch', 'mixed-content'],
  'session-lost-after-login': ['session-domain-cross-site', 'scheme-mismatch'],
  'fetch-wrapped': ['fetch-broken'],
  'page-embedded': ['popup-login-unseen'],
}

/** The findings without those that another one excludes or explains. */
export function withoutContradictions(findings: readonly Finding[]): Finding[] {
  const ids = new Set(findings.map(({ id }) => id))
  const isExplained = (id: FindingId) => EXPLAINED_BY[id]?.some((other) => ids.has(other)) === true
  const told = ALTERNATIVES.find((id) => ids.has(id) && !isExplained(id))
  return findings.filter(({ id }) => !isExplained(id) && (id === told || !ALTERNATIVES.includes(id)))
}
