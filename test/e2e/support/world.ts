/**
 * What a file of tests stands on: one emulator, one server for pages of its own, and a browser that it shares with the files before and
 * after it. Each test gets its own pages, no cookies and no storage of the test before, and an emulator on which everything works.
 */
import type { BrowserContext, Page } from 'playwright-core'
import { type Emulator, type EmulatorOptions, type RequestEntry, startEmulator } from 'portico-emulator'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import {
  BROWSER,
  type BrowserName,
  type BrowserNeeds,
  beginTest,
  endTest,
  keptBrowser,
  lackBesides,
  openPage,
  type ThirdPartyCookies,
} from './browser.ts'
import { type PageServer, startPageServer } from './page-server.ts'

/** Where pictures of the pages of failed tests are put. */
const PICTURES = '.cache/pictures'

/** The servers of one file; there before its first test. */
export interface Services {
  readonly emulator: Emulator
  readonly pages: PageServer
  /** Requests to the emulator whose path matches, that ended since the last look at any. */
  requests(path: RegExp): RequestEntry[]
  /** The same, for those to the session services' session endpoint. */
  sessionCalls(): RequestEntry[]
  /** Settles with the next request to the emulator that ends and matches. Ask before you cause it. */
  request(matches: (entry: RequestEntry) => boolean): Promise<RequestEntry>
}

/** The servers of one file, and a browser. */
export interface World extends Services {
  readonly browser: BrowserContext
  /** What the browser calls itself. */
  readonly userAgent: string
  /** A new page, with nothing in it. */
  page(): Promise<Page>
}

/** Starts the servers, with these options of the emulator. */
type StartServers = (options: EmulatorOptions) => Promise<[Emulator, PageServer]>

const startServers: StartServers = (options) => Promise.all([startEmulator(options), startPageServer()])

/** Runs the servers for the file that calls this. */
export function useServices(
  { presenceCookie }: Pick<EmulatorOptions, 'presenceCookie'> = {},
  start: StartServers = startServers,
): Services {
  const entries: RequestEntry[] = []
  const listeners = new Set<(entry: RequestEntry) => void>()
  let emulator: Emulator | undefined
  let pages: PageServer | undefined

  beforeAll(async () => {
    const onRequest = (entry: RequestEntry) => {
      entries.push(entry)
      for (const listener of listeners) listener(entry)
    }
    ;[emulator, pages] = await start({ onRequest, presenceCookie })
    emulator.registerRedirectUri('harbour-post', pages.url())
  })

  afterEach(() => {
    emulator?.resetFaults()
    listeners.clear()
    entries.length = 0
  })

  afterAll(async () => {
    await pages?.close()
    await emulator?.close()
  })

  const requests = (path: RegExp) => entries.splice(0).filter((entry) => path.test(entry.path))

  return {
    requests,
    get emulator() {
      if (emulator === undefined) throw new Error('the emulator runs during tests only')
      return emulator
    },
    get pages() {
      if (pages === undefined) throw new Error('the page server runs during tests only')
      return pages
    },
    sessionCalls: () => requests(/^(\/v2)?\/session\?/),
    request: (matches) =>
      new Promise((resolve) => {
        const listener = (entry: RequestEntry) => {
          if (!matches(entry)) return
          listeners.delete(listener)
          resolve(entry)
        }
        listeners.add(listener)
      }),
  }
}

/** Takes a picture of each page. @returns where they are, for the failure's message */
async function pictures(pages: Page[], name: string): Promise<string> {
  const paths = pages.map(
    (_, index) => `${PICTURES}/${name.replace(/\W+/g, '-').slice(0, 80)}-${index + 1}.png`,
  )
  const taken = await Promise.allSettled(
    pages.map((page, index) => page.screenshot({ path: paths[index] ?? '', timeout: 5000 })),
  )
  return paths
    .filter((_, index) => taken[index]?.status === 'fulfilled')
    .map((path) => `\nPicture: ${path}`)
    .join('')
}

/** Runs the servers for the file that calls this, and gives it a browser: the one that the run is for, unless it says which. */
export function useWorld(
  thirdPartyCookies: ThirdPartyCookies = 'block',
  name: BrowserName = BROWSER,
  needs?: BrowserNeeds,
  emulator?: Pick<EmulatorOptions, 'presenceCookie'>,
): World {
  const lack = lackBesides(name)
  const services = useServices(emulator)
  let kept: BrowserContext
  let userAgent: string | undefined
  let browser: BrowserContext | undefined
  const running = (): BrowserContext => {
    if (browser === undefined) throw new Error('the browser runs during tests only')
    return browser
  }

  beforeAll(async () => {
    if (lack) return
    kept = await keptBrowser(thirdPartyCookies, name, needs)
    // For what sets a file up. In Firefox the tests see nothing that its pages have kept.
    browser = kept
    userAgent = await kept.pages()[0]?.evaluate(() => navigator.userAgent)
  })

  beforeEach(async ({ task, skip }) => {
    skip(lack !== undefined, lack)
    browser = await beginTest(kept, name)
    if (name === BROWSER) task.meta.browserVersion = browser.browser()?.version()
  })

  afterEach(async ({ task }) => {
    if (lack) return
    const [failure] = (task.result?.state === 'fail' && task.result.errors) || []
    // The browser's first page stays: without any, it would end.
    const [first] = kept.pages()
    const pages = running()
      .pages()
      .filter((page) => page !== first)
    if (failure) failure.message += await pictures(pages, task.name)
    await endTest(running(), pages, name)
  })

  return Object.defineProperties(
    { page: () => openPage(running(), thirdPartyCookies, name) },
    {
      ...Object.getOwnPropertyDescriptors(services),
      browser: { get: running },
      userAgent: { get: () => userAgent },
    },
  ) as World
}
