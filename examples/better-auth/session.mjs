/** Reads what better-auth's `get-session` answers, in the page and on the server. */

/** How long a page believes an answer, in milliseconds. A session that ends sooner ends its answer. */
const HOLDS_MS = 300_000

/**
 * The session; null when nobody is logged in.
 *
 * @param {any} body
 * @returns {import('portico').Session | null}
 */
export function readSession(body) {
  if (!body) return null
  const { user, session } = body
  return {
    result: true,
    userId: user.id,
    uuid: user.id,
    givenName: user.name,
    expiresIn: Math.min(HOLDS_MS, new Date(session.expiresAt).getTime() - Date.now()),
  }
}
