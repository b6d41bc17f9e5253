// The interactions of the OpenID provider: what a person does between the authorization request and the code.
// Each step is a form; the store knows what was shown so far, and the provider hears of it only when all was.

import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import type { InteractionResults, Provider } from 'oidc-provider'
import type { EmulatorContext } from '../../context.ts'
import { formOf } from '../../http/form.ts'
import type { User } from '../../store/user.ts'
import { leaveOtherAccount } from '../account-session.ts'
import { attempts as attemptsIn } from './attempt.ts'
import type { Method } from './methods.ts'
import { type StepPage, showStep } from './show-step.ts'
import { type InteractionDetails, type Situation, situationOf } from './situation.ts'

type Env = { Bindings: HttpBindings }

/** Routes under `/interaction/:uid`. The provider's cookie for that path says whose interaction it is. */
export function loginRoutes(context: EmulatorContext, provider: Provider): Hono<Env> {
  const { users } = context.store
  const attempts = attemptsIn(context.store)
  const app = new Hono<Env>()

  async function look(c: Context<Env>): Promise<{ details: InteractionDetails; situation: Situation }> {
    const details = await provider.interactionDetails(c.env.incoming, c.env.outgoing)
    return { details, situation: situationOf(details, attempts.read(details.uid), users) }
  }

  async function show(c: Context<Env>, error?: StepPage['error'], email?: string): Promise<Response> {
    const { details, situation } = await look(c)
    if (situation.next === undefined) return finish(c, details, situation)
    const client = await provider.Client.find(String(details.params.client_id))
    const clientName = client?.clientName ?? 'this site'
    c.header('cache-control', 'no-store')
    return c.html(
      showStep(context, attempts, { details, situation, clientName, error, email }),
      error === undefined ? 200 : 401,
    )
  }

  async function resume(c: Context<Env>, result: InteractionResults): Promise<Response> {
    return c.redirect(await provider.interactionResult(c.env.incoming, c.env.outgoing, result), 303)
  }

  async function finish(
    c: Context<Env>,
    details: InteractionDetails,
    situation: Situation,
  ): Promise<Response> {
    const { user, amr } = situation
    if (user === undefined) return show(c)
    const acr = details.params.acr_values === undefined ? {} : { acr: String(details.params.acr_values) }
    const result = { login: { accountId: user.uuid, amr, ...acr }, select_account: {} }
    const next = await provider.interactionResult(c.env.incoming, c.env.outgoing, result)
    // only now: the provider has just checked that the session is still the one this interaction began in
    await leaveOtherAccount(provider, c.env, user.uuid)
    return c.redirect(next, 303)
  }

  /** On to the next page by GET, or back to the provider; a reload then never sends a form twice. */
  async function advance(c: Context<Env>): Promise<Response> {
    const { details, situation } = await look(c)
    if (situation.next === undefined) return finish(c, details, situation)
    return c.redirect(`/interaction/${details.uid}`, 303)
  }

  /** Goes on with what was shown. */
  function accept(c: Context<Env>, uid: string, method: Method): Promise<Response> {
    const attempt = attempts.read(uid)
    attempts.write(uid, { ...attempt, done: [...attempt.done, method] })
    return advance(c)
  }

  function hearPassword(c: Context<Env>, uid: string, user: User, password?: string): Promise<Response> {
    return password === user.password ? accept(c, uid, 'password') : show(c, 'wrongPassword')
  }

  app.get('/:uid', (c) => show(c))

  app.post('/:uid/login', async (c) => {
    const { details } = await look(c)
    const { email = '', password } = await formOf(c)
    const user = users.byEmail(email.trim())
    if (user === undefined) return show(c, 'wrongEmail', email)
    attempts.write(details.uid, { uuid: user.uuid, done: [], fresh: true })
    if (password === undefined) return advance(c)
    return hearPassword(c, details.uid, user, password)
  })

  app.post('/:uid/password', async (c) => {
    const { details, situation } = await look(c)
    const { password } = await formOf(c)
    if (situation.user === undefined) return show(c, 'wrongPassword')
    return hearPassword(c, details.uid, situation.user, password)
  })

  app.post('/:uid/code', async (c) => {
    const { details, situation } = await look(c)
    const { user, next } = situation
    if (user === undefined || (next !== 'otp' && next !== 'sms' && next !== 'otp-email')) return show(c)
    const { code = '' } = await formOf(c)
    const { uid } = details
    return attempts.takeCode(uid, next, code) ? accept(c, uid, next) : show(c, 'wrongCode')
  })

  app.post('/:uid/new-code', async (c) => {
    const { details, situation } = await look(c)
    const { user, next } = situation
    if (user !== undefined && next !== undefined && next !== 'identify')
      attempts.newCode(details.uid, user, next)
    return advance(c)
  })

  app.post('/:uid/eid', async (c) => {
    const { details, situation } = await look(c)
    const { next } = situation
    if (next === undefined || !next.startsWith('eid')) return show(c)
    return accept(c, details.uid, next as Method)
  })

  app.post('/:uid/other', async (c) => {
    const { details } = await look(c)
    attempts.startOver(details.uid)
    return advance(c)
  })

  app.post('/:uid/continue', async (c) => {
    const { situation } = await look(c)
    // only the account chooser offers this; where authentication was asked for, it is no answer
    if (situation.offered === undefined) return show(c)
    return resume(c, { select_account: {} })
  })

  app.post('/:uid/cancel', (c) =>
    resume(c, { error: 'access_denied', error_description: 'The user cancelled the login' }),
  )

  return app
}
