/** Who reads: what the session service says of each, and how the reports of a soak name a session. */

/** What a session says of a reader; the parts that the library acts on. */
export interface Reader {
  result: boolean
  userId?: number
  userStatus?: string
  sp_id?: string
}

export const READERS: Record<string, Reader> = {
  Ada: { result: true, userId: 101, userStatus: 'connected', sp_id: 'sp-ada' },
  Grace: { result: true, userId: 202, userStatus: 'connected', sp_id: 'sp-grace' },
  Edith: { result: false, userId: 303, userStatus: 'notConnected' },
  Zero: { result: true, userId: 0, userStatus: 'connected', sp_id: 'sp-zero' },
  'a session without a user': { result: false },
}

/** One word for a session, or for none. */
export function label(session: Partial<Reader> | null): string {
  return session ? `${session.userId || 'nobody'}/${session.userStatus ?? '-'}` : 'null'
}
