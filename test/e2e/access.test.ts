/** An article behind a wall, on the demo site: for whom it opens, and what it says to the others. */
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { by, sees, startSession, wallIs } from './support/demo.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()
const SITE = 'www.site.localhost'
const PRODUCT = 'harbour-post-digital'
const REST = 'The keeper has rowed out every Sunday for forty years.'

beforeEach(() => {
  world.emulator.takeProduct('matti', PRODUCT)
  world.emulator.giveProduct('ingrid', PRODUCT)
})

async function open(page: Page): Promise<Page> {
  await page.goto(world.emulator.url(SITE, '/article'))
  return page
}

/** Logs a test user in by the button of the article, and comes back to it. */
async function logIn(page: Page, user: string): Promise<void> {
  await wallIs(page, 'loggedOut')
  await by(page, 'log-in').click()
  await by(page, `user-${user}`).click()
  await page.waitForURL(world.emulator.url(SITE, '/article'))
}

/** A new page with the article, of a test user who is logged in. */
async function readBy(user: string): Promise<Page> {
  await startSession(world, user)
  return open(await world.page())
}

/** The requests that a page has made to addresses that begin so. */
function requestsOf(page: Page, path: string): string[] {
  const requests: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith(path)) requests.push(pathname)
  })
  return requests
}

const accessCallsOf = (page: Page): string[] => requestsOf(page, '/hasAccess/')

describe('an article behind a wall', () => {
  it('opens for a reader with the product: the server hands the rest out, once', async () => {
    await startSession(world, 'ingrid')
    const page = await world.page()
    const requests = requestsOf(page, '/article/text')
    await open(page)
    await wallIs(page, 'granted')
    expect(await by(page, 'wall-text').textContent()).toContain(REST)
    expect(requests).toHaveLength(1)
    await by(page, 'subscriptions').click()
    expect(await by(page, 'products').textContent()).toContain(PRODUCT)
  })

  it('says to a reader without the product where to get it', async () => {
    const page = await readBy('matti')
    await wallIs(page, 'refused')
    expect(await by(page, 'wall-text').textContent()).toContain('you are not one yet')
    await by(page, 'subscribe').click()
    expect(await by(page, 'payment').textContent()).toContain(PRODUCT)
    await by(page, 'back').click()
    await page.waitForURL(world.emulator.url(SITE))
  })

  it('asks nobody to log in, and the service nothing', async () => {
    const page = await world.page()
    const calls = accessCallsOf(page)
    await open(page)
    await wallIs(page, 'loggedOut')
    expect(await by(page, 'wall-text').textContent()).toContain('Log in, if you are one')
    expect(calls).toEqual([])
  })

  it.each([
    ['of access alone', { access: '503' }],
    ['of the whole session service', { session: '503' }],
    ['in which a page of HTML comes', { access: 'html' }],
  ] as const)(
    'shuts nobody out as if they did not pay in an outage %s, and opens when it is over',
    async (_, fault) => {
      const page = await readBy('ingrid')
      await wallIs(page, 'granted')
      await page.evaluate(() => sessionStorage.clear())
      world.emulator.setFaults(fault)
      await page.reload()
      await wallIs(page, 'unknown')
      expect(await by(page, 'wall-text').textContent()).toContain('It is not your fault')
      world.emulator.resetFaults()
      await by(page, 'try-again').click()
      await wallIs(page, 'granted')
    },
  )

  it('is not handed out by the server without what the session service has signed', async () => {
    const page = await readBy('matti')
    await wallIs(page, 'refused')
    const status = await page.evaluate(async () => {
      const { demoIdentity } = window as unknown as {
        demoIdentity: { hasSession(): Promise<{ sig: string }> }
      }
      const { sig } = await demoIdentity.hasSession()
      const body = JSON.stringify({ session: sig, access: sig })
      return (await fetch('/article/text', { method: 'POST', body })).status
    })
    expect(status).toBe(403)
  })
})

describe('access to products', () => {
  it('costs one request for two calls at once, and none on the next page view', async () => {
    const page = await open(await world.page())
    const calls = accessCallsOf(page)
    await logIn(page, 'ingrid')
    await wallIs(page, 'granted')
    expect(calls).toEqual([`/hasAccess/${PRODUCT}`])
    await page.reload()
    await wallIs(page, 'granted')
    expect(calls).toHaveLength(1)
  })

  it('is gone in all tabs with a logout in one', async () => {
    const first = await readBy('ingrid')
    await wallIs(first, 'granted')
    const second = await open(await world.page())
    await wallIs(second, 'granted')
    await by(first, 'log-out').click()
    await wallIs(second, 'loggedOut')
    expect(await by(second, 'wall-text').textContent()).not.toContain(REST)
    const kept = await second.evaluate(() =>
      Object.keys(sessionStorage).filter((key) => key.endsWith('.access')),
    )
    expect(kept).toEqual([])
  })

  it('is that of the next reader once another one logs in', async () => {
    const page = await readBy('ingrid')
    await wallIs(page, 'granted')
    await by(page, 'log-out').click()
    await page.waitForURL(world.emulator.url(SITE))
    await sees(page, 'status', 'anonymous')
    await open(page)
    await logIn(page, 'matti')
    await wallIs(page, 'refused')
  })
})

describe('the control page', () => {
  it('takes products away from a user, and gives them', async () => {
    const page = await world.page()
    await page.goto(world.emulator.url('account.localhost', '/control'))
    await page.getByLabel(`Take ${PRODUCT} away from ingrid`).click()
    await page.getByLabel(`Take ${PRODUCT} away from ingrid`).waitFor({ state: 'detached' })
    await page.getByLabel('Give a product to matti').click()
    await by(page, 'product-id').fill(PRODUCT)
    await by(page, 'save-product').click()
    await page.getByLabel(`Take ${PRODUCT} away from matti`).waitFor()
    await wallIs(await readBy('matti'), 'granted')
  })
})
