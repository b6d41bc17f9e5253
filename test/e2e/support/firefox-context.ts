/**
 * Firefox as the suite sees it: driven like Chromium, by WebDriver BiDi, on a fresh profile, with the ways of its own that a
 * driver would switch off.
 */
import { type BrowserContext, firefox } from 'playwright-core'
import type { ThirdPartyCookies } from './browser.ts'
import { findFirefox } from './firefox.ts'
import { fillGaps } from './firefox-gaps.ts'

/** Third-party cookies: 0 takes them all; 5 keeps them apart by site, as Firefox does by itself. */
const COOKIE_MODE = { allow: 0, block: 5 }

const PREFERENCES = {
  // No popup without a click, as readers have it.
  'dom.disable_open_during_load': true,
  // No motion: the driver cannot ask for that page by page.
  'ui.prefersReducedMotion': 1,
}

/** Opens a browser; close the context to end it. */
export async function openFirefoxContext(thirdPartyCookies: ThirdPartyCookies): Promise<BrowserContext> {
  const executablePath = findFirefox()
  if (executablePath === undefined) throw new Error('no Firefox on this machine: name one by PORTICO_FIREFOX')
  const browser = await firefox.launch({
    channel: 'moz-firefox',
    executablePath,
    // For the colour scheme, which is a preference of the browser.
    args: ['--remote-allow-system-access'],
    firefoxUserPrefs: {
      ...PREFERENCES,
      'network.cookie.cookieBehavior': COOKIE_MODE[thirdPartyCookies],
    },
  })
  fillGaps(browser)
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  context.close = (options) => browser.close(options)
  return context
}
