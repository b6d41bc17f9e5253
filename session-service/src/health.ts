// The health of a service, for a load balancer or an orchestrator.

import { randomBytes } from 'node:crypto'
import type { ProviderConfiguration } from './provider/configuration.ts'
import type { SessionStore, StoredSession } from './store/session-store.ts'

/** The health of a service. */
export interface Health {
  /** Whether the store takes a session now. */
  readonly store: boolean
  /** Whether the provider has answered in the last hour. */
  readonly provider: boolean
}

/** Less than a second: after that, a health check takes the service for dead. */
const TIMEOUT_MS = 900
/** The length of an encrypted ID token: a full disk may have room for a shorter probe. */
const PROBE_BYTES = 1100
/** The time to live of the probe, in case it is not deleted. */
export const PROBE_TTL_MS = 1000

/** Settles within a second, also if the store or the provider hangs. */
export async function healthOf(store: SessionStore, configuration: ProviderConfiguration): Promise<Health> {
  const [isStoreThere, isProviderThere] = await Promise.all([
    settlesInTime(canWrite(store)),
    settlesInTime(configuration.isReachable()),
  ])
  return { store: isStoreThere, provider: isProviderThere }
}

/** Writes as a login does. A full disk, a lock on the sessions, and a server that is no master any more would pass a read. */
async function canWrite(store: SessionStore): Promise<boolean> {
  const { key, session } = probeSession()
  await store.create(key, session, PROBE_TTL_MS)
  await store.delete(key)
  return true
}

/** A session that no browser has. It ends within a second, and is as long as others. */
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

/** Whether a promise resolves to true in time. */
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
