/** Logging in by a plain link: "not logged in" is not kept over it, however the link is followed. */
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { by, call, events, sees, visit } from './support/demo.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()
const SITE = 'www.site.localhost'

/** Adds a login link to the demo page, as other code of a page would. */
async function addLink(page: Page, target = '_self'): Promise<Locator> {
  await page.evaluate(async (to) => {
    const { state } = await (await fetch('/login-state', { method: 'POST' })).json()
    const { demoIdentity } = window as unknown as { demoIdentity: { loginUrl(options: object): string } }
    const link = Object.assign(document.createElement('a'), {
      href: demoIdentity.loginUrl({ state }),
      textContent: 'Log in here',
      target: to,
    })
    document.body.prepend(link)
  }, target)
  return page.getByText('Log in here')
}

/** Chooses a test user on the login page, and comes back to the site. */
async function choose(page: Page): Promise<void> {
  await by(page, 'user-ingrid').click()
  await page.waitForURL(world.emulator.url(SITE, '/'))
}

describe('a login link', () => {
  it.each([
    ['the mouse', (link: Locator) => link.click()],
    ['the keyboard', (link: Locator) => link.press('Enter')],
  ])('followed by %s leads back to a page that knows the reader', async (_by, follow) => {
    const page = await world.page()
    await visit(world, page, 'anonymous')
    const link = await addLink(page)
    world.sessionCalls()
    await follow(link)
    await choose(page)
    await sees(page, 'status', 'connected')
    expect(await events(page)).toContain('login')
    expect(world.sessionCalls()).toHaveLength(1)
  })

  it('opened in another tab by the middle button is heard of in the tab where it stands', async () => {
    const page = await world.page()
    await visit(world, page, 'anonymous')
    const link = await addLink(page)
    const opened = world.browser.waitForEvent('page')
    await link.click({ button: 'middle' })
    const other = await opened
    await choose(other)
    await sees(other, 'status', 'connected')
    await sees(page, 'status', 'connected')
  })

  it('opened in another tab by its target is heard of in the tab where it stands', async () => {
    const page = await world.page()
    await visit(world, page, 'anonymous')
    const link = await addLink(page, '_blank')
    const opened = world.browser.waitForEvent('page')
    await link.click()
    const other = await opened
    await choose(other)
    await sees(page, 'status', 'connected')
  })
})

describe('a login by an address that the library has not made', () => {
  it('leads back to a page that knows the reader, since the account service is its referrer', async () => {
    const page = await world.page()
    await visit(world, page, 'anonymous')
    const { state } = await page.evaluate(async () =>
      (await fetch('/login-state', { method: 'POST' })).json(),
    )
    const url = await call(page, 'loginUrl', { state })
    expect(await call(page, 'isLoggedIn')).toBe(false)
    await page.evaluate((to) => void setTimeout(() => location.assign(to as string)), url)
    await choose(page)
    await sees(page, 'status', 'connected')
  })

  it('is asked about once, and not again when the page is loaded again', async () => {
    const page = await world.page()
    await visit(world, page, 'anonymous')
    const { state } = await page.evaluate(async () =>
      (await fetch('/login-state', { method: 'POST' })).json(),
    )
    const url = await call(page, 'loginUrl', { state })
    await page.evaluate((to) => void setTimeout(() => location.assign(to as string)), url)
    await choose(page)
    await sees(page, 'status', 'connected')
    world.sessionCalls()
    await page.reload()
    await sees(page, 'status', 'connected')
    expect(world.sessionCalls()).toEqual([])
  })
})

describe('a return by the word of the server', () => {
  it('asks anew by the parameter login-return', async () => {
    const page = await world.page()
    await visit(world, page, 'anonymous')
    world.sessionCalls()
    await page.goto(world.emulator.url(SITE, '/?login-return'))
    await sees(page, 'status', 'anonymous')
    expect(world.sessionCalls()).toHaveLength(1)
    await page.goto(world.emulator.url(SITE, '/'))
    await sees(page, 'status', 'anonymous')
    expect(world.sessionCalls()).toEqual([])
  })
})
