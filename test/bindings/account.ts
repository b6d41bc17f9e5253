/** A reader with sessions, as an identity with `sessionList()` tells of them. The first one is this browser's. */
import { type Mock, vi } from 'vitest'
import type { ListedSession, SessionListApi } from '../../plugins/user/session-list.ts'

type Account = { [Name in keyof SessionListApi]: Mock<SessionListApi[Name]> }

export function account(ids: readonly string[]): Account {
  let sessions = ids.map(
    (id, at): ListedSession => ({
      id,
      current: at === 0,
      device: 'Android',
      browser: 'Firefox',
      site: 'News',
      beganAt: 1,
      lastSeenAt: 1,
    }),
  )
  const keep = (isKept: (session: ListedSession) => boolean) => {
    const before = sessions.length
    sessions = sessions.filter(isKept)
    return before - sessions.length
  }
  return {
    listSessions: vi.fn(async () => sessions),
    endSession: vi.fn(async (id) => keep((session) => session.id !== id) > 0),
    endOtherSessions: vi.fn(async () => keep(({ current }) => current)),
  }
}
