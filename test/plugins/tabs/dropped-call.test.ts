/** Calls that were dropped, since the session was cleared while they were on their way. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createIdentity } from '../../../core/kernel/create-identity.ts'
import { sessionCache } from '../../../plugins/session/session-cache.ts'
import { tabs } from '../../../plugins/tabs/tabs.ts'
import { fetchTransport } from '../../../plugins/transport/fetch-transport.ts'
import { openBrowser } from '../../support/browser.ts'
import { ADA, GRACE, optionsFor } from '../../support/fixtures.ts'
import { onItsWay } from '../../support/on-its-way.ts'
import { type Answer, json } from '../../support/page.ts'

// Else a tab with a lock that is not free waits for it.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

it('A dropped call that another tab answers in the end lets go of the lock', async () => {
  const browser = openBrowser()
  const open = (answers: Answer[]) => {
    const page = browser.tab()
    page.answer(...answers)
    return createIdentity(optionsFor(page), [fetchTransport(), sessionCache(), tabs()])
  }
  const other = open([json(200, ADA)])
  await other.hasSession()
  await vi.advanceTimersByTimeAsync(1)

  const late = onItsWay(json(200, ADA))
  const tab = open([late.answer, json(200, GRACE)])
  const dropped = tab.hasSession()
  await vi.advanceTimersByTimeAsync(1)
  tab.clearCachedUserSession()
  expect(await tab.hasSession()).toEqual(GRACE)
  await vi.advanceTimersByTimeAsync(1)
  late.come()
  expect(await dropped).toEqual(GRACE)
  expect([...browser.locks]).toEqual([])
})
