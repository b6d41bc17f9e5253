/**
 * A real Chromium on a fresh profile, found as the browser tests find theirs, which reaches nothing but
 * loopback.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { findChromium } from '../../scripts/browsers/find.mjs'

const ARGS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync', '--enable-precise-memory-info'],
  // Pages that were left are gone: kept ones would compete with those that are measured.
  '--disable-features=BackForwardCache',
  // Whatever a client would call by mistake does not resolve.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost , EXCLUDE *.localhost',
]

const OPTIONS = { args: ARGS, viewport: { width: 412, height: 915 } }

// Taken away at the end, when no browser writes any more.
const profiles = new Set()
const remove = (profile) => rmSync(profile, { recursive: true, force: true, maxRetries: 3 })
process.on('exit', () => profiles.forEach(remove))

/** Opens a browser on a profile of its own; close the context to end it. */
export async function openBrowser() {
  const profile = mkdtempSync(join(tmpdir(), 'portico-bench-'))
  profiles.add(profile)
  const executablePath = await findChromium()
  return chromium.launchPersistentContext(profile, { ...OPTIONS, executablePath })
}

/** Uses a browser that was never used before, and takes it away. */
export async function withFreshBrowser(use) {
  const known = new Set(profiles)
  const context = await openBrowser()
  try {
    return await use(context)
  } finally {
    await context.close()
    for (const profile of profiles)
      if (!known.has(profile)) {
        remove(profile)
        profiles.delete(profile)
      }
  }
}

/** Opens a browser for many sets of tabs, none of which knows what another one keeps: `newContext` makes one. */
export async function openBrowserOfMany() {
  const { args, viewport } = OPTIONS
  const browser = await chromium.launch({ executablePath: await findChromium(), args })
  return { newContext: () => browser.newContext({ viewport }), close: () => browser.close() }
}

/** Version of the Chromium that measures. */
export async function chromiumVersion() {
  const context = await openBrowser()
  const [page] = context.pages()
  const cdp = await context.newCDPSession(page)
  const { product } = await cdp.send('Browser.getVersion')
  await context.close()
  return product.split('/')[1]
}
