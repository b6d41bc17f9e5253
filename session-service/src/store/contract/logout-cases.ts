// What a store does when the provider ends sessions: those that there are end, and those that are about to begin do not.

import { equal, notEqual } from 'node:assert/strict'
import { type Case, HOUR_MS, random, sessionOf } from './case.ts'

export const logoutCases: readonly Case[] = [
  [
    'ends the sessions of a provider session alone, and says how many',
    async (one, two) => {
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
    },
  ],
  [
    'ends the longest of a reader’s sessions, when a shorter one has ended by itself',
    async (one, two, until) => {
      const [long, short, reader, providerSession] = [random(), random(), random(), random()]
      const owner = { reader, providerSession }
      await one.create(long, sessionOf(owner), HOUR_MS)
      await one.create(short, sessionOf({ ...owner, endsAt: Date.now() + 40 }), 40)
      await until('the short one ends', async () => (await two.read(short)) === undefined)
      await two.deleteBySubject(reader, 2_000_000_000, HOUR_MS)
      equal(await one.read(long), undefined)
    },
  ],
  [
    'refuses a session whose provider session has ended a moment before',
    async (one, two) => {
      const [key, providerSession] = [random(), random()]
      equal(await one.deleteByProviderSession(providerSession, HOUR_MS), 0)
      equal(await two.create(key, sessionOf({ providerSession }), HOUR_MS), false)
      equal(await one.read(key), undefined)
    },
  ],
  [
    'remembers an ended provider session for as long as it was told',
    async (one, _two, until) => {
      const providerSession = random()
      await one.deleteByProviderSession(providerSession, 20)
      await until('it is forgotten', () => one.create(random(), sessionOf({ providerSession }), HOUR_MS))
    },
  ],
  [
    'remembers an end for as long as the longest that it was told',
    async (one, two) => {
      const [reader, providerSession] = [random(), random()]
      await one.deleteByProviderSession(providerSession, HOUR_MS)
      await two.deleteByProviderSession(providerSession, 0)
      equal(await one.create(random(), sessionOf({ providerSession }), HOUR_MS), false)
      await one.deleteBySubject(reader, 2000, HOUR_MS)
      await two.deleteBySubject(reader, 2000, 0)
      equal(await one.create(random(), sessionOf({ reader, issuedAt: 2000 }), HOUR_MS), false)
      const other = random()
      await one.deleteByProviderSession(other, 0)
      equal(await two.create(random(), sessionOf({ providerSession: other }), HOUR_MS), true)
    },
  ],
  [
    'ends a reader’s sessions that are as old as a logout, and no newer one',
    async (one, two) => {
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
    },
  ],
  [
    'refuses a reader’s session that is as old as a logout, and takes a newer one',
    async (one, two) => {
      const reader = random()
      await one.deleteBySubject(reader, 2000, HOUR_MS)
      // One that comes late does not put the moment back.
      await two.deleteBySubject(reader, 1000, HOUR_MS)
      equal(await two.create(random(), sessionOf({ reader, issuedAt: 2000 }), HOUR_MS), false)
      equal(await two.create(random(), sessionOf({ reader, issuedAt: 2001 }), HOUR_MS), true)
    },
  ],
  [
    'loses no session to a logout at the same moment: it is refused, or ended',
    async (one, two) => {
      for (let round = 0; round < 20; round += 1) {
        const [key, providerSession] = [random(), random()]
        await Promise.all([
          one.create(key, sessionOf({ providerSession }), HOUR_MS),
          two.deleteByProviderSession(providerSession, HOUR_MS),
        ])
        equal(await one.read(key), undefined)
      }
    },
  ],
]
