// The bodies of responses to pages: a session, access to products, or an error, member by member as the wire contract has them.

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

/** A session, for the pages of a site. */
export async function sessionResponse(
  settings: Settings,
  ids: Ids,
  site: Site,
  { session, leftMs }: FoundSession,
): Promise<Record<string, unknown>> {
  const { cacheSeconds, baseDomain, sdrnNamespace } = settings
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
    // Constant during the session, so that a server may use it as a cache key.
    sp_id: signed(secret, {
      sub: uuid,
      aud: site.clientId,
      iat: toSeconds(createdAt),
      exp: toSeconds(endsAt),
    }),
    expiresIn: Math.max(0, Math.floor(Math.min(leftMs, cacheSeconds * 1000))),
    serverTime: toSeconds(Date.now()),
    pairId: await ids.pairId(session, site),
    sdrn: `sdrn:${sdrnNamespace}:user:${userId}`,
    ...(isConnected ? session.profile : {}),
    ...(await settings.extraMembers?.(session, site, isConnected)),
  }
  return { ...members, sig: signed(secret, { algorithm: ALGORITHM, ...members }) }
}

/** Whether a reader has access. The products and the time are signed too. */
export function accessResponse(
  site: Site,
  { userId, uuid }: StoredSession,
  productIds: readonly string[],
  { entitled, allowedFeatures = [], ttl = 300 }: AccessDecision,
): Record<string, unknown> {
  const serverTime = toSeconds(Date.now())
  const claims = { entitled, allowedFeatures, ttl, userId, uuid, productIds, serverTime }
  return { ...claims, sig: signed(firstOf(site.signatureSecret), { algorithm: ALGORITHM, ...claims }) }
}

/** There is no session, or the service cannot say. */
export function errorResponse(
  { baseDomain, cacheSeconds }: Settings,
  code: number,
  type: string,
  description: string,
): Record<string, unknown> {
  return {
    error: { code, type, description },
    response: {
      baseDomain,
      expiresIn: cacheSeconds * 1000,
      result: false,
      serverTime: toSeconds(Date.now()),
    },
  }
}
