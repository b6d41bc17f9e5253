/**
 * The optional snippet for the page's head, which starts the session call while the library is still
 * on its way: how many bytes it is for a typical client, and the tag that a page here gets.
 */
import { ROOT } from './bundle.mjs'
import { environmentFor } from './clients.mjs'

const { preloadScript } = await import(`${ROOT}dist/server/index.js`)
const environments = await import(`${ROOT}dist/presets/environments.js`)

/** The snippet of a publisher of ordinary names. */
export const typicalSnippet = () =>
  preloadScript({
    clientId: '0123456789abcdef01234567',
    sessionDomain: 'https://id.site.com',
    redirectUri: 'https://www.site.com/callback',
    env: environments.PRO,
  })

/**
 * The script element for a page here, made from the very options that the page's client is constructed with.
 *
 * @param {string} [env] the environment that the client is bound to; without it, the local one
 */
export function headSnippet({ accountUrl, ...site }, env) {
  return `<script>${preloadScript({ ...site, env: env ? environments[env] : environmentFor(accountUrl) })}</script>`
}
