// Turns where a person stands in a log-in into the page that they see.

import type { EmulatorContext } from '../../context.ts'
import type { Html } from '../../http/html.ts'
import { textsFor } from '../texts/texts-for.ts'
import type { Attempts } from './attempt.ts'
import { requiredMethods } from './methods.ts'
import { identifyPage } from './pages/identify-page.ts'
import type { LoginView } from './pages/login-frame.ts'
import { codePage, eidPage, passwordPage } from './pages/step-pages.ts'
import { requestedParameters } from './requests.ts'
import type { InteractionDetails, Situation } from './situation.ts'

/** What went wrong in the step before, in the words of the page's language. */
export type StepError = 'wrongEmail' | 'wrongPassword' | 'wrongCode'

export interface StepPage {
  readonly details: InteractionDetails
  readonly situation: Situation
  readonly clientName: string
  readonly error?: StepError | undefined
  /** What was typed, kept in the field. */
  readonly email?: string | undefined
}

export function showStep({ store }: EmulatorContext, attempts: Attempts, page: StepPage): Html {
  const { details, situation, clientName } = page
  const { uid, params } = details
  const { users, records } = store
  const texts = textsFor(params.locale)
  const error = page.error && texts[page.error]
  const view: LoginView = {
    uid,
    texts,
    clientName,
    teaser: String(params.teaser ?? ''),
    query: requestedParameters(records, details),
  }
  const { next, user, bySession } = situation

  if (user === undefined || next === 'identify' || next === undefined) {
    const hint = String(params.login_hint ?? '')
    return identifyPage({
      ...view,
      users: users.all(),
      offered: situation.offered,
      email: page.email ?? (users.byEmail(hint) ?? users.byUuid(hint))?.email,
      withPassword: String(params.one_step_login) === 'true' && passwordFirst(params.acr_values),
      passwordNext: passwordFirst(params.acr_values),
      error,
    })
  }
  const step = { ...view, user, bySession, error }
  if (next === 'password') return passwordPage(step)
  if (next === 'otp' || next === 'sms' || next === 'otp-email') {
    const code = attempts.codeFor(uid, user, next)
    return codePage({ ...step, method: next, code, messages: users.byUuid(user.uuid)?.messages ?? [] })
  }
  return eidPage(step, next)
}

function passwordFirst(acrValues: unknown): boolean {
  return requiredMethods(acrValues, undefined)[0] === 'password'
}
