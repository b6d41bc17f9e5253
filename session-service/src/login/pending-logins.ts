// Pending logins. Each has an encrypted cookie of its own, in the browser that began it. So two tabs may log in at the same time, and
// nobody can finish a login that another browser began.

import type { Context } from 'hono'
import type { Sealer } from '../crypto/sealed.ts'
import type { Cookies } from '../http/cookies.ts'
import type { LoggedIn, LoginChecks } from '../provider/provider.ts'

/** A login that a site's page has begun. */
export interface PendingLogin extends LoginChecks {
  /** The key of its state. */
  readonly key: string
  /** Milliseconds since the epoch. Logins that an earlier version has begun lack it. */
  readonly begunAt?: number
  /** Whether the browser had the logged-out cookie when the login began. */
  readonly isAfterLogout?: true | undefined
  /** How often the store has failed at its end. */
  readonly attempt?: number
  /** Whom the provider has logged in, where the store has failed afterwards. */
  readonly loggedIn?: Omit<LoggedIn, 'idToken'> | undefined
  readonly site: SiteLogin
}

/** The authorization request of the site. */
export interface SiteLogin {
  readonly clientId: string
  readonly redirectUri: string
  readonly state: string
  readonly nonce?: string | undefined
  readonly codeChallenge?: string | undefined
}

export interface PendingLogins {
  /** Sets the cookie of a login, for the rest of its hour. @returns false when the login is too long for a cookie */
  keep(c: Context, login: PendingLogin): Promise<boolean>
  /** Returns the login with the state of this key, if this browser began it, and deletes its cookie. */
  take(c: Context, key: string): Promise<PendingLogin | undefined>
}

/** An hour: a reader may have to wait for a mail with a new password. The texts of the pages name this time. */
export const PENDING_SECONDS = 3600
const PREFIX = 'login-'
/** The most pending logins of one browser, and their bytes. Beyond them the oldest are deleted: servers refuse a longer header. */
const MAX_LOGINS = 5
const MAX_BYTES = 4000
/** How many cookies one response deletes at most. In some browsers, sibling hosts may have set more, and the header of a response has a limit, too. */
const MAX_DELETED = 8
/** The bytes around a value in the header `Cookie`. */
const NAME_BYTES = '; __Host-login-12345678='.length

export function pendingLogins(cookies: Cookies, sealer: Sealer): PendingLogins {
  const nameOf = (key: string): string => PREFIX + key.slice(0, 8)
  return {
    async keep(c, login) {
      const { begunAt = Date.now() } = login
      const seconds = PENDING_SECONDS - Math.floor((Date.now() - begunAt) / 1000)
      const sealed = await sealer.seal('login', login, seconds)
      if (NAME_BYTES + sealed.length > MAX_BYTES) return false
      const own = nameOf(login.key)
      const others = cookies.withPrefix(c, PREFIX).filter(({ name }) => name !== own)
      const newestFirst = others.reverse()
      let bytes = NAME_BYTES + sealed.length
      const leftOver = newestFirst.filter((earlier, index) => {
        bytes += earlier.bytes
        return index >= MAX_LOGINS - 1 || bytes > MAX_BYTES
      })
      for (const { name } of leftOver.slice(-MAX_DELETED)) cookies.delete(c, name)
      cookies.set(c, own, sealed, seconds)
      return true
    },
    async take(c, key) {
      const login = await sealer.open<PendingLogin>('login', cookies.get(c, nameOf(key)))
      if (login?.key !== key) return undefined
      cookies.delete(c, nameOf(key))
      return login
    },
  }
}
