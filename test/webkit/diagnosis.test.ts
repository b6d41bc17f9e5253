/** What Safari keeps for seven days, and a page there cannot ask about: told by the name of the browser. */

import { describe, expect, it } from 'vitest'
import type { Finding } from '../../devtools/catalogue.ts'
import { developmentScript } from '../e2e/support/diagnosed-page.ts'
import { pageWith } from '../e2e/support/own-page.ts'
import { loggedIn } from './support/demo.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()
const DAY = 86_400

describe('the cookie SP_ID', () => {
  it.each([
    [100, '7 days instead of 100, as this browser is known to do; it does not tell a page'],
    [5, undefined],
  ])('that is to last %i days', async (days, seen) => {
    const { tab, emulator, pages } = world
    await loggedIn(world, tab)
    const options = {
      clientId: 'harbour-post',
      sessionDomain: emulator.url('id.site.localhost'),
      redirectUri: pages.url(),
      env: emulator.environment,
    }
    pages.serve('/', pageWith(options, await developmentScript()))
    await tab.goto(pages.url())
    const findings = await tab.run(async (expiresIn) => {
      const { identity, ready, diagnosis } = window as unknown as {
        identity: {
          enableCacheCookie(options: object): void
          clearCachedUserSession(): void
          hasSession(): Promise<unknown>
        }
        ready: Promise<unknown>
        diagnosis(): Promise<Finding[]>
      }
      await ready
      identity.enableCacheCookie({ expiresIn })
      identity.clearCachedUserSession()
      await identity.hasSession()
      return diagnosis()
    }, days * DAY)
    const found = findings.find(({ id }) => id === 'cache-cookie-shortened')
    expect(found?.seen).toBe(seen)
  })
})
