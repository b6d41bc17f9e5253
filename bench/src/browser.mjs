/**
 * A real Chromium on a fresh profile, found as the browser tests find theirs, which reaches nothing but
 * loopback.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { findChromium } from '../../scripts/browsers.mjs'

const ARGS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync', '--enable-precise-memory-info'],
  // Pages that were left are gone: kept ones would compete with those that are measured.
  '--disable-features=BackForwardCache',
  // Whatever a client would call by mistake does not resolve.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost , EXCLUDE *.localhost',
]

// Taken away at the end, when no browser writes any more.
const profiles = []
process.on('exit', () => {
  for (const profile of profiles) rmSync(profile, { recursive: true, force: true, maxRetries: 3 })
})

/** Opens a browser; close the context to end it. */
export async function openBrowser() {
  const profile = mkdtempSync(join(tmpdir(), 'portico-bench-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: await findChromium(),
    args: ARGS,
    viewport: { width: 412, height: 915 },
  })
  profiles.push(profile)
  return context
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
