/**
 * What the session service says of readers, as data. The project's own tests use the same.
 */
import type { HasSessionFailureResponse, Session } from '../../core/session/types.ts'

/** What the session service says of access to products. */
export interface AccessBody {
  entitled: boolean
  allowedFeatures: string[]
  /** Seconds for which it holds. */
  ttl: number
  userId: number | string
  uuid: string
  sig: string
}

/** A reader who is connected to the merchant. */
export const ADA: Session = {
  result: true,
  userStatus: 'connected',
  baseDomain: 'site.example',
  id: 'uuid-ada',
  userId: 101,
  uuid: 'uuid-ada',
  sp_id: 'sp-ada',
  expiresIn: 60_000,
  serverTime: 1_700_000_000,
  sig: 'signature.payload',
  displayName: 'Ada',
  givenName: 'Ada',
  pairId: 'pair-ada',
  sdrn: 'sdrn:example:user:101',
}

/** Identifiers of a user that are nobody else's. */
const identifiersOf = (userId: Session['userId']) => ({
  id: `uuid-${userId}`,
  uuid: `uuid-${userId}`,
  sp_id: `sp-${userId}`,
  pairId: `pair-${userId}`,
  sdrn: `sdrn:example:user:${userId}`,
})

/** Logged in to the account service, but not connected to this merchant: it knows who they are, and nothing personal. */
export const NOT_CONNECTED: Session = {
  result: false,
  userStatus: 'notConnected',
  baseDomain: 'site.example',
  userId: 303,
  ...identifiersOf(303),
  expiresIn: 60_000,
  sig: 'signature.payload',
}

/** What the service sends to a browser without a session cookie. */
export const NO_SESSION: HasSessionFailureResponse = {
  error: { code: 400, type: 'BadRequestException', description: 'No session found' },
  response: { result: false, expiresIn: 60_000, baseDomain: 'site.example', serverTime: 1_700_000_000 },
}

/** What it says where a reader has access to one of the products that a page asks about. */
export const GRANTED: AccessBody = {
  entitled: true,
  allowedFeatures: ['read', 'listen'],
  ttl: 60,
  userId: 101,
  uuid: 'uuid-ada',
  sig: 'signature.claims',
}

/** What it says where they have none. */
export const REFUSED: AccessBody = { ...GRANTED, entitled: false, allowedFeatures: [] }

/** The session of a reader. What is not given is Ada's; of another user id, identifiers are made that are its own. */
export function sessionOf({ userId = ADA.userId, ...given }: Partial<Session> = {}): Session {
  const isAda = userId === ADA.userId
  const { givenName = isAda ? ADA.givenName : `Reader ${userId}` } = given
  return { ...ADA, userId, givenName, displayName: givenName, ...(!isAda && identifiersOf(userId)), ...given }
}

/** The session of a reader who is not connected, in the same way. */
export function notConnectedOf({ userId = NOT_CONNECTED.userId, ...given }: Partial<Session> = {}): Session {
  return { ...NOT_CONNECTED, userId, ...identifiersOf(userId), ...given }
}

/** What the service says of a reader's access. What is not given is Ada's; of another user id, the uuid is that of their session. */
export function accessOf(body: AccessBody, given: Partial<AccessBody> = {}): AccessBody {
  return { ...body, uuid: `${sessionOf(given).uuid}`, ...given }
}
