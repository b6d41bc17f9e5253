// The reader cookie: pages of all hosts of the domain see by it that somebody is logged in, before they ask. It holds no id: only the
// second in which the session began. Whoever forges it causes a question, and learns nothing.

import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { Settings } from '../options/settings.ts'
import type { StoredSession } from '../store/session-store.ts'
import { mostSeconds } from './cookies.ts'

export interface ReaderCookie {
  /** Says to all hosts that a session has begun. It lasts as long as the session may. */
  set(c: Context, session: StoredSession): void
  /** The same, where the browser does not have it. */
  keep(c: Context, session: StoredSession): void
  /** Says that nobody is logged in any more, where the browser says otherwise. */
  drop(c: Context): void
}

const NONE: ReaderCookie = { set() {}, keep() {}, drop() {} }

export function readerCookieOf({ readerCookie, baseDomain, isSecure }: Settings): ReaderCookie {
  // Browsers refuse a cookie for all of `localhost`, as for any public suffix.
  if (readerCookie === false || !baseDomain.includes('.')) return NONE
  const attributes = { path: '/', domain: baseDomain, secure: isSecure, sameSite: 'Lax' } as const
  const isThere = (c: Context): boolean => getCookie(c, readerCookie) !== undefined

  function set(c: Context, { createdAt, endsAt }: StoredSession): void {
    const maxAge = mostSeconds((endsAt - Date.now()) / 1000)
    setCookie(c, readerCookie as string, `${Math.floor(createdAt / 1000)}`, { ...attributes, maxAge })
  }

  return {
    set,
    keep(c, session) {
      if (!isThere(c)) set(c, session)
    },
    drop(c) {
      if (isThere(c)) deleteCookie(c, readerCookie as string, attributes)
    },
  }
}
