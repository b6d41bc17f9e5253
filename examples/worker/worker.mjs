/**
 * A site on a worker, by requests and responses alone, whose server knows its reader. Settings are bindings; `ASSETS` serves
 * the scripts: see README.md.
 */
import { beginLogin, finishLogin } from 'portico/server'
import { clientOf, pageFor, settingsOf } from '../site/page.mjs'
import {
  readSession,
  sessionFromPage,
  sessionOf,
  throughSessionService,
  writeSession,
} from '../site/reader-session.mjs'

const PATHS = { 'GET /login': logIn, 'GET /callback': callback, 'POST /session': rememberSession }
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

const readerCookie = ({ headers }) => /(?:^|;\s*)reader=([^;]*)/.exec(headers.get('cookie') ?? '')?.[1]

function cookieOf(value, maxAge, { REDIRECT_URI }) {
  const secure = REDIRECT_URI.startsWith('https:') ? '; Secure' : ''
  return `reader=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`
}

async function cookieFor(session, env) {
  const { value, maxAge } = await writeSession(session, env)
  return cookieOf(value, maxAge, env)
}

function answer(status, cookies, location) {
  const headers = new Headers(location ? { location } : {})
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return new Response(null, { status, headers })
}

async function logIn(request, env) {
  const returnTo = new URL(request.url).searchParams.get('returnTo')
  const options = { returnTo, parameters: { scope: 'openid profile' } }
  const { url, setCookies } = await beginLogin(clientFor(env), request, options)
  return answer(302, setCookies, url)
}

async function callback(request, env) {
  const login = await finishLogin(clientFor(env), request)
  if (!login.ok) return answer(302, login.setCookies, login.returnTo)
  const cookie = await cookieFor(sessionOf(login.user), env)
  return answer(302, [...login.setCookies, cookie], throughSessionService(login.returnTo, env))
}

async function rememberSession(request, env) {
  const { sig } = await request.json().catch(() => ({ sig: null }))
  const session = await sessionFromPage(sig, request.headers.get('origin'), env)
  if (session === undefined) return answer(403, [])
  return answer(204, [session ? await cookieFor(session, env) : cookieOf('', 0, env)])
}

async function page(request, env) {
  const session = await readSession(readerCookie(request), env)
  const { html, headers } = pageFor(session, new URL(request.url).pathname, settingsOf(env))
  return new Response(html, { headers })
}
