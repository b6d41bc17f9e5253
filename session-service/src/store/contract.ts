// What every store has to do, as cases for any test runner. A publisher who brings a store of their own runs them against it.

import { deepEqual, equal, notEqual, ok } from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { SessionStore, StoredSession } from './session-store.ts'

/** One case. */
export interface StoreCase {
  readonly name: string
  /** Rejects when the store does otherwise. */
  run(): Promise<void>
}

const HOUR_MS = 3_600_000

const random = (): string => randomBytes(12).toString('base64url')

/** A session with readers and keys that no other case has. */
function sessionOf(more: Partial<StoredSession> = {}): StoredSession {
  return {
    reader: random(),
    providerSession: random(),
    subject: 'kari',
    userId: 1,
    uuid: '00000000-0000-8000-8000-000000000000',
    profile: { givenName: 'Kåre' },
    issuedAt: 1_700_000_000,
    clientId: 'news',
    createdAt: Date.now(),
    endsAt: Date.now() + HOUR_MS,
    ...more,
  }
}

/** Options of {@link storeContract}. */
export interface StoreContractOptions {
  /** How long a case waits for what the store does by itself. @default 10000 */
  patienceMs?: number
}

/**
 * The cases that a store has to pass.
 *
 * @param open opens the store, as one more process would: each call gives another handle to the same data. The cases close it
 * @example for (const { name, run } of storeContract(() => myStore(url))) test(name, run)
 */
