// A browser whose reader has logged out here, and may still be logged in at the provider. The mark holds nothing of the reader. It lasts
// until somebody has logged in with a password: the computer may be shared.

import type { Context } from 'hono'
import type { Cookies } from '../http/cookies.ts'

const COOKIE = 'logged-out'
/** The longest that a browser keeps a cookie: nobody knows how long the provider's session lasts. */
const SECONDS = 400 * 86_400

export interface LoggedOutMark {
  set(c: Context): void
  isThere(c: Context): boolean
  drop(c: Context): void
}

export function loggedOutMark(cookies: Cookies): LoggedOutMark {
  // Where a browser does not heed the prefix, a host beside this one may add a twin. That takes nothing away.
  const isThere = (c: Context): boolean => cookies.withPrefix(c, COOKIE).length > 0
  return {
    set: (c) => cookies.set(c, COOKIE, '1', SECONDS),
    isThere,
    drop(c) {
      if (isThere(c)) cookies.drop(c, COOKIE)
    },
  }
}
