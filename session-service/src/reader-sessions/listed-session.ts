/** A session, as its reader sees it. */
export interface ListedSession {
  /** Names the session to its reader alone: to anybody else, and at another host, the id names nothing. */
  readonly id: string
  /** Whether the browser that asks is in this session. */
  readonly current: boolean
  readonly device: string | undefined
  readonly browser: string | undefined
  /** What readers call the site by which they logged in. */
  readonly site: string
  /** Milliseconds since the epoch. */
  readonly beganAt: number
  /** The beginning of the day, in UTC: milliseconds since the epoch. */
  readonly lastSeenAt: number
}
