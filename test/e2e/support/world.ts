/**
 * What a file of tests stands on: one emulator, one browser, one server for pages of its own. Each test gets its own
 * pages, no cookies of the test before, and an emulator on which everything works.
 */
import type { BrowserContext, Page } from 'playwright-core'
import { type Emulator, type RequestEntry, startEmulator } from 'portico-emulator'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { openBrowser, openPage, type ThirdPartyCookies } from './browser.ts'
import { type PageServer, startPageServer } from './page-server.ts'

/** The world of one file; filled before its first test. */
export interface World {
  readonly emulator: Emulator
  readonly browser: BrowserContext
  readonly pages: PageServer
  readonly thirdPartyCookies: ThirdPartyCookies
  /** A new page, with nothing in it. */
  page(): Promise<Page>
  /** Requests to the session services' session endpoint that ended since the last look. */
  sessionCalls(): RequestEntry[]
  /** Settles with the next request to the emulator that ends and matches. Ask before you cause it. */
  request(matches: (entry: RequestEntry) => boolean): Promise<RequestEntry>
}

/** Sets up a world for the file that calls this. */
export function useWorld(thirdPartyCookies: ThirdPartyCookies = 'block'): World {
  const entries: RequestEntry[] = []
  const listeners = new Set<(entry: RequestEntry) => void>()
  const world = {
    thirdPartyCookies,
    page: () => openPage(world.browser, thirdPartyCookies),
    sessionCalls: () => entries.splice(0).filter(({ path }) => /^(\/v2)?\/session\?/.test(path)),
    request: (matches: (entry: RequestEntry) => boolean) =>
      new Promise<RequestEntry>((resolve) => {
        const listener = (entry: RequestEntry) => {
          if (!matches(entry)) return
          listeners.delete(listener)
          resolve(entry)
        }
        listeners.add(listener)
      }),
  } as World & { emulator: Emulator; browser: BrowserContext; pages: PageServer }

  beforeAll(async () => {
    const onRequest = (entry: RequestEntry) => {
      entries.push(entry)
      for (const listener of listeners) listener(entry)
    }
    world.emulator = await startEmulator({ onRequest })
    world.pages = await startPageServer()
    world.emulator.registerRedirectUri('harbour-post', world.pages.url())
    world.browser = await openBrowser(thirdPartyCookies)
  })

  afterEach(async () => {
    // The first page stays: a browser without any ends.
    for (const page of world.browser.pages().slice(1)) await page.close()
    await world.browser.clearCookies()
    world.emulator.resetFaults()
    listeners.clear()
    entries.length = 0
  })

  afterAll(async () => {
    await world.browser?.close()
    await world.pages?.close()
    await world.emulator?.close()
  })
  return world
}
