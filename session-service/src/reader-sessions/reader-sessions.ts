// The sessions of one reader, as the reader sees and ends them. The cookie of any of these sessions gives access to all of them.

import { hmac } from '../crypto/hash.ts'
import type { Deps } from '../deps.ts'
import { appearanceOf } from '../pages/site-appearance.ts'
import type { FoundSession } from '../store/session-store.ts'
import type { ListedSession } from './listed-session.ts'

export interface ReaderSessions {
  /** Gives this browser's session first, then the newest: fifty at most. */
  list(own: FoundSession): Promise<ListedSession[]>
  /** Whether an id is of the session that this browser is in, which ends by a logout. */
  isOwn(own: FoundSession, id: string): boolean
  /**
   * Ends another session of the reader.
   *
   * @returns how many have ended: none where the id is of no such session
   */
  end(own: FoundSession, id: string): Promise<number>
  /** Ends all sessions of the reader but this browser's. @returns how many have ended */
  endOthers(own: FoundSession): Promise<number>
}

const MAX_LISTED = 50
const DAY_MS = 86_400_000
/** How many sessions end at the same time: a reader with very many sessions must not take all connections to the store. */
const CONCURRENCY = 20

const dayOf = (at: number): number => at - (at % DAY_MS)

export function readerSessions({ settings, store, sessions }: Deps): ReaderSessions {
  const { identitySecret, origin, sites, onEvent } = settings

  const idOf = ({ key }: FoundSession): string =>
    hmac(identitySecret, JSON.stringify(['listed session', origin, key])).toString('base64url')

  /** The reader's sessions at this host, the newest first, but for this browser's. */
  async function others(own: FoundSession): Promise<FoundSession[]> {
    const all = await store.readBySubject(own.session.reader)
    return all
      .filter((found) => found.key !== own.key && sessions.isValid(found))
      .sort((one, other) => other.session.createdAt - one.session.createdAt)
  }

  async function endAll(ending: readonly FoundSession[], own: FoundSession): Promise<number> {
    for (let at = 0; at < ending.length; at += CONCURRENCY)
      await Promise.all(ending.slice(at, at + CONCURRENCY).map((found) => endOne(found, own)))
    if (ending.length > 0) onEvent({ type: 'sessions-ended', count: ending.length })
    return ending.length
  }

  /** Ends a session, and what its browser has at the other hosts: a session of the provider is one browser's. */
  async function endOne(
    { key, session: { providerSession } }: FoundSession,
    own: FoundSession,
  ): Promise<void> {
    await store.delete(key)
    if (providerSession !== undefined && providerSession !== own.session.providerSession)
      await store.deleteByProviderSession(providerSession, 0)
  }

  return {
    async list(own) {
      const listed = [own, ...(await others(own))].slice(0, MAX_LISTED)
      return listed.map((found) => {
        const { device, browser, clientId, createdAt } = found.session
        return {
          id: idOf(found),
          current: found === own,
          device,
          browser,
          site: appearanceOf(sites.find(clientId), origin).name,
          beganAt: createdAt,
          lastSeenAt: dayOf(found === own ? Date.now() : sessions.lastUseOf(found)),
        }
      })
    },
    isOwn: (own, id) => idOf(own) === id,
    async end(own, id) {
      return endAll(
        (await others(own)).filter((found) => idOf(found) === id),
        own,
      )
    },
    endOthers: async (own) => endAll(await others(own), own),
  }
}
