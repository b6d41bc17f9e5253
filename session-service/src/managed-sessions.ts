// What whoever runs the service does with a reader's sessions: looks at them, ends them, and forgets the reader. Each is told as an
// event, which names the reader as the store does: nobody can tell from it who that is.

import type { Deps } from './deps.ts'
import { PENDING_SECONDS } from './login/pending-logins.ts'
import type { Owner, StoredSession } from './store/session-store.ts'

/** Whose sessions: those of a session of the provider, or those of a reader. */
export type Whose = { readonly sid: string } | { readonly subject: string }

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
  /**
   * Ends all sessions of a session of the provider, or of a reader. Logins that are on their way do not finish. The reader can log in again
   * at once.
   *
   * @returns how many have ended
   */
  end(whose: Whose): Promise<number>
  /**
   * Ends a reader's sessions, and lets the store forget the reader. For an hour it remembers, by a hash, that sessions have ended.
   * A reader who logs in again has the ids that they had, since these are made from who the reader is at the provider.
   *
   * @param subject the reader at the provider (`sub`)
   * @returns how many sessions have ended
   * @throws {NotForgotten} when a session of the reader is there all the same
   */
  forget(subject: string): Promise<number>
}

/** A reader is not forgotten: they have logged in again meanwhile. Forget them once more. */
export class NotForgotten extends Error {
  override readonly name: string = 'NotForgotten'

  constructor() {
    super('The reader has logged in again meanwhile, and is not forgotten. Forget them once more')
  }
}

/** For as long as a login may take that began before an end. */
const REMEMBERED_MS = PENDING_SECONDS * 1000

export function managedSessions(deps: Deps): ManagedSessions {
  const {
    settings: { onEvent },
    store,
    ids,
    provider: { issuer },
  } = deps

  const ownerOf = (whose: Whose): Owner =>
    'sid' in whose
      ? { providerSession: ids.providerSession(issuer, whose.sid) }
      : { reader: ids.reader(issuer, whose.subject) }

  function tell(action: 'sessions' | 'end' | 'forget', owner: Owner, count: number): void {
    const name = 'reader' in owner ? `reader:${owner.reader}` : `provider-session:${owner.providerSession}`
    onEvent({ type: 'sessions-managed', action, whose: name, count })
  }

  /** By the service's own clock: the provider's says nothing of what is there. */
  const endAll = (owner: Owner): Promise<number> => store.deleteAll(owner, Date.now(), REMEMBERED_MS)

  return {
    async sessions(whose) {
      const owner = ownerOf(whose)
      const found = await ('reader' in owner
        ? store.readBySubject(owner.reader)
        : store.readByProviderSession(owner.providerSession))
      tell('sessions', owner, found.length)
      const newest = found
        .filter(({ session }) => session.endsAt > Date.now())
        .sort((one, other) => other.session.createdAt - one.session.createdAt)
      return newest.map(({ session, leftMs }) => {
        const { subject, userId, uuid, profile, clientId, amr, acr, createdAt, endsAt } = session
        const end = Math.min(endsAt, Date.now() + leftMs)
        const dates = { createdAt: new Date(createdAt), endsAt: new Date(end) }
        return { subject, userId, uuid, profile, clientId, amr, acr, ...dates }
      })
    },
    async end(whose) {
      const owner = ownerOf(whose)
      const ended = await endAll(owner)
      tell('end', owner, ended)
      return ended
    },
    async forget(subject) {
      const reader = ids.reader(issuer, subject)
      const ended = await endAll({ reader })
      await store.releaseUserId(reader, await ids.number(issuer, subject))
      tell('forget', { reader }, ended)
      if ((await store.readBySubject(reader)).length > 0) throw new NotForgotten()
      return ended
    },
  }
}
