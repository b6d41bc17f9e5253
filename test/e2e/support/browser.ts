/**
 * A real browser on a fresh profile, with the third-party cookie mode set explicitly, since builds differ in it:
 * Chromium, or the one that PORTICO_BROWSER names.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { findChromium, findFirefox, missing } from '../../../scripts/browsers/find.mjs'
import { openFirefox, openProfile } from './firefox.ts'

const ARGS =
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'

// In place of the driver's own list: with that, a shell of Chromium loses tabs that a link opens.
const FEATURES =
  '--disable-features=RenderDocument,Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider'

// What the driver switches off, and readers have: pages may not open popups by themselves, and "back" is instant.
const SWITCHED_OFF = ['--disable-popup-blocking', '--disable-back-forward-cache']

/** Third-party cookies: 0 allows them, 1 blocks them. */
const COOKIE_MODE = { allow: 0, block: 1 }

// Without the two exceptions that builds of today still make for some sites.
const BLOCKED = {
  enableThirdPartyCookieRestriction: true,
  disableThirdPartyCookieMetadata: true,
  disableThirdPartyCookieHeuristics: true,
}

/** What a browser does with third-party cookies. */
export type ThirdPartyCookies = keyof typeof COOKIE_MODE

/** The browsers that the tests can be run in. */
export type BrowserName = 'chromium' | 'firefox'

/**
 * For tests of what takes parts of a second in several pages at once: a machine that is busy with something else for as long is no
 * fault of theirs, unless it is so three times.
 */
export const TIMED = { retry: 2 }

/** The browser that this run is for. */
export const BROWSER: BrowserName = named(process.env.PORTICO_BROWSER || 'chromium')

/** Says in a line what is not run in this browser, and why; gives true where it is run. */
export function runsIn(browser: BrowserName, what: string, why: string): boolean {
  if (BROWSER !== browser) process.stderr.write(`Not run in ${BROWSER}: ${what}. ${why}\n`)
  return BROWSER === browser
}

function named(name: string): BrowserName {
  if (name === 'chromium' || name === 'firefox') return name
  throw new Error(`PORTICO_BROWSER is ${name}, and the tests know chromium and firefox`)
}

/** Why tests in a browser beside that of the run are left out on this machine; nothing when it has that browser. */
export const lackBesides = (name: BrowserName): string | undefined =>
  name !== BROWSER && name === 'firefox' && !findFirefox() ? missing(name) : undefined

/** What a browser is opened with besides. */
export interface BrowserNeeds {
  /** The port on this machine at which a proxy answers for all hosts that are not on it. */
  readonly proxyPort?: number
  /**
   * Whether a whole Chromium is wanted, where the machine has one: the commands name a headless shell, since it is quicker.
   */
  readonly whole?: boolean
}

/** Opens a browser; close the context to end it. Pages come from {@link openPage}. */
export function openBrowser(
  thirdPartyCookies: ThirdPartyCookies = 'block',
  name: BrowserName = BROWSER,
  needs: BrowserNeeds = {},
): Promise<BrowserContext> {
  return name === 'firefox'
    ? openFirefox(thirdPartyCookies, needs.proxyPort)
    : openChromium(thirdPartyCookies, needs)
}

/** Browsers that stay open for the files to come: a worker of the test runner runs many, and a start takes a second of the processor. */
const kept = new Map<string, Promise<BrowserContext>>()

/** Gives a browser that other files of this worker use, too, one after the other. It ends with the worker. */
export function keptBrowser(
  thirdPartyCookies: ThirdPartyCookies,
  name: BrowserName,
  needs: BrowserNeeds = {},
): Promise<BrowserContext> {
  // A shell does not read the preference: each of its pages says itself what becomes of such cookies.
  const isShell = name === 'chromium' && process.env.PORTICO_SHELL && !needs.whole
  const key = JSON.stringify([name, needs, isShell || thirdPartyCookies])
  const open = kept.get(key) ?? openBrowser(thirdPartyCookies, name, needs)
  kept.set(key, open)
  // One that did not open, or crashed, is not given to the next file.
  const forget = () => kept.delete(key)
  open.then((browser) => browser.once('close', forget), forget)
  return open
}

// The test runner ends a worker by this signal, and by force half a second later. On the way out, the driver takes
// its browsers one by one: it kills one and removes its profile. Removing takes longer than that half second. So all are killed first.
process.once('SIGTERM', () => {
  spawnSync('pkill', ['-KILL', '-P', `${process.pid}`])
  process.exit()
})

async function openChromium(
  thirdPartyCookies: ThirdPartyCookies,
  { proxyPort, whole = false }: BrowserNeeds,
): Promise<BrowserContext> {
  const profile = mkdtempSync(join(tmpdir(), 'portico-profile-'))
  // The browser's last processes may still write; what is left behind then is a temporary directory.
  process.once('exit', () => rmSync(profile, { recursive: true, force: true, maxRetries: 10 }))
  mkdirSync(join(profile, 'Default'))
  const preferences = { profile: { cookie_controls_mode: COOKIE_MODE[thirdPartyCookies] } }
  writeFileSync(join(profile, 'Default/Preferences'), JSON.stringify(preferences))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: (!whole && process.env.PORTICO_SHELL) || (await findChromium()),
    args: [...ARGS.split(' '), FEATURES, ...(proxyPort ? [`--proxy-server=127.0.0.1:${proxyPort}`] : [])],
    ignoreDefaultArgs: SWITCHED_OFF,
    // As a small laptop has it: a larger one takes a twentieth more of a run's time to draw.
    viewport: { width: 800, height: 600 },
    handleSIGTERM: false,
  })
  context.setDefaultTimeout(15_000)
  return context
}

/** Opens a page. The preference alone does not count in every build, so blocking is asked for page by page too. */
export async function openPage(
  browser: BrowserContext,
  thirdPartyCookies: ThirdPartyCookies,
  name: BrowserName = BROWSER,
): Promise<Page> {
  const page = await browser.newPage()
  if (name === 'chromium' && thirdPartyCookies === 'block') {
    const session = await browser.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.setCookieControls', BLOCKED)
  }
  return page
}

/** What pages of the tests can keep besides cookies. To forget "all" takes three times as long. */
const KEPT = 'local_storage,indexeddb,cache_storage,service_workers'

/**
 * Gives a browser as a test finds it, with nothing of the test before. Firefox gives each test a profile, since the driver would open
 * each origin to forget what is kept there, which takes a good part of a test's time.
 */
export async function beginTest(browser: BrowserContext, name: BrowserName): Promise<BrowserContext> {
  return name === 'firefox' ? openProfile(browser.browser() as Browser) : browser
}

/** Ends what {@link beginTest} gave: its pages, and all that they have kept. */
export async function endTest(context: BrowserContext, pages: Page[], name: BrowserName): Promise<void> {
  if (name === 'firefox') return context.close()
  await Promise.all(pages.map((page) => page.close()))
  await forgetAll(context)
}

/** Takes all cookies and everything that pages have kept away, in Chromium, once the pages are closed but for the first. */
export async function forgetAll(browser: BrowserContext): Promise<void> {
  // The driver would open each origin for it, which takes a good part of a test's time.
  const session = await browser.newCDPSession(browser.pages()[0] as Page)
  await session.send('Storage.clearCookies')
  await session.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: KEPT })
  await session.detach()
}
