/** Who reads: what the session service says of each, and the one word by which pages, model and reports name them. */

export interface Reader {
  readonly result: boolean
  readonly userId?: number
  readonly userStatus?: string
  /** For how long pages may go by it, in milliseconds. */
  readonly expiresIn: number
}

export const READERS: Readonly<Record<string, Reader>> = {
  Ada: { result: true, userId: 101, userStatus: 'connected', expiresIn: 300_000 },
  Grace: { result: true, userId: 202, userStatus: 'connected', expiresIn: 60_000 },
  Edith: { result: false, userId: 303, userStatus: 'notConnected', expiresIn: 3_600_000 },
}

export const NOBODY = 'nobody'

/** One word for what a session says: who it is of, and whether they are connected to this site. */
export const wordOf = (session: { userId?: number | string; result?: boolean } | null): string =>
  session?.userId ? `${session.userId} ${session.result ? 'connected' : 'not connected'}` : NOBODY
