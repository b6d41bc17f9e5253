// Sessions of the publishers' session services, as the control page lists and ends them. The session service keeps them itself.

import type Database from 'libsql'
import type { StoredSession } from 'portico-session-service'

/** A reader's session at one publisher. */
export interface SiteSession {
  /** A hash of what the browser has. */
  readonly handle: string
  readonly clientId: string
  readonly uuid: string
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number
  /** Milliseconds since the Unix epoch. */
  readonly expiresAt: number
}

export interface SiteSessions {
  /** Every running session, oldest first. */
  all(): SiteSession[]
  /** @returns whether it was there */
  end(handle: string): boolean
  /** Ends those that were begun by this client. */
  endOfClient(clientId: string): void
  /** Ends them all, and forgets those that have ended. */
  endAll(): void
}

export function siteSessions(db: Database.Database): SiteSessions {
  const all = db.prepare('SELECT key, session, expires_at AS expiresAt FROM sessions WHERE expires_at > ?')
  const end = db.prepare('DELETE FROM sessions WHERE key = ?')
  const endOfClient = db.prepare("DELETE FROM sessions WHERE json_extract(session, '$.clientId') = ?")
  return {
    all() {
      const rows = all.all(Date.now()) as { key: string; session: string; expiresAt: number }[]
      const sessions = rows.map(({ key, session, expiresAt }) => {
        const { clientId, uuid, createdAt } = JSON.parse(session) as StoredSession
        return { handle: key, clientId, uuid, createdAt, expiresAt }
      })
      return sessions.sort((one, other) => one.createdAt - other.createdAt)
    },
    end: (handle) => end.run(handle).changes > 0,
    endOfClient: (clientId) => void endOfClient.run(clientId),
    endAll: () => void db.exec('DELETE FROM sessions; DELETE FROM ended; DELETE FROM used'),
  }
}
