/** The panel on pages that are unlike it: in another script and language, under a modal dialog, with handlers of their own. */

import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { runsIn } from '../e2e/support/browser.ts'
import { isOpen, openPanel, SHORTCUT, tab } from '../e2e/support/panel.ts'
import { useWorld } from '../e2e/support/world.ts'

const world = useWorld()

const panel = (page: Page) => page.locator('portico-devtools section.panel')
const isThere = async (page: Page) => (await page.locator('portico-devtools').count()) === 1

const DIALOG = `document.body.insertAdjacentHTML('afterbegin', '<dialog><button>Of the page</button></dialog>')
  const dialog = document.querySelector('dialog')`

/** Whether the panel is what a click in its middle meets. */
const isOnTop = (page: Page) =>
  panel(page).evaluate((section) => {
    const { left, top, width, height } = section.getBoundingClientRect()
    const met = document.elementFromPoint(left + width / 2, top + height / 2)
    return met?.localName === 'portico-devtools'
  })

it('is in English, from left to right, on a page in Arabic', async () => {
  const page = await openPanel(world, {
    before: "Object.assign(document.documentElement, { dir: 'rtl', lang: 'ar' })",
  })
  expect(await panel(page).getAttribute('lang')).toBe('en')
  const shown = await panel(page).evaluate((section) => ({
    direction: getComputedStyle(section).direction,
    headingIsBeforeButton:
      (section.querySelector('h2')?.getBoundingClientRect().left ?? 0) <
      (section.querySelector('header button')?.getBoundingClientRect().left ?? 0),
  }))
  expect(shown).toEqual({ direction: 'ltr', headingIsBeforeButton: true })
})

it('can be used while the page shows a modal dialog, which may open before it, or after', async () => {
  const page = await openPanel(world, { script: `${DIALOG}; dialog.showModal()` })
  await page.waitForFunction(() => document.querySelector('dialog')?.open)
  expect(await isOnTop(page)).toBe(true)
  await tab(page, 'Plugins').click()

  await page.evaluate(() => document.querySelector('dialog')?.close())
  await page.waitForFunction(() => document.querySelector('portico-devtools')?.parentNode === document.body)
  await tab(page, 'Session').click()
  await page.evaluate(() => document.querySelector('dialog')?.showModal())
  await page.waitForFunction(() => document.querySelector('dialog portico-devtools'))
  await tab(page, 'Timeline').click()
  expect(await isOnTop(page)).toBe(true)

  // Escape closes what the focus is in.
  await page.keyboard.press('Escape')
  expect(await isThere(page)).toBe(false)
  expect(await page.evaluate(() => document.querySelector('dialog')?.open)).toBe(true)
  await page.keyboard.press(SHORTCUT)
  await isOpen(page)
  await page.getByRole('button', { name: 'Of the page' }).focus()
  await page.keyboard.press('Escape')
  expect(await page.evaluate(() => document.querySelector('dialog')?.open)).toBe(false)
  expect(await isThere(page)).toBe(true)
})

it('closes by Escape from the page, unless the page has used the key itself', async () => {
  const script = `document.body.insertAdjacentHTML('afterbegin', '<input><button>Own</button>')
    document.querySelector('input').onkeydown = (event) => event.preventDefault()`
  const page = await openPanel(world, { script })
  await page.getByRole('textbox').focus()
  await page.keyboard.press('Escape')
  expect(await isThere(page)).toBe(true)
  await page.getByRole('button', { name: 'Own' }).focus()
  await page.keyboard.press('Escape')
  expect(await isThere(page)).toBe(false)
})

it('the keys Home and End show the first and the last tab', async () => {
  const page = await openPanel(world)
  await tab(page, 'Findings').focus()
  await page.keyboard.press('End')
  expect(await tab(page, 'Plugins').getAttribute('aria-selected')).toBe('true')
  await page.keyboard.press('Home')
  expect(await tab(page, 'Findings').getAttribute('aria-selected')).toBe('true')
  expect(await page.locator('portico-devtools #Findings:focus').count()).toBe(1)
})

const tellsSelection = runsIn(
  'chromium',
  'a selection in the panel',
  'Firefox tells pages of none in a shadow root.',
)

it.runIf(tellsSelection)(
  'a line of the timeline that somebody has selected stays selected when more comes',
  async () => {
    const page = await openPanel(world)
    await tab(page, 'Timeline').click()
    const line = page.locator('portico-devtools [data-kind=call]', { hasText: '/v2/session' }).first()
    await line.locator('.text').click({ clickCount: 3 })
    const selected = () => page.evaluate(() => getSelection()?.toString() ?? '')
    const before = await selected()
    expect(before).toContain('/v2/session')
    const lines = await page.locator('portico-devtools [data-entry]').count()
    await page.evaluate(() => {
      const { identity } = window as unknown as {
        identity: { clearCachedUserSession(): void; hasSession(): Promise<unknown> }
      }
      identity.clearCachedUserSession()
      return identity.hasSession().catch(() => undefined)
    })
    await page.waitForFunction(
      (count) =>
        (document.querySelector('portico-devtools')?.shadowRoot?.querySelectorAll('[data-entry]').length ??
          0) > count,
      lines,
    )
    expect(await selected()).toBe(before)
  },
)
