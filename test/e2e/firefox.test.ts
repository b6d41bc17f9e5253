/** Firefox's own popup blocker; and, in a run that is for another browser, the ways that matter most in Firefox too. */

import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { BROWSER } from './support/browser.ts'
import { consentPlatform, purposesIn } from './support/consent-platform.ts'
import { by, events, goBackBy, loggedIn, logIn, sees, visit } from './support/demo.ts'
import { bundle, ownOptions, pageWith } from './support/own-page.ts'
import { popupWays } from './support/popup-ways.ts'
import { useWorld } from './support/world.ts'

describe('in Firefox', () => {
  const world = useWorld('block', 'firefox')

  it('a popup that nobody clicked for is blocked, and becomes a redirect', async () => {
    const script = await bundle(`
      import { Identity } from 'portico'
      new Identity(options).login({ state: 'unasked', preferPopup: true })
    `)
    world.pages.serve('/unasked', pageWith(ownOptions(world), script))
    world.pages.serve('/', { body: '<!doctype html><title>Back</title>' })
    const page = await world.page()
    const opened: Page[] = []
    page.on('popup', (popup) => opened.push(popup))
    await page.goto(world.pages.url('/unasked')).catch(() => undefined)
    await by(page, 'user-ingrid').click()
    await page.waitForURL(/[?&]code=/)
    expect(new URL(page.url()).searchParams.get('state')).toBe('unasked')
    expect(opened).toEqual([])
  })

  // Where the run is for Firefox, the suite itself does all of this, and more.
  if (BROWSER !== 'firefox') {
    theWaysThatMatterMost(world)
    popupWays(world, 'firefox')
  }
})

function theWaysThatMatterMost(world: ReturnType<typeof useWorld>): void {
  it('a login by redirect comes back to a page that knows the reader, and so does the next page', async () => {
    const page = await loggedIn(world)
    expect(await events(page)).toEqual(['login', 'sessionChange', 'sessionInit', 'statusChange'])
    world.sessionCalls()
    await page.reload()
    await sees(page, 'user-name', 'Ingrid S.')
    expect(world.sessionCalls()).toEqual([])
  })

  it('a logout takes SP_ID away, and leads to an anonymous page', async () => {
    const page = await loggedIn(world)
    await sees(page, 'sp-id', 'valid')
    await by(page, 'log-out').click()
    await sees(page, 'status', 'anonymous')
    expect(await page.evaluate(() => document.cookie)).not.toContain('SP_ID')
  })

  it('consents arrive through a rendered link', async () => {
    const identity = await bundle(`
      import { Identity } from 'portico'
      const identity = new Identity(options)
      document.querySelector('a').href = identity.loginUrl({ state: 'rendered' })
    `)
    const script = `${await consentPlatform()}\n${identity}`
    world.pages.serve('/', pageWith(ownOptions(world), script, '<a id="link"><b>Log in</b></a>'))
    const page = await world.page()
    await page.goto(world.pages.url())
    await page.evaluate(() => (window as unknown as { decide(p: number[]): void }).decide([1, 3]))
    await page.click('#link b')
    const received = await page.locator('[data-name="gdpr_consent"] dd').textContent()
    expect(purposesIn(received ?? undefined)).toEqual([1, 3])
  })

  it('a page out of the back/forward cache shows who has logged in since', async () => {
    const page = await world.page()
    await page.addInitScript(() =>
      addEventListener('pageshow', ({ persisted }) => Object.assign(window, { persisted })),
    )
    await visit(world, page, 'anonymous')
    await logIn(page)
    await by(page, 'log-in').click()
    await by(page, 'user-matti').click()
    await sees(page, 'user-name', 'Matti V.')
    await goBackBy(page, 2)
    await page.waitForFunction(() => (window as unknown as { persisted?: boolean }).persisted)
    await sees(page, 'user-name', 'Matti V.')
    expect(await events(page)).toContain('userChange')
  })
}
