/** The clients that are compared: the existing one as it is installed, and the library's full identity as it is built. */
import { ROOT } from '../bundle.mjs'
import { environmentFor } from '../clients.mjs'

const OPTIONS = {
  clientId: '0123456789abcdef01234567',
  sessionDomain: 'https://id.site.example',
  redirectUri: 'https://www.site.example/callback',
}
// Seconds, as the existing client reads it, so that both keep a session for as long.
const ENV = { ...environmentFor('https://account.site.example'), expiresInUnit: 'seconds' }

export const EXISTING = 'existing client'
export const OURS = 'ours with tabs'
export const COOKIE = 'ours with tabs and the presence cookie'

/** The cookie by which a service with a presence cookie has told a browser that nobody is logged in, and when. */
export const toldAt = (time) => ['__Host-reader-none', `${time}`]

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
