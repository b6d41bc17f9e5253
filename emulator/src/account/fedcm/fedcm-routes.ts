// The account service as an identity provider of the browser's own dialog (FedCM). What the browser asks by itself is refused
// to pages: no script can set the header that tells the two apart. What a page of a site may get is decided by its origin.

import { randomBytes } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import type { Provider } from 'oidc-provider'
import type { Client } from '../../clients.ts'
import type { EmulatorContext } from '../../context.ts'
import { ACCOUNT_HOST, originOf } from '../../hosts.ts'
import { formOf } from '../../http/form.ts'
import { REASON_HEADER } from '../../http/request-facts.ts'
import { accountSession, type ProviderSession } from '../account-session.ts'
import { browserAccount, headersOfLogin } from '../browser-account.ts'
import { accountLoginUrl } from '../profile/account-login.ts'
import { AssertionRefused, authorizationResponse, type Parameters, parametersOf } from './assertion.ts'
import { CONFIG_PATH, fedcmDocuments } from './documents.ts'
import { cancelledPage, continuePage, loggedInPage } from './popup-pages.ts'

type Env = { Bindings: HttpBindings }

const CANCELLED_PATH = '/fedcm/login/cancelled'

const TICKET_KIND = 'fedcm-continuation'
const TICKET_LIFETIME_MS = 300_000

/** An assertion that waits for the reader to agree in a window. */
interface Continuation {
  readonly clientId: string
  readonly sessionUid: string
  readonly parameters: Parameters
}

/** @throws {AssertionRefused} for what the browser has not asked by itself */
const byBrowserAlone: MiddlewareHandler = async (c, next) => {
  if (c.req.header('sec-fetch-dest') !== 'webidentity') throw new AssertionRefused('invalid_request', 403)
  c.header('cache-control', 'no-store')
  return next()
}

