// What a store does with sessions: it keeps them, for as long as it was told, and never brings one back.

import { deepEqual, equal, ok } from 'node:assert/strict'
import type { FoundSession } from '../session-store.ts'
import { type Case, HOUR_MS, random, randomUserId, sessionOf } from './case.ts'

export const sessionCases: readonly Case[] = [
  [
    'gives a session to every process as it was created, and says how long it has left',
    async (one, two) => {
      const [key, session] = [random(), sessionOf()]
      equal(await one.create(key, session, HOUR_MS), true)
      const found = await two.read(key)
      deepEqual(found?.session, session)
      equal(found?.key, key)
      ok(found && found.leftMs > HOUR_MS / 2 && found.leftMs <= HOUR_MS)
    },
  ],
  [
    'gives nothing for a key that nobody created',
    async (one) => {
      equal(await one.read(random()), undefined)
    },
  ],
  [
    'keeps a session without a provider session',
    async (one) => {
      const [key, session] = [random(), sessionOf({ providerSession: undefined })]
      equal(await one.create(key, session, HOUR_MS), true)
      equal((await one.read(key))?.session.reader, session.reader)
    },
  ],
  [
    'gives all sessions of a reader, or of a provider session, that have not ended',
    async (one, two, until) => {
      const [reader, providerSession, ending] = [random(), random(), random()]
      const mine = sessionOf({ reader, providerSession })
      const [first, second] = [random(), random()]
      await one.create(first, mine, HOUR_MS)
      await one.create(second, mine, HOUR_MS)
      await one.create(random(), sessionOf({ reader }), HOUR_MS)
      await one.create(random(), sessionOf({ providerSession }), HOUR_MS)
      await one.create(random(), sessionOf(), HOUR_MS)
      await one.create(ending, mine, 40)
      await until('one ends by itself', async () => (await two.read(ending)) === undefined)
      await one.delete(second)
      const byReader = await two.readBySubject(reader)
      equal(byReader.length, 2)
      ok(byReader.some((found) => found.key === first))
      ok(byReader.every(({ session, leftMs }) => session.reader === reader && leftMs > HOUR_MS / 2))
      const byProvider = await two.readByProviderSession(providerSession)
      equal(byProvider.length, 2)
      ok(byProvider.every(({ session }) => session.providerSession === providerSession))
      deepEqual(await two.readBySubject(random()), [])
    },
  ],
  [
    'forgets a session when its time is over, and a touch does not bring it back',
    async (one, two, until) => {
      const key = random()
      await one.create(key, sessionOf(), 40)
      await until('the session ends', async () => (await two.read(key)) === undefined)
      await one.touch(key, HOUR_MS)
      equal(await two.read(key), undefined)
    },
  ],
  [
    'lets a touched session live longer, and shorter',
    async (one, two, until) => {
      const key = random()
      await one.create(key, sessionOf(), HOUR_MS / 4)
      await two.touch(key, HOUR_MS)
      const { leftMs } = (await one.read(key)) as FoundSession
      ok(leftMs > HOUR_MS / 2)
      await two.touch(key, 20)
      await until('the session ends', async () => (await one.read(key)) === undefined)
    },
  ],
  [
    'ends a session for every process, and a touch does not bring it back',
    async (one, two) => {
      const key = random()
      await one.create(key, sessionOf(), HOUR_MS)
      await Promise.all([two.delete(key), one.touch(key, HOUR_MS), two.touch(key, HOUR_MS)])
      await one.touch(key, HOUR_MS)
      equal(await one.read(key), undefined)
      await one.delete(key)
    },
  ],
  [
    'scans all sessions and user ids, if it can be scanned',
    async (one, two, until) => {
      if (!two.scan) return
      const [reader, userId, ended, over] = [random(), randomUserId(), random(), random()]
      const keys = Array.from({ length: 600 }, random)
      for (let at = 0; at < keys.length; at += 50)
        await Promise.all(keys.slice(at, at + 50).map((key) => one.create(key, sessionOf(), HOUR_MS)))
      await one.create(ended, sessionOf(), HOUR_MS)
      await one.delete(ended)
      await one.create(over, sessionOf(), 20)
      await until('one ends by itself', async () => (await two.read(over)) === undefined)
      await one.reserveUserId(reader, userId)
      const found = new Map<string, FoundSession>()
      const numbers = new Map<string, number>()
      for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
        const part = await two.scan(cursor)
        for (const session of part.sessions) found.set(session.key, session)
        for (const number of part.userIds) numbers.set(number.reader, number.userId)
        cursor = part.next
      }
      ok(keys.every((key) => found.has(key)))
      ok([...found.values()].every(({ leftMs }) => leftMs > 0))
      deepEqual([found.has(ended), found.has(over)], [false, false])
      equal(numbers.get(reader), userId)
    },
  ],
]
