/** A Chromium without a driver: while one is attached, no page is rendered ahead. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from '../../../scripts/browsers/find.mjs'

const ARGS =
  '--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-component-update --disable-sync'

/** Opens an address. @returns what ends the browser */
export async function openBare(address: string): Promise<() => void> {
  const profile = mkdtempSync(join(tmpdir(), 'portico-bare-'))
  const browser = spawn(await findChromium(), [...ARGS.split(' '), `--user-data-dir=${profile}`, address], {
    stdio: 'ignore',
  })
  // Its processes may still write when the test has ended.
  process.once('exit', () => rmSync(profile, { recursive: true, force: true, maxRetries: 10 }))
  return () => void browser.kill('SIGKILL')
}
