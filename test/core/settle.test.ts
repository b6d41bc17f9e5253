import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Answer } from '../../core/answer.ts'
import { SDKError } from '../../core/errors.ts'
import type { Found } from '../../core/hooks.ts'
import { settle } from '../../core/settle.ts'
import { ADA, GRACE, NO_SESSION, STRANGER } from '../support/fixtures.ts'

const NOW = 1_700_000_000_000
/** What each ending says, whatever it is. */
const ENDING = {
  startedAt: NOW - 800,
  url: () => 'https://id.site.com/v2/session',
  isCurrent: () => true,
  origin: 'network',
  previous: GRACE,
  stillHolds: false,
} as const

beforeEach(() => void vi.useFakeTimers({ now: NOW, toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const answerOf = (status: number, body: unknown, more: Partial<Answer> = {}): Answer => ({
  origin: 'network',
  status,
  body,
  askedAt: NOW - 500,
  ...more,
})

/** What a call comes to that has found this. */
const settled = (found: Partial<Found>, unit?: 'seconds') =>
  settle(ENDING, { answer: undefined, error: undefined, refreshAddress: undefined, ...found }, unit)
const answered = (status: number, body: unknown) => settled({ answer: answerOf(status, body) })

describe('a session call that has ended', () => {
  it.each([
    ['connected', ADA],
    ['notConnected', STRANGER],
  ])('is %s where there is such a user', (outcome, session) => {
    expect(answered(200, session)).toEqual({
      ...ENDING,
      outcome,
      hasLearned: true,
      error: undefined,
      session,
      answer: { ...answerOf(200, session), expiresAt: NOW + 60_000 },
    })
  })

  it('is loggedOut where a session has no user, and nothing has failed', () => {
    const nobody = { result: false, expiresIn: 5000 }
    expect(answered(200, nobody)).toEqual({
      ...ENDING,
      outcome: 'loggedOut',
      hasLearned: true,
      session: nobody,
      answer: { ...answerOf(200, nobody), expiresAt: NOW + 5000 },
      error: undefined,
    })
  })

  it('is loggedOut where the service knows no session, with its error and its answer', () => {
    expect(answered(400, NO_SESSION)).toEqual({
      ...ENDING,
      outcome: 'loggedOut',
      hasLearned: true,
      session: null,
      answer: { ...answerOf(400, NO_SESSION), expiresAt: NOW + 60_000 },
      error: expect.objectContaining({ reason: 'session-missing', code: 400 }),
    })
  })

  it('is loggedOut where somebody says by an error alone that there is no session', () => {
    const error = new SDKError('session-missing')
    const ended = {
      ...ENDING,
      outcome: 'loggedOut',
      hasLearned: true,
      session: null,
      answer: undefined,
      error,
    }
    expect(settled({ error })).toEqual(ended)
  })

  it.each([
    ['the service refuses', 401, undefined, 'session-refused'],
    ['the service is in trouble', 503, undefined, 'session-unreachable'],
    ['it is no answer', 200, 'text', 'session-malformed'],
  ])('is unavailable where %s, with the session of before', (_, status, body, reason) => {
    expect(answered(status, body)).toEqual({
      ...ENDING,
      outcome: 'unavailable',
      hasLearned: false,
      session: GRACE,
      answer: { ...answerOf(status, body), expiresAt: NOW },
      error: expect.objectContaining({ reason }),
    })
  })

  it('is unavailable where no answer came, with the session of before and the error', () => {
    const error = new SDKError('timeout', 8000)
    const ended = {
      ...ENDING,
      outcome: 'unavailable',
      hasLearned: false,
      session: GRACE,
      answer: undefined,
      error,
    }
    expect(settled({ error })).toEqual(ended)
  })

  it('is refreshing where the page is being left for that, whatever was answered', () => {
    const address = 'https://id.site.example/refresh'
    const nothing = { hasLearned: false, answer: undefined, error: undefined }
    const ended = { ...ENDING, ...nothing, outcome: 'refreshing', session: GRACE, address }
    expect(settled({ refreshAddress: address })).toEqual(ended)
    expect(settled({ refreshAddress: address, answer: answerOf(200, { redirectURL: '/refresh' }) })).toEqual(
      ended,
    )
    expect(settled({ refreshAddress: address, error: new SDKError('timeout') })).toEqual(ended)
  })

  it('has an answer in which the session stands for the body, and changes nothing in the one that came', () => {
    const raw = Object.freeze(answerOf(200, Object.freeze({ ...ADA, userId: '101' })))
    const { session, answer } = settled({ answer: raw })
    expect(session).toEqual(ADA)
    expect(answer?.body).toBe(session)
  })

  it('has an answer that holds for as long as it said, or in the unit of the environment', () => {
    const dated = answerOf(200, ADA, { expiresAt: NOW + 7 })
    expect(settled({ answer: dated }).answer?.expiresAt).toBe(NOW + 7)
    const inSeconds = answerOf(200, { ...ADA, expiresIn: 60 })
    expect(settled({ answer: inSeconds }, 'seconds').answer?.expiresAt).toBe(NOW + 60_000)
  })
})
