/**
 * The rest of the articles, on the server. The server sends it only to readers who have access. What the session service has signed says
 * who they are.
 */
import { verifyAccess, verifySession } from 'portico/server'
import { messageOf } from './message.mjs'
import { readerIn } from './reader-session.mjs'

const REST = {
  article:
    'The keeper has rowed out every Sunday for forty years. He brings back a list of what the birds have thrown away.',
  another: 'For four years the hill had taxis. The first driver is the one who drove the last bus down.',
}

/** The rest of an article. Only for a reader of whom it is known that they may read it. @param {string} slug */
export const restOf = (slug) => (Object.hasOwn(REST, slug) ? REST[slug] : '')

/** What the pages ask access for: a proof for anything else opens nothing. */
const PRODUCTS = ['harbour-post-digital']

const NOTHING = { status: 403, text: '' }

/**
 * The answer to a page's `POST /rest`. The session's `sig` says who the reader is. A session from this server has no `sig`. Then the
 * cookie says who the reader is.
 *
 * @param {import('./message.mjs').PageRequest} request
 * @param {Record<string, any>} env the variables of the environment
 */
export async function answerReader(request, env) {
  const { slug, session: sig, access } = (await messageOf(request)) ?? {}
  if (typeof slug !== 'string' || !Object.hasOwn(REST, slug)) return NOTHING
  const session = await verifySession(sig, env.SIGNATURE_SECRET)
  const user = session.ok ? session.session : await readerIn(request.headers, env)
  if (!user) return NOTHING
  const known = await verifyAccess(access, env.SIGNATURE_SECRET, { user, productIds: PRODUCTS })
  return known.ok && known.features.includes('read') ? { status: 200, text: REST[slug] } : NOTHING
}
