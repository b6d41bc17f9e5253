/**
 * The clients that are compared: the existing one as it is installed, and the library's own code as it is built, composed
 * of what takes part in a session call.
 */
import { loadChanged } from './variants.mjs'

const CLIENT = {
  clientId: '0123456789abcdef01234567',
  sessionDomain: 'https://id.site.example',
  redirectUri: 'https://www.site.example/callback',
}

const ENV = {
  name: 'CROWD',
  accountUrl: 'https://account.site.example',
  widgetUrl: 'https://account.site.example/authn/',
  globalSessionUrl: 'https://account.site.example',
  sdrnNamespace: 'site.example',
  // As the existing client reads it, so that both keep a session for as long.
  expiresInUnit: 'seconds',
}

/** That of a service which sets a reader cookie, by its name. */
const ENV_WITH_COOKIE = { ...ENV, readerCookie: 'reader' }
/** What the service has told a browser, and when: see `strangers`. */
export const toldAt = (time) => ['__Host-reader-none', `${time}`]

const isNews = ({ reason, code }) => reason === 'session-missing' || code === 400

/** @typedef {{ name: string, create(window: object): object, head?(window: object): void }} Client */

/**
 * Loads them.
 *
 * @param {string} root the repository, whose build is taken
 * @param {{ clientId?: string, changes?: Record<string, Record<string, string>> }} [options] `clientId` of the service that
 * is asked; `changes` to the library's plugins, by the names of their files
 * @returns {Promise<Client[]>}
 */
export async function loadClients(root, { clientId = CLIENT.clientId, changes = {} } = {}) {
  const library = { ...(await import(`${root}dist/plugins/index.js`)) }
  for (const [plugin, lines] of Object.entries(changes))
    Object.assign(library, await loadChanged(root, plugin, lines))
  const { createIdentity } = await import(`${root}dist/core/index.js`)
  globalThis.window ??= {}
  const { Identity } = await import('@schibsted/account-sdk-browser/identity.js')
  const { headStartScript } = await import(`${root}dist/server/index.js`)
  const { fetchTransport, headStart, login, sessionCache, sessionEvents, sessionPause } = library
  const { revalidate, sessionRefresh, strangers, tabs, user } = library

  const compose = (hasPause, hasTabs, asksAnew, hasCookie) => (window) =>
    createIdentity({ ...CLIENT, clientId, env: hasCookie ? ENV_WITH_COOKIE : ENV, window }, [
      fetchTransport(),
      login(),
      sessionCache(),
      headStart(),
      ...(hasPause ? [sessionPause()] : []),
      sessionRefresh(),
      ...(hasTabs ? [tabs()] : []),
      ...(hasCookie ? [strangers()] : []),
      ...(asksAnew ? [revalidate()] : []),
      sessionEvents(),
      user(),
    ])

  // As in a page, whose global the script's one name becomes.
  const script = new Function(
    'scope',
    `with (scope) { ${headStartScript({ ...CLIENT, clientId, env: ENV })} }`,
  )
  const head = (window) => script(Object.assign(window, { porticoHead: undefined }))

  return [
    {
      name: 'existing client',
      create(window) {
        // It takes the fetch of the global one.
        globalThis.window = window
        return new Identity({ ...CLIENT, clientId, env: 'PRE', window })
      },
    },
    { name: 'ours without the pause', create: compose(false) },
    { name: 'ours', create: compose(true) },
    { name: 'ours with tabs', create: compose(true, true) },
    { name: 'ours with tabs, asking anew', create: compose(true, true, true) },
    { name: 'ours with tabs and the reader cookie', create: compose(true, true, false, true) },
    { name: 'ours with the head snippet', create: compose(true), head },
  ].map((client) => ({ ...client, isNews }))
}
