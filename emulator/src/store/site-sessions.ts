// Sessions of the publishers' session services: who is logged in, at which client, and under which session of
// the account service (sid), so that ending that one ends these.

import { randomBytes } from 'node:crypto'
import type { Db } from './database.ts'

/** A reader's session at one publisher. */
export interface SiteSession {
  readonly id: string
  readonly clientId: string
  readonly userUuid: string
  readonly sid: string
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number
  /** Milliseconds since the Unix epoch. */
  readonly expiresAt: number
  /** When the browser last came by to have its cookie refreshed. Milliseconds since the Unix epoch. */
  readonly refreshedAt: number | null
}

export interface SiteSessions {
  start(clientId: string, userUuid: string, sid: string, lifetimeMs: number): SiteSession
  find(id: string): SiteSession | undefined
  refresh(id: string): void
  /** Every running session, oldest first. */
  all(): SiteSession[]
  end(id: string): void
  /** Ends those that were begun by this client. */
  endOfClient(clientId: string): void
  /** Ends what the account service's session with this client had started. */
  endBySid(clientId: string, sid: string): void
}

const COLUMNS =
  'id, client_id AS clientId, user_uuid AS userUuid, sid, created_at AS createdAt, expires_at AS expiresAt, refreshed_at AS refreshedAt'

export function siteSessions(db: Db): SiteSessions {
  const insert = db.prepare(
    'INSERT INTO site_sessions (id, client_id, user_uuid, sid, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const find = db.prepare(`SELECT ${COLUMNS} FROM site_sessions WHERE id = ? AND expires_at > ?`)
  const refresh = db.prepare('UPDATE site_sessions SET refreshed_at = ? WHERE id = ?')
  const all = db.prepare(`SELECT ${COLUMNS} FROM site_sessions WHERE expires_at > ? ORDER BY created_at`)
  const end = db.prepare('DELETE FROM site_sessions WHERE id = ?')
  const endOfClient = db.prepare('DELETE FROM site_sessions WHERE client_id = ?')
  const endBySid = db.prepare('DELETE FROM site_sessions WHERE client_id = ? AND sid = ?')

  return {
    start(clientId, userUuid, sid, lifetimeMs) {
      const createdAt = Date.now()
      const session: SiteSession = {
        id: randomBytes(24).toString('base64url'),
        clientId,
        userUuid,
        sid,
        createdAt,
        expiresAt: createdAt + lifetimeMs,
        refreshedAt: null,
      }
      insert.run(session.id, clientId, userUuid, sid, createdAt, session.expiresAt)
      return session
    },
    find: (id) => find.get(id, Date.now()) as SiteSession | undefined,
    refresh(id) {
      refresh.run(Date.now(), id)
    },
    all: () => all.all(Date.now()) as SiteSession[],
    end(id) {
      end.run(id)
    },
    endOfClient(clientId) {
      endOfClient.run(clientId)
    },
    endBySid(clientId, sid) {
      endBySid.run(clientId, sid)
    },
  }
}
