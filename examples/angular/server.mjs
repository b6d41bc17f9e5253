/**
 * The site's server: login, callback, the rest of an article, and the page that Angular has built. Settings come from the
 * environment: see README.md.
 */
import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { beginLogin, finishLogin, preloadScript } from 'portico/server'
import { answerReader } from './site/articles-rest.mjs'
import { checkVariables, clientOf, settingsOf, settingsText } from './site/page.mjs'
import { afterLogin } from './site/reader-session.mjs'

const { env } = process
checkVariables(env)
const BUILT = new URL('dist/browser/', import.meta.url)
const TYPES = { js: 'text/javascript', css: 'text/css' }
const [settings, client] = [settingsOf(env), clientOf(env)]

/** What the page gets from the server, before its own scripts: the settings, and the call for the session, which begins at once. */
const HEAD = `<head>
<script type="application/json" id="settings">${settingsText(settings)}</script>
<script>${preloadScript(settings)}</script>`

const redirect = (response, setCookies, location) =>
  response.writeHead(302, { location, 'set-cookie': setCookies }).end()

const routes = {
  async 'GET /login'(request, response, query) {
    const options = { returnTo: query.get('returnTo'), parameters: { scope: 'openid profile' } }
    const login = await beginLogin(client, request, options)
    // The browser fetches the link ahead, or this is the address of an image.
    if (!login.ok) return response.writeHead(403).end()
    redirect(response, login.setCookies, login.url)
  },

  async 'GET /callback'(request, response) {
    const login = await finishLogin(client, request)
    redirect(response, login.setCookies, afterLogin(login, env))
  },

  async 'POST /rest'(request, response) {
    const headers = new Headers({ 'content-length': `${request.headers['content-length']}` })
    const rest = await answerReader({ headers, text: () => text(request) }, env)
    response.writeHead(rest.status, { 'cache-control': 'no-store' }).end(rest.text)
  },
}

/** The file of this path that Angular has built. A route of the page has none. */
async function fileAt(path) {
  const name = path.slice(1)
  if (!(await readdir(BUILT)).includes(name) || name === 'index.html') return undefined
  return {
    type: TYPES[name.split('.').at(-1)] ?? 'application/octet-stream',
    body: await readFile(new URL(name, BUILT)),
  }
}

async function answer(request, response) {
  const { pathname, searchParams } = new URL(request.url, settings.redirectUri)
  const route = routes[`${request.method} ${pathname}`]
  if (route) return route(request, response, searchParams)
  const file = await fileAt(pathname)
  if (file) return response.writeHead(200, { 'content-type': file.type }).end(file.body)
  // Each other address is the page's: Angular knows its routes.
  const html = await readFile(new URL('index.html', BUILT), 'utf8')
  return response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    .end(html.replace('<head>', () => HEAD))
}

const port = env.PORT ?? 3000
createServer((request, response) =>
  answer(request, response).catch((error) => {
    console.error(error)
    if (response.headersSent) response.destroy()
    else response.writeHead(500).end('That did not work. Please try again.')
  }),
).listen(port, '127.0.0.1', () => console.log(`Listening on http://www.site.localhost:${port}/`))
