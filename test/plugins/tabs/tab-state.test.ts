/** What one tab knows of the user: each transition, without a browser. */
import { expect, it } from 'vitest'
import type { SessionResult } from '../../../core/session/result.ts'
import { fingerprintOf, NO_EPOCH, NO_USER, type SessionEpoch } from '../../../plugins/tabs/epoch.ts'
import * as transitions from '../../../plugins/tabs/tab-state.ts'
import { ADA, GRACE } from '../../support/fixtures.ts'

const { differs, hearNews, endCall, expectUser, show, beginLogout, endLogout } = transitions

const markOf = (session: typeof ADA | null): SessionEpoch => ({ changedAt: 5, user: fingerprintOf(session) })
const reading = (session: typeof ADA | null, source: SessionResult['source'] = 'network') =>
  ({ source, askedAt: 1, expiresAt: 9, session }) as SessionResult

it('a page that shows nothing differs from no mark, and one that shows somebody from no mark that was never made', () => {
  const state: transitions.TabState = {}
  expect(differs(state, markOf(ADA))).toBe(false)
  show(state, reading(ADA), NO_EPOCH)
  expect(differs(state, NO_EPOCH)).toBe(false)
  expect(differs(state, markOf(ADA))).toBe(false)
  expect(differs(state, markOf(GRACE))).toBe(true)
})

it('news is waited for until the call ends', () => {
  const state: transitions.TabState = {}
  show(state, reading(ADA), NO_EPOCH)
  expect(hearNews(state, markOf(ADA))).toBe(false)
  expect(hearNews(state, markOf(null))).toBe(true)
  expect(state.hasNews).toBe(true)
  endCall(state, true)
  expect(state).toMatchObject({ hasNews: false, owesCall: true })
  endCall(state, false)
  expect(state.owesCall).toBe(false)
})

it('a page that shows nobody yet expects whom the tabs agree on, and one that shows somebody stays with them', () => {
  const state: transitions.TabState = {}
  expectUser(state, () => markOf(ADA))
  expect(differs(state, markOf(GRACE))).toBe(true)
  expectUser(state, () => markOf(GRACE))
  expect(differs(state, markOf(ADA))).toBe(false)
})

it('what a server has handed over without a number is believed to be about the user of the mark', () => {
  const state: transitions.TabState = {}
  expect(show(state, reading(null, 'server'), markOf(ADA))).toBe(fingerprintOf(ADA))
  expect(show(state, reading(null), markOf(ADA))).toBe(NO_USER)
  expect(show(state, reading(GRACE, 'server'), markOf(ADA))).toBe(fingerprintOf(GRACE))
})

it('a logout shows nobody at once, and ends once', () => {
  const state: transitions.TabState = {}
  show(state, reading(ADA), NO_EPOCH)
  beginLogout(state)
  expect(differs(state, markOf(ADA))).toBe(true)
  expect(endLogout(state)).toBe(true)
  expect(endLogout(state)).toBe(false)
})
