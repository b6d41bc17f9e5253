// A scan of the tables of a store: first the sessions, then the user ids of readers, each in the order of its key.

import type { FoundSession, ReservedUserId, ScanPage } from './session-store.ts'

/** Rows of one page. */
export const SCAN_ROWS = 500

/** @param cursor a letter for the table, and the key after which the page begins */
export async function scanTables(
  cursor: string | undefined,
  sessionsAfter: (key: string) => Promise<FoundSession[]>,
  userIdsAfter: (userId: number) => Promise<ReservedUserId[]>,
): Promise<ScanPage> {
  const after = cursor?.slice(1) ?? ''
  if (!cursor?.startsWith('n')) {
    const sessions = await sessionsAfter(after)
    const last = sessions.at(-1)
    return { sessions, userIds: [], next: last ? `s${last.key}` : 'n-1' }
  }
  const userIds = await userIdsAfter(Number(after))
  const last = userIds.at(-1)
  return { sessions: [], userIds, next: last && `n${last.userId}` }
}
