// Logins that are on their way: each in an encrypted cookie of its own, in the browser that began it, so that two tabs may log in at a
// time, and nobody can finish a login for somebody else.

import type { Context } from 'hono'
import type { Sealer } from '../crypto/sealed.ts'
import type { Cookies } from '../http/cookies.ts'
import type { LoggedIn, Proofs } from '../provider/provider.ts'

/** A login that a site's page has begun. */
export interface PendingLogin extends Proofs {
  /** The key of its state. */
  readonly key: string
  /** Milliseconds since the epoch. Logins that an earlier version has begun lack it. */
  readonly begunAt?: number
  /** Whether the browser had the mark of a logout when it began. */
  readonly isAfterLogout?: true | undefined
  /** How often the store has failed at its end. */
  readonly attempt?: number
  /** Whom the provider has logged in, where the store has failed afterwards. */
  readonly loggedIn?: Omit<LoggedIn, 'idToken'> | undefined
  readonly site: SiteLogin
}

/** What the site's own login is known by. */
export interface SiteLogin {
  readonly clientId: string
  readonly redirectUri: string
  readonly state: string
  readonly nonce?: string | undefined
  readonly codeChallenge?: string | undefined
}

export interface PendingLogins {
  /** Gives a login to the browser, for the rest of its hour. @returns false when it is too long for a cookie */
  keep(c: Context, login: PendingLogin): Promise<boolean>
  /** Gives the login with the state of this key, if this browser began it, and takes its cookie back. */
  take(c: Context, key: string): Promise<PendingLogin | undefined>
}

/** An hour: a reader may have to wait for a mail, to choose a new password. The pages' texts say how long. */
export const PENDING_SECONDS = 3600
const PREFIX = 'login-'
/** How many one browser keeps, and of how many bytes together. The oldest go first: servers refuse a longer header. */
const MOST = 5
const MOST_BYTES = 4000
/** How many go in one answer. Hosts beside the service may have made more in some browsers, and each answer has its length, too. */
const MOST_DROPPED = 8
/** What stands around a value in the header `Cookie`. */
const NAME_BYTES = '; __Host-login-12345678='.length

export function pendingLogins(cookies: Cookies, sealer: Sealer): PendingLogins {
  const nameOf = (key: string): string => PREFIX + key.slice(0, 8)
  return {
    async keep(c, login) {
      const { begunAt = Date.now() } = login
      const seconds = PENDING_SECONDS - Math.floor((Date.now() - begunAt) / 1000)
      const sealed = await sealer.seal('login', login, seconds)
      if (NAME_BYTES + sealed.length > MOST_BYTES) return false
      const own = nameOf(login.key)
      const others = cookies.withPrefix(c, PREFIX).filter(({ name }) => name !== own)
      const newestFirst = others.reverse()
      let bytes = NAME_BYTES + sealed.length
      const leftOver = newestFirst.filter((earlier, index) => {
        bytes += earlier.bytes
        return index >= MOST - 1 || bytes > MOST_BYTES
      })
      for (const { name } of leftOver.slice(-MOST_DROPPED)) cookies.drop(c, name)
      cookies.set(c, own, sealed, seconds)
      return true
    },
    async take(c, key) {
      const login = await sealer.open<PendingLogin>('login', cookies.get(c, nameOf(key)))
      if (login?.key !== key) return undefined
      cookies.drop(c, nameOf(key))
      return login
    },
  }
}
