// What whoever runs the service does with a reader's sessions: looks at them, ends them, and forgets the reader. Each is told as an
// event, which names the reader as the store does: nobody can tell from it who that is.

import { endSessions, type Whose } from './logout/end-sessions.ts'
import type { Parts } from './parts.ts'
import type { StoredSession } from './store/session-store.ts'

/** A session, as whoever runs the service sees it: what the store has of it, but what opens it. */
export interface ManagedSession
  extends Pick<StoredSession, 'subject' | 'userId' | 'uuid' | 'profile' | 'clientId' | 'amr' | 'acr'> {
  readonly createdAt: Date
  /** When it ends if nobody uses it from now on. */
  readonly endsAt: Date
}

/** Sessions of a service, for whoever runs it. Each rejects when the store fails. */
export interface ManagedSessions {
  /** Gives the sessions that have not ended, of a session of the provider or of a reader. The newest comes first. */
  sessions(whose: Whose): Promise<ManagedSession[]>
  /** Ends the sessions of a session of the provider, or of a reader. @returns how many have ended */
  end(whose: Whose): Promise<number>
  /**
   * Ends a reader's sessions, and lets the store forget the reader. For ten minutes it remembers, by a hash, that sessions have ended.
   * A reader who logs in again later has the ids that they had, since these are made from who the reader is at the provider.
   *
   * @param subject the reader at the provider (`sub`)
   * @returns how many sessions have ended
   */
  forget(subject: string): Promise<number>
}

/** By so many seconds the provider's clock may be ahead: a session that began a moment ago ends, too. */
const CLOCK_TOLERANCE_SECONDS = 60

export function managedSessions(parts: Parts): ManagedSessions {
  const {
    settings: { onEvent },
    store,
    ids,
    provider: { issuer },
  } = parts

  function tell(action: 'sessions' | 'end' | 'forget', whose: Whose, count: number): void {
    const [kind, id] =
      'sid' in whose
        ? ['provider-session', ids.providerSession(issuer, whose.sid)]
        : ['reader', ids.reader(issuer, whose.subject)]
    onEvent({ type: 'sessions-managed', action, whose: `${kind}:${id}`, count })
  }

  return {
    async sessions(whose) {
      const found = await ('sid' in whose
        ? store.readByProviderSession(ids.providerSession(issuer, whose.sid))
        : store.readBySubject(ids.reader(issuer, whose.subject)))
      tell('sessions', whose, found.length)
      const newest = [...found].sort((one, other) => other.session.createdAt - one.session.createdAt)
      return newest.map(({ session, leftMs }) => {
        const { subject, userId, uuid, profile, clientId, amr, acr, createdAt, endsAt } = session
        const end = Math.min(endsAt, Date.now() + leftMs)
        const dates = { createdAt: new Date(createdAt), endsAt: new Date(end) }
        return { subject, userId, uuid, profile, clientId, amr, acr, ...dates }
      })
    },
    async end(whose) {
      const ended = await endSessions(parts, whose)
      tell('end', whose, ended)
      return ended
    },
    async forget(subject) {
      const now = Math.floor(Date.now() / 1000)
      const ended = await endSessions(parts, { subject }, now + CLOCK_TOLERANCE_SECONDS)
      await store.releaseUserId(ids.reader(issuer, subject), await ids.number(issuer, subject))
      tell('forget', { subject }, ended)
      return ended
    },
  }
}
