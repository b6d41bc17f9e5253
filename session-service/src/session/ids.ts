// The ids of a reader. They are derived from a permanent secret and from the reader's `sub` at the provider. So they outlive the store, and
// none of them can be computed from another one.

import { hmac } from '../crypto/hash.ts'
import type { ProviderReader } from '../options/options.ts'
import type { Settings } from '../options/settings.ts'
import type { Site } from '../options/site.ts'
import type { SessionStore, StoredSession } from '../store/session-store.ts'

/** A UUID of somebody else. Those of version 8 are made here: where readers choose their `sub`, one could choose another's `uuid`. */
const UUID = /^[\da-f]{8}-[\da-f]{4}-[1-7][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

/** Derived numbers begin here. Earlier versions have counted, and have not come so far. */
const FIRST_NUMBER = 2 ** 51

/** A UUID made of a hash: of version 8, by a rule of one's own (RFC 9562, section 5.8). */
function uuidOf(hash: Buffer): string {
  const bytes = Buffer.from(hash.subarray(0, 16))
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** The ids of one service. */
export interface Ids {
  /** Under which a store knows a reader. */
  reader(issuer: string, subject: string): string
  /** Under which a store knows a session of the provider. */
  providerSession(issuer: string, sid: string): string
  /** The ids of a reader: what the site chooses, else a UUID, and a number that the store reserves. */
  of(reader: ProviderReader): Promise<Pick<StoredSession, 'userId' | 'uuid'>>
  /** The `userId` that the store has reserved for a reader, or reserves now. */
  userId(issuer: string, subject: string): Promise<number>
  /**
   * Releases the `userId` of a reader whose session did not begin, and who has no other session: the reader may be forgotten by now. The next
   * login derives the same number. A number that an earlier version has counted stays reserved, since it cannot be derived.
   */
  release(session: StoredSession): Promise<void>
  /** The reader's id at a site, or at sites of one group. */
  pairId(session: StoredSession, site: Site): string | Promise<string>
}

export function idsOf({ identitySecret, ids, pairId }: Settings, store: SessionStore): Ids {
  const hash = (purpose: string, ...parts: string[]): Buffer =>
    hmac(identitySecret, JSON.stringify([purpose, ...parts]))
  const reader = (issuer: string, subject: string): string =>
    hash('reader', issuer, subject).toString('base64url')

  /** A number of 52 bits. If it is another reader's, which is rare, the next one is tried. */
  async function reserveUserId(issuer: string, subject: string): Promise<number> {
    const readerKey = reader(issuer, subject)
    for (let attempt = 0; ; attempt += 1) {
      const bits = hash('number', issuer, subject, `${attempt}`).readBigUInt64BE()
      const userId = await store.reserveUserId(readerKey, FIRST_NUMBER + Number(bits >> 13n))
      if (userId !== undefined) return userId
    }
  }

  return {
    reader,
    userId: reserveUserId,
    providerSession: (issuer, sid) => hash('provider session', issuer, sid).toString('base64url'),
    async of(known) {
      const { issuer, subject } = known
      const chosen = (await ids?.(known)) ?? {}
      return {
        // A provider that has UUIDs of its own: the site's other systems know the reader by it.
        uuid: chosen.uuid ?? (UUID.test(subject) ? subject : uuidOf(hash('uuid', issuer, subject))),
        userId: chosen.userId ?? (await reserveUserId(issuer, subject)),
      }
    },
    async release({ reader: readerKey, userId }) {
      if (typeof userId !== 'number' || userId < FIRST_NUMBER) return
      if ((await store.readBySubject(readerKey)).length === 0) await store.releaseUserId(readerKey, userId)
    },
    pairId: (session, site) =>
      pairId
        ? pairId(session, site)
        : hash('pair', site.pairwiseGroup ?? site.clientId, session.uuid).toString('hex'),
  }
}
