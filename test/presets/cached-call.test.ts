/** What a session call costs that the tab's cache answers: pages make many of them. */
import { expect, it } from 'vitest'
import { createIdentity } from '../../core/kernel/create-identity.ts'
import { cacheCookie } from '../../plugins/reporting/cache-cookie.ts'
import { sessionEvents } from '../../plugins/reporting/session-events.ts'
import { status } from '../../plugins/reporting/status.ts'
import { preload } from '../../plugins/session/preload.ts'
import { presenceCookie } from '../../plugins/session/presence-cookie.ts'
import { sessionBackoff } from '../../plugins/session/session-backoff.ts'
import { sessionCache } from '../../plugins/session/session-cache.ts'
import { tabs } from '../../plugins/tabs/tabs.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { ADA, optionsFor } from '../support/fixtures.ts'
import { json, openPage } from '../support/page.ts'

it('a call that the cache answers looks at the local storage once, and writes nothing', async () => {
  const page = openPage()
  const { localStorage } = page.window
  const looks: string[] = []
  const counted = {
    getItem: (key: string) => {
      looks.push('get')
      return localStorage.getItem(key)
    },
    setItem: (key: string, value: string) => {
      looks.push('set')
      localStorage.setItem(key, value)
    },
    removeItem: (key: string) => {
      looks.push('remove')
      localStorage.removeItem(key)
    },
  }
  Object.defineProperty(page.window, 'localStorage', { value: counted })
  const identity = createIdentity(optionsFor(page), [
    // Those of the full identity that take part. What developers are told looks there as well.
    fetchTransport(),
    preload(),
    sessionCache(),
    sessionBackoff(),
    presenceCookie(),
    tabs(),
    status(),
    cacheCookie(),
    sessionEvents(),
  ])
  page.answer(json(200, ADA))
  await identity.hasSession()
  expect(looks).toContain('set')
  looks.length = 0
  await identity.hasSession()
  expect(looks).toEqual(['get'])
})
