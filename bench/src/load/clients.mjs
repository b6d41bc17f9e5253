/** The clients that are compared: the existing one as it is installed, and the library's full identity as it is built. */
import { ROOT } from '../bundle.mjs'
import { environmentFor } from '../clients.mjs'
import { COOKIE, EXISTING } from './parameters.mjs'

const OPTIONS = {
  clientId: '0123456789abcdef01234567',
  sessionDomain: 'https://id.site.example',
  redirectUri: 'https://www.site.example/callback',
}
// Seconds, as the account-sdk-browser reads it, so that both keep a session for as long.
const ENV = { ...environmentFor('https://account.site.example'), expiresInUnit: 'seconds' }

/** The cookie by which a service with a presence cookie has told a browser, so many seconds ago, that nobody is logged in: for a day. */
export const toldBefore = (now, seconds) =>
  `__Host-reader-none=${now - seconds * 1000}; max-age=${86_400 - seconds}`

/** Whether an error says that nobody is logged in: then the page knows who its reader is. */
export const isNews = ({ reason, code }) => reason === 'session-missing' || code === 400

/** @returns {Promise<(page: object) => object>} what makes an instance of a client for a page */
export async function loadClient(name) {
  if (name === EXISTING) {
    globalThis.window = {}
    const { Identity } = await import('@schibsted/account-sdk-browser/identity.js')
    return (window) => {
      // It takes the fetch of the global one.
      globalThis.window = window
      return new Identity({ ...OPTIONS, env: 'PRE', window })
    }
  }
  const { createFullIdentity } = await import(`${ROOT}dist/presets/full.js`)
  const { fetchTransport } = await import(`${ROOT}dist/plugins/index.js`)
  const env = name === COOKIE ? { ...ENV, presenceCookie: 'reader' } : ENV
  return (window) => createFullIdentity({ ...OPTIONS, env, window }, fetchTransport())
}
