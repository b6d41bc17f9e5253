// What the cases of the contract share.

import { randomBytes } from 'node:crypto'
import type { SessionStore, StoredSession } from '../session-store.ts'

/** Waits for something that the store does by itself. */
export type Until = (what: string, isSo: () => Promise<boolean>) => Promise<void>

/** A name, and what is checked with two handles to the same data, as two processes have them. */
export type Case = readonly [
  name: string,
  check: (one: SessionStore, two: SessionStore, until: Until) => Promise<void>,
]

/** Begins a fault. @returns what ends it */
export type Fault = () => Promise<() => Promise<void>>

/** Faults that a store meets where it is run. Give those that can happen to yours: each has cases of its own. */
export interface StoreFaults {
  /** Another program holds the store, so that nobody else can write. */
  lock?: Fault
  /** The store's disk or memory is full. */
  fill?: Fault
  /** The store can be read, and takes no writes, as a master that is one no longer. */
  makeReadOnly?: Fault
  /** The store loses all that it was told, and works again. */
  lose?: () => Promise<void>
}

export const HOUR_MS = 3_600_000

export const random = (): string => randomBytes(12).toString('base64url')

/** A number such as the service makes of its secret. */
export const randomUserId = (): number => 2 ** 51 + randomBytes(6).readUIntBE(0, 6)

/** A session with readers and keys that no other case has. */
export function sessionOf(more: Partial<StoredSession> = {}): StoredSession {
  return {
    reader: random(),
    providerSession: random(),
    subject: 'kari',
    userId: 1,
    uuid: '00000000-0000-8000-8000-000000000000',
    profile: { givenName: 'Kåre' },
    issuedAt: 1_700_000_000,
    clientId: 'news',
    begunAt: Date.now(),
    createdAt: Date.now(),
    endsAt: Date.now() + HOUR_MS,
    ...more,
  }
}
