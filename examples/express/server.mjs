/**
 * A site on Express whose server knows its reader. Settings come from the environment: see README.md.
 */
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import express from 'express'
import { beginLogin, finishLogin } from 'portico/server'
import { checkVariables, clientOf, pageFor, settingsOf } from '../site/page.mjs'
import { afterLogin, answerPage, readerIn, rememberReader, sessionOf } from '../site/reader-session.mjs'

const { env } = process
checkVariables(env)
const settings = settingsOf(env)
const client = clientOf(env)
const app = express().disable('x-powered-by')

/** As fetch has them. */
const headersOf = (request) => ({ get: (name) => request.get(name) })

app.get('/login', async (request, response) => {
  const { returnTo } = request.query
  const login = await beginLogin(client, request, {
    returnTo,
    parameters: { scope: 'openid profile' },
  })
  // The browser fetches the link ahead, or this is the address of an image.
  if (!login.ok) return response.sendStatus(403)
  response.append('set-cookie', login.setCookies).redirect(login.url)
})

app.get('/callback', async (request, response) => {
  const login = await finishLogin(client, request)
  response.append('set-cookie', login.setCookies)
  if (!login.ok) return response.redirect(afterLogin(login, env))
  response.append('set-cookie', await rememberReader(sessionOf(login.user), env))
  response.set('clear-site-data', login.clearSiteData)
  response.redirect(afterLogin(login, env))
})

app.post('/session', async (request, response) => {
  const asked = { headers: headersOf(request), text: () => text(request) }
  const { status, setCookies } = await answerPage(asked, env)
  response.append('set-cookie', setCookies).sendStatus(status)
})

const script = (url) => (_request, response) => response.sendFile(fileURLToPath(url))
app.get('/portico.min.js', script(import.meta.resolve('portico/script-tag')))
for (const name of ['reader.mjs', 'identify.mjs'])
  app.get(`/${name}`, script(new URL(`../site/${name}`, import.meta.url)))

app.get('/{*path}', async (request, response) => {
  const session = await readerIn(headersOf(request), env)
  const { html, headers } = pageFor(session, request.path, settings)
  response.set(headers).send(html)
})

const port = Number(env.PORT ?? new URL(env.REDIRECT_URI).port)
app.listen(port, '127.0.0.1', () => console.log(`Open ${new URL('/', env.REDIRECT_URI)}`))
