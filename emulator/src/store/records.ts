// Short-lived facts by kind and key: login states, one-time tickets, steps of a login, global sessions.
// A record past its time is gone for every reader, whether or not it was swept from the table yet.

import type { Db } from './database.ts'
import { fromJson } from './json.ts'

export interface Records {
  put(kind: string, id: string, value: unknown, lifetimeMs: number): void
  get<T>(kind: string, id: string): T | undefined
  /** Reads and removes in one step, so that what is meant to be used once is used once. */
  take<T>(kind: string, id: string): T | undefined
  remove(kind: string, id: string): void
}

interface Row {
  value: string
  expires_at: number
}

export function records(db: Db): Records {
  const put = db.prepare('INSERT OR REPLACE INTO records (kind, id, value, expires_at) VALUES (?, ?, ?, ?)')
  const get = db.prepare('SELECT value, expires_at FROM records WHERE kind = ? AND id = ?')
  const remove = db.prepare('DELETE FROM records WHERE kind = ? AND id = ?')

  function read<T>(kind: string, id: string): T | undefined {
    const row = get.get(kind, id) as Row | undefined
    return row !== undefined && row.expires_at > Date.now()
      ? (fromJson(row.value) as T | undefined)
      : undefined
  }

  return {
    put(kind, id, value, lifetimeMs) {
      put.run(kind, id, JSON.stringify(value), Date.now() + lifetimeMs)
    },
    get: read,
    take<T>(kind: string, id: string) {
      const value = read<T>(kind, id)
      remove.run(kind, id)
      return value
    },
    remove(kind, id) {
      remove.run(kind, id)
    },
  }
}
