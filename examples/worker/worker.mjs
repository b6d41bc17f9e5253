/**
 * A site on a worker, by requests and responses alone, whose server knows its reader. Settings are bindings; `ASSETS` serves
 * the scripts: see README.md.
 */
import { beginLogin, finishLogin } from 'portico/server'
import { clientOf, pageFor, settingsOf } from '../site/page.mjs'
import { afterLogin, answerPage, readerIn, rememberReader, sessionOf } from '../site/reader-session.mjs'

const PATHS = { 'GET /login': logIn, 'GET /callback': callback, 'POST /session': hearPage }
const SCRIPTS = ['/portico.min.js', '/reader.mjs', '/identify.mjs']

export default {
  fetch(request, env) {
    const { pathname } = new URL(request.url)
    if (SCRIPTS.includes(pathname)) return env.ASSETS.fetch(request)
    const handler = PATHS[`${request.method} ${pathname}`] ?? page
    return handler(request, env)
  },
}

/** One for each isolate: it keeps what it has learned of the account service. */
let client
const clientFor = (env) => (client ??= clientOf(env))

function answer(status, cookies, more) {
  const headers = new Headers(more)
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return new Response(null, { status, headers })
}

async function logIn(request, env) {
  const returnTo = new URL(request.url).searchParams.get('returnTo')
  const options = { returnTo, parameters: { scope: 'openid profile' } }
  const login = await beginLogin(clientFor(env), request, options)
  // The browser fetches the link ahead, or this is the address of an image.
  return login.ok ? answer(302, login.setCookies, { location: login.url }) : answer(403, [])
}

async function callback(request, env) {
  const login = await finishLogin(clientFor(env), request)
  if (!login.ok) return answer(302, login.setCookies, { location: afterLogin(login, env) })
  const cookie = await rememberReader(sessionOf(login.user), env)
  return answer(302, [...login.setCookies, cookie], {
    location: afterLogin(login, env),
    'clear-site-data': login.clearSiteData,
  })
}

async function hearPage(request, env) {
  const { status, setCookies } = await answerPage(request, env)
  return answer(status, setCookies)
}

async function page(request, env) {
  const session = await readerIn(request.headers, env)
  const { html, headers } = pageFor(session, new URL(request.url).pathname, settingsOf(env))
  return new Response(html, { headers })
}
