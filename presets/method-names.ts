/**
 * The names of the methods of the full identity, for the class that has them.
 */
import type { FullIdentity } from './full.ts'

/** One line for each. The compiler says when one is missing. */
const METHODS: Record<keyof FullIdentity, true> = {
  hasSession: true,
  dispose: true,
  on: true,
  once: true,
  off: true,
  emit: true,
  isLoggedIn: true,
  isConnected: true,
  getUser: true,
  getUserId: true,
  getUserUuid: true,
  getUserSDRN: true,
  getSpId: true,
  getExternalId: true,
  getUserContextData: true,
  showSimplifiedLoginWidget: true,
  login: true,
  loginUrl: true,
  logout: true,
  logoutUrl: true,
  accountUrl: true,
  phonesUrl: true,
  clearCachedUserSession: true,
  enableCacheCookie: true,
  getSnapshot: true,
  getServerSnapshot: true,
  subscribe: true,
  logSettings: true,
}

export const METHOD_NAMES: readonly string[] = Object.keys(METHODS)
