/** What a page knows while it waits for a login by popup: each transition, without a browser. */
import { expect, it } from 'vitest'
import {
  askAnew,
  beginWait,
  endWait,
  hearAnswer,
  hearMessage,
  isResult,
  losePopup,
  outcomeOf,
} from '../../../plugins/login/popup-wait.ts'
import { ADA, GRACE, NOT_CONNECTED } from '../../support/fixtures.ts'

it('whoever was not there before is the result', () => {
  const wait = beginWait(ADA)
  expect(isResult(wait, ADA)).toBe(false)
  expect(isResult(wait, GRACE)).toBe(true)
  expect(isResult(beginWait(null), ADA)).toBe(true)
})

it('one who was known, and not connected, is the result once they are', () => {
  expect(isResult(beginWait(NOT_CONNECTED), { ...NOT_CONNECTED, result: true })).toBe(true)
})

it.each([
  ['the popup has sent its message', hearMessage],
  ['the popup is closed', (wait: ReturnType<typeof beginWait>) => losePopup(wait, true)],
  ['the waiting took too long', (wait: ReturnType<typeof beginWait>) => losePopup(wait, false)],
])('the user of before is the result, too, once %s', (_, happen) => {
  const wait = beginWait(ADA)
  const question = askAnew(wait)
  expect(outcomeOf(wait, question, ADA, false)).toBeUndefined()
  happen(wait)
  expect(isResult(wait, ADA)).toBe(true)
  expect(outcomeOf(wait, question, ADA, false)).toBe('connected')
})

it('while the popup is there, an answer without a result says nothing', () => {
  const wait = beginWait(null)
  hearMessage(wait)
  for (const session of [null, undefined, NOT_CONNECTED, { ...ADA, result: false }])
    expect(outcomeOf(wait, askAnew(wait), session, false)).toBeUndefined()
})

it.each([
  ['closed, and nobody is logged in', true, null, false, 'cancelled'],
  ['closed, and the user is not connected', true, NOT_CONNECTED, false, 'cancelled'],
  ['closed, and the service could not be asked', true, undefined, false, 'unknown'],
  ['closed, in a frame to which browsers do not tell', true, null, true, 'unknown'],
  ['not certainly closed', false, null, false, 'unknown'],
] as const)('where the popup is %s, the outcome follows', (_, isClosed, session, isBlind, outcome) => {
  const wait = beginWait(null)
  losePopup(wait, isClosed)
  expect(outcomeOf(wait, askAnew(wait), session, isBlind)).toBe(outcome)
})

it('what an earlier question gets comes too late, and so does everything after the end', () => {
  const wait = beginWait(null)
  losePopup(wait, true)
  const first = askAnew(wait)
  const second = askAnew(wait)
  expect(outcomeOf(wait, first, ADA, false)).toBeUndefined()
  expect(outcomeOf(wait, second, ADA, false)).toBe('connected')
  endWait(wait)
  expect(outcomeOf(wait, second, ADA, false)).toBeUndefined()
})

it('a popup that is gone is asked for, unless the question after its message is on its way', () => {
  const wait = beginWait(null)
  const before = askAnew(wait)
  expect(losePopup(wait, true)).toBe(true)
  const question = askAnew(wait)
  hearAnswer(wait, before)
  expect(losePopup(wait, true)).toBe(false)
  hearAnswer(wait, question)
  expect(losePopup(wait, true)).toBe(true)
})
