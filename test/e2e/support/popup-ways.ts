/** The ways of a reader who logs in by popup, for each browser: with the popup attached, and severed. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { BrowserName } from './browser.ts'
import { by, events, logIn, sees, visit } from './demo.ts'
import type { World } from './world.ts'

/** A page on which the state for a popup has arrived, so that a click can open one. */
export async function readyPage(world: World, page?: Page): Promise<Page> {
  const ready = page ?? (await world.page())
  await Promise.all([ready.waitForResponse(/login-state\?popup/), visit(world, ready, 'anonymous')])
  return ready
}

/** Clicks, and waits until the popup shows the login page. */
export async function openPopup(page: Page, shown = 'cancel'): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), by(page, 'log-in-popup').click()])
  await by(popup, shown).waitFor()
  return popup
}

/** Whether a page's window has the focus. A Chromium without a screen says so of all its windows: there it is told. */
async function focus(page: Page, name: BrowserName, isHere: boolean): Promise<void> {
  if (name === 'chromium') await page.evaluate((answer) => void (document.hasFocus = () => answer), isHere)
  else if (isHere) await page.bringToFront()
  await page.waitForFunction((wanted) => document.hasFocus() === wanted, isHere)
}

/** Lets the page look at its popup so often: longer than any grace. */
const looks = (page: Page, times = 10) =>
  page.evaluate(
    (left) =>
      new Promise<void>((resolve) => {
        let seen = 0
        const timer = setInterval(() => {
          seen += 1
          if (seen < left) return
          clearInterval(timer)
          resolve()
        }, 250)
      }),
    times,
  )

/** Tests what becomes of logins by popup in one browser. */
export function popupWays(world: World, name: BrowserName): void {
  describe.each([
    ['attached', false],
    ['severed by Cross-Origin-Opener-Policy', true],
  ])('a login in a popup that is %s', (_, popupsSevered) => {
    const open = async () => {
      world.emulator.setFaults({ popupsSevered })
      const page = await readyPage(world)
      const popup = await openPopup(page)
      expect(await popup.evaluate(() => window.opener === null)).toBe(popupsSevered)
      return { page, popup }
    }

    it('is waited for as long as it is open, ends connected, and the popup is gone', async () => {
      const { page, popup } = await open()
      const before = page.url()
      const marker = await page.evaluateHandle(() => window)
      await looks(page)
      expect(await by(page, 'login-outcome').textContent()).toBe('')
      await Promise.all([popup.waitForEvent('close'), by(popup, 'user-matti').click()])
      await sees(page, 'login-outcome', 'connected')
      await sees(page, 'user-name', 'Matti V.')
      expect(await events(page)).toEqual([
        ...['notLoggedin', 'error'],
        ...['login', 'sessionChange', 'sessionInit', 'statusChange'],
      ])
      expect(page.url()).toBe(before)
      expect(await marker.evaluate((then) => then === window)).toBe(true)
    })

    it('ends cancelled by the button of the login page', async () => {
      const { page, popup } = await open()
      await Promise.all([popup.waitForEvent('close'), by(popup, 'cancel').click()])
      await sees(page, 'login-outcome', 'cancelled')
      await sees(page, 'status', 'anonymous')
      expect(await events(page)).not.toContain('login')
    })

    it('ends when the reader closes the popup and is back', async () => {
      const { page, popup } = await open()
      await focus(page, name, false)
      await looks(page)
      expect(await by(page, 'login-outcome').textContent()).toBe('')
      await popup.close()
      await focus(page, name, true)
      // Severed, it could be open still.
      await sees(page, 'login-outcome', popupsSevered ? 'unknown' : 'cancelled')
      await sees(page, 'status', 'anonymous')
    })

    it('ends connected when the reader comes back from another tab, where they have logged in', async () => {
      const { page, popup } = await open()
      const closed = popup.waitForEvent('close')
      const other = await world.page()
      await visit(world, other, 'anonymous')
      await logIn(other, 'alex')
      await focus(page, name, false)
      await looks(page, 6)
      await focus(page, name, true)
      await sees(page, 'login-outcome', 'connected')
      await sees(page, 'user-name', 'Alex L.')
      if (popupsSevered) await popup.close()
      await closed
    })
  })

  it('a severed popup that ends after its promise did is told of all the same', async () => {
    world.emulator.setFaults({ popupsSevered: true })
    const page = await readyPage(world)
    const popup = await openPopup(page)
    await focus(page, name, false)
    await looks(page)
    // The reader has a look at the page behind.
    await focus(page, name, true)
    await sees(page, 'login-outcome', 'unknown')
    await Promise.all([popup.waitForEvent('close'), by(popup, 'user-ingrid').click()])
    await sees(page, 'user-name', 'Ingrid S.')
  })

  it('a popup that is blocked becomes a redirect, which ends on the front page', async () => {
    const page = await readyPage(world)
    await page.evaluate(() => void (window.open = () => null))
    await by(page, 'log-in-popup').click()
    await by(page, 'user-ingrid').click()
    await page.waitForURL(world.emulator.url('www.site.localhost'))
    await sees(page, 'user-name', 'Ingrid S.')
  })
}
