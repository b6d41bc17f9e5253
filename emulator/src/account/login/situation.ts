// Where a person stands in an interaction, and what comes next. Pure: from the authorization request, the session
// of the browser and the attempt so far.

import type { Provider } from 'oidc-provider'
import type { KnownUser } from '../../store/user.ts'
import type { Users } from '../../store/users.ts'
import type { Attempt } from './attempt.ts'
import { amrOf, type Method, requiredMethods } from './methods.ts'

export type InteractionDetails = Awaited<ReturnType<Provider['interactionDetails']>>

/** Reasons of the provider that ask for a full login, whatever the session holds. */
const FULL_LOGIN = ['login_prompt', 'max_age']

export interface Situation {
  /** Who is logging in; undefined until they have said so. */
  readonly user?: KnownUser | undefined
  /** The user of the running session, where the person may simply go on as that one. */
  readonly offered?: KnownUser | undefined
  /** Whether the running session decided who is logging in. */
  readonly bySession: boolean
  /** What is next; undefined when everything has been shown. */
  readonly next?: 'identify' | Method
  /** The `amr` claim, once everything has been shown. */
  readonly amr: string[]
}

export function situationOf(details: InteractionDetails, attempt: Attempt, users: Users): Situation {
  const { prompt, params, session } = details
  const current = users.byUuid(session?.accountId)
  const chooses = prompt.name === 'select_account'
  const bySession = !chooses && !attempt.fresh && attempt.uuid === undefined && current !== undefined
  const named = users.byUuid(attempt.uuid)
  const user = bySession ? current : named

  const again = prompt.reasons.some((reason) => FULL_LOGIN.includes(reason))
  const sessionAmr = bySession && !again ? (session?.amr ?? []) : undefined
  const left = requiredMethods(params.acr_values, sessionAmr).filter(
    (method) => !attempt.done.includes(method),
  )
  const next = user === undefined ? ('identify' as const) : left[0]
  return {
    user,
    offered: chooses && !attempt.fresh ? current : undefined,
    bySession,
    ...(next !== undefined && { next }),
    amr: amrOf(attempt.done, sessionAmr),
  }
}
