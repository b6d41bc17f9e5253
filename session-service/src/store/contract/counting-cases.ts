// What a store gives once: keys, and the numbers of readers.

import { deepEqual, equal } from 'node:assert/strict'
import { type Case, HOUR_MS, random, randomUserId } from './case.ts'

export const countingCases: readonly Case[] = [
  [
    'grants a key once, to one process',
    async (one, two) => {
      const key = random()
      const granted = await Promise.all([one, two, one, two].map((store) => store.once(key, HOUR_MS)))
      equal(granted.filter(Boolean).length, 1)
      equal(await two.once(random(), HOUR_MS), true)
    },
  ],
  [
    'grants a key again when its time is over',
    async (one, two, until) => {
      const key = random()
      equal(await one.once(key, 20), true)
      await until('the key is free', () => two.once(key, HOUR_MS))
      equal(await one.once(key, HOUR_MS), false)
    },
  ],
  [
    'reserves a number for one reader, in every process',
    async (one, two) => {
      const [reader, other] = [random(), random()]
      const userId = randomUserId()
      equal(await one.reserveUserId(reader, userId), userId)
      equal(await two.reserveUserId(reader, userId), userId)
      equal(await two.reserveUserId(other, userId), undefined)
      const next = randomUserId()
      equal(await one.reserveUserId(other, next), next)
    },
  ],
  [
    'gives a number for which two processes ask at the same moment to one of their readers',
    async (one, two) => {
      for (let round = 0; round < 50; round += 1) {
        const userId = randomUserId()
        const asked = [one.reserveUserId(random(), userId), two.reserveUserId(random(), userId)]
        const given = await Promise.all(asked)
        deepEqual(new Set(given), new Set([userId, undefined]))
      }
    },
  ],
  [
    'lets go of a number for its reader alone',
    async (one, two) => {
      const [reader, other] = [random(), random()]
      const userId = randomUserId()
      await one.reserveUserId(reader, userId)
      await two.releaseUserId(other, userId)
      equal(await one.reserveUserId(other, userId), undefined)
      await two.releaseUserId(reader, userId)
      equal(await one.reserveUserId(other, userId), userId)
      await one.releaseUserId(random(), randomUserId())
    },
  ],
  [
    'closes twice without harm',
    async (one) => {
      await one.close()
    },
  ],
]
