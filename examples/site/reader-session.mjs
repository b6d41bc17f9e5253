/**
 * What these sites remember of a reader, in a signed cookie of their own: who logged in here, and whom the session service has
 * vouched for.
 */
import { signSession, verifySession } from 'portico/server'

/** For as long the server believes it without asking; a logout elsewhere is noticed then. */
const SECONDS = 900

/** The reader's session in the cookie; undefined for a stranger, and for a cookie that somebody made up. */
export async function readSession(cookie, { COOKIE_SECRET }) {
  const known = await verifySession(cookie, COOKIE_SECRET)
  return known.ok ? known.session : undefined
}

/** What the cookie is to hold, for a session; `Max-Age` in seconds. */
export async function writeSession(session, { COOKIE_SECRET }) {
  return { value: await signSession(session, COOKIE_SECRET, { expiresInSeconds: SECONDS }), maxAge: SECONDS }
}

/** The session of a reader who has just logged in: what the ID token says. */
export const sessionOf = ({ uuid, claims }) => ({ uuid, givenName: claims.given_name })

/**
 * What a page's POST of a `sig` comes to: the session to remember, null to forget the reader, undefined to refuse.
 *
 * @param origin the request's header `Origin`: pages of others may not say who reads here
 */
export async function sessionFromPage(sig, origin, { SIGNATURE_SECRET, REDIRECT_URI }) {
  if (origin !== new URL(REDIRECT_URI).origin) return undefined
  if (sig === undefined) return null
  const known = await verifySession(sig, SIGNATURE_SECRET, { maxAgeSeconds: 300 })
  return known.ok ? known.session : undefined
}

/** Where the browser goes after a login, for the session service to learn of it, and then on to the page. This is the emulator's way. */
export const throughSessionService = (returnTo, { SESSION_DOMAIN }) =>
  `${SESSION_DOMAIN}/session-login?${new URLSearchParams({ redirect_uri: returnTo })}`
