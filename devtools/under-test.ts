/**
 * Whether a page runs in a test, where its address, its clock and its network are made up. Findings that speak of those
 * are not written to the console then; `diagnose` and the panel have them. `window.porticoFindings` switches by hand:
 * `'on'` writes all findings, `'off'` none.
 */
import type { BrowserWindow } from '../core/options.ts'
import type { FindingId } from './catalogue.ts'
import { quietly } from './recording/observe-hook.ts'

/** Findings about the page's address, clock and network, and about instances that earlier tests have left. */
export const ABOUT_THE_PAGE: readonly FindingId[] = [
  ...(['session-domain-cross-site', 'session-domain-is-site', 'scheme-mismatch', 'mixed-content'] as const),
  ...(['redirect-uri-elsewhere', 'cache-cookie-domain', 'clock-off', 'no-response'] as const),
  ...(['two-instances', 'two-versions'] as const),
]

/** A window that has a size, and a document that has none: nothing is laid out, as in jsdom and happy-dom. */
function hasNoLayout({ document, innerWidth }: BrowserWindow): boolean {
  const width = quietly(() => document.documentElement.getBoundingClientRect().width)
  return innerWidth !== 0 && !width
}

/** Whether a test runner has made the window, or drives the browser. */
function isUnderTest(window: BrowserWindow): boolean {
  const { webdriver, userAgent } = quietly(() => window.navigator) ?? {}
  return webdriver === true || /jsdom|happydom/i.test(`${userAgent}`) || hasNoLayout(window)
}

/** Whether the console is to be told of a finding. */
export function isWanted(window: BrowserWindow, id: FindingId): boolean {
  const { porticoFindings } = window as { porticoFindings?: unknown }
  if (porticoFindings === 'on' || porticoFindings === 'off') return porticoFindings === 'on'
  return !ABOUT_THE_PAGE.includes(id) || !isUnderTest(window)
}
