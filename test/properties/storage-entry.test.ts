import './runs.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fullOn, REFRESH_KEY, SESSION_KEY } from '../security/full.ts'
import { ADA } from '../support/fixtures.ts'
import { openPage } from '../support/page.ts'
import { answerBy, nearlySession, outcomeOf, responseOf, text, value } from './outside.ts'

const time = fc.oneof(
  fc.integer({ min: -5, max: 5 }).map((minutes) => Date.now() + minutes * 60_000),
  fc.constantFrom(0, -1, 9e15, 1e308, Date.now() + 2 ** 31 + 3_600_000),
  value,
)
const past = fc.oneof({ weight: 3, arbitrary: fc.nat(300_000).map((ms) => Date.now() - ms) }, time)
const future = fc.oneof({ weight: 3, arbitrary: fc.nat(300_000).map((ms) => Date.now() + 60_000 + ms) }, time)
const entry = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      session: fc.oneof(nearlySession, fc.constant(null), value),
      error: value,
      askedAt: past,
      expiresAt: future,
    }),
  },
  value,
)
const kept = fc.oneof(
  { weight: 3, arbitrary: fc.record({ value: entry, expiresAt: future }).map((any) => JSON.stringify(any)) },
  text,
  value.map((any) => JSON.stringify(any)),
)

/** An entry that is in force, as somebody would write it who knows how. */
const forged = (value: object | null) =>
  JSON.stringify({
    value: value && { askedAt: Date.now(), expiresAt: Date.now() + 3_600_000, ...value },
    expiresAt: Date.now() + 3_600_000,
  })

describe('whatever stands in the storage of the tab', () => {
  it('gives a session, or that nobody is logged in, and moves nothing', async () => {
    const page = openPage()
    const requests = answerBy(page, () => responseOf(200, JSON.stringify(ADA)))
    /** What is believed at all, so that it is seen what comes of it. */
    let believed = 0
    await fc.assert(
      fc.asyncProperty(kept, kept, kept, async (session, refresh, tab) => {
        const { sessionStorage, localStorage } = page.window
        sessionStorage.clear()
        // There the tabs remember since when they know of Ada: what claims to be older is not believed.
        localStorage.clear()
        for (const [key, text] of Object.entries({
          [SESSION_KEY]: session,
          [REFRESH_KEY]: refresh,
          'portico.tab': tab,
        }))
          sessionStorage.setItem(key, text)
        const identity = fullOn(page)
        requests.count = 0
        const first = await outcomeOf(identity)
        if (requests.count === 0) believed++
        if (typeof first === 'string') {
          // That there is nobody may be kept for as long as a session, and nothing else without one.
          expect(first).toBe('session-missing')
          expect(requests.count).toBe(0)
        }
        identity.clearCachedUserSession()
        expect(await identity.hasSession()).toEqual(ADA)
        expect(page.navigations).toEqual([])
        identity.dispose()
      }),
      {
        examples: [
          // No number can be made of its end.
          ['{"value":"","expiresAt":{"toString":null}}', 'null', 'null'],
          [forged({ session: 7 }), '', ''],
          [forged({ session: {} }), '', ''],
          [forged({ session: null, error: { code: { toString: null } } }), '', ''],
          [forged({ session: ADA, expiresAt: 9e15 }), '', ''],
          [forged({ session: ADA, askedAt: 9e15 }), '', ''],
          // No number can be made of its times.
          [forged({ session: ADA, askedAt: { valueOf: 1 }, expiresAt: { valueOf: 1 } }), '', ''],
          ['', forged(null), '{"toString":1,"valueOf":1}'],
        ],
      },
    )
    expect(believed).toBeGreaterThan(0)
  })
})
