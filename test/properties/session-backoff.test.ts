/** Whatever the service answers, the clock does and the storage holds: never asked more often than the rule, nor less. */
import './runs.ts'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SDKError } from '../../core/errors.ts'
import { createIdentity } from '../../core/kernel/create-identity.ts'
import { sessionBackoff } from '../../plugins/session/session-backoff.ts'
import { sessionCache } from '../../plugins/session/session-cache.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { ADA, NO_SESSION, optionsFor } from '../support/fixtures.ts'
import { type Answer, closePages, json, openPage, type Page, text } from '../support/page.ts'

const HOUR_MS = 3_600_000
const SHORTEST_MS = 2000
const LONGEST_MS = 140_000
const KEY = 'portico.https://account.example https://id.site.example client-1.pause'

/** Where somebody writes: in the tab's storage, or in that of all tabs, from another tab or from this one, which is told of nothing. */
type Place = 'tab' | 'all tabs' | 'all tabs, untold'

type Step =
  | { do: 'ask'; status: number; retryAfter?: string; body: 'good' | 'none' | 'html' }
  | { do: 'wait'; ms: number }
  | { do: 'clock'; ms: number }
  | { do: 'poison'; entry: unknown; where: Place }
  | { do: 'forge'; ms: unknown; retryInMs: number; expiresInMs: number; where: Place }
  | { do: 'view' }

// Also what is between two answers of one page, and between two pages of a visit.
const anyTime = fc.oneof(
  fc.integer({ min: 0, max: 10_000 }),
  fc.integer({ min: 5000, max: 60_000 }),
  fc.integer({ min: 60_000, max: 2_400_000 }),
  fc.integer({ min: 0, max: 2 * HOUR_MS }),
  fc.integer({ min: 0, max: 100 * 24 * HOUR_MS }),
)
const anywhere = fc.constantFrom<Place>('tab', 'all tabs', 'all tabs, untold')
const anyNumber = fc.oneof(fc.double(), fc.integer(), anyTime, fc.constant(null), fc.string())

/** What somebody may have written: what they like, or a pause of which they chose the numbers. */
const entry = fc.oneof(
  fc.jsonValue(),
  fc.record({
    value: fc.oneof(
      fc.jsonValue(),
      fc.record({
        reason: fc.constantFrom('timeout', 'x'),
        code: anyNumber,
        pauseMs: anyNumber,
        retryAt: anyNumber,
      }),
    ),
    expiresAt: anyNumber,
  }),
)

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record(
      {
        do: fc.constant('ask' as const),
        status: fc.constantFrom(200, 200, 400, 401, 429, 500, 503),
        retryAfter: fc.oneof(
          fc.constantFrom('', '0', '1', '30', '3600', '1e99', '-1', 'Fri, 31 Dec 2100 23:59:59 GMT'),
          fc.nat().map(String),
        ),
        body: fc.constantFrom('good' as const, 'none' as const, 'html' as const),
      },
      { requiredKeys: ['do', 'status', 'body'] },
    ),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: anyTime }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('clock' as const),
      ms: anyTime.chain((ms) => fc.constantFrom(ms, -ms)),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('poison' as const), entry, where: anywhere }) },
  // A pause that is or was in force, as somebody would write it who knows how.
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('forge' as const),
      ms: fc.oneof(anyNumber, fc.integer({ min: -10_000, max: 10_000 })),
      retryInMs: fc.integer({ min: -HOUR_MS, max: 2 * HOUR_MS }),
      expiresInMs: fc.integer({ min: 1, max: 2 * HOUR_MS }),
      where: anywhere,
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'view' as const }) },
)

const BODIES = { good: { ...ADA, expiresIn: 0 }, none: NO_SESSION, html: undefined }

function answerTo({ status, retryAfter, body }: Step & { do: 'ask' }): Answer {
  if (retryAfter === undefined) return body === 'html' ? text(status, '<h1>') : json(status, BODIES[body])
  return () =>
    new Response(JSON.stringify(BODIES[body]) ?? '<h1>', { status, headers: { 'retry-after': retryAfter } })
}

/** How long the service says that it is not to be asked; 0 where it says nothing that counts, as in a success. */
function statedMs({ status, retryAfter = '' }: Step & { do: 'ask' }): number {
  if (status < 300) return 0
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now()
  return ms > 0 ? Math.min(ms, (HOUR_MS * 2) / 3) : 0
}

