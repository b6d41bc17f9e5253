/** The guide of the session service, walked by a reader in a browser. */
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { BROWSER } from '../../e2e/support/browser.ts'
import { launch, newReader } from './browser.ts'
import { FIRST, type Guide, openGuide, SECOND } from './guide.ts'
import { PAGES } from './providers.ts'

const { logIn, confirmLogout } = PAGES['oidc-provider']

const greets = (page: Page, name: string) => page.getByText(`Hello, ${name}`).waitFor()
const press = (page: Page, name: string) => page.getByRole('button', { name }).click()

async function openTab(reader: BrowserContext, address: string): Promise<Page> {
  const page = await reader.newPage()
  await page.goto(address)
  return page
}

/** The first part: a login, and a logout. */
async function walkToLogin({ site }: Guide, reader: BrowserContext): Promise<void> {
  const page = await openTab(reader, site)
  await greets(page, 'stranger')
  await press(page, 'Log in')
  await logIn(page)
  await greets(page, 'Kari')
  await press(page, 'Log out')
  await confirmLogout(page)
  await greets(page, 'stranger')
}

const REST = 'The keeper has rowed out every Sunday for forty years.'

/** The second part: two domains, an article that was paid for, and a logout that reaches both. */
async function walkToTwoDomains({ site, other }: Guide, reader: BrowserContext): Promise<void> {
  const page = await openTab(reader, site)
  await page.getByText('Log in to read on.').waitFor()
  await press(page, 'Log in')
  await logIn(page)
  await greets(page, 'Kari')
  await page.getByText(REST).waitFor()

  const tab = await openTab(reader, other)
  await greets(tab, 'stranger')
  await press(tab, 'Log in')
  await greets(tab, 'Kari')
  await tab.getByText(REST).waitFor()

  await press(tab, 'Log out')
  await confirmLogout(tab)
  await greets(tab, 'stranger')
  await expect
    .poll(
      async () => {
        await page.reload()
        const greeting = page.locator('#greeting', { hasText: 'Hello' })
        await greeting.waitFor()
        return greeting.textContent()
      },
      { timeout: 20_000, interval: 1000 },
    )
    .toBe('Hello, stranger')
  expect(await page.getByText(REST).count()).toBe(0)
}

/** Somebody else reads no paid article. */
async function walkWithoutPaying({ site }: Guide, reader: BrowserContext): Promise<void> {
  const page = await openTab(reader, site)
  await press(page, 'Log in')
  await logIn(page, 'Ola')
  await greets(page, 'Ola')
  await page.getByText('Subscribers read on.').waitFor()
}

/**
 * Tests the guide.
 *
 * @param install gives a folder into which its packages are installed
 * @param installMs how long that may take
 */
export function testGuide(install: () => string, installMs?: number): void {
  let guide: Guide
  let browser: Browser
  beforeAll(async () => {
    guide = await openGuide(install())
    await guide.start(FIRST)
    browser = await launch(BROWSER)
  }, installMs)
  afterAll(async () => {
    await browser?.close()
    await guide?.close()
  })

  it('ends with a reader who is logged in, and out again', async () => {
    await walkToLogin(guide, await newReader(browser))
  })

  it('goes on to a second domain and a paid article, and to a logout on both', async () => {
    await guide.stop('command.mjs')
    await guide.stop('site.js')
    await guide.start(SECOND)
    await walkToTwoDomains(guide, await newReader(browser))
    await walkWithoutPaying(guide, await newReader(browser))
  })
}
