// Sessions: how a session begins, is found by its cookie, and ends. The browser has the session's id, and the store only its hash.

import type { Context } from 'hono'
import { randomText, sha256 } from '../crypto/hash.ts'
import type { Sealer } from '../crypto/sealed.ts'
import type { Cookies } from '../http/cookies.ts'
import type { PresenceCookie } from '../http/presence-cookie.ts'
import type { ProviderReader } from '../options/options.ts'
import type { Settings } from '../options/settings.ts'
import { deviceOf } from '../reader-sessions/device.ts'
import type { FoundSession, SessionStore, StoredSession } from '../store/session-store.ts'
import type { Ids } from './ids.ts'
import { profileOf } from './profile.ts'

const COOKIE = 'session-id'
/** A session is touched at most once a day, or once in a tenth of its idle time. Otherwise each page view would be a write. */
const TOUCHED_AFTER_MS = 86_400_000
const TOUCHED_AFTER = 0.1

/** A login that the provider vouches for. */
export interface Login extends ProviderReader {
  readonly clientId: string
  /** Milliseconds since the epoch, by the service's clock. */
  readonly begunAt: number
  readonly idToken?: string | undefined
}

/** What a browser's cookie says. */
export interface SessionCookie {
  readonly id: string
  /** The session's key in the store. */
  readonly key: string
  /** When the cookie was written: seconds since the epoch. Nobody has checked it. */
  readonly writtenAt: number
}

export interface Sessions {
  /** The session that the browser says it is in. */
  cookie(c: Context): SessionCookie | undefined
  /** Whether what the store has is a session of this host that is not over. */
  isValid(found: FoundSession): boolean
  /** When a session was used last, to the day, as the store has it. Milliseconds since the epoch. */
  lastUseOf(found: FoundSession): number
  /** The session, if it has not ended. It then lives longer. */
  find(cookie: SessionCookie): Promise<FoundSession | undefined>
  /** The session that the browser is in, if it has not ended. It then lives longer. */
  current(c: Context): Promise<FoundSession | undefined>
  /**
   * Begins a session in the place of the one that the browser had, and gives the browser its cookie.
   *
   * @returns the session's key; undefined when it has ended meanwhile, by a logout at the provider, or by whoever runs the service
   */
  begin(c: Context, login: Login): Promise<string | undefined>
  /**
   * Ends the browser's session, and takes its cookie back. The cookie stays where the store fails, so that the reader can try again.
   *
   * @returns the session, if it was known
   * @throws {StoreFailure} when the session goes on
   */
  end(c: Context): Promise<StoredSession | undefined>
  /** Writes the cookies anew. */
  keepCookie(c: Context, id: string, session: StoredSession): void
}

export function sessionsOf(
  settings: Settings,
  {
    host,
    store,
    cookies,
    presenceCookie,
    ids,
    sealer,
  }: {
    host: string
    store: SessionStore
    cookies: Cookies
    presenceCookie: PresenceCookie
    ids: Ids
    sealer: Sealer
  },
): Sessions {
  const idleMs = Math.min(settings.idleSeconds, settings.absoluteSeconds) * 1000
  const touchedAfterMs = Math.min(TOUCHED_AFTER_MS, idleMs * TOUCHED_AFTER)
  const { absoluteSeconds } = settings

  function cookie(c: Context): SessionCookie | undefined {
    const [, id, at] = /^([\w-]{32})\.(\d{1,12})$/.exec(cookies.get(c, COOKIE) ?? '') ?? []
    return id === undefined ? undefined : { id, key: sha256(id), writtenAt: Number(at) }
  }

  function keepCookie(c: Context, id: string, session: StoredSession): void {
    const now = Date.now()
    cookies.set(c, COOKIE, `${id}.${Math.floor(now / 1000)}`, (session.endsAt - now) / 1000)
    presenceCookie.set(c, session)
  }

  async function sessionFor(c: Context, login: Login): Promise<StoredSession> {
    const { issuer, subject, claims, clientId, begunAt, idToken } = login
    const number = (name: string): number | undefined =>
      typeof claims[name] === 'number' ? (claims[name] as number) : undefined
    const now = Date.now()
    return {
      reader: ids.reader(issuer, subject),
      providerSession: typeof claims.sid === 'string' ? ids.providerSession(issuer, claims.sid) : undefined,
      subject,
      ...(await ids.of(login)),
      profile: (await settings.profile?.(login)) ?? profileOf(claims),
      sealedIdToken: idToken && (await sealer.seal('id-token', idToken, absoluteSeconds)),
      issuedAt: number('iat') ?? Math.floor(now / 1000),
      authTime: number('auth_time'),
      amr: Array.isArray(claims.amr) ? claims.amr.filter((one) => typeof one === 'string') : undefined,
      acr: typeof claims.acr === 'string' ? claims.acr : undefined,
      ...(settings.devices ? deviceOf(c.req.header('user-agent')) : {}),
      clientId,
      host,
      begunAt,
      createdAt: now,
      endsAt: now + absoluteSeconds * 1000,
    }
  }

  /** Whether it is a session of this host. An earlier version has kept the site alone. */
  const isHere = ({ host: where, clientId }: StoredSession): boolean =>
    where === undefined ? settings.sites.find(clientId) !== undefined : where === host

  const isValid = ({ session }: FoundSession): boolean => isHere(session) && session.endsAt > Date.now()

  async function find({ key }: SessionCookie): Promise<FoundSession | undefined> {
    const found = await store.read(key)
    if (!found || !isValid(found)) return undefined
    // The response does not wait for the touch, and a failure is an event already. What is left of the idle time says when the session was used
    // last. So the store keeps every session for the whole idle time, even if the session ends before.
    if (found.leftMs < idleMs - touchedAfterMs) store.touch(key, idleMs).catch(() => {})
    return { ...found, leftMs: Math.min(found.leftMs, found.session.endsAt - Date.now()) }
  }

  /** Ends a session, and those that the same session of the provider has begun under other hosts of the service. */
  async function endBy({ key }: SessionCookie): Promise<StoredSession | undefined> {
    // One that cannot be read ends all the same.
    const found = await store.read(key).catch(() => undefined)
    if (found && !isHere(found.session)) return undefined
    await store.delete(key)
    const providerSession = found?.session.providerSession
    if (providerSession !== undefined) await store.deleteByProviderSession(providerSession, 0)
    return found?.session
  }

  return {
    cookie,
    keepCookie,
    isValid,
    lastUseOf({ session, leftMs }) {
      // The last use gave the session its whole idle time. The option may have changed since.
      const usedAt = Date.now() + leftMs - idleMs
      return Math.min(Math.max(usedAt, session.createdAt), Date.now())
    },
    find,
    async current(c) {
      const known = cookie(c)
      return known && find(known)
    },
    async begin(c, login) {
      const earlier = cookie(c)
      // A new id for each login, against session fixation.
      const id = randomText(24)
      const key = sha256(id)
      const session = await sessionFor(c, login)
      if (!(await store.create(key, session, idleMs))) {
        await ids.release(session)
        return undefined
      }
      if (earlier) await store.delete(earlier.key).catch(() => {})
      keepCookie(c, id, session)
      return key
    },
    async end(c) {
      const known = cookie(c)
      const session = known && (await endBy(known))
      cookies.delete(c, COOKIE)
      presenceCookie.delete(c)
      return session
    },
  }
}
