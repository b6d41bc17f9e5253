// What pages are told: a session, access to products, or a failure, member by member as the wire contract has it.

import { signed } from '../crypto/hash.ts'
import type { AccessDecision } from '../options/options.ts'
import { firstOf } from '../options/secret.ts'
import type { Settings } from '../options/settings.ts'
import type { Site } from '../options/site.ts'
import type { FoundSession, StoredSession } from '../store/session-store.ts'
import type { Ids } from './ids.ts'

const ALGORITHM = 'HMAC-SHA256'

const toSeconds = (ms: number): number => Math.floor(ms / 1000)

/** Whether a reader is connected to a site. */
export const isConnectedTo = async (
  { isConnected }: Pick<Settings, 'isConnected'>,
  session: StoredSession,
  site: Site,
): Promise<boolean> => (await isConnected?.(session, site)) ?? true

/** A session, as a site's pages learn it. */
export async function sessionAnswer(
  settings: Settings,
  ids: Ids,
  site: Site,
  { session, leftMs }: FoundSession,
): Promise<Record<string, unknown>> {
  const { answerSeconds, baseDomain, sdrnNamespace } = settings
  const secret = firstOf(site.signatureSecret)
  const { uuid, userId, createdAt, endsAt } = session
  const isConnected = await isConnectedTo(settings, session, site)
  const members = {
    result: isConnected,
    userStatus: isConnected ? 'connected' : 'notConnected',
    baseDomain,
    id: uuid,
    userId,
    uuid,
    // The same for the whole session, so that a server may use it as a key of its cache.
    sp_id: signed(secret, {
      sub: uuid,
      aud: site.clientId,
      iat: toSeconds(createdAt),
      exp: toSeconds(endsAt),
    }),
    expiresIn: Math.max(0, Math.floor(Math.min(leftMs, answerSeconds * 1000))),
    serverTime: toSeconds(Date.now()),
    pairId: await ids.pairId(session, site),
    sdrn: `sdrn:${sdrnNamespace}:user:${userId}`,
    ...(isConnected ? session.profile : {}),
    ...(await settings.more?.(session, site, isConnected)),
  }
  return { ...members, sig: signed(secret, { algorithm: ALGORITHM, ...members }) }
}

/** Whether a reader has access: to which products, and since when, is signed with it. */
export function accessAnswer(
  site: Site,
  { userId, uuid }: StoredSession,
  productIds: readonly string[],
  { entitled, allowedFeatures = [], ttl = 300 }: AccessDecision,
): Record<string, unknown> {
  const serverTime = toSeconds(Date.now())
  const claims = { entitled, allowedFeatures, ttl, userId, uuid, productIds, serverTime }
  return { ...claims, sig: signed(firstOf(site.signatureSecret), { algorithm: ALGORITHM, ...claims }) }
}

/** That there is no session, or that it cannot be told. */
export function failureAnswer(
  { baseDomain, answerSeconds }: Settings,
  code: number,
  type: string,
  description: string,
): Record<string, unknown> {
  return {
    error: { code, type, description },
    response: {
      baseDomain,
      expiresIn: answerSeconds * 1000,
      result: false,
      serverTime: toSeconds(Date.now()),
    },
  }
}
