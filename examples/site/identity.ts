/**
 * The page's one identity, for all of its routes. Call this in the browser only: a server has no identity.
 */
import { Identity } from 'portico'
import { type AccessApi, access } from 'portico/plugins'
import type { Settings } from './page.mjs'

export type SiteIdentity = Identity & AccessApi

let identity: SiteIdentity | undefined

/** The first call makes the identity, and each later call gives the same one. The site's server puts the settings into the head. */
export function getIdentity(): SiteIdentity {
  if (identity) return identity
  const settings: Settings = JSON.parse(document.getElementById('settings')?.textContent ?? '{}')
  identity = new Identity({
    ...settings,
    // The page notices a session that ends while it is open.
    revalidate: true,
    plugins: [access()],
  })
  return identity
}
