/** A site whose readers log in by better-auth. Its users are in memory, and there is one of them. */
import { serve } from '@hono/node-server'
import { betterAuth } from 'better-auth'
import { memoryAdapter } from 'better-auth/adapters/memory'
import { Hono } from 'hono'
import { pageOf, scriptOf } from '../own-session/page.mjs'
import { readSession } from './session.mjs'

const port = Number(process.env.PORT ?? 3000)
const origin = `http://localhost:${port}`
const auth = betterAuth({
  baseURL: origin,
  secret: process.env.AUTH_SECRET,
  database: memoryAdapter({ user: [], session: [], account: [], verification: [] }),
  emailAndPassword: { enabled: true },
  // By itself it allows three logins in ten seconds from one address, which the readers of one office share.
  rateLimit: { customRules: { '/sign-in/email': { window: 10, max: 20 } } },
  telemetry: { enabled: false },
})
await auth.api.signUpEmail({ body: { email: 'ingrid@example.com', password: 'password-1', name: 'Ingrid' } })

const script = await scriptOf(new URL('page.ts', import.meta.url))
const app = new Hono()
app.on(['GET', 'POST'], '/api/auth/*', (context) => auth.handler(context.req.raw))
app.get('/page.js', (context) => context.body(script, 200, { 'content-type': 'text/javascript' }))
app.get('/', async (context) => {
  const known = await auth.api.getSession({ headers: context.req.raw.headers })
  return context.html(pageOf(readSession(known), context.req.raw), 200, {
    'cache-control': 'private, no-store',
  })
})
serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, () => console.log(`Open ${origin}/`))