export function fedcmRoutes(context: EmulatorContext, provider: Provider): Hono<Env> {
  const { clients, redirects, store, faults } = context
  const own = originOf(ACCOUNT_HOST, context.address)
  const { wellKnown, config, accountsOf, clientMetadata } = fedcmDocuments(context)
  const app = new Hono<Env>()

  app.onError((error, c) => {
    if (!(error instanceof AssertionRefused)) throw error
    c.header(REASON_HEADER, error.error)
    return c.json({ error: { error: error.error, url: `${own}/` } }, error.status)
  })

  for (const path of ['/.well-known/web-identity', CONFIG_PATH, '/fedcm/accounts', '/fedcm/client'])
    app.use(path, byBrowserAlone)
  for (const path of ['/fedcm/assertion', '/fedcm/disconnect']) {
    app.use(path, cors({ origin: (origin) => originOfClient(origin), credentials: true }), byBrowserAlone)
  }
  app.use('/fedcm/:asked{accounts|assertion}', async (_c, next) => {
    const { fedcm, slowMs } = faults.current
    if (fedcm === 'error') throw new AssertionRefused('server_error', 500)
    if (fedcm === 'slow') await new Promise((resolve) => setTimeout(resolve, slowMs))
    return next()
  })

  /** The origin, where it is one of any client: so that its page may read why it is refused. */
  function originOfClient(origin: string): string | undefined {
    return clients.all().some((client) => redirects.allowsOrigin(client, origin)) ? origin : undefined
  }

  /** The client of a form, for a page of its own origin. @throws {AssertionRefused} */
  function clientFor(c: Context, clientId: string | undefined): Client {
    const client = clients.find(clientId)
    if (client === undefined || !redirects.allowsOrigin(client, c.req.header('origin')))
      throw new AssertionRefused('unauthorized_client', 403)
    return client
  }

  const codeFor = (
    c: Context<Env>,
    session: ProviderSession,
    clientId: string,
    parameters: Parameters,
  ): Promise<string> => authorizationResponse(context, provider, c.env, session, clientId, parameters)

  app.get('/.well-known/web-identity', (c) => c.json(wellKnown))
  app.get(CONFIG_PATH, (c) => c.json(config))
  app.get('/fedcm/client', (c) => {
    const client = clientFor(c, c.req.query('client_id'))
    c.header('access-control-allow-origin', c.req.header('origin') ?? '')
    return c.json(clientMetadata(client))
  })

  app.get('/fedcm/accounts', async (c) => {
    const known =
      faults.current.fedcm === 'no-account' ? undefined : await browserAccount(c, context, provider)
    return c.json({ accounts: known ? [accountsOf(known.user)] : [] }, known ? 200 : 401)
  })

  app.post('/fedcm/assertion', async (c) => {
    const { client_id: clientId, account_id: accountId, params } = await formOf(c)
    const client = clientFor(c, clientId)
    const known = await browserAccount(c, context, provider)
    if (known === undefined || known.user.uuid !== accountId)
      throw new AssertionRefused('login_required', 401)
    const parameters = parametersOf(params)
    if (faults.current.fedcm === 'refused') throw new AssertionRefused('access_denied', 403)
    if (faults.current.fedcm === 'continue-on') {
      // a window is a page, too
      if (parameters.prompt === 'none') throw new AssertionRefused('interaction_required')
      const ticket = randomBytes(24).toString('base64url')
      const waiting: Continuation = { clientId: client.clientId, sessionUid: known.session.uid, parameters }
      store.records.put(TICKET_KIND, ticket, waiting, TICKET_LIFETIME_MS)
      return c.json({ continue_on: `/fedcm/continue?ticket=${ticket}` })
    }
    return c.json({ token: await codeFor(c, known.session, client.clientId, parameters) })
  })

  app.post('/fedcm/disconnect', async (c) => {
    const { client_id: clientId, account_hint: hint } = await formOf(c)
    const client = clientFor(c, clientId)
    const known = await browserAccount(c, context, provider)
    const { users } = store
    const hinted = hint ? (users.byUuid(hint) ?? users.byEmail(hint)) : known?.user
    // as for a code: the account that is meant is not logged in here
    if (known === undefined || hinted?.uuid !== known.user.uuid)
      throw new AssertionRefused('login_required', 401)
    users.disconnect(known.user, client.merchantId)
    return c.json({ account_id: known.user.uuid })
  })

  app.get('/fedcm/login', async (c) => {
    const session = await accountSession(provider, c.env)
    if (session.accountId === undefined) {
      const options = { cancelled: CANCELLED_PATH, loginHint: c.req.query('login_hint') }
      return c.redirect(accountLoginUrl(context, c.req.path, options), 303)
    }
    // the browser has opened this window because it knows of nobody: its cookie is lost, or the status is
    for (const [name, value] of Object.entries(headersOfLogin(context, c.req.header('cookie'), session)))
      c.header(name, value, { append: true })
    return c.html(loggedInPage())
  })

  app.get(CANCELLED_PATH, (c) => c.html(cancelledPage()))

  app.get('/fedcm/continue', async (c) => {
    const { ticket = '' } = c.req.query()
    const waiting = store.records.get<Continuation>(TICKET_KIND, ticket)
    const known = await browserAccount(c, context, provider)
    if (!waiting || known?.session.uid !== waiting.sessionUid) return c.text('This window is too old.', 400)
    const names = { client: clients.find(waiting.clientId)?.name ?? '', user: known.user.displayName }
    return c.html(continuePage(names, { ticket, accountId: known.user.uuid }))
  })

  // by the button of the page above alone
  app.post('/fedcm/continue', async (c) => {
    const { ticket = '' } = await formOf(c)
    if (c.req.header('origin') !== own) throw new AssertionRefused('access_denied', 403)
    const waiting = store.records.take<Continuation>(TICKET_KIND, ticket)
    const known = await browserAccount(c, context, provider)
    if (!waiting || known?.session.uid !== waiting.sessionUid)
      throw new AssertionRefused('access_denied', 403)
    return c.json({ token: await codeFor(c, known.session, waiting.clientId, waiting.parameters) })
  })
  return app
}
