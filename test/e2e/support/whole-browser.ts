/** Tests of what a headless shell of Chromium cannot do. */
import type { BrowserContext } from 'playwright-core'
import { beforeEach } from 'vitest'
import { onlyShell } from '../../../scripts/browsers/find.mjs'
import type { World } from './world.ts'

/** Whether a browser is a headless shell. To pages, a whole Chromium without a window calls itself headless, too. */
async function isShell(context: BrowserContext): Promise<boolean> {
  const browser = context.browser()
  if (browser?.browserType().name() !== 'chromium') return false
  const session = await browser.newBrowserCDPSession()
  const { product } = await session.send('Browser.getVersion')
  await session.detach()
  return product.startsWith('HeadlessChrome/')
}

/** Leaves the tests of a block out where this machine has no whole browser for them. */
export function needsWholeBrowser(world: World): void {
  beforeEach(async ({ skip }) => skip(await isShell(world.browser), onlyShell()))
}
