/** A browser for readers, each with cookies of their own. Certificates of the tests are accepted. */
import { type Browser, type BrowserContext, chromium, firefox, type Page } from 'playwright-core'
import { findChromium, findFirefox, missing } from '../../../scripts/browsers/find.mjs'
import { fillGaps } from '../../e2e/support/firefox-gaps.ts'
import { HOSTS } from './world.ts'

export type BrowserName = 'chromium' | 'firefox'

const ARGS =
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-sync'

/** @param hosts are this machine, for the browser */
export async function launch(
  name: BrowserName,
  hosts: readonly string[] = Object.values(HOSTS),
): Promise<Browser> {
  if (name === 'chromium') {
    const executablePath = await findChromium()
    const rules = hosts.map((host) => `MAP ${host} 127.0.0.1`).join(',')
    return chromium.launch({
      executablePath,
      args: [...ARGS.split(' '), `--host-resolver-rules=${rules}`],
    })
  }
  const executablePath = findFirefox()
  if (executablePath === undefined) throw new Error(missing('firefox'))
  const browser = await firefox.launch({
    channel: 'moz-firefox',
    executablePath,
    args: ['--remote-allow-system-access'],
    firefoxUserPrefs: { 'network.dns.localDomains': hosts.join(',') },
  })
  fillGaps(browser)
  return browser
}

/** A reader with a browser profile of their own. */
export async function newReader(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true })
  context.setDefaultTimeout(20_000)
  return context
}

interface Snapshot {
  readonly status: string
  readonly reason?: string
  readonly name?: string
}

/** What the page knows of its reader, once it knows something. */
export async function settled(page: Page): Promise<Snapshot> {
  const known = await page.waitForFunction(() => {
    const snapshot = (window as never as { identity?: { getSnapshot(): never } }).identity?.getSnapshot() as
      | { status: string; reason?: string; session?: { givenName?: string } }
      | undefined
    if (!snapshot || ['unknown', 'loading'].includes(snapshot.status)) return undefined
    return { status: snapshot.status, reason: snapshot.reason, name: snapshot.session?.givenName }
  })
  return (await known.jsonValue()) as Snapshot
}

/** Asks the service, whatever the page has kept. @returns what became of the call */
export function ask(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const { identity } = window as never as {
      identity: { clearCachedUserSession(): void; hasSession(): Promise<unknown> }
    }
    identity.clearCachedUserSession()
    return identity.hasSession().then(
      () => 'session',
      ({ reason, code }: { reason: string; code?: number }) => `${reason} ${code ?? ''}`.trim(),
    )
  })
}

/** Begins a login by redirect. The page leaves. */
export async function goToLogin(page: Page): Promise<void> {
  await Promise.all([
    page.waitForEvent('framenavigated'),
    page.evaluate(() => {
      const { identity } = window as never as { identity: { login(options: object): void } }
      setTimeout(() => identity.login({ state: crypto.randomUUID() }))
    }),
  ])
}

/** Waits until the tab is back at a site. */
export const backAt = (page: Page, address: string): Promise<void> =>
  page.waitForURL((url) => url.href.startsWith(address))
