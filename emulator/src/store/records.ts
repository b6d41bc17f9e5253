// Everything that the emulator remembers besides sessions: JSON by kind and key. Users, clients and secrets last; login states, tickets,
// and what the OpenID provider keeps have their time. A record past its time is gone for every reader, whether it was swept yet or not.

import type Database from 'libsql'

export interface Records {
  /** @param lifetimeMs how long it is there. @default for good */
  put(kind: string, id: string, value: unknown, lifetimeMs?: number): void
  get<T>(kind: string, id: string): T | undefined
  /** Reads and removes in one step, so that what is meant to be used once is used once. */
  take<T>(kind: string, id: string): T | undefined
  /** All of a kind. */
  all<T>(kind: string): T[]
  /** Those of a kind whose member is this. */
  where<T>(kind: string, member: string, value: string): T[]
  remove(kind: string, id: string): void
  removeWhere(kind: string, member: string, value: string): void
  /** Sets a member of one that is there, which keeps its time. */
  set(kind: string, id: string, member: string, value: number): void
  /** Removes those whose time is over. Readers have not seen them since. */
  forgetExpired(): void
  /** Removes all that have a time: by them, anybody is known who is logged in, or about to be. */
  forgetPassing(): void
}

export function records(db: Database.Database): Records {
  db.exec(`CREATE TABLE IF NOT EXISTS records (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    value TEXT NOT NULL,
    expires_at INTEGER,
    PRIMARY KEY (kind, id)
  )`)
  const live = 'SELECT value FROM records WHERE kind = ? AND coalesce(expires_at, 9e15) > ?'
  const member = "json_extract(value, '$.' || ?) = ?"
  const put = db.prepare('INSERT OR REPLACE INTO records (kind, id, value, expires_at) VALUES (?, ?, ?, ?)')
  const get = db.prepare(`${live} AND id = ?`)
  const all = db.prepare(`${live} ORDER BY id`)
  const where = db.prepare(`${live} AND ${member}`)
  const remove = db.prepare('DELETE FROM records WHERE kind = ? AND id = ?')
  const removeWhere = db.prepare(`DELETE FROM records WHERE kind = ? AND ${member}`)
  const set = db.prepare("UPDATE records SET value = json_set(value, '$.' || ?, ?) WHERE kind = ? AND id = ?")
  const forgetExpired = db.prepare('DELETE FROM records WHERE expires_at <= ?')
  const forgetPassing = db.prepare('DELETE FROM records WHERE expires_at IS NOT NULL')

  const valuesOf = <T>(rows: unknown[]): T[] =>
    (rows as { value: string }[]).map(({ value }) => JSON.parse(value) as T)
  const read = <T>(kind: string, id: string): T | undefined => valuesOf<T>(get.all(kind, Date.now(), id))[0]

  return {
    put(kind, id, value, lifetimeMs) {
      put.run(kind, id, JSON.stringify(value), lifetimeMs === undefined ? null : Date.now() + lifetimeMs)
    },
    get: read,
    take<T>(kind: string, id: string) {
      const value = read<T>(kind, id)
      remove.run(kind, id)
      return value
    },
    all: (kind) => valuesOf(all.all(kind, Date.now())),
    where: (kind, name, value) => valuesOf(where.all(kind, Date.now(), name, value)),
    remove: (kind, id) => void remove.run(kind, id),
    removeWhere: (kind, name, value) => void removeWhere.run(kind, name, value),
    set: (kind, id, name, value) => void set.run(name, value, kind, id),
    forgetExpired: () => void forgetExpired.run(Date.now()),
    forgetPassing: () => void forgetPassing.run(),
  }
}
