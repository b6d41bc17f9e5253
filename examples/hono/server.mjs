/**
 * A site on Hono whose server knows its reader. Settings come from the environment: see README.md.
 */
import { readFileSync } from 'node:fs'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { beginLogin, finishLogin } from 'portico/server'
import { checkVariables, clientOf, pageFor, settingsOf } from '../site/page.mjs'
import { afterLogin, answerPage, readerIn, rememberReader, sessionOf } from '../site/reader-session.mjs'

const { env } = process
checkVariables(env)
const settings = settingsOf(env)
const client = clientOf(env)
const app = new Hono()

const sendCookies = (c, cookies) => {
  for (const cookie of cookies) c.header('set-cookie', cookie, { append: true })
}

app.get('/login', async (c) => {
  const returnTo = c.req.query('returnTo')
  const login = await beginLogin(client, c.req.raw, {
    returnTo,
    parameters: { scope: 'openid profile' },
  })
  // The browser fetches the link ahead, or this is the address of an image.
  if (!login.ok) return c.body(null, 403)
  sendCookies(c, login.setCookies)
  return c.redirect(login.url)
})

app.get('/callback', async (c) => {
  const login = await finishLogin(client, c.req.raw)
  sendCookies(c, login.setCookies)
  if (!login.ok) return c.redirect(afterLogin(login, env))
  sendCookies(c, [await rememberReader(sessionOf(login.user), env)])
  c.header('clear-site-data', login.clearSiteData)
  return c.redirect(afterLogin(login, env))
})

app.post('/session', async (c) => {
  const { status, setCookies } = await answerPage(c.req.raw, env)
  sendCookies(c, setCookies)
  return c.body(null, status)
})

const script = (path) => {
  const text = readFileSync(path)
  return (c) => c.body(text, 200, { 'content-type': 'text/javascript; charset=utf-8' })
}
app.get('/portico.min.js', script(new URL(import.meta.resolve('portico/script-tag'))))
for (const name of ['reader.mjs', 'identify.mjs'])
  app.get(`/${name}`, script(new URL(`../site/${name}`, import.meta.url)))

app.get('*', async (c) => {
  const session = await readerIn(c.req.raw.headers, env)
  const { html, headers } = pageFor(session, c.req.path, settings)
  return c.body(html, 200, headers)
})

const port = Number(env.PORT ?? new URL(env.REDIRECT_URI).port)
serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, () =>
  console.log(`Open ${new URL('/', env.REDIRECT_URI)}`),
)
