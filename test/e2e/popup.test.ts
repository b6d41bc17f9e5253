/** Logging in by popup: to the end, given up, and where the browser allows none. */

import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { BROWSER } from './support/browser.ts'
import { by, events, sees, visit } from './support/demo.ts'
import { looks } from './support/looks.ts'
import { bundle, ownOptions, pageWith } from './support/own-page.ts'
import { focus, KINDS, openPopup, pageWithPopup, popupWays, readyPage } from './support/popup-ways.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

popupWays(world, BROWSER)

describe('a login in a popup', () => {
  it('is shown in a window of its own size, at the login page', async () => {
    const popup = await openPopup(await readyPage(world))
    await by(popup, 'user-ingrid').waitFor()
    expect(new URL(popup.url()).host).toBe(`account.localhost:${world.emulator.port}`)
    expect(await popup.evaluate(() => window.opener !== null)).toBe(true)
  })

  it.each(KINDS)('ends cancelled by the button of the login page, when %s', async (_, popupsSevered) => {
    const { page, popup } = await pageWithPopup(world, popupsSevered)
    await Promise.all([popup.waitForEvent('close'), by(popup, 'cancel').click()])
    await sees(page, 'login-outcome', 'cancelled')
    await sees(page, 'status', 'anonymous')
    expect(await events(page)).not.toContain('login')
  })

  it('opens by a click while its state is on its way', async () => {
    const page = await world.page()
    let answer = () => {}
    const isAsked = new Promise<void>((resolve) => {
      const held = new Promise<void>((release) => (answer = release))
      void page.route(/login-state\?popup/, async (route) => {
        resolve()
        await held
        await route.continue()
      })
    })
    await visit(world, page, 'anonymous')
    await isAsked
    await by(page, 'log-in-popup').click()
    const opened = page.waitForEvent('popup')
    answer()
    const popup = await opened
    await Promise.all([popup.waitForEvent('close'), by(popup, 'user-matti').click()])
    await sees(page, 'user-name', 'Matti V.')
  })

  it('is unknown where it is closed while the service is down', async () => {
    const page = await readyPage(world)
    const popup = await openPopup(page)
    world.emulator.setFaults({ session: 'down' })
    await focus(page, BROWSER, false)
    await looks(page)
    await popup.close()
    await focus(page, BROWSER, true)
    await sees(page, 'login-outcome', 'unknown')
  })

  it('takes the place of one that is open already', async () => {
    const page = await readyPage(world)
    const first = await openPopup(page)
    await by(first, 'user-ingrid').waitFor()
    const [second] = await Promise.all([
      page.waitForEvent('popup'),
      first.waitForEvent('close'),
      by(page, 'log-in-popup').click(),
    ])
    await by(second, 'user-ingrid').waitFor()
    expect(first.isClosed()).toBe(true)
  })
})

it('a popup that is blocked becomes a redirect, which ends on the front page', async () => {
  const page = await readyPage(world)
  await page.evaluate(() => void (window.open = () => null))
  await by(page, 'log-in-popup').click()
  await by(page, 'user-ingrid').click()
  await page.waitForURL(world.emulator.url('www.site.localhost'))
  await sees(page, 'user-name', 'Ingrid S.')
})

// By the sandbox, which every build of the browser honours; not every one has a blocker for popups without a click.
describe('where the browser blocks popups', () => {
  it('goes to the login page by redirect instead, and comes back with a code', async () => {
    const script = await bundle(`
      import { Identity } from 'portico'
      const identity = new Identity(options)
      document.querySelector('button').onclick = () => {
        const popup = identity.login({ state: 'of-the-page', preferPopup: true })
        sessionStorage.setItem('popup', String(popup))
      }
    `)
    const headers = { 'content-security-policy': 'sandbox allow-scripts allow-same-origin' }
    world.pages.serve('/', { ...pageWith(ownOptions(world), script, '<button>Log in</button>'), headers })
    const page = await world.page()
    const opened: Page[] = []
    page.on('popup', (popup) => opened.push(popup))
    await page.goto(world.pages.url())
    await page.getByRole('button').click()
    await by(page, 'user-ingrid').click()
    await page.waitForURL(/[?&]code=/)

    expect(opened).toEqual([])
    expect(await page.evaluate(() => sessionStorage.getItem('popup'))).toBe('null')
    const back = new URL(page.url())
    expect(back.origin + back.pathname).toBe(world.pages.url())
    expect(back.searchParams.get('state')).toBe('of-the-page')
  })
})
