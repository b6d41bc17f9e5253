// Test users, the merchants that they are connected to, and the products that they have. Passwords are kept in plain text on purpose: the
// login page shows them, so that nobody is tempted to type a real one.

import type { Db } from './database.ts'
import { SEED_USERS } from './seed-users.ts'
import type { User } from './user.ts'

export interface Users {
  all(): User[]
  byUuid(uuid: string): User | undefined
  byUsername(username: string): User | undefined
  byEmail(email: string): User | undefined
  connect(uuid: string, merchantId: number): void
  disconnect(uuid: string, merchantId: number): void
  isConnected(uuid: string, merchantId: number): boolean
  merchantsOf(uuid: string): number[]
  /** Gives a product to a user; once is enough. */
  give(uuid: string, productId: string): void
  takeAway(uuid: string, productId: string): void
  productsOf(uuid: string): string[]
  update(uuid: string, changes: Partial<EditableFacts>): void
  add(user: User): void
  /** Removes a user with their sessions, connections and messages. */
  remove(uuid: string): void
  /** The users that every emulator starts with, as they were then, and nobody else. */
  reset(): void
}

/** What may be changed of a user, once there is one. */
export type EditableFacts = Omit<User, 'uuid' | 'userId' | 'username'>

const COLUMNS =
  'uuid, user_id AS userId, username, email, phone, password, display_name AS displayName, ' +
  'given_name AS givenName, family_name AS familyName, gender'

export function users(db: Db): Users {
  insert(db, SEED_USERS)
  const all = db.prepare(`SELECT ${COLUMNS} FROM users ORDER BY user_id`)
  const byUuid = db.prepare(`SELECT ${COLUMNS} FROM users WHERE uuid = ?`)
  const byUsername = db.prepare(`SELECT ${COLUMNS} FROM users WHERE username = ?`)
  const byEmail = db.prepare(`SELECT ${COLUMNS} FROM users WHERE email = lower(?)`)
  const connect = db.prepare('INSERT OR IGNORE INTO connections (user_uuid, merchant_id) VALUES (?, ?)')
  const disconnect = db.prepare('DELETE FROM connections WHERE user_uuid = ? AND merchant_id = ?')
  const merchants = db.prepare('SELECT merchant_id AS id FROM connections WHERE user_uuid = ? ORDER BY id')
  const update = db.prepare(
    'UPDATE users SET display_name = ?, given_name = ?, family_name = ?, gender = ?, phone = ?, email = ?, ' +
      'password = ? WHERE uuid = ?',
  )
  const remove = db.prepare('DELETE FROM users WHERE uuid = ?')
  const give = db.prepare('INSERT OR IGNORE INTO products (user_uuid, product_id) VALUES (?, ?)')
  const takeAway = db.prepare('DELETE FROM products WHERE user_uuid = ? AND product_id = ?')
  const products = db.prepare('SELECT product_id AS id FROM products WHERE user_uuid = ? ORDER BY id')
  const connected = db.prepare('SELECT 1 FROM connections WHERE user_uuid = ? AND merchant_id = ?')

  return {
    all: () => all.all() as User[],
    byUuid: (uuid) => byUuid.get(uuid) as User | undefined,
    byUsername: (username) => byUsername.get(username) as User | undefined,
    byEmail: (email) => byEmail.get(email) as User | undefined,
    connect(uuid, merchantId) {
      connect.run(uuid, merchantId)
    },
    disconnect(uuid, merchantId) {
      disconnect.run(uuid, merchantId)
    },
    merchantsOf: (uuid) => (merchants.all(uuid) as { id: number }[]).map(({ id }) => id),
    give(uuid, productId) {
      give.run(uuid, productId)
    },
    takeAway(uuid, productId) {
      takeAway.run(uuid, productId)
    },
    productsOf: (uuid) => (products.all(uuid) as { id: string }[]).map(({ id }) => id),
    update(uuid, changes) {
      const user = byUuid.get(uuid) as User
      const next = { ...user, ...changes }
      const { displayName, givenName, familyName, gender, phone, email, password } = next
      update.run(displayName, givenName, familyName, gender, phone, email, password, uuid)
    },
    add: (user) => insert(db, [user]),
    remove(uuid) {
      remove.run(uuid)
    },
    reset() {
      for (const { uuid } of all.all() as User[]) remove.run(uuid)
      insert(db, SEED_USERS)
    },
    isConnected: (uuid, merchantId) => connected.get(uuid, merchantId) !== undefined,
  }
}

function insert(db: Db, all: readonly User[]): void {
  const statement = db.prepare(
    'INSERT OR IGNORE INTO users (uuid, user_id, username, email, phone, password, display_name, given_name, ' +
      'family_name, gender) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  )
  for (const u of all) {
    statement.run(
      u.uuid,
      u.userId,
      u.username,
      u.email,
      u.phone,
      u.password,
      u.displayName,
      u.givenName,
      u.familyName,
      u.gender,
    )
  }
}
