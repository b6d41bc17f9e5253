import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DatedAnswer } from '../../../core/answer.ts'
import { resolveOptions } from '../../../core/options.ts'
import { createStorage } from '../../../core/storage.ts'
import { keptAccess } from '../../../plugins/access/kept-access.ts'
import { optionsFor } from '../../support/fixtures.ts'
import { openPage } from '../../support/page.ts'

const ADA = 101
const GRACE = 102
const answer = (lifetimeMs = 1000): DatedAnswer => ({
  origin: 'network',
  status: 200,
  body: { entitled: true },
  askedAt: Date.now(),
  expiresAt: Date.now() + lifetimeMs,
})

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

function open() {
  const entry = createStorage(resolveOptions(optionsFor(openPage())), 'sessionStorage').entry('access')
  return { kept: keptAccess(entry), entry }
}

describe('what is kept of the access of a user', () => {
  it('is given to that user, as an answer of the cache', () => {
    const { kept } = open()
    kept.set(ADA, 'p', answer())
    expect(kept.get(ADA, 'p')).toEqual({ ...answer(), origin: 'cache' })
    expect(kept.get(ADA, 'q')).toBeUndefined()
  })

  it('is given to no other user', () => {
    const { kept } = open()
    kept.set(ADA, 'p', answer())
    expect(kept.get(GRACE, 'p')).toBeUndefined()
    kept.set(GRACE, 'q', answer())
    expect(kept.get(ADA, 'p')).toBeUndefined()
    expect(kept.get(GRACE, 'p')).toBeUndefined()
  })

  it('is kept until the last of its answers has expired', () => {
    const { kept, entry } = open()
    kept.set(ADA, 'long', answer(5000))
    kept.set(ADA, 'short', answer(1000))
    vi.setSystemTime(Date.now() + 2000)
    expect(kept.get(ADA, 'short')).toBeUndefined()
    expect(kept.get(ADA, 'long')).toBeDefined()
    vi.setSystemTime(Date.now() + 3001)
    expect(entry.get()).toBeUndefined()
  })

  it.each([
    ['text', 'p'],
    ['no list', { p: answer() }],
    ['a list of text', ['p']],
    ['a pair without an answer', [['p', 'yes']]],
    ['a pair with no path', [[7, { ...answer(), expiresAt: Date.now() + 60_000 }]]],
  ])('is nothing where a script of the page has written %s, and can be written anew', (_, answers) => {
    const { kept, entry } = open()
    entry.set({ user: ADA, answers }, Date.now() + 60_000)
    expect(kept.get(ADA, 'p')).toBeUndefined()
    expect(kept.get(ADA, 7 as never)).toBeUndefined()
    kept.set(ADA, 'q', answer())
    expect(entry.get()).toMatchObject({ user: ADA, answers: [['q', { status: 200 }]] })
  })
})
