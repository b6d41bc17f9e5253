/**
 * Answers about the user, each by way of the session.
 * Hooks, storage: none. Methods: isLoggedIn, isConnected, getUser, getUserId, getUserUuid, getUserSDRN, getSpId.
 */
import { check } from '../../core/errors.ts'
import type { Plugin } from '../../core/kernel/plugin.ts'
import type { Session } from '../../core/session/types.ts'

/** A copy of the session, which the caller may change. */
export type User = { -readonly [Field in keyof Session]: Session[Field] }

/** What the plugin contributes (section 4.1). Each method calls `hasSession`, and so emits its events. */
export interface UserApi {
  /** True if a user is logged in. Also false if the service cannot be asked, as in an outage. @throws {SDKError} (rejects) `disposed` */
  isLoggedIn(): Promise<boolean>
  /**
   * True if the user is connected to the client. Also false if the service cannot be asked, as in an outage.
   *
   * @throws {SDKError} (rejects) `disposed`
   */
  isConnected(): Promise<boolean>
  /**
   * The user, as a copy that the caller may change. Members that are objects are shared with the library.
   *
   * @throws {SDKError} (rejects) `not-connected`, or whatever `hasSession` rejects with
   */
  getUser(): Promise<User>
  /**
   * The numeric user id, as a string. Not unique across regions: prefer `getUserUuid`.
   *
   * @throws {SDKError} (rejects) `not-connected`, `identifier-missing`, or whatever `hasSession` rejects with
   */
  getUserId(): Promise<string>
  /**
   * The universally unique user id.
   *
   * @throws {SDKError} (rejects) `not-connected`, `identifier-missing`, or whatever `hasSession` rejects with
   */
  getUserUuid(): Promise<string>
  /**
   * The user's SDRN.
   *
   * @throws {SDKError} (rejects) `identifier-missing`, or whatever `hasSession` rejects with
   */
  getUserSDRN(): Promise<string>
  /**
   * The session-cache id. The promise resolves with null if the reader has none, or if the service cannot be asked. A secret: never log it.
   *
   * @throws {SDKError} (rejects) `disposed`
   */
  getSpId(): Promise<string | null>
}

/**
 * Contributes the methods about the user.
 *
 * @example
 * const identity = createIdentity(options, [fetchTransport(), user()])
 * if (await identity.isConnected()) show((await identity.getUser()).displayName)
 */
export function user(): Plugin<UserApi> {
  return {
    name: 'user',
    setup(kernel) {
      /** The session, or an empty one when there is none. */
      const sessionOrNone = () =>
        kernel.hasSession().catch((): Session => {
          kernel.throwIfDisposed()
          return {}
        })

      const connected = async () => {
        const session = await kernel.hasSession()
        check(session.result, 'not-connected')
        return session
      }

      const identifier = (session: Session, name: 'userId' | 'uuid' | 'sdrn'): string => {
        const value = session[name]
        check(value, 'identifier-missing', name)
        return `${value}`
      }

      return {
        isLoggedIn: async () => !!(await sessionOrNone()).userId,
        isConnected: async () => !!(await sessionOrNone()).result,
        getUser: async () => ({ ...(await connected()) }),
        getUserId: async () => identifier(await connected(), 'userId'),
        getUserUuid: async () => identifier(await connected(), 'uuid'),
        getUserSDRN: async () => identifier(await kernel.hasSession(), 'sdrn'),
        getSpId: async () => (await sessionOrNone()).sp_id ?? null,
      }
    },
  }
}
