// What a store owes when something goes wrong around it: what it said is done is done, for every process. It rejects what it did not
// do, or what it cannot say.

import { equal, notEqual, ok } from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import type { SessionStore } from '../session-store.ts'
import { type Case, type Fault, HOUR_MS, random, randomUserId, type StoreFaults, sessionOf } from './case.ts'

/** True when it was done; false when the store rejected. */
const isDone = (asking: Promise<unknown>): Promise<boolean> =>
  asking.then(
    () => true,
    () => false,
  )

/** Waits for a store that takes sessions again: several of them, since the parts of a cluster come back one after the other. */
const isBack = (store: SessionStore) => async (): Promise<boolean> => {
  const keepAndDrop = async (key: string): Promise<void> => {
    await store.create(key, sessionOf(), HOUR_MS)
    await store.read(key)
    await store.delete(key)
  }
  const all = await Promise.all(Array.from({ length: 8 }, () => isDone(keepAndDrop(random()))))
  return all.every(Boolean)
}

function keepsItsWord(what: string, begin: Fault): Case {
  return [
    `keeps its word while ${what}, and takes writes afterwards`,
    async (one, two, until) => {
      const [kept, created, used] = [random(), random(), random()]
      await one.create(kept, sessionOf(), HOUR_MS)
      const end = await begin()
      const [isCreated, isDeleted, isUsed] = await Promise.all([
        isDone(one.create(created, sessionOf(), HOUR_MS)),
        isDone(one.delete(kept)),
        isDone(one.once(used, HOUR_MS)),
        isDone(one.touch(kept, HOUR_MS)),
        isDone(one.reserveUserId(random(), randomUserId())),
      ])
      await end()
      await until('the first process writes again', isBack(one))
      await until('the second process writes again', isBack(two))
      ok(!isCreated || (await two.read(created)))
      ok(!isDeleted || !(await two.read(kept)))
      ok(!isUsed || !(await two.once(used, HOUR_MS)))
      // From now on as ever: a process that can only see what it has written itself has lost it all.
      const later = random()
      equal(await one.create(later, sessionOf(), HOUR_MS), true)
      notEqual(await two.read(later), undefined)
      await one.delete(later)
      equal(await two.read(later), undefined)
    },
  ]
}

function waitsForALock(lock: Fault): Case {
  return [
    'waits for a program that holds it for a tenth of a second',
    async (one, two) => {
      const unlock = await lock()
      const key = random()
      const creating = one.create(key, sessionOf(), HOUR_MS)
      await delay(100)
      await unlock()
      equal(await creating, true)
      notEqual(await two.read(key), undefined)
    },
  ]
}

function comesAgain(lose: () => Promise<void>): Case {
  return [
    'gives a reader their number again after it has lost all',
    async (one, two, until) => {
      const [reader, other] = [random(), random()]
      const [userId, otherId] = [randomUserId(), randomUserId()]
      await one.reserveUserId(reader, userId)
      await lose()
      await until('it works again', isBack(one))
      await until('it works again', isBack(two))
      equal(await two.reserveUserId(other, otherId), otherId)
      equal(await two.reserveUserId(reader, userId), userId)
    },
  ]
}

/** The cases of the faults that are given. */
export function faultCases({ lock, fill, makeReadOnly, lose }: StoreFaults): Case[] {
  return [
    ...(lock ? [keepsItsWord('another program holds it', lock), waitsForALock(lock)] : []),
    ...(fill ? [keepsItsWord('it is full', fill)] : []),
    ...(makeReadOnly ? [keepsItsWord('it takes no writes', makeReadOnly)] : []),
    ...(lose ? [comesAgain(lose)] : []),
  ]
}
