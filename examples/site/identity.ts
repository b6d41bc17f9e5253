/**
 * The page's one identity, for all of its routes. Call this in the browser only: a server has no identity.
 */
import { Identity } from 'portico'
import type { Known, Settings } from './page.mjs'

let identity: Identity | undefined

/** Makes it for the first who asks, and gives the same one to everybody after. */
export function identityOf(settings: Settings, { isNew }: Known): Identity {
  if (identity) return identity
  identity = new Identity(settings)
  // What the tab has kept is older than a login that led here.
  if (isNew) identity.clearCachedUserSession()
  return identity
}
