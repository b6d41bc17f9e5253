/**
 * Who reads, in the browser: the server is told what the session service says, and the page is made anew where its server
 * thought otherwise.
 */

/**
 * Has the server know who reads: by the `sig`, or without one that nobody does.
 *
 * @param {string} [sig]
 */
export const tellServer = (sig) =>
  fetch('/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sig }),
  })

/** But once, since a server that forgets would not end it. */
function reload({ ok }) {
  const [{ type }] = performance.getEntriesByType('navigation')
  if (ok && type !== 'reload') location.reload()
}

/**
 * @param reader whom the page was made for, by their uuid; empty for a stranger
 * @param isNew whether they have just logged in: then what the tab has kept is older
 * @returns in a word what the library knows
 */
export async function identify(identity, { reader, isNew }) {
  if (isNew) identity.clearCachedUserSession()
  try {
    const session = await identity.hasSession()
    // A session from the server has no sig: the server knows it.
    const answer = session.sig && (await tellServer(session.sig))
    if (answer && session.uuid !== reader) reload(answer)
    return session.givenName ?? 'somebody'
  } catch (error) {
    // Logged out elsewhere.
    if (error.reason === 'session-missing' && reader) reload(await tellServer())
    return `${error.reason}`
  }
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
