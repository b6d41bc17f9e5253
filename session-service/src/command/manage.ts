// The commands `sessions`, `end` and `forget`: they work on a reader's sessions, in the store of the running service.

import { setTimeout as delay } from 'node:timers/promises'
import type { SessionService } from '../create-session-service.ts'
import { reasonOf } from '../events.ts'
import type { SessionTarget } from '../managed-sessions.ts'
import { OptionsError } from '../options/options-error.ts'
import type { SessionStore } from '../store/session-store.ts'

/** What can be done. */
export const ACTIONS = ['sessions', 'end', 'forget'] as const
export type Action = (typeof ACTIONS)[number]

/** The error of a command that cannot run: the service may run meanwhile. */
export const commandError = (action: string, problem: string): OptionsError =>
  new OptionsError([problem], `The command ${action} cannot run`)

/** How long the connection to the store may take. */
const TIMEOUT_MS = 5000

/** @throws {OptionsError} when neither `subject` nor `sid` is given, or when there is no such action */
export function targetOf(
  action: string,
  { subject, sid }: { subject?: string | undefined; sid?: string | undefined },
): SessionTarget {
  if (!ACTIONS.some((one) => one === action))
    throw commandError(action, `there is no such command. Give ${ACTIONS.join(', ')}, or none`)
  if (subject) return { subject }
  if (sid && action !== 'forget') return { sid }
  const sidToo = action === 'forget' ? '' : ', or --sid with that of a session there'
  throw commandError(action, `give --subject with the reader's sub at the provider${sidToo}`)
}

/** Runs an action. @returns what the command prints, and what the management port responds with */
export async function manage(
  service: SessionService,
  action: Action,
  target: SessionTarget,
): Promise<Record<string, unknown>> {
  if (action === 'sessions') return { sessions: await service.sessions(target) }
  if (action === 'end') return { ended: await service.end(target) }
  return { ended: await service.forget((target as { subject: string }).subject) }
}

/** Waits for the connection, for which a service that runs does not wait. @throws {OptionsError} when there is none */
export async function waitForStore(action: string, store: SessionStore): Promise<void> {
  for (const deadline = Date.now() + TIMEOUT_MS; ; await delay(50)) {
    try {
      await store.once('managed', 1)
      return
    } catch (cause) {
      if (Date.now() > deadline) throw commandError(action, `store: it does not answer (${reasonOf(cause)})`)
    }
  }
}
