// The cookie that decides everything at a session service: its own, for its host alone, out of reach of scripts.

import type { Context } from 'hono'
import { setCookie } from 'hono/cookie'
import type { SiteSession } from '../store/site-sessions.ts'

export const SESSION_COOKIE = 'session-id'

/** Gives the browser the cookie of a session, for as long as the session has left. */
export function setSessionCookie(c: Context, session: SiteSession): void {
  setCookie(c, SESSION_COOKIE, session.id, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: Math.max(1, Math.floor((session.expiresAt - Date.now()) / 1000)),
  })
}
