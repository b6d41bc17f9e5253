// The control page's HTTP API, for the page itself and for anybody's tests: switches, users, sessions, messages,
// requests, redirect URIs. It answers programs and its own page; no other origin's page may call it.

import { createHash } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { EmulatorContext } from '../context.ts'
import { ACCOUNT_HOST, originOf } from '../hosts.ts'
import { crossSiteNote } from '../redirect-uri-note.ts'
import type { SiteSession } from '../store/site-sessions.ts'
import { FaultError, type Faults } from './faults.ts'

type Env = { Bindings: HttpBindings }

/** How many requests are kept for one listener who has not read them yet. */
const MOST_UNREAD = 200

/** A running session as the control page names it: its id is a secret, so it goes by a hash of it. */
export interface SessionSummary {
  readonly handle: string
  readonly clientId: string
  readonly username: string
  readonly createdAt: number
  readonly expiresAt: number
}

function handleOf({ id }: SiteSession): string {
  return createHash('sha256').update(id).digest('hex').slice(0, 12)
}

export function sessionSummaries({ store }: EmulatorContext): SessionSummary[] {
  return store.siteSessions.all().map((session) => ({
    handle: handleOf(session),
    clientId: session.clientId,
    username: store.users.byUuid(session.userUuid)?.username ?? '',
    createdAt: session.createdAt,
    expiresAt: session.expiresAt,
  }))
}

export function controlApi(context: EmulatorContext): Hono<Env> {
  const { store, faults, history, publishers } = context
  const own = originOf(ACCOUNT_HOST, context.address)
  const app = new Hono<Env>()

  app.use(async (c, next) => {
    const origin = c.req.header('origin')
    if (origin !== undefined && origin !== own)
      return c.json({ error: 'Only the control page may call this.' }, 403)
    c.header('cache-control', 'no-store')
    return next()
  })

  app.get('/faults', (c) => c.json(faults.current))
  app.delete('/faults', (c) => c.json(faults.reset()))
  app.patch('/faults', async (c) => {
    try {
      return c.json(faults.set((await c.req.json()) as Partial<Faults>))
    } catch (error) {
      const message = error instanceof FaultError ? error.message : 'The body must be a JSON object.'
      return c.json({ error: message }, 400)
    }
  })

  app.get('/users', (c) =>
    c.json(store.users.all().map((user) => ({ ...user, merchantIds: store.users.merchantsOf(user.uuid) }))),
  )
  app.delete('/users/:username/merchants/:id', (c) => {
    const user = store.users.byUsername(c.req.param('username'))
    if (user === undefined) return notFound(c, 'user')
    store.users.disconnect(user.uuid, Number(c.req.param('id')))
    return c.body(null, 204)
  })
  app.get('/users/:username/messages', (c) => {
    const user = store.users.byUsername(c.req.param('username'))
    return user === undefined ? notFound(c, 'user') : c.json(store.messages.to(user.uuid))
  })

  app.get('/sessions', (c) => c.json(sessionSummaries(context)))
  app.delete('/sessions/:handle', (c) => {
    const session = store.siteSessions.all().find((known) => handleOf(known) === c.req.param('handle'))
    if (session === undefined) return notFound(c, 'session')
    store.siteSessions.end(session.id)
    return c.body(null, 204)
  })

  app.get('/clients', (c) =>
    c.json(
      publishers.map((publisher) => ({ ...publisher, redirectUris: context.redirects.ofClient(publisher) })),
    ),
  )
  app.post('/clients/:id/redirect-uris', async (c) => {
    const publisher = publishers.find(({ clientId }) => clientId === c.req.param('id'))
    if (publisher === undefined) return notFound(c, 'client')
    try {
      const { url } = (await c.req.json()) as { url: string }
      context.redirects.register(publisher, url)
      const note = crossSiteNote(publisher, url)
      return c.json({ redirectUris: context.redirects.ofClient(publisher), ...(note && { note }) }, 201)
    } catch {
      return c.json({ error: '"url" must be an absolute http(s) URL without a fragment.' }, 400)
    }
  })

  app.get('/requests', (c) => c.json(history.entries))
  app.get('/requests/stream', (c) =>
    streamSSE(c, async (stream) => {
      await new Promise<void>((resolve) => {
        let unread = 0
        const stop = history.listen(async (entry) => {
          if (unread === MOST_UNREAD) return end()
          unread += 1
          await stream.writeSSE({ data: JSON.stringify(entry) })
          unread -= 1
        })
        function end(): void {
          stop()
          resolve()
          // still open where nobody reads, and then it would stay so
          c.env.outgoing.destroy()
        }
        stream.onAbort(end)
      })
    }),
  )
  return app
}

function notFound(c: Context, what: string): Response {
  return c.json({ error: `There is no such ${what}.` }, 404)
}
