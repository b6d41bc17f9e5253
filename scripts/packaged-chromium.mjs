/** The Chromium that an npm package ships, for Linux on x64: fetched once, into .cache. */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { execute, npm, ROOT } from './processes.mjs'

const PACKAGE = '@sparticuz/chromium'
const VERSION = '143.0.4'
const CACHE = join(ROOT, '.cache/chromium')

/** Path of its executable. */
export async function packagedChromium() {
  if (!existsSync(join(CACHE, 'node_modules', PACKAGE))) {
    console.log('Fetching a headless Chromium …')
    const install = npm('install', '--no-audit', '--no-fund', '--prefix', CACHE, `${PACKAGE}@${VERSION}`)
    const { status, output } = await execute(install, { quiet: true })
    if (status !== 0) throw new Error(`No Chromium could be fetched.\n${output}`)
  }
  const entry = createRequire(join(CACHE, 'index.js')).resolve(PACKAGE)
  const { default: chromium } = await import(pathToFileURL(entry).href)
  // It unpacks below the temporary directory, which others use too: give it one of its own.
  const { TMPDIR } = process.env
  process.env.TMPDIR = CACHE
  try {
    return await chromium.executablePath()
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
}
