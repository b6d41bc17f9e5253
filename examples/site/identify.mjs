/**
 * In the browser: the page tells the server who the reader is, as the session service says. If the server has made the page for
 * somebody else, the page reloads.
 */

/** The `sig` that the server was told last: `undefined` says that nobody is logged in. Before that it is null. */
let told = null

/**
 * Tells the server who the reader is, by the `sig`. Without a `sig` it says that nobody is logged in. It does not say the same twice in a
 * row: a browser that has refused the server's cookie would refuse it again.
 *
 * @param {string} [sig]
 * @returns {Promise<Response | undefined>} the answer of the server; undefined if it knew that already
 */
export async function tellServer(sig) {
  if (sig === told) return undefined
  told = sig
  const answer = await fetch('/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sig }),
  }).catch(() => Response.error())
  if (!answer.ok) told = null
  return answer
}

/**
 * The reader's uuid, as the library knows it; empty for an anonymous reader, undefined while the library does not know.
 *
 * @param {import('portico').Snapshot} snapshot
 */
export function uuidOf({ status, session }) {
  if (status === 'connected') return session.uuid
  return status === 'loggedOut' || status === 'notConnected' ? '' : undefined
}

/** Only once: otherwise a server that forgets the reader causes a loop. */
function reload(answer) {
  const [{ type }] = performance.getEntriesByType('navigation')
  if (answer?.ok && type !== 'reload') location.reload()
}

/**
 * @param reader the uuid of the reader for whom the page was made; empty for an anonymous reader
 * @param isNew whether they have just logged in: then what the tab has kept is older
 * @returns what the library knows, in one word
 */
export async function identify(identity, { reader, isNew }) {
  if (isNew) identity.clearCachedUserSession()
  try {
    const session = await identity.hasSession()
    // A session from this site's server has no sig: the server knows it.
    const answer = session.sig ? await tellServer(session.sig) : undefined
    if (session.uuid !== reader) reload(answer)
    return session.givenName ?? 'somebody'
  } catch (error) {
    // Logged out elsewhere.
    if (error.reason === 'session-missing' && reader) reload(await tellServer())
    return `${error.reason}`
  }
}

/**
 * Follows what changes while the page is open, such as a logout or another reader in another tab: it tells the server, which makes the page
 * anew. Only a change does that, so that a server that forgets the reader causes no loop.
 *
 * @param reader the uuid of the reader for whom the page was made; empty for an anonymous reader
 */
export function followChanges(identity, reader) {
  let known = uuidOf(identity.getSnapshot()) ?? reader
  identity.subscribe(async (snapshot) => {
    const uuid = uuidOf(snapshot)
    if (uuid === undefined || uuid === known) return
    known = uuid
    // A session from this site's server has no sig: the server knows it, by another tab.
    if (uuid && !snapshot.session.sig) return location.reload()
    const answer = await tellServer(uuid ? snapshot.session.sig : undefined)
    if (answer?.ok) location.reload()
  })
}

/**
 * Logs the reader out, here and at the session service.
 *
 * @param {import('portico').Identity} identity
 */
export async function logOut(identity) {
  await tellServer()
  identity.logout()
}
