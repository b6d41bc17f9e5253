// What the command does with a reader's sessions, in the store of the service that runs: `sessions`, `end` and `forget`.

import { setTimeout as delay } from 'node:timers/promises'
import type { SessionService } from '../create-session-service.ts'
import { reasonOf } from '../events.ts'
import type { Whose } from '../managed-sessions.ts'
import { OptionsError } from '../options/options-error.ts'
import type { SessionStore } from '../store/session-store.ts'

/** What can be done. */
export const ACTIONS = ['sessions', 'end', 'forget'] as const
export type Action = (typeof ACTIONS)[number]

/** How long the connection to the store may take. */
const PATIENCE_MS = 5000

/** @throws {OptionsError} when it names nobody, or when there is no such action */
export function whoseOf(
  action: string,
  { subject, sid }: { subject?: string | undefined; sid?: string | undefined },
): Whose {
  if (!ACTIONS.some((one) => one === action))
    throw new OptionsError([`${action}: there is no such command. Give ${ACTIONS.join(', ')}, or none`])
  if (subject) return { subject }
  if (sid && action !== 'forget') return { sid }
  const sidToo = action === 'forget' ? '' : ', or --sid with that of a session there'
  throw new OptionsError([`${action}: give --subject with the reader's sub at the provider${sidToo}`])
}

/** Does it. @returns what the command and the management port answer */
export async function manage(
  service: SessionService,
  action: Action,
  whose: Whose,
): Promise<Record<string, unknown>> {
  if (action === 'sessions') return { sessions: await service.sessions(whose) }
  if (action === 'end') return { ended: await service.end(whose) }
  return { ended: await service.forget((whose as { subject: string }).subject) }
}

/** Waits for the connection, for which a service that runs does not wait. @throws {OptionsError} when there is none */
export async function untilItAnswers(store: SessionStore): Promise<void> {
  for (const giveUpAt = Date.now() + PATIENCE_MS; ; await delay(50)) {
    try {
      await store.once('managed', 1)
      return
    } catch (cause) {
      if (Date.now() > giveUpAt) throw new OptionsError([`store: it does not answer (${reasonOf(cause)})`])
    }
  }
}
