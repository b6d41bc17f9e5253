// What a store counts: keys that are good once, and the numbers of readers.

import { equal, ok } from 'node:assert/strict'
import { type Case, HOUR_MS, random } from './case.ts'

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
    'gives each reader a number of their own, the same for every process',
    async (one, two) => {
      const readers = [random(), random(), random()]
      const asked = readers.flatMap((reader) => [one.userIdOf(reader), two.userIdOf(reader)])
      const numbers = await Promise.all(asked)
      equal(new Set(numbers).size, 3)
      for (const number of numbers) ok(Number.isSafeInteger(number) && number > 0)
      for (const [index, reader] of readers.entries()) {
        equal(numbers[2 * index], numbers[2 * index + 1])
        equal(await one.userIdOf(reader), numbers[2 * index])
      }
    },
  ],
  [
    'gives one number to a reader for whom two processes ask at the same moment',
    async (one, two) => {
      for (let round = 0; round < 50; round += 1) {
        const reader = random()
        const [first, second] = await Promise.all([one.userIdOf(reader), two.userIdOf(reader)])
        equal(first, second)
        equal(await one.userIdOf(reader), first)
      }
    },
  ],
  [
    'closes twice without harm',
    async (one) => {
      await one.close()
    },
  ],
]
