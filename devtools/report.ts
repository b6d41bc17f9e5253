/**
 * A report to pass on: what is known about an identity, without secrets and without who the reader is.
 */
import { VERSION } from '../core/names.ts'
import type { Finding } from './catalogue.ts'
import { pluginNames } from './recording/composition.ts'
import type { Observation } from './recording/observation.ts'
import { SESSION_MEMBERS } from './session-members.ts'
import { shownAddress } from './shown/redact.ts'
import { HIDDEN } from './shown/words.ts'

/** Whether the session is of a user, of which kind it is, and which of the known members it has. */
function sessionFacts({ kernel }: Observation): object | null {
  const session = kernel.knownSession()
  if (!session) return null
  const names = Object.keys(session)
  const hidden = names.filter((name) => SESSION_MEMBERS.includes(name)).map((name) => [name, HIDDEN])
  const others = names.length - hidden.length
  const { result, userStatus } = session
  const status = ['connected', 'notConnected'].find((known) => known === userStatus)
  return {
    ...Object.fromEntries(hidden),
    result,
    ...(status && { userStatus: status }),
    ...(others > 0 && { otherMembers: others }),
  }
}

/** The report, as text. */
export function reportOf(observation: Observation, findings: readonly Finding[]): string {
  const { kernel, recorder } = observation
  const { window, options } = kernel
  const { clientId, sessionDomain, redirectUri, env } = options
  const part = (title: string, lines: readonly string[]) => [
    `## ${title}`,
    '',
    ...(lines.length > 0 ? lines : ['none']),
    '',
  ]
  return [
    `# Portico ${VERSION} on ${shownAddress(window.location.href, options)}`,
    '',
    ...part('Settings', [
      JSON.stringify({ clientId, sessionDomain, redirectUri: shownAddress(redirectUri, options), env: env.name }),
      `${window.navigator?.userAgent}`,
    ]),
    ...part(
      'Findings',
      findings.map(({ id, severity, what, seen, fix }) => `- ${severity} ${id}: ${what} (${seen}) Fix: ${fix}`),
    ),
    ...part('Session', [JSON.stringify(sessionFacts(observation))]),
    ...part(
      'Plugins',
      pluginNames(kernel).map((name) => `- ${name}`),
    ),
    ...part(
      'Timeline',
      recorder.entries.map(
        ({ at, kind, text, source }) => `- ${new Date(at).toISOString()} ${kind} ${text} (${source})`,
      ),
    ),
  ].join('\n')
}
