/**
 * A back end to copy: it logs readers in and out, and knows them, by portico/server and nothing else of anybody's. Settings come
 * from the environment: see README.md.
 */
import { createServer } from 'node:http'
import { beginLogin, finishLogin, signSession, verifySession } from 'portico/server'

const { SESSION_DOMAIN, SESSION_LOGIN_URL, CLIENT_ID, CLIENT_SECRET, COOKIE_SECRET, REDIRECT_URI } =
  process.env
const NEEDED = [
  'IDENTITY_ENV',
  'SESSION_DOMAIN',
  'CLIENT_ID',
  'CLIENT_SECRET',
  'REDIRECT_URI',
  'COOKIE_SECRET',
]
const missing = NEEDED.filter((name) => !process.env[name])
if (missing.length > 0)
  throw new Error(
    `The environment lacks ${missing.join(', ')}. Start it by node --env-file=site.env, see README.md.`,
  )
const { origin, protocol, port } = new URL(REDIRECT_URI)
/** The account service and the session service, as the emulator and portico-session-service describe them. */
const env = JSON.parse(process.env.IDENTITY_ENV)
const client = {
  clientId: CLIENT_ID,
  clientSecret: CLIENT_SECRET,
  redirectUri: REDIRECT_URI,
  env,
  cookieSecret: COOKIE_SECRET,
}
const SECONDS = 8 * 3600
const isHttps = protocol === 'https:'
// By https browsers take this name from this very host alone. By plain http, for development, WebKit keeps no such cookie.
const COOKIE = isHttps ? '__Host-reader' : 'reader'

/** Sends the browser on. */
function redirect(response, location, cookies = [], more = {}) {
  response.writeHead(303, { location, 'set-cookie': cookies, 'cache-control': 'no-store', ...more }).end()
}

function send(response, status, html) {
  response
    .writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'private, no-store' })
    .end(`<!doctype html><html lang="en"><title>My site</title><link rel="icon" href="data:,">${html}</html>`)
}

function cookie(value, seconds) {
  const secure = isHttps ? '; Secure' : ''
  return `${COOKIE}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`
}

/** Whom the cookie says it is; undefined for an anonymous reader, and for a cookie that somebody made up. */
async function readerOf({ headers }) {
  // Only spaces and tabs are blanks here. Another host of the domain can set a name that begins with what `trim` also takes off.
  const pairs = (headers.cookie ?? '').split(/;[ \t]*/)
  const [own, twin] = pairs.filter((pair) => pair.startsWith(`${COOKIE}=`))
  // If the cookie comes twice, another host of the domain has set one of them.
  if (!own || twin) return undefined
  const known = await verifySession(own.slice(COOKIE.length + 1), COOKIE_SECRET)
  return known.ok && known.session.uuid ? known.session : undefined
}

/** Text within HTML. A name may hold anything. */
const escaped = (text) => `${text}`.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

const routes = {
  async 'GET /'(request, response) {
    // The browser fetches the page ahead. The reader may log in or out before it is shown, and no script of this page would notice.
    if (request.headers['sec-purpose']?.startsWith('prefetch')) return response.writeHead(503).end()
    const reader = await readerOf(request)
    send(
      response,
      200,
      reader
        ? `<p>Hello, ${escaped(reader.givenName)}</p><form method="post" action="/logout"><button>Log out</button></form>`
        : '<p>Hello, stranger</p><a href="/login">Log in</a>',
    )
  },

  async 'GET /login'(request, response) {
    const login = await beginLogin(client, request, { parameters: { scope: 'openid profile' } })
    // The browser fetches the link ahead, or this is the address of an image.
    if (!login.ok) return response.writeHead(403).end()
    redirect(response, login.url, login.setCookies)
  },

  /** The redirect URI. The code is exchanged at the account service's token endpoint, and the ID token is checked. */
  async 'GET /callback'(request, response) {
    const login = await finishLogin(client, request)
    if (!login.ok) {
      // Whoever comes back from a logout has no login, and whoever has cancelled wants none.
      if (login.reason !== 'no-login' && login.reason !== 'cancelled')
        console.warn('Nobody was logged in:', login.reason, login.detail)
      return redirect(response, `${origin}/`, login.setCookies)
    }
    const { uuid, claims } = login.user
    const session = { uuid, givenName: claims.given_name ?? 'reader' }
    const value = await signSession(session, COOKIE_SECRET, { expiresInSeconds: SECONDS })
    // A session service that did not log the reader in itself, as the emulator's, looks who is logged in, and sends the browser on.
    const through = `${SESSION_LOGIN_URL}?${new URLSearchParams({ redirect_uri: `${origin}/` })}`
    const next = SESSION_LOGIN_URL ? through : `${origin}/`
    redirect(response, next, [...login.setCookies, cookie(value, SECONDS)], {
      'clear-site-data': login.clearSiteData,
    })
  },

  async 'POST /logout'(request, response) {
    // No page of another site logs anybody out.
    if (request.headers.origin !== origin) return send(response, 403, '<p>Not from here.</p>')
    const query = { client_sdrn: `sdrn:${env.sdrnNamespace}:client:${CLIENT_ID}`, redirect_uri: REDIRECT_URI }
    redirect(response, `${SESSION_DOMAIN}/logout?${new URLSearchParams(query)}`, [cookie('', 0)])
  },
}

const server = createServer(async (request, response) => {
  const [path] = request.url.split('?')
  const route = `${request.method} ${path}`
  try {
    if (Object.hasOwn(routes, route)) await routes[route](request, response)
    else send(response, 404, '<p>There is nothing here.</p>')
  } catch (error) {
    console.error(error)
    if (response.headersSent) response.destroy()
    else send(response, 500, '<p>That did not work. Please try again.</p>')
  }
})
server.listen(Number(process.env.PORT ?? port), '127.0.0.1', () => console.log(`Open ${origin}/`))
