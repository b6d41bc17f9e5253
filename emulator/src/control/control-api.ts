// The control page's HTTP API, for the page itself and for anybody's tests: switches, users, sessions, messages,
// requests, clients. It answers programs and its own page; no other origin's page may call it.

import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { EmulatorContext } from '../context.ts'
import { ACCOUNT_HOST, originOf } from '../hosts.ts'
import { UnusableError } from '../unusable-error.ts'
import { bodyOf, refuse } from './answers.ts'
import { clientsApi } from './clients-api.ts'
import { FaultError } from './fault-switches.ts'
import { logInAs } from './log-in-as.ts'
import { resetEverything } from './reset.ts'
import { usersApi } from './users-api.ts'

type Env = { Bindings: HttpBindings }

export function controlApi(context: EmulatorContext): Hono<Env> {
  const { store, faults, history } = context
  const own = originOf(ACCOUNT_HOST, context.address)
  const app = new Hono<Env>()

  app.use(async (c, next) => {
    const origin = c.req.header('origin')
    if (origin !== undefined && origin !== own)
      return c.json({ error: 'Only the control page may call this.' }, 403)
    c.header('cache-control', 'no-store')
    return next()
  })

  // what cannot be done, in a sentence; anything else is a fault of the emulator's own
  app.onError((error, c) => {
    if (error instanceof UnusableError || error instanceof FaultError) return refuse(c, error.message)
    throw error
  })

  app.get('/faults', (c) => c.json(faults.current))
  app.delete('/faults', (c) => c.json(faults.reset()))
  app.patch('/faults', async (c) => c.json(faults.set(await bodyOf(c))))

  // without a browser: the answer is what a browser is given
  app.post('/logins', async (c) => {
    const { username, clientId, userAgent } = await bodyOf(c)
    return c.json(
      await logInAs(context, {
        username: typeof username === 'string' ? username : `${JSON.stringify(username)}`,
        ...(typeof clientId === 'string' && { clientId }),
        ...(typeof userAgent === 'string' && { userAgent }),
      }),
      201,
    )
  })

  app.get('/sessions', (c) =>
    c.json(
      store.siteSessions.all().map(({ uuid, ...session }) => ({
        ...session,
        username: store.users.byUuid(uuid)?.username ?? '',
      })),
    ),
  )
  app.delete('/sessions/:handle', (c) =>
    store.siteSessions.end(c.req.param('handle'))
      ? c.body(null, 204)
      : c.json({ error: 'There is no such session.' }, 404),
  )

  app.route('/', usersApi(context))
  app.route('/', clientsApi(context))
  app.delete('/everything', (c) => {
    resetEverything(context)
    return c.body(null, 204)
  })

  app.get('/requests', (c) => c.json(history.entries))
  app.get('/requests/stream', (c) =>
    streamSSE(c, async (stream) => {
      const stop = history.listen((entry) => stream.writeSSE({ data: JSON.stringify(entry) }))
      await new Promise<void>((resolve) => stream.onAbort(resolve))
      stop()
    }),
  )
  return app
}
