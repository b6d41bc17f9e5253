// The logged-out cookie: the reader of this browser has logged out here, and may still be logged in at the provider. The cookie holds
// nothing of the reader. It lasts until somebody has logged in with a password: several people may share the computer.

import type { Context } from 'hono'
import type { Cookies } from '../http/cookies.ts'

const NAME = 'logged-out'
/** The longest time that a browser keeps a cookie: the service does not know how long the provider's session lasts. */
const SECONDS = 400 * 86_400

export interface LoggedOutCookie {
  set(c: Context): void
  isSet(c: Context): boolean
  delete(c: Context): void
}

export function loggedOutCookie(cookies: Cookies): LoggedOutCookie {
  // In a browser that ignores the prefix `__Host-`, a sibling host may set a second cookie of this name. Any of them counts.
  const isSet = (c: Context): boolean => cookies.withPrefix(c, NAME).length > 0
  return {
    set: (c) => cookies.set(c, NAME, '1', SECONDS),
    isSet,
    delete(c) {
      if (isSet(c)) cookies.delete(c, NAME)
    },
  }
}
