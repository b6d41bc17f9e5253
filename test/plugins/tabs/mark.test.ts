import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isSameUser, NO_MARK, NOBODY, parseMark, tagOf } from '../../../plugins/tabs/mark.ts'
import { ADA, GRACE, STRANGER } from '../../support/fixtures.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

describe('the tag of a session', () => {
  it('the tag of a session is the same for the same user, and another one for another user', () => {
    expect(tagOf({ ...ADA, sp_id: 'another' })).toBe(tagOf(ADA))
    expect(tagOf(GRACE)).not.toBe(tagOf(ADA))
  })

  it.each([
    [12, 21],
    [100_001, 100_011],
    [1_234_567, 7_654_321],
    [4_352_167, 2_435_167],
  ])(
    'the tag of a session tells the users %i and %i apart: each digit counts, and so does its place',
    (one, other) => {
      expect(tagOf({ ...ADA, userId: one })).not.toBe(tagOf({ ...ADA, userId: other }))
    },
  )

  it('the tag of a session is another one for each user whose number has three digits', () => {
    const tags = Array.from({ length: 900 }, (_, index) => tagOf({ ...ADA, userId: 100 + index }))
    expect(new Set(tags).size).toBe(900)
  })

  it('the tag of a session says whether the user is connected, and that it is the same user all the same', () => {
    const before = tagOf({ ...STRANGER, userId: 7 })
    const after = tagOf({ ...ADA, userId: 7 })
    expect(after).not.toBe(before)
    expect(isSameUser(before, after)).toBe(true)
    expect(isSameUser(tagOf(ADA), tagOf(GRACE))).toBe(false)
  })

  it.each([123_456_789, 2 ** 52, 'an id that is text', '\uffff'.repeat(100)])(
    'the tag of a session is a small number for the user %j, so that many users share it',
    (userId) => {
      expect(Number.parseInt(tagOf({ ...ADA, userId: userId as number }), 10)).toBeLessThan(65_521)
      expect(tagOf({ ...ADA, userId: userId as number })).toMatch(/^\d{1,5} connected$/)
    },
  )

  it('the tag of a session is that of nobody where there is no session, or one without a user', () => {
    expect(tagOf(null)).toBe(NOBODY)
    expect(tagOf({ result: true })).toBe(NOBODY)
    expect(tagOf({ ...ADA, userId: undefined })).toBe(NOBODY)
    expect(isSameUser(NOBODY, tagOf(ADA))).toBe(false)
  })
})

describe('a mark that is read', () => {
  it('a mark that is read is what was written', () => {
    const mark = { changedAt: Date.now(), user: tagOf(ADA) }
    expect(parseMark(JSON.parse(JSON.stringify(mark)))).toEqual(mark)
  })

  it('a mark that is read holds its two members alone, whatever stands beside them', () => {
    expect(parseMark({ changedAt: 1, user: '', more: 'x' })).toEqual({ changedAt: 1, user: '' })
  })

  it('a mark that is read may be a second ahead, since two processes read the clock a moment apart', () => {
    expect(parseMark({ changedAt: Date.now() + 1000, user: NOBODY }).changedAt).toBe(Date.now() + 1000)
    expect(parseMark({ changedAt: Date.now() + 1001, user: NOBODY })).toBe(NO_MARK)
  })

  it.each([
    undefined,
    null,
    'text',
    7,
    [],
    {},
    { changedAt: 1 },
    { user: '' },
    { changedAt: '1', user: '' },
    { changedAt: 1, user: 7 },
    { changedAt: 9e15, user: '' },
    { changedAt: Number.NaN, user: '' },
    { changedAt: Number.POSITIVE_INFINITY, user: '' },
  ])('a mark that is read is none where %j stands', (kept) => {
    expect(parseMark(kept)).toBe(NO_MARK)
  })
})
