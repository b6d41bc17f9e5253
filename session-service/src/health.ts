// Whether a service can work, for whoever asks and does not wait for long.

import { randomBytes } from 'node:crypto'
import type { ProviderConfiguration } from './provider/configuration.ts'
import type { SessionStore, StoredSession } from './store/session-store.ts'

/** What a service says of itself. */
export interface Health {
  /** Whether the store takes a session now. */
  readonly store: boolean
  /** Whether the provider has answered in the last hour. */
  readonly provider: boolean
}

/** Less than a second, after which whoever asks for the service's health takes it for dead. */
const TIMEOUT_MS = 900
/** Of an ID token, encrypted: a full disk may have room for less. */
const PROBE_BYTES = 1100
/** How long it is kept, should nobody delete it. */
export const PROBE_TTL_MS = 1000

/** Says so within a second, whatever hangs. */
export async function healthOf(store: SessionStore, configuration: ProviderConfiguration): Promise<Health> {
  const [isStoreThere, isProviderThere] = await Promise.all([
    settlesInTime(canWrite(store)),
    settlesInTime(configuration.isReachable()),
  ])
  return { store: isStoreThere, provider: isProviderThere }
}

/** Writes where a login writes: a full disk, a lock on the sessions, and a server that is no master any more, can all be read from. */
async function canWrite(store: SessionStore): Promise<boolean> {
  const { key, session } = probeSession()
  await store.create(key, session, PROBE_TTL_MS)
  await store.delete(key)
  return true
}

/** A session that no browser has, and that ends within a second. It is as long as others. */
export function probeSession(): { readonly key: string; readonly session: StoredSession } {
  const name = `nobody-${randomBytes(12).toString('base64url')}`
  const now = Date.now()
  const session = {
    reader: name,
    providerSession: name,
    subject: '',
    userId: 0,
    uuid: '',
    profile: {},
    sealedIdToken: randomBytes(PROBE_BYTES).toString('base64url'),
    issuedAt: Math.floor(now / 1000),
    begunAt: now,
    clientId: '',
    createdAt: now,
    endsAt: now + PROBE_TTL_MS,
  }
  return { key: name, session }
}

/** Whether this is so, as far as it can be told in time. */
async function settlesInTime(asking: Promise<boolean>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, TIMEOUT_MS, false)
  })
  try {
    return await Promise.race([asking.catch(() => false), timeout])
  } finally {
    clearTimeout(timer)
  }
}
