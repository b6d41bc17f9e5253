/**
 * Finds a Chromium: the one named by PORTICO_CHROMIUM, else one that is installed, else the one that an npm package
 * ships, fetched once into .cache.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const INSTALLED = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const PACKAGE = '@sparticuz/chromium@143.0.4'
const CACHE = join(import.meta.dirname, '../../../.cache/chromium')

function onPath(command: string): string | undefined {
  const { status, stdout } = spawnSync('which', [command], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

/** Path of a Chromium's executable. */
export async function findChromium(): Promise<string> {
  const found = process.env.PORTICO_CHROMIUM ?? INSTALLED.map(onPath).find(Boolean)
  if (found) return found
  if (!existsSync(join(CACHE, 'node_modules/@sparticuz/chromium'))) {
    console.log('No Chromium on this machine: fetching one …')
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', CACHE, PACKAGE], { stdio: 'pipe' })
  }
  const entry = createRequire(join(CACHE, 'index.js')).resolve('@sparticuz/chromium')
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
