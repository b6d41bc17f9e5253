/**
 * What can be asked about the reader. Each method goes by `hasSession` of the instance.
 */
import { SDKError } from '../../core/errors.ts'
import type { Session } from '../../core/session/types.ts'
import { externalIdOf } from '../../plugins/user/external-id.ts'
import { internals } from './compose.ts'
import { Emitter } from './emitter.ts'
import { failure } from './errors.ts'
import { wholeWindow } from './options.ts'
import { copyOf } from './session.ts'
import type { Any, HasSessionFailureResponse, HasSessionSuccessResponse, SimplifiedLoginData } from './types.ts'

const NOT_CONNECTED = 'The user is not connected to this merchant'

/** What `hasSession` gives, which may be an address as well. */
type Given = Partial<HasSessionSuccessResponse>

/** What `hasSession` gives; nothing when nobody can say. */
async function givenOrNothing(reader: Reader): Promise<Given> {
  try {
    return Object(await reader.hasSession())
  } catch (error) {
    if (SDKError.is(error) && error.reason === 'disposed') throw error
    return {}
  }
}

/** The session of a user who is connected. @throws {SDKError} `not-connected`, `session-refreshing` */
async function connected(reader: Reader): Promise<Given> {
  const session: Given = Object(await reader.hasSession())
  if (session.result) return session
  throw failure(internals.of(reader).outcomes.isRefreshing ? 'session-refreshing' : 'not-connected', NOT_CONNECTED)
}

/** One member of it. */
async function memberOf<Name extends keyof Given>(reader: Reader, name: Name): Promise<NonNullable<Given[Name]>> {
  const value = (await connected(reader))[name]
  if (!value) throw failure('identifier-missing', NOT_CONNECTED)
  return value
}

/** The part of an identity that is about the reader. */
export abstract class Reader extends Emitter {
  declare window: Any

  /**
   * The session, a copy of the page's own; while the page is being left to refresh it, the address. Calls made while one is on its
   * way share its promise.
   *
   * @throws {SDKError} (rejects) what `hasSession` of the default import rejects with
   */
  hasSession(): Promise<HasSessionSuccessResponse | HasSessionFailureResponse> {
    // The account-sdk-browser's types leave the address out, and take each member to be there.
    return internals.of(this).askSession() as Promise<Any>
  }

  /** Whether the service's answer has a `result`, whatever it says. */
  async isLoggedIn(): Promise<boolean> {
    return 'result' in (await givenOrNothing(this))
  }

  async isConnected(): Promise<boolean> {
    return !!(await givenOrNothing(this)).result
  }

  async getSpId(): Promise<string | null> {
    return (await givenOrNothing(this)).sp_id || null
  }

  /** A copy of the session, down to the last member. @throws {SDKError} (rejects) `not-connected`, or as `hasSession` */
  async getUser(): Promise<HasSessionSuccessResponse> {
    return copyOf(await connected(this)) as HasSessionSuccessResponse
  }

  /** The user id as the session has it: a number, although the account-sdk-browser's types say text. */
  async getUserId(): Promise<Any> {
    return memberOf(this, 'userId')
  }

  async getUserUuid(): Promise<string> {
    return memberOf(this, 'uuid')
  }

  async getUserSDRN(): Promise<string> {
    const { sdrn }: Session = Object(await this.hasSession())
    if (!sdrn) throw failure('identifier-missing', 'Failed to get SDRN from user session')
    return sdrn
  }

  async getExternalId(externalParty: string, optionalSuffix?: string | null): Promise<string> {
    if (!externalParty) throw failure('argument-invalid', 'externalParty cannot be empty')
    const { pairId }: Session = Object(await this.hasSession())
    if (!pairId) throw failure('identifier-missing', 'pairId missing in user session!')
    return externalIdOf(wholeWindow(this.window), pairId, externalParty, optionalSuffix)
  }

  /** Basic data on the user who is logged in to the account service in this browser. Null where it names nobody, or nobody can say. */
  getUserContextData(): Promise<SimplifiedLoginData | null> {
    return internals.of(this).identity.getUserContextData() as Promise<SimplifiedLoginData | null>
  }

  clearCachedUserSession(): void {
    internals.of(this).identity.clearCachedUserSession()
  }
}
