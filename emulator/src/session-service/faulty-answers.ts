// What the session service says, with the faults that are switched on: in the place of its answer, and readable by the same pages.

import { setTimeout as delay } from 'node:timers/promises'
import type { Context, MiddlewareHandler } from 'hono'
import { html } from 'hono/html'
import type { EmulatorContext } from '../context.ts'
import type { SessionFault } from '../control/faults.ts'
import { page } from '../http/html.ts'
import { REASON_HEADER } from '../http/request-facts.ts'
import type { Publisher } from '../publishers.ts'
import type { Refreshes } from './visits.ts'

const FAILURES = ['400', '401', '404', '429', '500', '503']

/** How long a page may remember a failure, in milliseconds. */
const FAILURE_LIFETIME_MS = 300_000

export function faultyAnswers(
  { faults }: EmulatorContext,
  publisher: Publisher,
  refreshes: Refreshes,
): MiddlewareHandler {
  /** When a busy service has answered all who have asked so far; whoever has gone meanwhile is answered all the same. */
  let isFreeAt = 0
  let asked = 0

  function turnInMs(): number {
    isFreeAt = Math.max(isFreeAt, Date.now()) + 1000 / faults.current.answersPerSecond
    return isFreeAt - Date.now()
  }

  function replace(c: Context, body: Response): void {
    const { headers } = c.res
    headers.delete('content-length')
    headers.set('content-type', body.headers.get('content-type') ?? '')
    c.res = new Response(body.body, { status: body.status, headers })
  }

  function sayWhenToComeBack({ res: { headers } }: Context): void {
    const { retryAfter, retryAfterExposed } = faults.current
    if (retryAfter === '') return
    headers.set('retry-after', retryAfter)
    if (retryAfterExposed) headers.set('access-control-expose-headers', 'Retry-After')
  }

  function fail(c: Context, code: number): void {
    // The service itself would let pages read when to come back.
    c.res.headers.delete('access-control-expose-headers')
    if (code === 429 || code === 503) sayWhenToComeBack(c)
    const failure = {
      error: { code, description: 'Switched on at the control page', type: 'FaultException' },
      response: {
        baseDomain: publisher.baseDomain,
        expiresIn: FAILURE_LIFETIME_MS,
        result: false,
        serverTime: Math.floor(Date.now() / 1000) + faults.current.clockSkewSeconds,
      },
    }
    replace(c, Response.json(failure, { status: code }))
  }

  /** What the service refuses by itself is dated by its clock, too. */
  async function turnClock(c: Context): Promise<void> {
    const { clockSkewSeconds } = faults.current
    if (clockSkewSeconds === 0 || c.req.method === 'HEAD') return
    const failure = (await c.res.clone().json()) as { response: { serverTime: number } }
    failure.response.serverTime += clockSkewSeconds
    replace(c, Response.json(failure, { status: c.res.status }))
  }

  return async (c, next) => {
    const { session, access, slowMs } = faults.current
    const fault: SessionFault = c.req.path.startsWith('/hasAccess') && access !== 'none' ? access : session
    if (fault === 'slow' && !(await waited(slowMs, c.req.raw.signal))) return c.body(null)
    if (fault === 'busy' && !(await waited(turnInMs(), c.req.raw.signal))) return c.body(null)
    await next()
    const failure = fault === 'flaky' && ++asked % 3 === 0 ? '503' : fault
    if (fault === 'html') replace(c, await c.html(maintenancePage()))
    else if (FAILURES.includes(failure)) fail(c, Number(failure))
    else if (c.res.ok && c.req.path === '/v2/session' && refreshes.isWanted(c))
      replace(c, Response.json({ redirectURL: '/session-refresh' }))
    else if (!c.res.ok) await turnClock(c)
    await sayWhy(c)
  }
}

/** Tells the request list why a page cannot use an answer. */
async function sayWhy(c: Context): Promise<void> {
  const origin = c.req.header('origin')
  if (origin !== undefined && !c.res.headers.has('access-control-allow-origin'))
    c.header(REASON_HEADER, `${origin} is not an origin of a redirect URI of the client`)
  if (c.res.ok || c.req.method === 'HEAD' || !c.res.headers.get('content-type')?.includes('json')) return
  const { error } = (await c.res.clone().json()) as { error?: { description?: string } }
  if (error?.description) c.header(REASON_HEADER, error.description, { append: true })
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
    style: 'account.css',
    body: html`<body><main><article><h1>Back soon</h1></article></main></body>`,
  })
}
