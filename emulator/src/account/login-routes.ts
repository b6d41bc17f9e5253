// The interactions of the OpenID provider: what a person does between the authorization request and the code.

import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import type { InteractionResults, Provider } from 'oidc-provider'
import type { EmulatorContext } from '../context.ts'
import type { User } from '../store/users.ts'
import { leaveOtherAccount } from './account-session.ts'
import { loginPage } from './pages/login-page.ts'

type Env = { Bindings: HttpBindings }

/** Routes under `/interaction/:uid`. The provider's cookie for that path says whose interaction it is. */
export function loginRoutes(context: EmulatorContext, provider: Provider): Hono<Env> {
  const { users } = context.store
  const app = new Hono<Env>()

  async function show(
    c: Context<Env>,
    attempt: { email?: string; failed?: boolean } = {},
  ): Promise<Response> {
    const { uid, params, prompt, session } = await provider.interactionDetails(c.env.incoming, c.env.outgoing)
    const client = await provider.Client.find(String(params.client_id))
    const known = session?.accountId === undefined ? undefined : users.byUuid(session.accountId)
    const hint = String(params.login_hint ?? '')
    const hinted = users.byEmail(hint) ?? users.byUuid(hint)
    return c.html(
      loginPage({
        uid,
        clientName: client?.clientName ?? 'this site',
        users: users.all(),
        current: prompt.name === 'select_account' ? known : undefined,
        email: attempt.email ?? hinted?.email,
        failed: attempt.failed ?? false,
      }),
      attempt.failed ? 401 : 200,
    )
  }

  async function finish(c: Context<Env>, result: InteractionResults): Promise<Response> {
    return c.redirect(await provider.interactionResult(c.env.incoming, c.env.outgoing, result), 303)
  }

  async function logIn(c: Context<Env>, user: User): Promise<Response> {
    const goOn = await finish(c, { login: { accountId: user.uuid, amr: ['pwd'] }, select_account: {} })
    // only now: the provider has just checked that the session is still the one this interaction began in
    await leaveOtherAccount(provider, c.env, user.uuid)
    return goOn
  }

  app.get('/:uid', (c) => show(c))

  app.post('/:uid/login', async (c) => {
    const { email, password } = await c.req.parseBody()
    const user = users.byEmail(String(email).trim())
    if (user === undefined || user.password !== password)
      return show(c, { email: String(email), failed: true })
    return logIn(c, user)
  })

  app.post('/:uid/continue', async (c) => {
    const { prompt, session } = await provider.interactionDetails(c.env.incoming, c.env.outgoing)
    // only the account chooser offers this; where authentication was asked for, it is no answer
    if (prompt.name !== 'select_account' || session?.accountId === undefined) return show(c)
    return finish(c, { select_account: {} })
  })

  app.post('/:uid/cancel', (c) =>
    finish(c, { error: 'access_denied', error_description: 'The user cancelled the log-in' }),
  )

  return app
}
