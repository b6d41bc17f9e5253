/** The ways of a reader who logs in by popup, for each browser: with the popup attached, and severed. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { type BrowserName, TIMED } from './browser.ts'
import { by, events, logIn, sees, visit } from './demo.ts'
import { looks, offerLooks } from './looks.ts'
import { bundle, ownOptions, pageWith } from './own-page.ts'
import type { World } from './world.ts'

/** A page on which the state for a popup has arrived, so that a click can open one. */
export async function readyPage(world: World): Promise<Page> {
  const page = await world.page()
  await offerLooks(page)
  await Promise.all([page.waitForResponse(/login-state\?popup/), visit(world, page, 'anonymous')])
  return page
}

/** Clicks, and waits until the popup shows the login page. */
export async function openPopup(page: Page, shown = 'cancel'): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), by(page, 'log-in-popup').click()])
  await by(popup, shown).waitFor()
  return popup
}

/** A page with its popup, which has lost its opener where popups are severed. */
export async function pageWithPopup(
  world: World,
  popupsSevered: boolean,
): Promise<{ page: Page; popup: Page }> {
  world.emulator.setFaults({ popupsSevered })
  const page = await readyPage(world)
  const popup = await openPopup(page)
  expect(await popup.evaluate(() => window.opener === null)).toBe(popupsSevered)
  return { page, popup }
}

/** Whether popups are severed, with words for it. */
export const KINDS = [
  ['attached', false],
  ['severed by Cross-Origin-Opener-Policy', true],
] as const

/** Opens a popup by a button of the test's own; gives what aborts its signal, and how it ended. */
async function openAbortable(page: Page) {
  await page.evaluate(() => {
    const { demoIdentity } = window as unknown as {
      demoIdentity: { loginPopup(options: object): Promise<{ outcome: string }> }
    }
    const controller = new AbortController()
    const button = document.createElement('button')
    button.textContent = 'Log in, or not'
    button.onclick = () => {
      const result = demoIdentity.loginPopup({ state: 'of-the-test', signal: controller.signal })
      const ended = result.catch((reason) => reason)
      Object.assign(window, { ended, abort: () => controller.abort('has changed its mind') })
    }
    document.body.prepend(button)
  })
  const button = page.getByRole('button', { name: 'Log in, or not' })
  const [popup] = await Promise.all([page.waitForEvent('popup'), button.click()])
  await by(popup, 'cancel').waitFor()
  return {
    popup,
    abort: () => page.evaluate(() => (window as unknown as { abort(): void }).abort()),
    ended: () => page.evaluate(() => (window as unknown as { ended: unknown }).ended),
  }
}

/** Whether a page's window has the focus. A Chromium without a screen says so of all its windows: there it is told. */
export async function focus(page: Page, name: BrowserName, isHere: boolean): Promise<void> {
  if (name === 'chromium') await page.evaluate((answer) => void (document.hasFocus = () => answer), isHere)
  else if (isHere) await page.bringToFront()
  await page.waitForFunction((wanted) => document.hasFocus() === wanted, isHere)
}

/** Tests what becomes of logins by popup in one browser. */
export function popupWays(world: World, name: BrowserName): void {
  describe.each(KINDS)('a login in a popup that is %s', TIMED, (_, popupsSevered) => {
    const open = () => pageWithPopup(world, popupsSevered)

    it('is waited for as long as it is open, ends connected, and the popup is gone', async () => {
      const { page, popup } = await open()
      const before = page.url()
      const marker = await page.evaluateHandle(() => window)
      expect(await looks(page)).toBe(true)
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

    it('ends when the reader closes the popup and is back', async () => {
      const { page, popup } = await open()
      await focus(page, name, false)
      expect(await looks(page)).toBe(true)
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

  it.each([
    ['attached, which it closes', false],
    ['severed, which is out of its reach', true],
  ])('a signal ends the waiting for a popup that is %s', async (_, popupsSevered) => {
    world.emulator.setFaults({ popupsSevered })
    const { popup, abort, ended } = await openAbortable(await readyPage(world))
    await Promise.all([popupsSevered || popup.waitForEvent('close'), abort()])
    expect(await ended()).toBe('has changed its mind')
    expect(popup.isClosed()).toBe(!popupsSevered)
  })

  it('a severed popup that ends after its promise did is told of all the same', async () => {
    world.emulator.setFaults({ popupsSevered: true })
    const page = await readyPage(world)
    const popup = await openPopup(page)
    await focus(page, name, false)
    expect(await looks(page)).toBe(true)
    // The reader has a look at the page behind.
    await focus(page, name, true)
    await sees(page, 'login-outcome', 'unknown')
    await Promise.all([popup.waitForEvent('close'), by(popup, 'user-ingrid').click()])
    await sees(page, 'user-name', 'Ingrid S.')
  })

  // By the sandbox, which every build of the browser honours.
  it('a popup that the browser blocks ends so, and the page stays where it is', async () => {
    const script = await bundle(`
      import { createIdentity } from 'portico/core'
      import { fetchTransport, login, loginPopup } from 'portico/plugins'
      const identity = createIdentity(options, [fetchTransport(), login(), loginPopup()])
      document.querySelector('button').onclick = async () => {
        const { outcome } = await identity.loginPopup({ state: 'of-the-page' })
        document.body.append('It is ' + outcome)
      }
    `)
    const headers = { 'content-security-policy': 'sandbox allow-scripts allow-same-origin' }
    const answer = pageWith(ownOptions(world), script, '<button>Log in</button>')
    world.pages.serve('/sandboxed', { ...answer, headers })
    const page = await world.page()
    await page.goto(world.pages.url('/sandboxed'))
    await page.getByRole('button').click()
    await page.getByText('It is blocked').waitFor()
    expect(page.url()).toBe(world.pages.url('/sandboxed'))
  })
}
