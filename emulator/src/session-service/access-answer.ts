// What the access endpoint says: whether a user has one of the products that a page asks about.

import type { EmulatorContext } from '../context.ts'
import type { User } from '../store/user.ts'
import { sign } from './signature.ts'

/** How long a page may keep the answer, in seconds; a refusal as well. */
const TTL_SECONDS = 300

/** What a product includes, whichever it is. */
const FEATURES = ['read', 'listen']

/** The products in an address, each decoded by itself: an id may hold a comma. Undefined when one cannot be decoded. */
export function productIdsIn(url: string): string[] | undefined {
  const [, , ids = ''] = new URL(url).pathname.split('/')
  try {
    return ids.split(',').map(decodeURIComponent)
  } catch {
    return undefined
  }
}

export function accessAnswer(
  { store }: EmulatorContext,
  user: User,
  ids: readonly string[],
): Record<string, unknown> {
  const owned = store.users.productsOf(user.uuid)
  const entitled = ids.some((id) => owned.includes(id))
  const claims = {
    entitled,
    allowedFeatures: entitled ? FEATURES : [],
    ttl: TTL_SECONDS,
    userId: user.userId,
    uuid: user.uuid,
  }
  // the claims name no product and no time: a server has to know that
  return { ...claims, sig: sign(store.secrets.signingKey, { algorithm: 'HMAC-SHA256', ...claims }) }
}
