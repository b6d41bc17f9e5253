/**
 * The names of the methods of the full identity, for the class that has them.
 */
import type { FullIdentity } from './full.ts'

/** One line for each. The compiler says when one is missing. */
const METHODS: Record<keyof FullIdentity, 1> = {
  hasSession: 1,
  dispose: 1,
  on: 1,
  once: 1,
  off: 1,
  emit: 1,
  isLoggedIn: 1,
  isConnected: 1,
  getUser: 1,
  getUserId: 1,
  getUserUuid: 1,
  getUserSDRN: 1,
  getSpId: 1,
  getExternalId: 1,
  getUserContextData: 1,
  showSimplifiedLoginWidget: 1,
  login: 1,
  loginUrl: 1,
  logout: 1,
  logoutUrl: 1,
  accountUrl: 1,
  phonesUrl: 1,
  clearCachedUserSession: 1,
  enableCacheCookie: 1,
  getSnapshot: 1,
  getServerSnapshot: 1,
  subscribe: 1,
  logSettings: 1,
}

export const METHOD_NAMES: readonly string[] = Object.keys(METHODS)
