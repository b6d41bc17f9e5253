/**
 * Where a reader is logged in: the sessions that the session service keeps for them, each in one browser, and how they end.
 * Hooks, storage: none. Methods: listSessions, endSession, endOtherSessions.
 */
import { checkArgument, expected, SDKError } from '../../core/errors.ts'
import { numberIn, ownMembers } from '../../core/json.ts'
import type { Plugin } from '../../core/kernel/plugin.ts'
import { failureIn } from '../../core/session/result.ts'
import { clientParameters } from '../../core/urls.ts'

/** A session of the reader. All texts are text, not HTML. */
export interface ListedSession {
  /** Names the session for `endSession`. It opens nothing, and is of no use to another reader. */
  readonly id: string
  /** Whether this browser is in the session. */
  readonly current: boolean
  /** What the reader logged in with, such as `Android` or `Windows`. Undefined where the service keeps none. */
  readonly device: string | undefined
  /** The browser in which the reader logged in, such as `Firefox`. Undefined where the service keeps none. */
  readonly browser: string | undefined
  /** The site by which the reader logged in, as readers call it. */
  readonly site: string | undefined
  /** When the reader logged in, in milliseconds since the epoch. */
  readonly beganAt: number | undefined
  /** The day on which the session was used last: its beginning in UTC, in milliseconds since the epoch. */
  readonly lastSeenAt: number | undefined
}

/** What the plugin contributes. */
export interface SessionListApi {
  /**
   * The sessions of the reader, this browser's first, then the newest. The service shows at most fifty.
   *
   * @throws {SDKError} (rejects) `session-missing` when nobody is logged in, `session-refused`, `session-unreachable`,
   * `session-malformed`, `timeout`, `disposed`
   */
  listSessions(): Promise<readonly ListedSession[]>
  /**
   * Ends one session. When it is this browser's own, the page hears of the logout as of any other.
   *
   * @param id of a session that `listSessions` gave
   * @returns whether there was such a session. The reader may have ended it elsewhere meanwhile
   * @throws {SDKError} (rejects) `argument-invalid`, and as `listSessions`. The session goes on then
   */
  endSession(id: string): Promise<boolean>
  /**
   * Ends all sessions of the reader but this browser's own.
   *
   * @returns how many have ended
   * @throws {SDKError} (rejects) as `listSessions`. Some of the sessions may go on then
   */
  endOtherSessions(): Promise<number>
}

const textIn = (value: unknown) => (typeof value === 'string' && value ? value : undefined)

function readListed(value: unknown): ListedSession[] {
  const { id, current, device, browser, site, beganAt, lastSeenAt } = ownMembers(value)
  // Without an id nobody could end the session.
  if (typeof id !== 'string' || !id) return []
  return [
    {
      id,
      current: current === true,
      device: textIn(device),
      browser: textIn(browser),
      site: textIn(site),
      beganAt: numberIn(beganAt),
      lastSeenAt: numberIn(lastSeenAt),
    },
  ]
}

/**
 * Contributes `listSessions`, `endSession` and `endOtherSessions`, for a session service that offers them, as
 * `portico-session-service` does. In no preset: name it.
 *
 * @example
 * const identity = createIdentity(options, [fetchTransport(), sessionList()])
 * for (const { browser, device } of await identity.listSessions()) console.log(`${browser} on ${device}`)
 */
export function sessionList(): Plugin<SessionListApi> {
  return {
    name: 'session-list',
    requires: ['transport'],
    setup(kernel) {
      const { sessionDomain } = kernel.options
      const client = clientParameters(kernel.options)

      /** The page shows somebody who is logged out: whoever listens learns it from the service, as of every logout. */
      const hearOfLogout = () => {
        kernel.clearSession()
        kernel.hasSession().catch(() => {})
      }

      const call = async (url: string, form?: URLSearchParams): Promise<Record<string, unknown>> => {
        try {
          const answer = await kernel.transport(url, undefined, form)
          const error = failureIn(answer)
          if (error) throw error
          return ownMembers(answer.body)
        } catch (cause) {
          kernel.throwIfDisposed()
          const error = SDKError.from(cause, 'session-unreachable', sessionDomain)
          if (error.reason === 'session-missing' && kernel.knownSession()) hearOfLogout()
          throw error
        }
      }

      /** @returns how many sessions have ended */
      const end = async (which: Record<string, string>): Promise<number> => {
        const form = new URLSearchParams({ client_sdrn: `${client.client_sdrn}`, ...which })
        const { ended, current } = await call(`${sessionDomain}/v2/sessions/end`, form)
        kernel.throwIfDisposed()
        if (current === true) hearOfLogout()
        const count = numberIn(ended)
        if (count === undefined)
          throw new SDKError('session-malformed', __DEV__ ? 'the answer does not say how many sessions ended' : 'ended')
        return count
      }

      return {
        async listSessions() {
          const { sessions } = await call(kernel.buildUrl('sessions', sessionDomain, 'v2/sessions?', client))
          kernel.throwIfDisposed()
          if (!Array.isArray(sessions))
            throw new SDKError('session-malformed', __DEV__ ? 'the answer has no list of sessions' : 'sessions')
          return sessions.flatMap(readListed)
        },
        async endSession(id) {
          checkArgument(
            typeof id === 'string' && id,
            __DEV__ ? expected('id', id, 'an id that listSessions() gave') : 'id',
          )
          return (await end({ id })) > 0
        },
        endOtherSessions: () => end({ others: 'true' }),
      }
    },
  }
}
