// What the emulator adds to full-page visits: a logout goes on to the account service, and a fault may ask for visits that refresh the
// session cookie, or undo them.

import { createHash } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { endSessionUrl } from '../account/end-session.ts'
import type { EmulatorContext } from '../context.ts'

/** Which browsers have had their session cookie refreshed. Kept in memory, as faults are. */
export interface Refreshes {
  /** Whether a fault wants this browser to visit. */
  isWanted(c: Context): boolean
  readonly visit: MiddlewareHandler
}

export function refreshes({ faults }: EmulatorContext): Refreshes {
  const refreshedAt = new Map<string, number>()
  const browserOf = (c: Context): string => createHash('sha256').update(sessionCookieOf(c)).digest('hex')
  return {
    isWanted(c) {
      const { session } = faults.current
      if (session !== 'refresh' && session !== 'refresh-refused') return false
      return (refreshedAt.get(browserOf(c)) ?? 0) < faults.sessionSince
    },
    async visit(c, next) {
      await next()
      if (faults.current.session === 'refresh-refused') c.res.headers.delete('set-cookie')
      else refreshedAt.set(browserOf(c), Date.now())
    },
  }
}

/** The part of the session cookie that stays the same when it is written anew. */
function sessionCookieOf(c: Context): string {
  return /(?:^|;\s*)(?:__Host-)?session-id=([\w-]+)/.exec(c.req.header('cookie') ?? '')?.[1] ?? ''
}

/** Sends a browser that has logged out to the account service, which ends the single sign-on session, before it goes on. */
export function logoutEverywhere(context: EmulatorContext): MiddlewareHandler {
  return async (c, next) => {
    await next()
    const location = c.res.headers.get('location')
    if (location === null) return
    c.res.headers.set('location', endSessionUrl(context, location))
    // the service would remember that the account service has not logged anybody out
    const cookies = c.res.headers.getSetCookie().filter((line) => !/^(__Host-)?logged-out=/.test(line))
    c.res.headers.delete('set-cookie')
    for (const cookie of cookies) c.res.headers.append('set-cookie', cookie)
  }
}
