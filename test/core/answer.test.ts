import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isPast, isRequest, MAX_LIFETIME_MS, type Origin, parseAnswer } from '../../core/answer.ts'
import { ADA } from '../support/fixtures.ts'

const NOW = 1_700_000_000_000
/** The reading of a clock may differ by so much from one process to the next. */
const TOLERANCE_MS = 1000

beforeEach(() => void vi.useFakeTimers({ now: NOW, toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

describe('an origin', () => {
  const REQUESTS: Record<Origin, boolean> = {
    server: false,
    cache: false,
    head: true,
    tab: false,
    network: true,
  }

  it.each([...(Object.entries(REQUESTS) as [Origin, boolean][]), [undefined, false] as const])(
    '%s says whether this page has asked the service: %s',
    (origin, expected) => {
      expect(isRequest(origin)).toBe(expected)
    },
  )
})

describe('a moment', () => {
  it.each([
    [NOW, true],
    [NOW - 1, true],
    [0, true],
    [NOW + TOLERANCE_MS, true],
    [NOW + TOLERANCE_MS + 1, false],
    [Number.POSITIVE_INFINITY, false],
    [Number.NaN, false],
  ])('of %d has come: %s', (at, expected) => {
    expect(isPast(at)).toBe(expected)
  })
})

describe('an answer out of a storage or a message', () => {
  const KEPT = { status: 200, body: ADA, askedAt: NOW - 5000, expiresAt: NOW + 55_000 }
  const parsed = (more: object) => parseAnswer({ ...KEPT, ...more }, 'cache')

  it('has its five members, and the origin that its reader names', () => {
    const kept = { ...KEPT, origin: 'network', retryAfter: '60', more: 1 }
    expect(parseAnswer(kept, 'tab')).toEqual({ ...KEPT, origin: 'tab' })
    expect(parseAnswer(KEPT, 'cache')).toEqual({ ...KEPT, origin: 'cache' })
  })

  it('is made anew, and has the very body, which is outside data still', () => {
    const answer = parseAnswer(KEPT, 'cache')
    expect(answer).not.toBe(KEPT)
    expect(answer?.body).toBe(KEPT.body)
    for (const body of [undefined, null, 'text', 7, []]) expect(parsed({ body })?.body).toBe(body)
    expect(parsed({ status: 400 })?.status).toBe(400)
  })

  it.each([undefined, null, 0, 7, 'text', true, [], {}, () => {}, new Date()])('is none: %o', (value) => {
    expect(parseAnswer(value, 'cache')).toBeUndefined()
  })

  it.each(['status', 'askedAt', 'expiresAt'] as const)('is none where its %s is no number', (name) => {
    const asText = `${KEPT[name]}`
    for (const value of [undefined, null, '', asText, true, {}, [KEPT[name]]])
      expect(parsed({ [name]: value }), String(value)).toBeUndefined()
  })

  it('holds until its time is over', () => {
    expect(parsed({ expiresAt: NOW + 1 })).toBeDefined()
    expect(parsed({ expiresAt: NOW })).toBeUndefined()
    expect(parsed({ expiresAt: Number.NaN })).toBeUndefined()
  })

  it('is none that was asked for in the future: it is forged, or the clock was set back since', () => {
    expect(parsed({ askedAt: NOW + TOLERANCE_MS })).toBeDefined()
    expect(parsed({ askedAt: NOW + TOLERANCE_MS + 1 })).toBeUndefined()
    expect(parsed({ askedAt: Number.NaN })).toBeUndefined()
  })

  it('is none that holds for longer than anything is kept', () => {
    const { askedAt } = KEPT
    expect(parsed({ expiresAt: askedAt + MAX_LIFETIME_MS })).toBeDefined()
    expect(parsed({ expiresAt: askedAt + MAX_LIFETIME_MS + 1 })).toBeUndefined()
    expect(parsed({ expiresAt: Number.POSITIVE_INFINITY })).toBeUndefined()
  })
})
