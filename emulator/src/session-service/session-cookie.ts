// The cookie that decides everything at a session service: its own, for its host alone, out of reach of scripts.

import type { Context } from 'hono'
import type { EmulatorContext } from '../context.ts'
import { deleteHostCookie, hostCookie, setHostCookie } from '../http/host-cookies.ts'
import type { Publisher } from '../publishers.ts'
import type { SiteSession } from '../store/site-sessions.ts'

const SESSION_COOKIE = 'session-id'

/** Gives the browser the cookie of a session, for as long as the session has left. */
export function setSessionCookie(c: Context, session: SiteSession): void {
  const secondsLeft = Math.floor((session.expiresAt - Date.now()) / 1000)
  setHostCookie(c, SESSION_COOKIE, session.id, Math.max(1, secondsLeft))
}

/** The id of the session that the browser says it is in. */
export function sessionIdOf(c: Context): string | undefined {
  return hostCookie(c, SESSION_COOKIE)
}

/** The session that the browser is in, of whichever client of the publisher. */
export function sessionOf(
  c: Context,
  { store, clients }: EmulatorContext,
  publisher: Publisher,
): SiteSession | undefined {
  const session = store.siteSessions.find(sessionIdOf(c) ?? '')
  return clients.at(publisher, session?.clientId) && session
}

export function deleteSessionCookie(c: Context): void {
  deleteHostCookie(c, SESSION_COOKIE)
}
