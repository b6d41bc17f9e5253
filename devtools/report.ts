/**
 * A report to hand on: what is known of an identity, without secrets and without who the reader is.
 */
import { VERSION } from '../core/version.ts'
import type { Finding } from './catalogue.ts'
import { pluginsOf } from './composition.ts'
import type { Observation } from './observation.ts'
import { withoutValues } from './redact.ts'

/** Members of a session that tell nothing about a reader. */
const SHOWN = ['result', 'userStatus', 'baseDomain', 'expiresIn', 'serverTime']

/** The session as far as it may be handed on: of the rest, only whether it is there. */
function sessionFacts({ kernel: { answer } }: Observation): object | null {
  if (!answer) return null
  return Object.fromEntries(
    Object.entries(answer.body).map(([name, value]) => [name, SHOWN.includes(name) ? value : '…']),
  )
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
    `# Portico ${VERSION} on ${withoutValues(window.location.href)}`,
    '',
    ...part('Settings', [
      JSON.stringify({ clientId, sessionDomain, redirectUri: withoutValues(redirectUri), env: env.name }),
      `${window.navigator?.userAgent}`,
    ]),
    ...part(
      'Findings',
      findings.map(({ id, severity, what, seen, fix }) => `- ${severity} ${id}: ${what} (${seen}) Fix: ${fix}`),
    ),
    ...part('Session', [JSON.stringify(sessionFacts(observation))]),
    ...part(
      'Plugins',
      pluginsOf(kernel).map(({ name, hooks }) => `- ${name}: ${hooks.join(' ') || 'no hooks'}`),
    ),
    ...part(
      'Timeline',
      recorder.entries.map(
        ({ at, kind, text, source }) => `- ${new Date(at).toISOString()} ${kind} ${text} (${source})`,
      ),
    ),
  ].join('\n')
}
