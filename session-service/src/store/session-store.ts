// The interface of a store. The service uses nothing else of it; `portico-session-service/store-contract` tests one.

/** A reader's session, as the store keeps it. It does not hold the session's key: whoever reads the store can take over no session. */
export interface StoredSession {
  /** Issuer and subject, hashed. */
  readonly reader: string
  /** The provider's own session (`sid`), hashed, where the provider names it. */
  readonly providerSession?: string | undefined
  /** The reader at the provider (`sub`). */
  readonly subject: string
  readonly userId: number | string
  readonly uuid: string
  /** What pages learn of the reader, such as `givenName`. */
  readonly profile: Readonly<Record<string, unknown>>
  /** The ID token, encrypted: the provider asks for it at the logout. */
  readonly sealedIdToken?: string | undefined
  /** When the provider made the ID token (`iat`), in seconds since the epoch, by the provider's clock: logouts of the provider go by it. */
  readonly issuedAt: number
  /** When the reader authenticated (`auth_time`), in seconds since the epoch. */
  readonly authTime?: number | undefined
  /** How they did (`amr`). */
  readonly amr?: readonly string[] | undefined
  /** How strongly they did (`acr`). */
  readonly acr?: string | undefined
  /** The browser in which they did, by a well-known name such as `Firefox`. */
  readonly browser?: string | undefined
  /** What the browser ran on, by a well-known name such as `Android`. */
  readonly device?: string | undefined
  /** The site by which they logged in. */
  readonly clientId: string
  /** The name of the service's host at which they did: there alone it is a session. One that an earlier version has kept may lack it. */
  readonly host?: string | undefined
  /**
   * When the reader began to log in, in milliseconds since the epoch, by the service's clock: an end by an operator goes by it. A new session
   * always has it. One that an earlier version has kept may lack it.
   */
  readonly begunAt: number
  /** When the session began, in milliseconds since the epoch, by the service's clock. */
  readonly createdAt: number
  /** When it ends, however often it is used. Milliseconds since the epoch. */
  readonly endsAt: number
}

/** The owner of sessions: a reader, or a session of the provider that began them. Each is a hash. */
export type Owner = { readonly reader: string } | { readonly providerSession: string }

/** A session that was found. */
export interface FoundSession {
  /** Under which the store has it. It is a hash of what the browser has, and opens nothing. */
  readonly key: string
  readonly session: StoredSession
  /** Milliseconds that it has left if nobody touches it. */
  readonly leftMs: number
}

/** A `userId` that is reserved for a reader. */
export interface ReservedUserId {
  readonly reader: string
  readonly userId: number
}

/** A page of a scan. */
export interface ScanPage {
  readonly sessions: readonly FoundSession[]
  readonly userIds: readonly ReservedUserId[]
  /** The cursor of the next page; undefined after the last one. */
  readonly next: string | undefined
}

/**
 * A store of sessions. Each method is atomic, for all processes that share the store. Each may reject: then nothing is known, and the
 * service responds with 503. Keys are hashes.
 */
export interface SessionStore {
  /**
   * Stores a new session, with its time to live.
   *
   * @returns false when it has ended meanwhile: a logout of the same provider session came first, or a logout of the same reader that is as
   * new as the session's `issuedAt`, or an end of either that is as new as its `begunAt`. Then nothing is kept
   */
  create(key: string, session: StoredSession, ttlMs: number): Promise<boolean>
  /** Reads a session that has not ended. */
  read(key: string): Promise<FoundSession | undefined>
  /** Reads a reader's sessions that have not ended, in any order. */
  readBySubject(reader: string): Promise<FoundSession[]>
  /** Reads the sessions that a session of the provider began, and that have not ended, in any order. */
  readByProviderSession(providerSession: string): Promise<FoundSession[]>
  /** Sets the time to live of a session, from now. A session that has ended stays ended. */
  touch(key: string, ttlMs: number): Promise<void>
  /** Ends a session, if it exists. */
  delete(key: string): Promise<void>
  /**
   * Ends the sessions that a session of the provider began. For `rememberMs`, {@link create} refuses such a session.
   *
   * @returns how many have ended
   */
  deleteByProviderSession(providerSession: string, rememberMs: number): Promise<number>
  /**
   * Ends a reader's sessions whose `issuedAt` is not later than `endedAt`, in seconds since the epoch. For `rememberMs`,
   * {@link create} refuses such a session.
   *
   * @returns how many have ended
   */
  deleteBySubject(reader: string, endedAt: number, rememberMs: number): Promise<number>
  /**
   * Ends all sessions of an owner that there are, whatever any clock says. For `rememberMs`, {@link create} refuses those whose `begunAt` is
   * not later than `endedAt`, in milliseconds since the epoch.
   *
   * @returns how many have ended
   */
  deleteAll(owner: Owner, endedAt: number, rememberMs: number): Promise<number>
  /** True for the first call with this key within its time to live: for one-time codes and logout tokens. */
  once(key: string, ttlMs: number): Promise<boolean>
  /**
   * Reserves a `userId` for a reader, unless another reader has it.
   *
   * @returns the `userId` that the reader has: one that was reserved before, else this one; undefined when it is another reader's
   */
  reserveUserId(reader: string, userId: number): Promise<number | undefined>
  /** Releases a reader's `userId`. If the reader does not have it, nothing changes. */
  releaseUserId(reader: string, userId: number): Promise<void>
  /**
   * Reads the whole store, page by page: each session that has not ended and each reserved `userId`, at least once. The command `copy` reads
   * its source by this method: a store without it can only be the target of a copy.
   *
   * @param cursor `next` of the page before
   */
  scan?(cursor?: string): Promise<ScanPage>
  /** Closes files and connections. */
  close(): Promise<void>
}
