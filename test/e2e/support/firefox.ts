/**
 * Firefox on a fresh profile. It is driven by WebDriver BiDi, and keeps the ways of its own that a driver would switch
 * off.
 */
import { type Browser, type BrowserContext, firefox } from 'playwright-core'
import { findFirefox, missing } from '../../../scripts/browsers/find.mjs'
import type { ThirdPartyCookies } from './browser.ts'
import { fillGaps } from './firefox-gaps.ts'

/** Third-party cookies: 0 takes them all; 5 keeps them apart by site, as Firefox does by itself. */
const COOKIE_MODE = { allow: 0, block: 5 }

const PREFERENCES = {
  // No popup without a click, as readers have it.
  'dom.disable_open_during_load': true,
  // No motion: the driver cannot ask for that page by page.
  'ui.prefersReducedMotion': 1,
  // As the driver sets Chromium up: scrollbars take no room, and no icon is asked for, which a strict policy forbids.
  'ui.useOverlayScrollbars': 1,
  'browser.chrome.site_icons': false,
  // Firefox keeps eight pages for going back. Pages of tests that have ended count, too.
  'browser.sessionhistory.max_total_viewers': 64,
}

/** Preferences by which a proxy on this machine answers for all hosts that are not on it. */
const proxyBy = (port: number) => ({
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': port,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': port,
})

/** A profile in a Firefox that runs, with nothing in it; close it to end it, and its pages. */
export async function openProfile(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  context.setDefaultTimeout(30_000)
  return context
}

/** Opens a browser; close the context to end it. */
export async function openFirefox(
  thirdPartyCookies: ThirdPartyCookies,
  proxyPort?: number,
): Promise<BrowserContext> {
  const executablePath = findFirefox()
  if (executablePath === undefined) throw new Error(missing('firefox'))
  const browser = await firefox.launch({
    channel: 'moz-firefox',
    executablePath,
    // For the colour scheme, which is a preference of the browser.
    args: ['--remote-allow-system-access'],
    firefoxUserPrefs: {
      ...PREFERENCES,
      ...(proxyPort && proxyBy(proxyPort)),
      'network.cookie.cookieBehavior': COOKIE_MODE[thirdPartyCookies],
    },
  })
  fillGaps(browser)
  const context = await openProfile(browser)
  // As Chromium has one from the start.
  await context.newPage()
  context.close = (options) => browser.close(options)
  return context
}
