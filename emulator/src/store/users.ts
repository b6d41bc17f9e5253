// Test users, with what belongs to them. Passwords are kept in plain text on purpose: the login page shows them, so that nobody is
// tempted to type a real one.

import type { Records } from './records.ts'
import { SEED_USERS } from './seed-users.ts'
import type { KnownUser, Message, User } from './user.ts'

export interface Users {
  /** In the order in which they were made. */
  all(): KnownUser[]
  byUuid(uuid: string | undefined): KnownUser | undefined
  byUsername(username: string): KnownUser | undefined
  byEmail(email: string): KnownUser | undefined
  add(user: User): void
  /** Changes what is named of a user; name and ids stay. */
  change(user: User, changes: Partial<Omit<KnownUser, 'uuid' | 'userId' | 'username'>>): void
  connect(user: User, merchantId: number): void
  disconnect(user: User, merchantId: number): void
  /** Gives a product to a user; once is enough. */
  give(user: User, productId: string): void
  takeAway(user: User, productId: string): void
  /** Sends a one-time code; the latest twenty are kept. */
  send(user: User, channel: Message['channel'], code: string): void
  remove(user: User): void
  /** The users that every emulator starts with, as they were then, and nobody else. */
  reset(): void
}

const KIND = 'user'
const KEPT_MESSAGES = 20

const withIt = <T>(list: readonly T[], one: T): T[] => [...new Set([...list, one])]
const withoutIt = <T>(list: readonly T[], one: T): T[] => list.filter((other) => other !== one)

export function users(records: Records): Users {
  const all = (): KnownUser[] => records.all<KnownUser>(KIND).sort((one, other) => one.userId - other.userId)
  const by = (name: 'username' | 'email', value: string): KnownUser | undefined =>
    all().find((user) => user[name] === value)
  const byUuid = (uuid = ''): KnownUser | undefined => records.get<KnownUser>(KIND, uuid)
  const add = (user: User): void =>
    records.put(KIND, user.uuid, { ...user, merchantIds: [], productIds: [], messages: [] })
  const seed = (): void => SEED_USERS.filter(({ uuid }) => byUuid(uuid) === undefined).forEach(add)

  function update(user: User, changes: (now: KnownUser) => Partial<KnownUser>): void {
    const now = byUuid(user.uuid)
    if (now !== undefined) records.put(KIND, user.uuid, { ...now, ...changes(now) })
  }

  seed()
  return {
    all,
    byUuid,
    byUsername: (username) => by('username', username),
    byEmail: (email) => by('email', email.toLowerCase()),
    add,
    change: (user, changes) => update(user, () => changes),
    connect: (user, id) => update(user, (now) => ({ merchantIds: withIt(now.merchantIds, id) })),
    disconnect: (user, id) => update(user, (now) => ({ merchantIds: withoutIt(now.merchantIds, id) })),
    give: (user, id) => update(user, (now) => ({ productIds: withIt(now.productIds, id) })),
    takeAway: (user, id) => update(user, (now) => ({ productIds: withoutIt(now.productIds, id) })),
    send: (user, channel, code) =>
      update(user, ({ messages }) => ({
        messages: [{ channel, code, sentAt: Date.now() }, ...messages].slice(0, KEPT_MESSAGES),
      })),
    remove: ({ uuid }) => records.remove(KIND, uuid),
    reset() {
      for (const { uuid } of all()) records.remove(KIND, uuid)
      seed()
    },
  }
}
