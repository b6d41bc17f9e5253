/**
 * Before the first end-to-end test: fetches the packaged Chromium on a machine that has no other. Here it may take as long as it
 * takes, which a test may not.
 */
import { findChromium } from '../../../scripts/browsers/find.mjs'

export default async function fetchChromium(): Promise<void> {
  // Where none is to be had, each test that wants one says so.
  await findChromium().catch(() => undefined)
}
