// Turns where a person stands in a login into the page that they see.

import type { EmulatorContext } from '../../context.ts'
import type { Html } from '../../http/html.ts'
import type { Attempts } from './attempt.ts'
import { requiredMethods } from './methods.ts'
import { identifyPage } from './pages/identify-page.ts'
import { codePage, eidPage, passwordPage } from './pages/step-pages.ts'
import { requestedParameters } from './requests.ts'
import type { InteractionDetails, Situation } from './situation.ts'

/** What went wrong in the step before. */
export const ERRORS = {
  wrongEmail: 'Nobody here has that e-mail address.',
  wrongPassword: 'That e-mail address and password do not belong together.',
  wrongCode: 'That is not the code. Try again.',
} as const

export interface StepPage {
  readonly details: InteractionDetails
  readonly situation: Situation
  readonly clientName: string
  readonly error?: keyof typeof ERRORS | undefined
  /** What was typed, kept in the field. */
  readonly email?: string | undefined
}

export function showStep({ store }: EmulatorContext, attempts: Attempts, page: StepPage): Html {
  const { details, situation, clientName } = page
  const { uid, params } = details
  const { users, records } = store
  const view = {
    uid,
    clientName,
    params,
    teaser: String(params.teaser ?? ''),
    query: requestedParameters(records, details),
    error: page.error && ERRORS[page.error],
  }
  const { next, user, bySession } = situation

  if (user === undefined || next === 'identify' || next === undefined) {
    const hint = String(params.login_hint ?? '')
    const passwordNext = requiredMethods(params.acr_values, undefined)[0] === 'password'
    return identifyPage({
      ...view,
      users: users.all(),
      offered: situation.offered,
      email: page.email ?? (users.byEmail(hint) ?? users.byUuid(hint))?.email,
      withPassword: String(params.one_step_login) === 'true' && passwordNext,
      passwordNext,
    })
  }
  if (next === 'password') return passwordPage({ ...view, user, bySession })
  if (next !== 'otp' && next !== 'sms' && next !== 'otp-email')
    return eidPage({ ...view, user, bySession }, next)
  // it may be sent just now
  const code = attempts.codeFor(uid, user, next)
  return codePage({ ...view, user: users.byUuid(user.uuid) ?? user, bySession }, next, code)
}