export function storeContract(
  open: () => SessionStore | Promise<SessionStore>,
  { patienceMs = 10_000 }: StoreContractOptions = {},
): StoreCase[] {
  const cases: StoreCase[] = []
  async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
    const giveUpAt = Date.now() + patienceMs
    while (!(await isSo())) {
      ok(Date.now() < giveUpAt, `${what} within ${patienceMs} ms`)
      await delay(5)
    }
  }
  /** A case with two handles, as two processes have them. */
  const add = (name: string, check: (one: SessionStore, two: SessionStore) => Promise<void>): void => {
    const run = async (): Promise<void> => {
      const one = await open()
      const two = await open()
      try {
        await check(one, two)
      } finally {
        await one.close()
        await two.close()
      }
    }
    cases.push({ name, run })
  }

  add(
    'gives a session to every process as it was created, and says how long it has left',
    async (one, two) => {
      const [key, session] = [random(), sessionOf()]
      equal(await one.create(key, session, HOUR_MS), true)
      const found = await two.read(key)
      deepEqual(found?.session, session)
      ok(found && found.leftMs > HOUR_MS / 2 && found.leftMs <= HOUR_MS)
    },
  )

  add('gives nothing for a key that nobody created', async (one) => {
    equal(await one.read(random()), undefined)
  })

  add('keeps a session without a provider session', async (one) => {
    const [key, session] = [random(), sessionOf({ providerSession: undefined })]
    equal(await one.create(key, session, HOUR_MS), true)
    equal((await one.read(key))?.session.reader, session.reader)
  })

  add('forgets a session when its time is over, and a touch does not bring it back', async (one, two) => {
    const key = random()
    await one.create(key, sessionOf(), 40)
    await until('the session ends', async () => (await two.read(key)) === undefined)
    await one.touch(key, HOUR_MS)
    equal(await two.read(key), undefined)
  })

  add('lets a touched session live longer, and shorter', async (one, two) => {
    const key = random()
    await one.create(key, sessionOf(), HOUR_MS / 4)
    await two.touch(key, HOUR_MS)
    ok(((await one.read(key))?.leftMs ?? 0) > HOUR_MS / 2)
    await two.touch(key, 20)
    await until('the session ends', async () => (await one.read(key)) === undefined)
  })

  add('ends a session for every process, and a touch does not bring it back', async (one, two) => {
    const key = random()
    await one.create(key, sessionOf(), HOUR_MS)
    await Promise.all([two.delete(key), one.touch(key, HOUR_MS), two.touch(key, HOUR_MS)])
    await one.touch(key, HOUR_MS)
    equal(await one.read(key), undefined)
    await one.delete(key)
  })

  add('ends the sessions of a provider session alone, and says how many', async (one, two) => {
    const providerSession = random()
    const [first, second, other] = [random(), random(), random()]
    await one.create(first, sessionOf({ providerSession }), HOUR_MS)
    await one.create(second, sessionOf({ providerSession }), HOUR_MS)
    await one.create(other, sessionOf(), HOUR_MS)
    equal(await two.deleteByProviderSession(providerSession, HOUR_MS), 2)
    equal(await one.read(first), undefined)
    equal(await one.read(second), undefined)
    notEqual(await one.read(other), undefined)
    equal(await two.deleteByProviderSession(providerSession, HOUR_MS), 0)
  })

  add('refuses a session whose provider session has ended a moment before', async (one, two) => {
    const [key, providerSession] = [random(), random()]
    equal(await one.deleteByProviderSession(providerSession, HOUR_MS), 0)
    equal(await two.create(key, sessionOf({ providerSession }), HOUR_MS), false)
    equal(await one.read(key), undefined)
  })

  add('remembers an ended provider session for as long as it was told', async (one) => {
    const providerSession = random()
    await one.deleteByProviderSession(providerSession, 20)
    await until('it is forgotten', () => one.create(random(), sessionOf({ providerSession }), HOUR_MS))
  })

  add('ends a reader’s sessions that are as old as a logout, and no newer one', async (one, two) => {
    const reader = random()
    const [old, same, newer, other] = [random(), random(), random(), random()]
    await one.create(old, sessionOf({ reader, issuedAt: 1000 }), HOUR_MS)
    await one.create(same, sessionOf({ reader, issuedAt: 2000 }), HOUR_MS)
    await one.create(newer, sessionOf({ reader, issuedAt: 2001 }), HOUR_MS)
    await one.create(other, sessionOf({ issuedAt: 1000 }), HOUR_MS)
    equal(await two.deleteBySubject(reader, 2000, HOUR_MS), 2)
    equal(await one.read(old), undefined)
    equal(await one.read(same), undefined)
    notEqual(await one.read(newer), undefined)
    notEqual(await one.read(other), undefined)
  })

  add('refuses a reader’s session that is as old as a logout, and takes a newer one', async (one, two) => {
    const reader = random()
    await one.deleteBySubject(reader, 2000, HOUR_MS)
    // One that comes late does not put the moment back.
    await two.deleteBySubject(reader, 1000, HOUR_MS)
    equal(await two.create(random(), sessionOf({ reader, issuedAt: 2000 }), HOUR_MS), false)
    equal(await two.create(random(), sessionOf({ reader, issuedAt: 2001 }), HOUR_MS), true)
  })

  add('loses no session to a logout at the same moment: it is refused, or ended', async (one, two) => {
    for (let round = 0; round < 20; round += 1) {
      const [key, providerSession] = [random(), random()]
      await Promise.all([
        one.create(key, sessionOf({ providerSession }), HOUR_MS),
        two.deleteByProviderSession(providerSession, HOUR_MS),
      ])
      equal(await one.read(key), undefined)
    }
  })

  add('grants a key once, to one process', async (one, two) => {
    const key = random()
    const granted = await Promise.all([one, two, one, two].map((store) => store.once(key, HOUR_MS)))
    equal(granted.filter(Boolean).length, 1)
    equal(await two.once(random(), HOUR_MS), true)
  })

  add('grants a key again when its time is over', async (one, two) => {
    const key = random()
    equal(await one.once(key, 20), true)
    await until('the key is free', () => two.once(key, HOUR_MS))
    equal(await one.once(key, HOUR_MS), false)
  })

  add('gives each reader a number of their own, the same for every process', async (one, two) => {
    const readers = [random(), random(), random()]
    const asked = readers.flatMap((reader) => [one.userIdOf(reader), two.userIdOf(reader)])
    const numbers = await Promise.all(asked)
    equal(new Set(numbers).size, 3)
    for (const number of numbers) ok(Number.isSafeInteger(number) && number > 0)
    for (const [index, reader] of readers.entries()) {
      equal(numbers[2 * index], numbers[2 * index + 1])
      equal(await one.userIdOf(reader), numbers[2 * index])
    }
  })

  add('gives one number to a reader for whom two processes ask at the same moment', async (one, two) => {
    for (let round = 0; round < 50; round += 1) {
      const reader = random()
      const [first, second] = await Promise.all([one.userIdOf(reader), two.userIdOf(reader)])
      equal(first, second)
      equal(await one.userIdOf(reader), first)
    }
  })

  add('closes twice without harm', async (one) => {
    await one.close()
  })

  return cases
}
