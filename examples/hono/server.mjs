/**
 * A site on Hono whose server knows its reader. Settings come from the environment: see README.md.
 */
import { readFileSync } from 'node:fs'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { beginLogin, finishLogin } from 'portico/server'
import { clientOf, pageFor, settingsOf } from '../site/page.mjs'
import {
  readSession,
  sessionFromPage,
  sessionOf,
  throughSessionService,
  writeSession,
} from '../site/reader-session.mjs'

const { env } = process
const settings = settingsOf(env)
const client = clientOf(env)
const secure = env.REDIRECT_URI.startsWith('https:')
const app = new Hono()

async function remember(c, session) {
  const { value, maxAge } = await writeSession(session, env)
  setCookie(c, 'reader', value, { path: '/', httpOnly: true, sameSite: 'Lax', secure, maxAge })
}

const sendCookies = (c, cookies) => {
  for (const cookie of cookies) c.header('set-cookie', cookie, { append: true })
}

app.get('/login', async (c) => {
  const returnTo = c.req.query('returnTo')
  const { url, setCookies } = await beginLogin(client, c.req.raw, {
    returnTo,
    parameters: { scope: 'openid profile' },
  })
  sendCookies(c, setCookies)
  return c.redirect(url)
})

app.get('/callback', async (c) => {
  const login = await finishLogin(client, c.req.raw)
  sendCookies(c, login.setCookies)
  if (!login.ok) return c.redirect(login.returnTo)
  await remember(c, sessionOf(login.user))
  return c.redirect(throughSessionService(login.returnTo, env))
})

app.post('/session', async (c) => {
  const { sig } = await c.req.json().catch(() => ({ sig: null }))
  const session = await sessionFromPage(sig, c.req.header('origin'), env)
  if (session === undefined) return c.body(null, 403)
  if (session) await remember(c, session)
  else deleteCookie(c, 'reader', { path: '/', secure })
  return c.body(null, 204)
})

const script = (path) => {
  const text = readFileSync(path)
  return (c) => c.body(text, 200, { 'content-type': 'text/javascript; charset=utf-8' })
}
app.get('/portico.min.js', script(new URL(import.meta.resolve('portico/script-tag'))))
for (const name of ['reader.mjs', 'identify.mjs'])
  app.get(`/${name}`, script(new URL(`../site/${name}`, import.meta.url)))

app.get('*', async (c) => {
  const session = await readSession(getCookie(c, 'reader'), env)
  const { html, headers } = pageFor(session, c.req.path, settings)
  return c.body(html, 200, headers)
})

const port = Number(env.PORT ?? new URL(env.REDIRECT_URI).port)
serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, () =>
  console.log(`Open ${new URL('/', env.REDIRECT_URI)}`),
)
