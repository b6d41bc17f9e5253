/** A site whose readers log in by Auth.js. There is one of them. */
import { Auth } from '@auth/core'
import Credentials from '@auth/core/providers/credentials'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { pageOf, scriptOf } from '../own-session/page.mjs'
import { readSession } from './session.mjs'

const port = Number(process.env.PORT ?? 3000)
const origin = `http://localhost:${port}`
const config = {
  basePath: '/auth',
  trustHost: true,
  secret: process.env.AUTH_SECRET,
  providers: [
    Credentials({
      credentials: { email: {}, password: {} },
      authorize: ({ email, password }) =>
        email === 'ingrid@example.com' && password === 'password-1'
          ? { id: 'user-7', name: 'Ingrid', email }
          : null,
    }),
  ],
  // Without this, the session says nothing that identifies the reader for good.
  callbacks: { session: ({ session, token }) => ({ ...session, user: { ...session.user, id: token.sub } }) },
}

/** The session of a request, as its endpoint tells it. */
async function sessionOf({ headers }) {
  const response = await Auth(new Request(`${origin}/auth/session`, { headers }), config)
  return readSession(await response.json())
}

const script = await scriptOf(new URL('page.ts', import.meta.url))
const app = new Hono()
app.on(['GET', 'POST'], '/auth/*', (context) => Auth(context.req.raw, config))
app.get('/page.js', (context) => context.body(script, 200, { 'content-type': 'text/javascript' }))
app.get('/', async (context) =>
  context.html(pageOf(await sessionOf(context.req.raw), context.req.raw), 200, {
    'cache-control': 'private, no-store',
  }),
)
serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, () => console.log(`Open ${origin}/`))
