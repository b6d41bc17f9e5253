import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { parseAnswer } from '../../core/answer.ts'
import { type Answer, lifetimeOf, MAX_LIFETIME_MS } from '../../core/session/reading.ts'
import { expiryOf, failureLifetimeOf, readAnswer } from '../../core/session-answer.ts'
import { ADA, NO_SESSION } from '../support/fixtures.ts'

const NOW = 1_000_000
const HOUR = 3_600_000
// What is kept is kept for so long from when it was asked for, half a second before it has come.
const LONGEST = MAX_LIFETIME_MS - 500

beforeEach(() => void vi.useFakeTimers({ now: NOW }))
afterEach(() => void vi.useRealTimers())

const answerOf = (body: unknown, status = 200, more: Partial<Answer> = {}): Answer => ({
  origin: 'network',
  status,
  body,
  askedAt: NOW - 500,
  ...more,
})

/** For how long an answer holds from its arrival, whatever it is read as. */
function lifetime(body: unknown, status = 200, unit?: 'milliseconds' | 'seconds'): number {
  const answer = answerOf(body, status)
  return expiryOf(answer, readAnswer(answer).error, unit) - NOW
}

describe('how long an answer holds', () => {
  it.each([
    [{ expiresIn: 60 }, 60],
    [{ expiresIn: '60' }, 60],
    [{ expiresIn: 0 }, 0],
    [{}, 300_000],
    [{ expiresIn: null }, 300_000],
    [{ expiresIn: '' }, 300_000],
    [{ expiresIn: 'soon' }, 300_000],
    [{ expiresIn: -5 }, 300_000],
    [{ expiresIn: {} }, 300_000],
    [{ expiresIn: [60] }, 300_000],
    [{ expiresIn: true }, 300_000],
    [{ expiresIn: 1e15 }, MAX_LIFETIME_MS],
    [{ expiresIn: Number.POSITIVE_INFINITY }, MAX_LIFETIME_MS],
  ])('is told by %j: %d ms', (body, lifetimeMs) => {
    for (const unit of [undefined, 'milliseconds'] as const) {
      expect(lifetimeOf(body, unit)).toBe(lifetimeMs)
      expect(lifetime(body, 200, unit)).toBe(Math.min(lifetimeMs, LONGEST))
    }
  })

  it.each([null, undefined, 'text', 7])('is five minutes where %j tells nothing', (body) => {
    expect(lifetimeOf(body, undefined)).toBe(300_000)
  })

  it.each([
    [{ expiresIn: 60 }, 60_000],
    [{}, 300_000],
    [{ expiresIn: 1e9 }, MAX_LIFETIME_MS],
  ])('is stated in seconds where the environment says so: %j, %d ms', (body, lifetimeMs) => {
    expect(lifetimeOf(body, 'seconds')).toBe(lifetimeMs)
    expect(lifetime(body, 200, 'seconds')).toBe(Math.min(lifetimeMs, LONGEST))
  })

  it.each<[number, unknown, 'milliseconds' | 'seconds', number]>([
    [400, NO_SESSION, 'milliseconds', 60_000],
    [200, NO_SESSION, 'milliseconds', 60_000],
    [400, { error: {}, response: { expiresIn: 60 } }, 'seconds', 60_000],
    [400, { error: {}, expiresIn: 5000 }, 'milliseconds', 5000],
    [400, { expiresIn: 5000 }, 'milliseconds', 5000],
    [400, undefined, 'milliseconds', 300_000],
    [400, { error: {}, response: {} }, 'milliseconds', 300_000],
    [400, { error: {}, response: 'text' }, 'milliseconds', 300_000],
    // Nobody stays anonymous for longer because of one answer.
    [400, { error: {}, response: { expiresIn: HOUR + 1 } }, 'milliseconds', HOUR],
    [200, { error: {}, response: { expiresIn: 1e15 } }, 'milliseconds', HOUR],
    [400, { expiresIn: 86_400 }, 'seconds', HOUR],
    [200, { error: { code: 401 }, expiresIn: 1e15 }, 'milliseconds', HOUR],
  ])('after a failure %d %j is for an hour at most', (status, body, unit, lifetimeMs) => {
    expect(lifetime(body, status, unit)).toBe(lifetimeMs)
  })

  it('is that of the session, whatever a member named response says', () => {
    expect(lifetime({ ...ADA, response: { expiresIn: 5 } })).toBe(60_000)
  })

  it('lets an answer that holds for ever be read out of a storage, although it took its time', () => {
    const answer = answerOf({ ...ADA, expiresIn: 1e15 })
    const kept = { ...answer, expiresAt: expiryOf(answer, undefined, undefined) }
    expect(parseAnswer(kept, 'cache')).toEqual({ ...kept, origin: 'cache' })
  })

  it('is not counted anew where it is known', () => {
    const known = answerOf(ADA, 200, { expiresAt: NOW + 7 })
    expect(expiryOf(known, undefined, undefined)).toBe(NOW + 7)
    expect(known.expiresAt).toBe(NOW + 7)
  })
})

describe('how long a failure holds', () => {
  it.each<[string, number, unknown, number]>([
    ['is five minutes where there is no session, unless it says so', 400, undefined, 300_000],
    ['is what it says where there is no session', 400, NO_SESSION, 60_000],
    ['is what an error within a success says', 200, { error: { code: 401 }, expiresIn: 5000 }, 5000],
    ['is no time where an error within a success does not say', 200, { error: { code: 401 } }, 0],
    ['is no time where the service refuses, whatever it says', 401, { expiresIn: 60_000 }, 0],
    ['is no time where the service is in trouble, whatever it says', 503, { expiresIn: 60_000 }, 0],
    ['is no time where it is no answer at all', 200, 'text', 0],
    ['is no time where no plugin follows a redirect', 200, { redirectURL: '/x' }, 0],
  ])('%s', (_, status, body, lifetimeMs) => {
    const answer = answerOf(body, status)
    const { error } = readAnswer(answer)
    if (!error) throw new Error('It was read as a session')
    expect(failureLifetimeOf(answer, error, undefined)).toBe(lifetimeMs)
  })
})
