/**
 * A site on Express whose server knows its reader. Settings come from the environment: see README.md.
 */
import { fileURLToPath } from 'node:url'
import express from 'express'
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
const COOKIE = { path: '/', httpOnly: true, sameSite: 'lax', secure: env.REDIRECT_URI.startsWith('https:') }
const app = express().disable('x-powered-by')

async function remember(response, session) {
  const { value, maxAge } = await writeSession(session, env)
  response.cookie('reader', value, { ...COOKIE, maxAge: maxAge * 1000 })
}

const readerCookie = ({ headers }) => /(?:^|;\s*)reader=([^;]*)/.exec(headers.cookie ?? '')?.[1]

app.get('/login', async (request, response) => {
  const { returnTo } = request.query
  const { url, setCookies } = await beginLogin(client, request, {
    returnTo,
    parameters: { scope: 'openid profile' },
  })
  response.append('set-cookie', setCookies).redirect(url)
})

app.get('/callback', async (request, response) => {
  const login = await finishLogin(client, request)
  response.append('set-cookie', login.setCookies)
  if (!login.ok) return response.redirect(login.returnTo)
  await remember(response, sessionOf(login.user))
  response.redirect(throughSessionService(login.returnTo, env))
})

app.post('/session', express.json({ limit: '64kb' }), async (request, response) => {
  const session = await sessionFromPage((request.body ?? { sig: null }).sig, request.headers.origin, env)
  if (session === undefined) return response.sendStatus(403)
  if (session) await remember(response, session)
  else response.clearCookie('reader', COOKIE)
  response.sendStatus(204)
})

const script = (url) => (_request, response) => response.sendFile(fileURLToPath(url))
app.get('/portico.min.js', script(import.meta.resolve('portico/script-tag')))
for (const name of ['reader.mjs', 'identify.mjs'])
  app.get(`/${name}`, script(new URL(`../site/${name}`, import.meta.url)))

app.get('/{*path}', async (request, response) => {
  const { html, headers } = pageFor(await readSession(readerCookie(request), env), request.path, settings)
  response.set(headers).send(html)
})

const port = Number(env.PORT ?? new URL(env.REDIRECT_URI).port)
app.listen(port, '127.0.0.1', () => console.log(`Open ${new URL('/', env.REDIRECT_URI)}`))
