// What a store does when whoever runs the service ends sessions: all that there are end, whatever any clock says, and logins that began
// before do not finish.

import { equal, notEqual } from 'node:assert/strict'
import type { Owner } from '../session-store.ts'
import { type Case, HOUR_MS, random, sessionOf } from './case.ts'

/** A moment of the service. It has nothing to do with the moments of a provider. */
const MOMENT = 1_800_000_000_000

const ownersOf = (): readonly Owner[] => [{ reader: random() }, { providerSession: random() }]

export const endCases: readonly Case[] = [
  [
    'ends all sessions of a reader, or of a provider session, whatever any clock says, and says how many',
    async (one, two) => {
      for (const owner of ownersOf()) {
        const [usual, ahead, later, other] = [random(), random(), random(), random()]
        await one.create(usual, sessionOf(owner), HOUR_MS)
        await one.create(ahead, sessionOf({ ...owner, issuedAt: 4_000_000_000 }), HOUR_MS)
        await one.create(later, sessionOf({ ...owner, begunAt: MOMENT + 1, createdAt: MOMENT + 1 }), HOUR_MS)
        await one.create(other, sessionOf(), HOUR_MS)
        equal(await two.deleteAll(owner, MOMENT, HOUR_MS), 3)
        for (const key of [usual, ahead, later]) equal(await one.read(key), undefined)
        notEqual(await one.read(other), undefined)
        equal(await two.deleteAll(owner, MOMENT, HOUR_MS), 0)
      }
    },
  ],
  [
    'refuses a login that began before an end, and takes one that began later',
    async (one, two) => {
      for (const owner of ownersOf()) {
        await one.deleteAll(owner, MOMENT, HOUR_MS)
        // An end that comes late does not put the moment back.
        await two.deleteAll(owner, MOMENT - 1000, 0)
        for (const issuedAt of [1, 4_000_000_000]) {
          const begun = (begunAt: number) => sessionOf({ ...owner, begunAt, issuedAt })
          const [before, later] = [random(), random()]
          equal(await two.create(before, begun(MOMENT), HOUR_MS), false)
          equal(await one.read(before), undefined)
          equal(await two.create(later, begun(MOMENT + 1), HOUR_MS), true)
          notEqual(await one.read(later), undefined)
        }
      }
    },
  ],
  [
    'remembers an end for as long as it was told',
    async (one, _two, until) => {
      for (const owner of ownersOf()) {
        await one.deleteAll(owner, MOMENT, 20)
        const again = () => one.create(random(), sessionOf({ ...owner, begunAt: MOMENT }), HOUR_MS)
        await until('it is forgotten', again)
      }
    },
  ],
  [
    'loses no session to an end at the same moment: it is refused, or ended',
    async (one, two) => {
      for (const owner of Array.from({ length: 10 }, ownersOf).flat()) {
        const key = random()
        await Promise.all([
          one.create(key, sessionOf({ ...owner, begunAt: MOMENT }), HOUR_MS),
          two.deleteAll(owner, MOMENT, HOUR_MS),
        ])
        equal(await one.read(key), undefined)
      }
    },
  ],
]
