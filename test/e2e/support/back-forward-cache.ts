/** Pages that come back out of the back/forward cache. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { BROWSER } from './browser.ts'
import { useWorld, type World } from './world.ts'

/** A world whose browser has such a cache, where the machine has one that does. */
export const useHistory = (): World => useWorld('block', BROWSER, { whole: true })

/** Has a page remember whether it was last shown out of the back/forward cache. Ask before it is loaded. */
export async function rememberShown(page: Page): Promise<Page> {
  await page.addInitScript(() =>
    addEventListener('pageshow', ({ persisted }) => Object.assign(window, { persisted })),
  )
  return page
}

/** Whether a page was last shown out of the back/forward cache. */
const persisted = (page: Page): Promise<boolean | undefined> =>
  page.evaluate(() => (window as unknown as { persisted?: boolean }).persisted)

/** Fails unless a page was last shown out of the back/forward cache, with the browser's reasons where it gives any. */
export async function wasRestored(page: Page): Promise<void> {
  const reasons = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation') as { notRestoredReasons?: object }[]
    return JSON.stringify(navigation?.notRestoredReasons)
  })
  expect(await persisted(page), reasons).toBe(true)
}

/** Goes to a page that has nothing to do with it. */
export async function leave(world: World, page: Page): Promise<void> {
  world.pages.serve('/elsewhere', { body: '<!doctype html><title>Elsewhere</title>' })
  await page.goto(world.pages.url('/elsewhere', 'pages.elsewhere.localhost'))
}
