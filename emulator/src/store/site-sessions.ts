// Sessions of the publishers' session services, as the control page lists and ends them. The session service keeps them itself.

import type { StoredSession } from 'portico-session-service'
import type { Db } from './database.ts'

/** A reader's session at one publisher. */
export interface SiteSession {
  /** A hash of the key that the browser has. */
  readonly key: string
  readonly clientId: string
  readonly userUuid: string
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number
  /** Milliseconds since the Unix epoch. */
  readonly expiresAt: number
}

export interface SiteSessions {
  /** Every running session, oldest first. */
  all(): SiteSession[]
  end(key: string): void
  /** Ends those that were begun by this client. */
  endOfClient(clientId: string): void
}

export function siteSessions(db: Db): SiteSessions {
  const all = db.prepare('SELECT key, session, expires_at AS expiresAt FROM sessions WHERE expires_at > ?')
  const end = db.prepare('DELETE FROM sessions WHERE key = ?')
  const endOfClient = db.prepare("DELETE FROM sessions WHERE json_extract(session, '$.clientId') = ?")
  return {
    all() {
      const rows = all.all(Date.now()) as { key: string; session: string; expiresAt: number }[]
      const sessions = rows.map(({ session, ...row }) => {
        const { clientId, uuid, createdAt } = JSON.parse(session) as StoredSession
        return { ...row, clientId, userUuid: uuid, createdAt }
      })
      return sessions.sort((one, other) => one.createdAt - other.createdAt)
    },
    end(key) {
      end.run(key)
    },
    endOfClient(clientId) {
      endOfClient.run(clientId)
    },
  }
}
