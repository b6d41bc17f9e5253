// What the session endpoint says: a session, or a failure. Field by field as the wire contract has it.

import { photoPath } from '../account/photo.ts'
import type { EmulatorContext } from '../context.ts'
import { ACCOUNT_HOST, originOf, SDRN_NAMESPACE } from '../hosts.ts'
import type { Publisher } from '../publishers.ts'
import type { SiteSession } from '../store/site-sessions.ts'
import type { User } from '../store/user.ts'
import { pairId, sign } from './signature.ts'

/** How long a page may remember that there is no session, in milliseconds. */
const FAILURE_LIFETIME_MS = 300_000

/** The body that says: this browser has no session, or it cannot be told. */
export interface SessionFailure {
  readonly error: { readonly code: number; readonly description: string; readonly type: string }
  readonly response: {
    readonly baseDomain: string
    readonly expiresIn: number
    readonly result: false
    readonly serverTime: number
  }
}

export function sessionFailure(
  context: EmulatorContext,
  publisher: Publisher,
  code: number,
  type: string,
  description: string,
): SessionFailure {
  return {
    error: { code, description, type },
    response: {
      baseDomain: publisher.baseDomain,
      expiresIn: FAILURE_LIFETIME_MS,
      result: false,
      serverTime: serverTime(context),
    },
  }
}

export function sessionSuccess(
  context: EmulatorContext,
  publisher: Publisher,
  session: SiteSession,
  user: User,
): Record<string, unknown> {
  const { store } = context
  const key = store.secrets.signingKey
  const connected = store.users.isConnected(user.uuid, publisher.merchantId)
  const facts = {
    result: connected,
    userStatus: connected ? 'connected' : 'notConnected',
    baseDomain: publisher.baseDomain,
    id: user.uuid,
    userId: user.userId,
    uuid: user.uuid,
    sp_id: spId(key, publisher, session, user),
    expiresIn: Math.max(0, session.expiresAt - Date.now()),
    serverTime: serverTime(context),
    pairId: pairId(key, publisher.merchantId, user.uuid),
    sdrn: `sdrn:${SDRN_NAMESPACE}:user:${user.userId}`,
    ...(connected ? personalFacts(context, user) : {}),
  }
  return { ...facts, sig: sign(key, { algorithm: 'HMAC-SHA256', ...facts }) }
}

function personalFacts({ address }: EmulatorContext, user: User): Record<string, unknown> {
  return {
    displayName: user.displayName,
    givenName: user.givenName,
    familyName: user.familyName,
    gender: user.gender,
    photo: originOf(ACCOUNT_HOST, address) + photoPath(user),
    tracking: true,
    clientAgreementAccepted: true,
    defaultAgreementAccepted: true,
  }
}

// the same for the whole session, so that a server may use it as a cache key
function spId(key: string, publisher: Publisher, session: SiteSession, user: User): string {
  return sign(key, {
    sub: user.uuid,
    aud: publisher.clientId,
    iat: Math.floor(session.createdAt / 1000),
    exp: Math.floor(session.expiresAt / 1000),
  })
}

function serverTime({ faults }: EmulatorContext): number {
  return Math.floor(Date.now() / 1000) + faults.current.clockSkewSeconds
}
