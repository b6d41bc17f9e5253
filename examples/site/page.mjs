/**
 * The one page of these sites, as their servers make it: right on its first paint, whether the reader is known or not.
 * The sites on ../hono, ../express and ../worker send it; those on a framework make one like it.
 */
import { initialSessionScript, preloadScript } from 'portico/server'

/**
 * @typedef {object} Settings
 * @property {string} clientId
 * @property {string} sessionDomain
 * @property {string} redirectUri
 * @property {import('portico').Environment} env
 */

const VARIABLES = [
  'IDENTITY_ENV',
  'SESSION_DOMAIN',
  'CLIENT_ID',
  'CLIENT_SECRET',
  'SIGNATURE_SECRET',
  'REDIRECT_URI',
  'COOKIE_SECRET',
]

/**
 * Makes a server say at its start what it lacks, and not at each request.
 *
 * @param {Record<string, any>} variables the variables of the environment
 * @throws {Error} naming those that are missing
 */
export function checkVariables(variables) {
  const missing = VARIABLES.filter((name) => !variables[name])
  if (missing.length > 0)
    throw new Error(`The environment lacks ${missing.join(', ')}. README.md says where they are from.`)
}

/**
 * What the page's library is constructed with.
 *
 * @param {Record<string, any>} variables the variables of the environment. While a framework builds the site, there may be none yet
 * @returns {Settings}
 * @throws {Error} naming those that are missing, where others are there
 */
export function settingsOf(variables) {
  if (VARIABLES.some((name) => variables[name])) checkVariables(variables)
  return {
    clientId: variables.CLIENT_ID,
    sessionDomain: variables.SESSION_DOMAIN,
    redirectUri: variables.REDIRECT_URI,
    // As the emulator and portico-session-service write it.
    env: JSON.parse(variables.IDENTITY_ENV || '{}'),
  }
}

/**
 * What the server needs to log readers in.
 *
 * @param {Record<string, any>} variables the variables of the environment
 * @returns {import('portico/server').LoginClient}
 */
export const clientOf = (variables) => ({
  ...settingsOf(variables),
  clientSecret: variables.CLIENT_SECRET,
  cookieSecret: variables.COOKIE_SECRET,
})

/** Makes text safe within HTML. A name can hold any text. */
const escaped = (text) => `${text}`.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

/**
 * The reader for whom a page is made.
 *
 * @typedef {object} Known
 * @property {string} reader their uuid; empty for an anonymous reader
 * @property {string} [name] what to greet them by; undefined for an anonymous reader
 * @property {boolean} isNew they have just logged in: what the tab has kept is older
 */

/**
 * What the page gets about its reader. Right after a login, the session has no user id: the page asks for the rest.
 *
 * @param {import('portico').Session | undefined} session
 * @returns {Known}
 */
export const readerOf = (session) => ({
  reader: session?.uuid ?? '',
  name: session && (session.givenName ?? 'reader'),
  isNew: Boolean(session && !session.userId),
})

/**
 * The script for the page's head. Right after a login it does nothing: the tab may have kept an older answer. It is not empty even then:
 * an empty script runs once a framework, such as React, puts a text into it, and would ask for a session that nobody waits for.
 *
 * @param {import('portico').Session | undefined} session
 * @param {Settings} settings
 */
export function headScript(session, settings) {
  return session ? initialSessionScript(session) || '/* none */' : preloadScript(settings)
}

/** The settings as the text of a script element of the type `application/json`. @param {Settings} settings */
export const settingsText = (settings) => JSON.stringify(settings).replaceAll('<', '\\u003c')

/**
 * The page, and the headers that it needs: it is one reader's, and runs no script but its own.
 *
 * @param session what the server knows of the reader; undefined for an anonymous reader
 */
export function pageFor(session, path, settings) {
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
  const { reader, name, isNew } = readerOf(session)
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>The article</title>
<link rel="icon" href="data:,">
<script nonce="${nonce}">${headScript(session, settings)}</script>
<script type="application/json" id="settings">${settingsText(settings)}</script>
<script nonce="${nonce}" src="/portico.min.js" defer></script>
<script nonce="${nonce}" src="/reader.mjs" type="module"></script>
<body data-reader="${escaped(reader)}"${isNew ? ' data-is-new' : ''}>
<h1>The article at ${escaped(path)}</h1>
${
  name
    ? `<p id="reader">Hello, ${escaped(name)}</p><button id="log-out">Log out</button>`
    : `<p id="reader">Hello, stranger</p><a id="log-in" href="/login?${new URLSearchParams({ returnTo: path })}">Log in</a>`
}
<p>The library says: <output id="library"></output></p>
</body>
</html>`
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-store',
    'content-security-policy': `script-src 'nonce-${nonce}'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'`,
  }
  return { html, headers }
}
