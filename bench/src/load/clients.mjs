/** The clients that are compared: the existing one as it is installed, and the library's full identity as it is built. */
const DIST = new URL('../../../dist/', import.meta.url)

const OPTIONS = {
  clientId: '0123456789abcdef01234567',
  sessionDomain: 'https://id.site.example',
  redirectUri: 'https://www.site.example/callback',
}
const ENV = {
  name: 'SIMULATED',
  accountUrl: 'https://account.site.example',
  widgetUrl: 'https://account.site.example/authn/',
  globalSessionUrl: 'https://account.site.example',
  sdrnNamespace: 'site.example',
  // As the existing client reads it, so that both keep a session for as long.
  expiresInUnit: 'seconds',
}

export const EXISTING = 'existing client'
export const OURS = 'ours with tabs'
export const COOKIE = 'ours with tabs and the presence cookie'

/** The cookie by which a service with a presence cookie has told a browser that nobody is logged in, and when. */
export const toldAt = (time) => ['__Host-reader-none', `${time}`]

/** Whether an error says that nobody is logged in: then the page knows who its reader is. */
export const isNews = ({ reason, code }) => reason === 'session-missing' || code === 400

/** @returns {Promise<Record<string, (page: object) => object>>} what makes an instance for a page, by the client's name */
export async function loadClients() {
  const { createFullIdentity } = await import(`${DIST}presets/full.js`)
  const { fetchTransport } = await import(`${DIST}plugins/index.js`)
  globalThis.window = {}
  const { Identity } = await import('@schibsted/account-sdk-browser/identity.js')
  return {
    [EXISTING](window) {
      // It takes the fetch of the global one.
      globalThis.window = window
      return new Identity({ ...OPTIONS, env: 'PRE', window })
    },
    [OURS]: (window) => createFullIdentity({ ...OPTIONS, env: ENV, window }, fetchTransport()),
    [COOKIE]: (window) =>
      createFullIdentity({ ...OPTIONS, env: { ...ENV, presenceCookie: 'reader' }, window }, fetchTransport()),
  }
}
