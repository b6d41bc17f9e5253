/** The documentation's site, built, in a browser: no barriers, light and dark, on a phone too; and the live page. */
import { readFileSync } from 'node:fs'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { QUESTIONS } from '../../docs/scripts/questions.mjs'
import { filesOf } from '../docs/pages.ts'
import { check } from '../e2e/support/axe.ts'
import { openBrowser } from '../e2e/support/browser.ts'
import { buildSite, type Site, serveSite } from '../e2e/support/docs-site.ts'

let site: Site
let browser: BrowserContext
const url = (path: string) => site.url(path)

async function show(page: Page, path: string): Promise<void> {
  await page.goto(url(path))
  await page.locator('h1').first().waitFor()
}

beforeAll(async () => {
  buildSite()
  site = await serveSite()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  site?.close()
})

const LOOKS = [
  ['light', { width: 1280, height: 900 }],
  ['dark', { width: 1280, height: 900 }],
  ['light', { width: 375, height: 740 }],
  ['dark', { width: 375, height: 740 }],
] as const
const PATHS = [
  '/',
  '/start',
  '/your-client',
  '/stored',
  '/runbook',
  '/guide/sessions',
  '/reference/errors',
  '/reference/methods',
  '/troubleshooting',
  '/sizes',
  '/guide/live',
  '/guide/head-snippet',
  '/recipes/react',
]

it.each(PATHS)('has no barriers, and fits a phone: %s', async (path) => {
  const found: string[] = []
  for (const [colorScheme, viewport] of LOOKS) {
    const page = await browser.newPage()
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize(viewport)
    await show(page, path)
    if (path === '/guide/live') await page.getByRole('button', { name: 'Open two tabs' }).click()
    if (path === '/guide/head-snippet') await page.getByRole('button', { name: 'Make it here' }).click()
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    if (sideways > 0) found.push(`${colorScheme}, ${viewport.width}: scrolls sideways by ${sideways}`)
    for (const problem of await check(page)) found.push(`${colorScheme}, ${viewport.width}: ${problem}`)
    if (process.env.SHOTS)
      await page.screenshot({
        path: `${process.env.SHOTS}/${path.replaceAll('/', '_')}-${colorScheme}-${viewport.width}.png`,
      })
    await page.close()
  }
  expect(found).toEqual([])
})

it('shows types under the pointer, and copies a sample without them', async () => {
  const page = await browser.newPage()
  const popup = page.locator('.twoslash-popup-container:visible')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await show(page, '/recipes/react')
  expect(await popup.count()).toBe(0)
  const sample = page.locator('.language-tsx').first()
  const name = sample.locator('.twoslash-hover', { hasText: 'useSession' }).first()
  await name.hover({ position: { x: 4, y: 4 } })
  await popup.first().waitFor()
  expect(await popup.first().textContent()).toContain('Snapshot')

  await sample.locator('button.copy').click()
  await sample.locator('button.copied').waitFor()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied.trim()).toBe(filesOf('recipes/react.md')['src/reader.tsx']?.trim())
  await page.close()
})

it('makes the head snippet of a client’s values, and asks nobody outside', async () => {
  const page = await browser.newPage()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).host))
  await show(page, '/guide/head-snippet')
  await page.getByRole('button', { name: 'Make it here' }).click()
  await page.getByText('clientId is missing. Give the client identifier.').waitFor()
  await page.getByLabel('The client identifier').fill('abc')
  await page.getByLabel('The environment').selectOption('PRO_FI')
  const element = page.getByLabel('The element for the head')
  await element.filter({ hasText: 'sdrn%3Aschibsted.fi%3Aclient%3Aabc' }).waitFor()
  expect(await element.textContent()).toMatch(/^<script>.*<\/script>$/s)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'The script as a file' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('head.js')
  expect(`<script>${readFileSync(await download.path(), 'utf8')}</script>`).toBe(await element.textContent())
  expect([...new Set(asked)]).toEqual([new URL(url('/')).host])
  await page.close()
})

