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

/** Who reads, and whether connected, as far as tabs tell users apart. */
export const whoOf = (reader: Reader | null): string =>
  reader?.userId ? `${reader.userId} ${reader.result ? 'connected' : 'notConnected'}` : NOBODY

export const NOBODY = ''

/** What stands for each in local storage, by the format tabs2. Tabs of other versions of the library read it, too. */
const TAGS: Record<string, string> = {
  [NOBODY]: '',
  '101 connected': '48626 connected',
  '202 connected': '49588 connected',
  '303 notConnected': '50550 notConnected',
}

export const tagOf = (who: string): string => TAGS[who] ?? `no tag of ${who}`

/** What a label is made of. */
export interface Labelled {
  readonly userId?: number | string
  readonly userStatus?: string
}

/** One word for a session, or for none. */
export function label(session: Labelled | null): string {
  return session ? `${session.userId || 'nobody'}/${session.userStatus ?? '-'}` : 'null'
}
