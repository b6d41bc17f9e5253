/** What a file of tests stands on: the servers, and for each test a WebKit of its own that has been nowhere yet. */
import { Builder, type WebDriver } from 'selenium-webdriver'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { type Driver, startDriver } from './driver.ts'
import { type Services, useServices } from './services.ts'
import { Tab } from './tab.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** For the report: which browser it was. */
    browserVersion?: string
  }
}

/** How a browser is set up. */
export interface Setup {
  /** Intelligent Tracking Prevention: no third-party cookies, as in Safari. @default true */
  trackingPrevention?: boolean
  /** Further arguments for MiniBrowser. */
  args?: string[]
}

/** The servers of one file, and the browser of one test. */
export interface World extends Services {
  /** The tab that the browser starts with. */
  readonly tab: Tab
  /** A further tab of the same reader. */
  newTab(): Promise<Tab>
}

/** Runs servers and browsers for the file that calls this. */
export function useWorld({ trackingPrevention = true, args = [] }: Setup = {}): World {
  const services = useServices()
  let driver: Driver | undefined
  let browser: WebDriver | undefined
  let tab: Tab

  beforeAll(async () => {
    driver = await startDriver()
  })

  beforeEach(async ({ task }) => {
    browser = await new Builder()
      .usingServer(driver?.url ?? '')
      .withCapabilities({
        browserName: 'MiniBrowser',
        acceptInsecureCerts: true,
        'webkitgtk:browserOptions': {
          args: ['--automation', ...(trackingPrevention ? ['--enable-itp'] : []), ...args],
        },
      })
      .build()
    await browser.manage().setTimeouts({ pageLoad: 30_000, script: 20_000 })
    task.meta.browserVersion = (await browser.getCapabilities()).getBrowserVersion()
    tab = new Tab(browser, await browser.getWindowHandle())
  })

  afterEach(async () => {
    await browser?.quit()
    browser = undefined
  })

  afterAll(() => driver?.stop())

  const own: Pick<World, 'tab' | 'newTab'> = {
    get tab() {
      return tab
    },
    async newTab() {
      const running = browser as WebDriver
      await running.switchTo().newWindow('tab')
      return new Tab(running, await running.getWindowHandle())
    },
  }
  return Object.defineProperties(own, Object.getOwnPropertyDescriptors(services)) as World
}
