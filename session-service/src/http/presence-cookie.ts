// The presence cookie: pages of all hosts of the domain see by it that somebody is logged in, before they ask. It holds no id: only the
// second in which the session began. A forged one causes a session call, and reveals nothing.

import type { Context } from 'hono'
import { setCookie } from 'hono/cookie'
import type { Settings } from '../options/settings.ts'
import type { StoredSession } from '../store/session-store.ts'
import { maxAgeOf, valuesOf } from './cookies.ts'

export interface PresenceCookie {
  /** Says to all hosts that a session has begun. It lasts as long as the session may. */
  set(c: Context, session: StoredSession): void
  /** The same, where the browser has none that is exactly so. */
  keep(c: Context, session: StoredSession): void
  /** Deletes the cookie, if the browser has sent one. */
  delete(c: Context): void
}

const NONE: PresenceCookie = { set() {}, keep() {}, delete() {} }

export function presenceCookieOf({ presenceCookie, baseDomain, isSecure }: Settings): PresenceCookie {
  // Browsers refuse a cookie for all of `localhost`, as for any public suffix.
  if (presenceCookie === false || !baseDomain.includes('.')) return NONE
  const attributes = { path: '/', domain: baseDomain, secure: isSecure, sameSite: 'Lax' } as const
  const secondOf = ({ createdAt }: StoredSession): string => `${Math.floor(createdAt / 1000)}`

  function write(c: Context, value: string, maxAge: number): void {
    setCookie(c, presenceCookie as string, value, { ...attributes, maxAge })
  }

  function set(c: Context, session: StoredSession): void {
    write(c, secondOf(session), maxAgeOf((session.endsAt - Date.now()) / 1000))
  }

  return {
    set,
    keep(c, session) {
      // A host of the domain may have put anything in its place, which pages read as it stands, quotes and all. Beside another one for
      // a path, the right one is enough.
      const sent = `; ${c.req.header('cookie')};`
      if (!sent.includes(`; ${presenceCookie}=${secondOf(session)};`)) set(c, session)
    },
    delete(c) {
      if (valuesOf(c, presenceCookie).length > 0) write(c, '', 0)
    },
  }
}
