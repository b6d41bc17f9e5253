// Who is this browser, and what may its reader read? Decided by the session service's own cookie alone. `/v2/session`
// may ask for a full-page visit to refresh that cookie; `/session` and `/hasAccess` never do.

import { setTimeout as delay } from 'node:timers/promises'
import { type Context, Hono, type Next } from 'hono'
import { cors } from 'hono/cors'
import { html } from 'hono/html'
import type { Client } from '../clients.ts'
import type { EmulatorContext } from '../context.ts'
import type { SessionFault } from '../control/faults.ts'
import { page } from '../http/html.ts'
import { REASON_HEADER } from '../http/request-facts.ts'
import type { Publisher } from '../publishers.ts'
import type { SiteSession } from '../store/site-sessions.ts'
import type { User } from '../store/user.ts'
import { accessAnswer, productIdsIn } from './access-answer.ts'
import { ownClient } from './client-sdrn.ts'
import { sessionFailure, sessionSuccess } from './session-answer.ts'
import { deleteSessionCookie, sessionIdOf, sessionOf } from './session-cookie.ts'

/** Where a browser is sent to have its session cookie refreshed. */
export const REFRESH_PATH = '/session-refresh'

type FailureStatus = 400 | 401 | 404 | 429 | 500 | 503

/** What is said to the browser of a session. */
type Say = (client: Client, session: SiteSession, user: User) => Response

const FAILURES = ['400', '401', '404', '429', '500', '503']

export function sessionEndpoint(context: EmulatorContext, publisher: Publisher): Hono {
  const { store, faults, redirects } = context
  const app = new Hono()
  /** When a busy service has answered all who have asked so far; whoever has gone meanwhile is answered all the same. */
  let isFreeAt = 0
  let asked = 0

  const readable = cors({ origin: (origin) => origin, credentials: true })
  for (const path of ['/v2/session', '/session', '/hasAccess/:ids']) {
    // nothing at all for other origins: not even the header that would allow credentials
    app.use(path, (c, next) => {
      // a client that there is not is told so where the demo site's own pages ask
      const client = ownClient(c, context, publisher) ?? publisher
      return redirects.allowsOrigin(client, c.req.header('origin'))
        ? readable(c, next)
        : refuseToRead(c, next, client)
    })
  }

  /** Answers, without the header that would let the page read it; the request list says why. */
  function refuseToRead(c: Context, next: Next, { clientId }: Publisher): Promise<void> {
    const origin = c.req.header('origin')
    if (origin !== undefined)
      c.header(REASON_HEADER, `${origin} is not an origin of a redirect URI of ${clientId}`)
    return next()
  }

  function fail(c: Context, code: FailureStatus, description: string, type = 'SessionException'): Response {
    c.header(REASON_HEADER, description, { append: true })
    return c.json(sessionFailure(context, publisher, code, type, description), code)
  }

  function turnInMs(): number {
    isFreeAt = Math.max(isFreeAt, Date.now()) + 1000 / faults.current.answersPerSecond
    return isFreeAt - Date.now()
  }

  function sayWhenToComeBack(c: Context): void {
    const { retryAfter, retryAfterExposed } = faults.current
    if (retryAfter === '') return
    c.header('retry-after', retryAfter)
    if (retryAfterExposed) c.header('access-control-expose-headers', 'Retry-After')
  }

  async function answer(c: Context, fault: SessionFault, say: Say): Promise<Response> {
    c.header('cache-control', 'no-store')
    c.header('vary', 'Origin, Cookie', { append: true })
    const { slowMs } = faults.current
    if (fault === 'slow' && !(await waited(slowMs, c.req.raw.signal))) return c.body(null)
    if (fault === 'busy' && !(await waited(turnInMs(), c.req.raw.signal))) return c.body(null)
    if (fault === 'html') return c.html(maintenancePage())
    const failure = fault === 'flaky' && ++asked % 3 === 0 ? '503' : fault
    if (FAILURES.includes(failure)) {
      if (/429|503/.test(failure)) sayWhenToComeBack(c)
      return fail(c, Number(failure) as FailureStatus, 'Switched on at the control page', 'FaultException')
    }
    const client = ownClient(c, context, publisher)
    if (client === undefined) return fail(c, 404, 'No such client at this session service', 'ClientException')

    if (sessionIdOf(c) === undefined) return fail(c, 400, 'No session cookie')
    const session = sessionOf(c, context, publisher)
    const user = session && store.users.byUuid(session.userUuid)
    if (session === undefined || user === undefined) {
      // the next question is then answered as for any anonymous reader
      deleteSessionCookie(c)
      return fail(c, 401, 'The session has ended')
    }
    return say(client, session, user)
  }

  function askSession(c: Context, mayRedirect: boolean): Promise<Response> {
    const fault = faults.current.session
    return answer(c, fault, (client, session, user) => {
      const wantsVisit = fault === 'refresh' || fault === 'refresh-refused'
      if (mayRedirect && wantsVisit && (session.refreshedAt ?? 0) < faults.sessionSince)
        return c.json({ redirectURL: REFRESH_PATH })
      return c.json(sessionSuccess(context, client, session, user))
    })
  }

  app.get('/v2/session', (c) => askSession(c, true))
  app.get('/session', (c) => askSession(c, false))
  app.get('/hasAccess/:ids', (c) => {
    const { session, access } = faults.current
    const ids = productIdsIn(c.req.url)
    return answer(c, access === 'none' ? session : access, (_client, _session, user) =>
      ids === undefined
        ? fail(c, 400, 'No list of products', 'RequestException')
        : c.json(accessAnswer(context, user, ids)),
    )
  })
  return app
}

/** Waits; false when whoever asked hung up meanwhile. */
async function waited(ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await delay(ms, undefined, { ref: false, signal })
    return true
  } catch {
    return false
  }
}

// what a proxy in front of a session service sends while it is being worked on
function maintenancePage(): ReturnType<typeof page> {
  return page({
    title: 'Back soon',
    styles: ['palette.css', 'account.css'],
    body: html`<body><main class="card"><h1>Back soon</h1></main></body>`,
  })
}
