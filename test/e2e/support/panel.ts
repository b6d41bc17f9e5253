/** The panel of a page with devtools. */
import type { Locator, Page } from 'playwright-core'
import { type Fault, openDiagnosed } from './diagnosed-page.ts'
import type { World } from './world.ts'

/** The keys that open the panel. */
export const SHORTCUT = 'Alt+Shift+KeyI'

/** Waits until the panel is open. */
export const isOpen = (page: Page): Promise<void> => page.getByRole('heading', { name: /^Portico/ }).waitFor()

/** A tab of the panel, by its name. */
export const tab = (page: Page, name: string): Locator => page.getByRole('tab', { name })

/** Opens a page, and its panel by the address. */
export async function openPanel(world: World, fault: Fault = {}): Promise<Page> {
  const { page } = await openDiagnosed(world, { query: '?portico-devtools', ...fault })
  await isOpen(page)
  return page
}

/** Opens the panel of a page with a fault, on one of its tabs. */
export async function openTab(world: World, name: string): Promise<Page> {
  const page = await openPanel(world, {
    options: { redirectUri: 'http://elsewhere.localhost/' },
    script: "document.body.insertAdjacentHTML('afterbegin', '<main><h1>A page</h1></main>')",
  })
  await page.locator('[data-finding]').first().waitFor()
  await tab(page, name).click()
  return page
}