/** Writes an entry, as another script would. */
function write({ window }: Page, key: string, where: Place, entry: unknown): void {
  const storage = where === 'tab' ? window.sessionStorage : window.localStorage
  storage.setItem(key, JSON.stringify(entry))
  if (where === 'all tabs') window.dispatchEvent(new window.StorageEvent('storage', { key }))
}

describe('the pause', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => void vi.useRealTimers())

  it('is never shorter than the rule, nor longer than an hour after the last that had a hand in it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
        vi.setSystemTime(1_800_000_000_000)
        const page = openPage()
        const view = () =>
          createIdentity(optionsFor(page), [fetchTransport({ retries: 0 }), sessionCache(), sessionBackoff()])
        let identity = view()
        /** Real time: what a clock would show that nobody sets. */
        let now = 0
        /** What holds since the last failure that asked; undefined where somebody has written since, or it was good. */
        let least: number | undefined
        let isSilentSince: number | undefined
        /** Somebody else has written a pause. A tab that fails then takes it for the one before, or for the same trouble of another tab. */
        let isForged = false

        for (const step of steps) {
          switch (step.do) {
            case 'wait':
              now += step.ms
              vi.setSystemTime(Date.now() + step.ms)
              break
            case 'clock':
              vi.setSystemTime(Date.now() + step.ms)
              // Forward, time seems to have passed; back, what is left begins anew, and is an hour at most.
              least = isSilentSince = undefined
              break
            case 'poison':
              write(page, KEY, step.where, step.entry)
              least = isSilentSince = undefined
              isForged = true
              break
            case 'forge': {
              const value = { reason: 'timeout', pauseMs: step.ms, retryAt: Date.now() + step.retryInMs }
              const expiresAt = Date.now() + step.expiresInMs
              write(page, KEY, step.where, { value, expiresAt })
              least = isSilentSince = undefined
              isForged = true
              break
            }
            case 'view':
              identity = view()
              break
            case 'ask': {
              const answer = answerTo(step)
              // By hand: a mock would be kept, with all that it was called with, until the last run is over.
              let calls = 0
              page.window.fetch = (async (url: string, { signal }: RequestInit) => {
                calls++
                return answer(new URL(url), signal as AbortSignal)
              }) as typeof fetch
              page.window.sessionStorage.removeItem(KEY.replace(/pause$/, 'session'))
              const error: SDKError | undefined = await identity.hasSession().then(
                () => undefined,
                (caught) => caught,
              )
              if (calls) {
                expect(now).toBeGreaterThanOrEqual(least ?? now)
                isSilentSince = undefined
                const isTrouble = error && error.reason !== 'session-missing'
                // A good answer takes away what somebody has written. After trouble the next pause is twice as long as that.
                isForged &&= !!isTrouble
                least = isTrouble && !isForged ? now + (statedMs(step) || SHORTEST_MS) : undefined
              } else {
                isSilentSince ??= now
                expect(now - isSilentSince).toBeLessThanOrEqual(HOUR_MS)
                const leftMs = (error?.retryAt ?? Number.NaN) - Date.now()
                expect(leftMs).toBeGreaterThan(0)
                expect(leftMs).toBeLessThanOrEqual(HOUR_MS)
              }
            }
          }
        }
        await closePages()
      }),
    )
  })

  it('lasts 2 to 140 seconds where the service says nothing', async () => {
    const failure = fc.constantFrom<Step & { do: 'ask' }>(
      { do: 'ask', status: 503, body: 'html' },
      { do: 'ask', status: 200, body: 'html' },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(failure, { minLength: 1, maxLength: 12 }), async (failures) => {
        const page = openPage()
        const identity = createIdentity(optionsFor(page), [
          fetchTransport(),
          sessionCache(),
          sessionBackoff(),
        ])
        for (const step of failures) {
          page.answer(answerTo(step))
          await identity.hasSession().catch(() => {})
          const error: SDKError = await identity.hasSession().catch((caught) => caught)
          const leftMs = (error.retryAt ?? 0) - Date.now()
          expect(leftMs).toBeGreaterThanOrEqual(SHORTEST_MS)
          expect(leftMs).toBeLessThanOrEqual(LONGEST_MS)
          vi.setSystemTime(error.retryAt ?? 0)
        }
        identity.dispose()
        await closePages()
      }),
    )
  })
})
