// For Playwright: each worker has an emulator of its own on a port of its own, so that parallel workers do not meet. What a
// test has switched is switched back after it.

import type {
  PlaywrightTestArgs,
  PlaywrightTestOptions,
  PlaywrightWorkerArgs,
  PlaywrightWorkerOptions,
} from '@playwright/test'
import { test as base, type TestType } from '@playwright/test'
import type { Faults, SessionFault } from '../control/faults.ts'
import type { Emulator } from '../emulator.ts'
import { PUBLISHERS } from '../publishers.ts'
import { startEmulator } from '../start-emulator.ts'
import { type EmittedEvent, followIdentity, pageOptions } from './page-script.ts'

export { expect } from '@playwright/test'
export type { EmittedEvent, PageOptions } from './page-script.ts'

/** The site under test. Without one of your own, it is the first demo site. */
export interface SiteOptions {
  /** The client that the site is. @default 'harbour-post' */
  clientId?: string
  /** Where the site is sent back to after a login; its origin may read sessions then. */
  redirectUri?: string
}

/** What each test has. */
export interface EmulatorFixtures {
  /** Who is logged in when the test begins, without any page being visited. An option: `test.use({ reader: 'ingrid' })`. */
  reader: string | undefined
  /** Logs a test user in, from the next page on. */
  loginAs(username: string): Promise<void>
  /** Makes something go wrong until the end of the test: the position of the switch `session`, or several switches. */
  fault(wanted: SessionFault | Partial<Faults>): void
  /** What the pages' identities have emitted so far. */
  events: EmittedEvent[]
}

/** What each worker has. */
export interface EmulatorWorkerFixtures {
  /** The site under test. An option, of `use` in the configuration. */
  site: SiteOptions
  /** The worker's own emulator. */
  emulator: Emulator
}

type Test = TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & EmulatorFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions & EmulatorWorkerFixtures
>

const DEMO_CLIENT = PUBLISHERS[0]?.clientId ?? ''

/** What the emulator is to take the browser for. */
const userAgentOf = (browserName: string): { userAgent?: string } =>
  browserName === 'webkit' ? { userAgent: 'AppleWebKit/605.1.15' } : {}

/** Playwright's `test`, with an emulator. */
export const test: Test = base.extend<EmulatorFixtures, EmulatorWorkerFixtures>({
  reader: [undefined, { option: true }],
  site: [{}, { option: true, scope: 'worker' }],

  emulator: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that one uses from its first parameter
    async ({}, use) => {
      const emulator = await startEmulator()
      await use(emulator)
      await emulator.close()
    },
    { scope: 'worker' },
  ],

  storageState: async ({ emulator, site, reader, browserName, storageState }, use) => {
    await use(
      reader === undefined
        ? storageState
        : await emulator.loginAs(reader, site.clientId, userAgentOf(browserName)),
    )
  },

  context: async ({ context, emulator, site: { clientId = DEMO_CLIENT, redirectUri } }, use) => {
    // for each test, since the one before may have reset the emulator
    if (redirectUri !== undefined) emulator.registerRedirectUri(clientId, redirectUri)
    await context.addInitScript(followIdentity, pageOptions(emulator, clientId, redirectUri))
    await use(context)
    emulator.resetFaults()
  },

  loginAs: async ({ context, emulator, site, browserName }, use) => {
    await use(async (username) => {
      const { cookies } = await emulator.loginAs(username, site.clientId, userAgentOf(browserName))
      await context.addCookies(cookies)
    })
  },

  // the context switches it back
  fault: async ({ context: _, emulator }, use) => {
    await use((wanted) => void emulator.setFaults(typeof wanted === 'string' ? { session: wanted } : wanted))
  },

  events: [
    async ({ context }, use) => {
      const emitted: EmittedEvent[] = []
      await context.exposeFunction('porticoEmitted', (event: EmittedEvent) => void emitted.push(event))
      await use(emitted)
    },
    { auto: true },
  ],
})
