/**
 * The list of a reader's sessions, as components of any framework show it: what is known, and what the reader can do.
 */
import { SDKError } from '../core/errors.ts'
import type { ListedSession, SessionListApi } from '../plugins/user/session-list.ts'

/** An identity with `sessionList()`, or the function that gives it, which is called in the browser alone. */
export type SessionListSource = SessionListApi | (() => SessionListApi) | undefined

/** Where the reader is logged in. */
export interface SessionList {
  /** As the service has listed them last. Undefined while nobody has heard from the service, and when nobody is logged in. */
  readonly sessions: readonly ListedSession[] | undefined
  /** Why the last call failed. What was listed before stays, unless nobody is logged in any more. */
  readonly error: SDKError | undefined
  /** Whether the service is being asked. */
  readonly isLoading: boolean
  /** Asks again. A failure is in `error`. */
  refresh(): Promise<void>
  /** Ends a session, and asks again. A failure is in `error`. @param id of one of `sessions` */
  end(id: string): Promise<void>
  /** Ends all sessions but this browser's, and asks again. A failure is in `error`. */
  endOthers(): Promise<void>
}

/** What a framework follows. */
export interface SessionListStore {
  /** Calls `listener` at each change. The first one has the service asked. @returns a function that ends it */
  subscribe(listener: () => void): () => void
  /** The same object until something changes. */
  getSnapshot(): SessionList
}

/** Makes the store of one component. */
export function createSessionListStore(source: SessionListSource): SessionListStore {
  const listeners = new Set<() => void>()
  /** Answers that come out of order: the newest question counts. */
  let asked = 0
  const identityOf = () => (typeof source === 'function' ? source() : source)

  const actions = {
    refresh: () => run(async () => {}),
    end: (id: string) => run((identity) => identity.endSession(id)),
    endOthers: () => run((identity) => identity.endOtherSessions()),
  }
  let snapshot: SessionList = { sessions: undefined, error: undefined, isLoading: false, ...actions }
  const show = (news: Partial<SessionList>) => {
    snapshot = { ...snapshot, ...news }
    for (const listener of listeners) listener()
  }

  /** Does something, and asks for the list that comes of it. */
  async function run(act: (identity: SessionListApi) => Promise<unknown>): Promise<void> {
    const identity = identityOf()
    if (!identity) return
    asked += 1
    const own = asked
    show({ isLoading: true })
    try {
      await act(identity)
      const sessions = await identity.listSessions()
      if (own === asked) show({ sessions, error: undefined, isLoading: false })
    } catch (cause) {
      if (own !== asked) return
      const error = SDKError.from(cause, 'session-unreachable')
      const isLoggedOut = error.reason === 'session-missing'
      show({ error, isLoading: false, ...(isLoggedOut && { sessions: undefined }) })
    }
  }

  return {
    subscribe(listener) {
      listeners.add(listener)
      if (asked === 0) void actions.refresh()
      return () => void listeners.delete(listener)
    },
    getSnapshot: () => snapshot,
  }
}
