import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Environment } from '../../core/environment.ts'
import { lifetimeOf, readSession, type SessionAnswer } from '../../core/session-answer.ts'
import { MAX_LIFETIME_MS } from '../../core/storage.ts'
import { ADA, ENV, NO_SESSION } from '../support/fixtures.ts'

const NOW = 1_000_000
const HOUR = 3_600_000
const SECONDS: Environment = { ...ENV, expiresInUnit: 'seconds' }

beforeEach(() => void vi.useFakeTimers({ now: NOW }))
afterEach(() => void vi.useRealTimers())

/** For how long an answer holds, whatever comes of it. */
function lifetime(body: unknown, status = 200, env = ENV): number {
  const answer: SessionAnswer = { status, body }
  try {
    readSession(answer, env)
  } catch {
    // A failure holds for a while as well.
  }
  return (answer.expiresAt as number) - NOW
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
    [null, 300_000],
    ['text', 300_000],
  ])('is told by %j: %d ms', (body, lifetimeMs) => {
    expect(lifetimeOf(body, ENV)).toBe(lifetimeMs)
    expect(lifetime(body)).toBe(lifetimeMs)
  })

  it.each([
    [{ expiresIn: 60 }, 60_000],
    [{}, 300_000],
    [{ expiresIn: 1e9 }, MAX_LIFETIME_MS],
  ])('is stated in seconds where the environment says so: %j, %d ms', (body, lifetimeMs) => {
    expect(lifetime(body, 200, SECONDS)).toBe(lifetimeMs)
  })

  it.each([
    [400, NO_SESSION, ENV, 60_000],
    [200, NO_SESSION, ENV, 60_000],
    [400, { error: {}, response: { expiresIn: 60 } }, SECONDS, 60_000],
    [400, { error: {}, expiresIn: 5000 }, ENV, 5000],
    [400, { expiresIn: 5000 }, ENV, 5000],
    [400, undefined, ENV, 300_000],
    [400, { error: {}, response: {} }, ENV, 300_000],
    [400, { error: {}, response: 'text' }, ENV, 300_000],
    // Nobody stays anonymous for longer because of one answer.
    [400, { error: {}, response: { expiresIn: HOUR + 1 } }, ENV, HOUR],
    [200, { error: {}, response: { expiresIn: 1e15 } }, ENV, HOUR],
    [400, { expiresIn: 86_400 }, SECONDS, HOUR],
    [401, { expiresIn: 1e15 }, ENV, HOUR],
  ])('after a failure %d %j is for an hour at most', (status, body, env, lifetimeMs) => {
    expect(lifetime(body, status, env)).toBe(lifetimeMs)
  })

  it('is that of the session, whatever a member named response says', () => {
    expect(lifetime({ ...ADA, response: { expiresIn: 5 } })).toBe(60_000)
  })

  it('is not counted anew where it is known', () => {
    const answer = { status: 200, body: ADA, expiresAt: NOW + 7 }
    readSession(answer, ENV)
    expect(answer.expiresAt).toBe(NOW + 7)
  })
})
