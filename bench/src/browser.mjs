/**
 * A real Chromium on a fresh profile, found as the browser tests find theirs, which reaches nothing but
 * loopback.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { chromium } from 'playwright-core'
import { ROOT } from './bundle.mjs'

const ARGS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync', '--enable-precise-memory-info'],
  // Pages that were left are gone: kept ones would compete with those that are measured.
  '--disable-features=BackForwardCache',
  // Whatever a client would call by mistake does not resolve.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost , EXCLUDE *.localhost',
]

/**
 * The executable, by the module of the browser tests; it is TypeScript, which Node 20 does not run as it is.
 */
async function findChromium() {
  const folder = `${ROOT}test/e2e/support`
  const { outputFiles } = await build({
    entryPoints: [`${folder}/chromium.ts`],
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
    define: { 'import.meta.dirname': JSON.stringify(folder) },
  })
  const module = await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`
  )
  return module.findChromium()
}

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
