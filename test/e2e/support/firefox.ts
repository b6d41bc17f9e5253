/**
 * A real Firefox where the machine has one: the one named by PORTICO_FIREFOX, else one that is installed. Its own
 * ways are switched back on where the driver switches them off.
 */
import { spawnSync } from 'node:child_process'
import puppeteer, { type Browser, type Page } from 'puppeteer-core'

const INSTALLED = ['firefox-esr', 'firefox']

const PREFERENCES = {
  // No popup without a click, as readers have it.
  'dom.disable_open_during_load': true,
  // Third-party cookies are kept apart by site: none is seen where another site asks.
  'network.cookie.cookieBehavior': 5,
}

/** Path of a Firefox's executable; undefined when there is none. */
export function findFirefox(): string | undefined {
  const which = (command: string) => spawnSync('which', [command], { encoding: 'utf8' }).stdout.trim()
  return process.env.PORTICO_FIREFOX ?? INSTALLED.map(which).find(Boolean)
}

/** Opens a browser on a fresh profile. */
export function openFirefox(executablePath: string): Promise<Browser> {
  return puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    extraPrefsFirefox: PREFERENCES,
  })
}

/** Selector of an element by its test id, also inside an open shadow root. */
export function by(id: string): string {
  return `[data-testid="${id}"]`
}

/** Waits until an element shows exactly this text, on this page or on the one that it becomes. */
export async function sees(page: Page, id: string, text: string): Promise<void> {
  await page.waitForFunction(
    (selector, wanted) => {
      const found = document.querySelector<HTMLElement>(selector)
      return found?.textContent === wanted && found.checkVisibility()
    },
    {},
    by(id),
    text,
  )
}

/** Clicks an element as soon as it is there. */
export async function click(page: Page, id: string): Promise<void> {
  await page.locator(by(id)).click()
}

/** The names of the events on the demo page, in order. */
export function events(page: Page): Promise<string[]> {
  return page.$$eval('#events li', (items) => items.map((item) => item.dataset.event ?? ''))
}
