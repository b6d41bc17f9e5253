/**
 * What these sites remember of a reader, in a signed cookie of their own: who logged in here, or who the reader is by the session
 * service's word.
 */
import { signSession, verifySession } from 'portico/server'
import { messageOf } from './message.mjs'

/** For this long the server believes the cookie without asking. A logout elsewhere is noticed then. */
const SECONDS = 900

const isHttps = ({ REDIRECT_URI }) => new URL(REDIRECT_URI).protocol === 'https:'

/**
 * The cookie's name. By https it is `__Host-reader`, which browsers take from this very host alone. By plain http, as on a developer's
 * machine, WebKit keeps no such cookie. There it is `reader`, and a host beside this one could set it, too.
 *
 * @param {Record<string, any>} env the variables of the environment
 */
const cookieName = (env) => (isHttps(env) ? '__Host-reader' : 'reader')

function cookieOf(value, maxAge, env) {
  const secure = isHttps(env) ? '; Secure' : ''
  return `${cookieName(env)}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`
}

/** Whether a session is somebody's. The session service signs that of nobody, too. */
const isReader = ({ uuid }) => typeof uuid === 'string' && uuid.trim() !== ''

/**
 * The reader's session; undefined for an anonymous reader, and for a cookie that somebody made up. A page that the browser fetches ahead is a
 * anonymous reader's, too: the reader may log out before it is shown. Its script asks when it is.
 *
 * @param {import('./message.mjs').PageRequest['headers']} headers of the request
 * @param {Record<string, any>} env the variables of the environment
 */
export async function readerIn(headers, env) {
  if (headers.get('sec-purpose')?.startsWith('prefetch')) return undefined
  const start = `${cookieName(env)}=`
  // Only spaces and tabs are blanks here. Another host of the domain can set a name that begins with what `trim` also takes off.
  const pairs = (headers.get('cookie') ?? '').split(/;[ \t]*/)
  const [own, twin] = pairs.filter((pair) => pair.startsWith(start))
  // If the cookie comes twice, another host of the domain has set one of them.
  if (!own || twin) return undefined
  const known = await verifySession(own.slice(start.length), env.COOKIE_SECRET)
  return known.ok && isReader(known.session) ? known.session : undefined
}

/**
 * The header `Set-Cookie` that remembers a reader. It holds only the members of the session that the site needs: browsers drop a cookie of
 * more than 4 kB.
 *
 * @param {import('portico').Session} session
 * @param {Record<string, any>} env the variables of the environment
 */
export async function rememberReader({ result, uuid, userId, givenName }, env) {
  const needed = { result, uuid, userId, givenName }
  return cookieOf(await signSession(needed, env.COOKIE_SECRET, { expiresInSeconds: SECONDS }), SECONDS, env)
}

/**
 * The header `Set-Cookie` that forgets the reader.
 *
 * @param {Record<string, any>} env the variables of the environment
 */
const forgetReader = (env) => cookieOf('', 0, env)

/**
 * The session of a reader who has just logged in, and by that is connected to this site: what the ID token says.
 *
 * @param {import('portico/server').LoggedInUser} user
 * @returns {import('portico').Session}
 */
export const sessionOf = ({ uuid, claims }) => ({ result: true, uuid, givenName: claims.given_name })

/**
 * The answer to a page's `POST /session`: its status, and the headers `Set-Cookie`. A page says who reads by `{ "sig": "…" }`, or by `{}`
 * that nobody does. Pages of others may not say who reads here: what they send is not even read.
 *
 * @param {import('./message.mjs').PageRequest} request
 * @param {Record<string, any>} env the variables of the environment
 */
export async function answerPage(request, env) {
  if (request.headers.get('origin') !== new URL(env.REDIRECT_URI).origin)
    return { status: 403, setCookies: [] }
  const message = await messageOf(request)
  if (!message || message.sig === null) return { status: 400, setCookies: [] }
  if (message.sig === undefined) return { status: 204, setCookies: [forgetReader(env)] }
  const known = await verifySession(message.sig, env.SIGNATURE_SECRET, { maxAgeSeconds: 300 })
  if (!known.ok) return { status: 403, setCookies: [] }
  const cookie = isReader(known.session) ? await rememberReader(known.session, env) : forgetReader(env)
  return { status: 204, setCookies: [cookie] }
}

/**
 * Where the browser goes after a login: back to the page. A session service that did not log the reader in itself, as the emulator's,
 * learns of the login on the way, at `SESSION_LOGIN_URL`. Without that variable there is nobody to tell. A login that failed leads back
 * too, and the server's log says why; whoever comes back from a logout, or has cancelled, is no failure.
 *
 * @param {import('portico/server').FinishedLogin} login
 * @param {Record<string, any>} env the variables of the environment
 */
export function afterLogin(login, { SESSION_LOGIN_URL }) {
  if (!login.ok && login.reason !== 'no-login' && login.reason !== 'cancelled')
    console.warn('Nobody was logged in:', login.reason, login.detail)
  if (!login.ok || !SESSION_LOGIN_URL) return login.returnTo
  return `${SESSION_LOGIN_URL}?${new URLSearchParams({ redirect_uri: login.returnTo })}`
}