it('shows the reader’s own client in all samples and in the form of the head snippet, once it is set', async () => {
  const page = await browser.newPage()
  await show(page, '/your-client')
  await page.getByLabel('The client identifier').fill('my-own-client')
  await show(page, '/guide/sessions')
  await page.locator('.vp-doc pre', { hasText: 'my-own-client' }).first().waitFor()
  expect(await page.locator('.vp-doc pre', { hasText: 'your-client-id' }).count()).toBe(0)
  await show(page, '/guide/head-snippet')
  await page.getByRole('button', { name: 'Make it here' }).click()
  await page.getByLabel('The element for the head').filter({ hasText: 'client%3Amy-own-client' }).waitFor()
  await show(page, '/your-client')
  await page.getByRole('button', { name: 'As the samples have it' }).click()
  await show(page, '/guide/sessions')
  await page.locator('.vp-doc pre', { hasText: 'your-client-id' }).first().waitFor()
  await page.close()
})

it('loads the live page when it is opened, and asks nobody outside', async () => {
  const page = await browser.newPage()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(url('/guide/live'))
  await page.waitForLoadState('networkidle')
  expect(asked.filter((address) => address.includes('LiveTabs'))).toEqual([])
  await page.getByRole('button', { name: 'Open two tabs' }).click()
  const [left, right] = [page.locator('[data-tab=left]'), page.locator('[data-tab=right]')]
  await left.getByText('Hello, stranger').waitFor()
  await left.getByRole('button', { name: 'Log in' }).click()
  await left.getByText('Hello, Ingrid').waitFor()
  await right.getByText('Hello, Ingrid').waitFor()
  await page.getByLabel('The session service is').selectOption('busy')
  await right.getByRole('button', { name: 'Forget the session' }).click()
  await right.getByRole('button', { name: 'isLoggedIn()' }).click()
  await right.getByText('unavailable').waitFor()
  await page.getByLabel('The session service is').selectOption('none')
  await left.getByRole('button', { name: 'Log out' }).click()
  await left.getByText('Hello, stranger').waitFor()
  expect(asked.filter((address) => new URL(address).host !== new URL(url('/')).host)).toEqual([])
  await page.close()
})

it('keeps the focus of whoever goes by keyboard where something opens in a page, and where the search closes', async () => {
  const page = await browser.newPage()
  const focused = () =>
    page.evaluate(() => {
      const { localName, textContent, ariaLabel } = document.activeElement as HTMLElement
      return localName === 'button' ? `button ${ariaLabel ?? textContent}` : localName
    })
  for (const [path, name, control] of [
    ['/guide/live', 'Open two tabs', 'select'],
    ['/guide/head-snippet', 'Make it here', 'input'],
  ] as const) {
    await show(page, path)
    await page.getByRole('button', { name }).press('Enter')
    await page.locator('.live').waitFor()
    expect(await focused()).toBe(control)
  }
  const search = page.getByRole('button', { name: 'Search' }).first()
  for (const open of [() => search.press('Enter'), () => page.keyboard.press('/')]) {
    await search.focus()
    const before = await focused()
    await open()
    await page.getByRole('searchbox').fill('logout')
    await page.keyboard.press('Escape')
    await page.getByRole('searchbox').waitFor({ state: 'detached' })
    expect(await focused()).toBe(before)
  }
  await page.close()
})

it.each(QUESTIONS)('answers by its search: $question', async ({ words, answer }) => {
  const page = await browser.newPage()
  await show(page, '/')
  await page.getByRole('button', { name: 'Search' }).first().click()
  await page.getByRole('searchbox').fill(words)
  const results = page.locator('.result')
  await results.first().waitFor()
  const links = await results.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''))
  const [path = '', heading] = answer.split('#')
  const isAnswer = new RegExp(`${path}(\\.html)?${heading ? `#${heading}$` : '(#.*)?$'}`)
  const place = links.slice(0, 5).findIndex((link) => isAnswer.test(link))
  expect(place, links.join('\n')).toBeGreaterThanOrEqual(0)
  await results.nth(place).click()
  await page.waitForURL(isAnswer)
  const id = decodeURIComponent(new URL(page.url()).hash.slice(1))
  // An id may begin with a digit, which a selector by # does not allow.
  await page.locator(id ? `[id="${id}"]` : 'h1').waitFor()
  await page.close()
})
