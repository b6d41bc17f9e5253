/**
 * What a server remembers of a reader who may read on, so that it can send the whole article at once: an entitlement, in a signed cookie
 * of its own. The page hands over what the session service has signed.
 */
import { signSession, verifyAccess, verifySession } from 'portico/server'
import { messageOf } from './message.mjs'
import { readerIn } from './reader-session.mjs'

/** What the pages ask access for: a proof for anything else opens nothing. */
const PRODUCTS = ['harbour-post-digital']

/** How long a reader may read on whose subscription has ended. The page renews it before. */
const SECONDS = 900

const isHttps = ({ REDIRECT_URI }) => new URL(REDIRECT_URI).protocol === 'https:'
/** As with the cookie of the reader: see reader-session.mjs. */
const cookieName = (env) => (isHttps(env) ? '__Host-entitlement' : 'entitlement')
/** A secret of its own: no other cookie of the site passes for an entitlement. */
const secretOf = ({ COOKIE_SECRET }) => `${COOKIE_SECRET}, for entitlements`

function cookieOf(value, maxAge, env) {
  const secure = isHttps(env) ? '; Secure' : ''
  return `${cookieName(env)}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`
}

/**
 * The answer to a page's `POST /entitlement`: its status, and the headers `Set-Cookie`. The page sends the `sig` of `hasAccess`, or none
 * when the reader has no access any more. The site's own cookie says who the reader is.
 *
 * @param {import('./message.mjs').PageRequest} request
 * @param {Record<string, any>} env the variables of the environment
 */
export async function answerEntitlement(request, env) {
  const { headers } = request
  const isOwn = headers.get('origin') === new URL(env.REDIRECT_URI).origin
  const message = isOwn ? await messageOf(request) : undefined
  const user = await readerIn(headers, env)
  const nobody = cookieOf('', 0, env)
  if (!message || !user) return { status: 403, setCookies: [nobody] }
  if (message.access === undefined) return { status: 204, setCookies: [nobody] }
  const known = await verifyAccess(message.access, env.SIGNATURE_SECRET, { user, productIds: PRODUCTS })
  if (!known.ok || !known.features.includes('read')) return { status: 403, setCookies: [nobody] }
  const leftSeconds = Math.floor(((known.expiresAt ?? Infinity) - Date.now()) / 1000)
  const seconds = Math.max(1, Math.min(SECONDS, leftSeconds))
  const value = await signSession({ uuid: user.uuid }, secretOf(env), { expiresInSeconds: seconds })
  return { status: 204, setCookies: [cookieOf(value, seconds, env)] }
}

/**
 * Until when the reader of a request may read, in milliseconds since the epoch; 0 where they may not. It is theirs alone: after a logout,
 * and for another reader, it is of no use.
 *
 * @param {import('./message.mjs').PageRequest['headers']} headers of the request
 * @param {Record<string, any>} env the variables of the environment
 */
export async function entitledUntil(headers, env) {
  const start = `${cookieName(env)}=`
  const [own, twin] = (headers.get('cookie') ?? '').split('; ').filter((pair) => pair.startsWith(start))
  // If the cookie comes twice, another host of the domain has set one of them.
  if (!own || twin) return 0
  const known = await verifySession(own.slice(start.length), secretOf(env))
  const reader = await readerIn(headers, env)
  return known.ok && reader?.uuid === known.session.uuid ? known.expiresAt : 0
}
