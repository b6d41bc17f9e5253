/**
 * The site's server: login, callback, what the page tells of its reader, the rest of an article, and each page as Angular renders it for
 * its reader. Settings come from the environment: see README.md.
 */
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import {
  AngularNodeAppEngine,
  createNodeRequestHandler,
  isMainModule,
  type NodeRequestHandlerFunction,
} from '@angular/ssr/node'
import express from 'express'
import { beginLogin, finishLogin } from 'portico/server'
import { answerReader } from '../site/articles-rest.mjs'
import { checkVariables, clientOf, headScript, settingsOf, settingsText } from '../site/page.mjs'
import { afterLogin, answerPage, readerIn, rememberReader, sessionOf } from '../site/reader-session.mjs'
import type { PageContext } from './app/reader'

const { env } = process
const [settings, client] = [settingsOf(env), clientOf(env)]
const app = express().disable('x-powered-by')
// Angular renders for these hosts alone. While it builds the site, there is no environment.
const allowedHosts = env.REDIRECT_URI ? [new URL(env.REDIRECT_URI).hostname, '127.0.0.1'] : []
const pages = new AngularNodeAppEngine({ allowedHosts })

/** A request as the half of the server takes it that all these sites share. */
const asked = (request: IncomingMessage) => ({
  headers: { get: (name: string) => request.headers[name] as string | undefined },
  text: () => text(request),
})

app.get('/login', async (request, response) => {
  const { returnTo } = request.query
  const login = await beginLogin(client, request, { returnTo, parameters: { scope: 'openid profile' } })
  // The browser fetches the link ahead, or this is the address of an image.
  if (!login.ok) return response.sendStatus(403)
  return response.append('set-cookie', [...login.setCookies]).redirect(login.url)
})

app.get('/callback', async (request, response) => {
  const login = await finishLogin(client, request)
  response.append('set-cookie', [...login.setCookies])
  if (!login.ok) return response.redirect(afterLogin(login, env))
  response.append('set-cookie', await rememberReader(sessionOf(login.user), env))
  response.set('clear-site-data', login.clearSiteData)
  return response.redirect(afterLogin(login, env))
})

app.post('/session', async (request, response) => {
  const { status, setCookies } = await answerPage(asked(request), env)
  response.append('set-cookie', setCookies).sendStatus(status)
})

app.post('/rest', async (request, response) => {
  const { status, text } = await answerReader(asked(request), env)
  response.status(status).set('cache-control', 'no-store').send(text)
})

app.use(express.static(join(import.meta.dirname, '../browser'), { maxAge: '1y', index: false }))

app.use(async (request, response, next) => {
  const session = await readerIn(asked(request).headers, env)
  const page = await pages.handle(request, { session } satisfies PageContext)
  if (!page) return next()
  // Made by portico/server, and safe within HTML. It goes into the head of the document that the server sends, and into no component.
  const head = `<head>
<script>${headScript(session, settings)}</script>
<script type="application/json" id="settings">${settingsText(settings)}</script>`
  const html = (await page.text()).replace('<head>', () => head)
  response.status(page.status).set(Object.fromEntries(page.headers))
  return response.set('cache-control', 'private, no-store').send(html)
})

if (isMainModule(import.meta.url)) {
  checkVariables(env)
  const port = Number(env.PORT ?? 3000)
  app.listen(port, '127.0.0.1', () => console.log(`Listening on ${new URL('/', env.REDIRECT_URI)}`))
}

/** What `ng serve` asks, while the site is developed. */
export const reqHandler: NodeRequestHandlerFunction = createNodeRequestHandler(app)
