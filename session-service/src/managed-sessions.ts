// What an operator does with a reader's sessions: lists them, ends them, and forgets the reader. Each action is an event. The event names
// the reader by the hash that the store has: nobody can tell from the hash who the reader is.

import type { Deps } from './deps.ts'
import { PENDING_SECONDS } from './login/pending-logins.ts'
import type { Owner, StoredSession } from './store/session-store.ts'

/** The sessions that an action is about: those that one session of the provider (`sid`) began, or all of a reader (`subject`). */
export type SessionTarget = { readonly sid: string } | { readonly subject: string }

/** A session, as an operator sees it: what the store has, without the session's key. */
export interface ManagedSession
  extends Pick<StoredSession, 'subject' | 'userId' | 'uuid' | 'profile' | 'clientId' | 'amr' | 'acr'> {
  readonly createdAt: Date
  /** When the session ends if nobody uses it from now on. */
  readonly endsAt: Date
}

/** The sessions of a service, for its operator. Each method rejects when the store fails. */
export interface ManagedSessions {
  /** Lists the sessions that have not ended. The newest comes first. */
  sessions(target: SessionTarget): Promise<ManagedSession[]>
  /**
   * Ends all sessions of a target. Pending logins do not finish. The reader can log in again at once.
   *
   * @returns how many have ended
   */
  end(target: SessionTarget): Promise<number>
  /**
   * Ends a reader's sessions, and deletes the reader from the store. For an hour, a hash in the store says that the sessions have ended.
   * A reader who logs in again has the same ids as before: the ids follow from the reader's `sub` at the provider.
   *
   * @param subject the reader at the provider (`sub`)
   * @returns how many sessions have ended
   * @throws {NotForgotten} when a session of the reader has begun meanwhile
   */
  forget(subject: string): Promise<number>
}

/** The reader has logged in again meanwhile, and is not forgotten. Call `forget` once more. */
export class NotForgotten extends Error {
  override readonly name: string = 'NotForgotten'

  constructor() {
    super('The reader has logged in again meanwhile, and is not forgotten. Forget them once more')
  }
}

/** As long as a login may take that began before the end. */
const REMEMBERED_MS = PENDING_SECONDS * 1000

export function managedSessions(deps: Deps): ManagedSessions {
  const {
    settings: { onEvent },
    store,
    ids,
    provider: { issuer },
  } = deps

  const ownerOf = (target: SessionTarget): Owner =>
    'sid' in target
      ? { providerSession: ids.providerSession(issuer, target.sid) }
      : { reader: ids.reader(issuer, target.subject) }

  function tell(action: 'sessions' | 'end' | 'forget', owner: Owner, count: number): void {
    const name = 'reader' in owner ? `reader:${owner.reader}` : `provider-session:${owner.providerSession}`
    onEvent({ type: 'sessions-managed', action, target: name, count })
  }

  /** By the service's own clock: the provider's clock says nothing about the sessions in the store. */
  const endAll = (owner: Owner): Promise<number> => store.deleteAll(owner, Date.now(), REMEMBERED_MS)

  return {
    async sessions(target) {
      const owner = ownerOf(target)
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
    async end(target) {
      const owner = ownerOf(target)
      const ended = await endAll(owner)
      tell('end', owner, ended)
      return ended
    },
    async forget(subject) {
      const reader = ids.reader(issuer, subject)
      const ended = await endAll({ reader })
      await store.releaseUserId(reader, await ids.userId(issuer, subject))
      tell('forget', { reader }, ended)
      if ((await store.readBySubject(reader)).length > 0) throw new NotForgotten()
      return ended
    },
  }
}
