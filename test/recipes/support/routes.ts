/** What a site of several routes owes its readers, besides what every site does. */
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { goBack, loggedIn } from '../../e2e/support/demo.ts'
import { hasIdentity, type StartSite, useSite } from '../../e2e/support/recipe.ts'
import { type WatchedPage, watch } from '../../e2e/support/watched-page.ts'

const STRANGER = 'Hello, stranger'
const INGRID = 'Hello, Ingrid'
const PRODUCT = 'harbour-post-digital'

/** What the routes are headed by. */
const HEADINGS = {
  '/': 'Front page',
  '/article': 'The Sunday boat',
  '/another': 'Night buses return to the hill',
}
type Path = keyof typeof HEADINGS

/** Not the library's own word to developers, such as that the session service is down. */
const isOfFramework = (complaint: string) => !complaint.startsWith('portico: ')

/** Tests a site whose routes lead to each other without a new document. */
export function testRoutes(start: StartSite): void {
  const site = useSite(start)
  const { world } = site

  const newPage = async () => watch(await world.page())
  const greets = (page: Page, text: string) => page.locator('#reader').getByText(text).waitFor()
  const says = (page: Page, text: string) =>
    page.locator('#library').getByText(text, { exact: true }).waitFor()
  // A framework may keep the route before, and hide it.
  const has = (page: Page, id: 'rest' | 'teaser' | 'unsure') => page.locator(`#${id}:visible`).waitFor()

  /** Opens a path, and waits for the library. */
  async function open({ page }: WatchedPage, path: Path, said: string): Promise<void> {
    await page.goto(site.origin + path)
    await hasIdentity(page)
    await says(page, said)
  }

  async function logIn(watched: WatchedPage, path?: Path): Promise<void> {
    await site.logIn(watched.page, path)
    await hasIdentity(watched.page)
    await says(watched.page, 'connected')
    await watched.page.waitForLoadState('networkidle')
  }

  /** Follows a link of the page to one of its own routes; fails where that makes a new document. */
  async function follow(page: Page, path: Path): Promise<void> {
    await page.evaluate(() => Object.assign(window, { isSame: true }))
    await page.locator(`nav a[href="${path}"]`).click()
    await page.waitForURL(site.origin + path)
    await page.getByRole('heading', { level: 1, name: HEADINGS[path] }).waitFor()
    expect(await isSameDocument(page)).toBe(true)
  }
  const isSameDocument = (page: Page) => page.evaluate(() => 'isSame' in window)

  beforeEach(() => world.emulator.giveProduct('ingrid', PRODUCT))

  // While a site is developed, its framework makes a route when it is first asked for it.
  beforeAll(async () => {
    const page = await world.page()
    page.setDefaultTimeout(240_000)
    await page.goto(`${site.origin}/article`)
    await says(page, 'loggedOut')
    await page.evaluate(async () => {
      const options: RequestInit = { redirect: 'manual', credentials: 'omit' }
      for (const path of ['/login', '/callback']) await fetch(path, options)
      for (const path of ['/session', '/rest']) await fetch(path, { ...options, method: 'POST', body: '{}' })
    })
    await page.locator('nav a[href="/"]').click()
    await page.getByRole('heading', { level: 1, name: HEADINGS['/'] }).waitFor()
    await page.close()
  })

  it('hydrates a reader’s page without a change or a warning, also right after a login', async () => {
    const watched = await newPage()
    await logIn(watched)
    expect(await watched.greetings()).toEqual([INGRID])
    expect(await watched.statuses()).toEqual(['connected'])
    await open(watched, '/another', 'connected')
    expect(await watched.greetings()).toEqual([INGRID])
    expect(await watched.statuses()).toEqual(['connected'])
    expect(watched.complaints).toEqual([])
  })

  it('hydrates an anonymous reader’s page without a change or a warning', async () => {
    const watched = await newPage()
    await open(watched, '/article', 'loggedOut')
    await has(watched.page, 'teaser')
    expect(await watched.greetings()).toEqual([STRANGER])
    expect(watched.complaints).toEqual([])
  })

  it('has one identity for all routes, which asks once', async () => {
    const watched = await newPage()
    const { page } = watched
    await logIn(watched)
    world.sessionCalls()
    for (const path of ['/another', '/', '/article'] as const) {
      await follow(page, path)
      await greets(page, INGRID)
    }
    await has(page, 'rest')
    await goBack(page)
    await page.getByRole('heading', { level: 1, name: HEADINGS['/'] }).waitFor()
    await greets(page, INGRID)
    expect(await isSameDocument(page)).toBe(true)
    expect(await watched.identities()).toBe(1)
    expect(world.sessionCalls()).toEqual([])
    expect(watched.complaints).toEqual([])
  })

  it('hears of a logout in another tab, on a route that was come to', async () => {
    const [tab, other] = [await newPage(), await newPage()]
    await logIn(tab)
    await follow(tab.page, '/another')
    await has(tab.page, 'rest')
    await open(other, '/article', 'connected')
    await other.page.locator('#log-out').click()
    await greets(tab.page, STRANGER)
    await has(tab.page, 'teaser')
    await says(tab.page, 'loggedOut')
    expect(await isSameDocument(tab.page)).toBe(true)
    // The server has forgotten them, too.
    await follow(tab.page, '/article')
    await greets(tab.page, STRANGER)
    await has(tab.page, 'teaser')
    expect(tab.complaints).toEqual([])
  })

  it('greets and opens once the server has learned of a session from elsewhere', async () => {
    await (await loggedIn(world)).close()
    const watched = await newPage()
    await open(watched, '/article', 'connected')
    await greets(watched.page, INGRID)
    await has(watched.page, 'rest')
    expect(await watched.greetings()).toEqual([STRANGER, INGRID])
    expect(watched.complaints).toEqual([])
  })

  /** How often a page tells its server who reads, from now on. */
  function countTold(page: Page): () => number {
    let count = 0
    page.on('request', (request) => {
      if (request.method() === 'POST' && new URL(request.url()).pathname === '/session') count++
    })
    return () => count
  }

  it('tells the server once of a reader whom it does not know, and once that they log out', async () => {
    await (await loggedIn(world)).close()
    const watched = await newPage()
    const { page } = watched
    const told = countTold(page)
    await open(watched, '/article', 'connected')
    await greets(page, INGRID)
    await page.waitForLoadState('networkidle')
    expect(told()).toBe(1)
    await page.locator('#log-out').click()
    await page.waitForURL(`${site.origin}/`)
    await says(page, 'loggedOut')
    await page.waitForLoadState('networkidle')
    expect(told()).toBe(2)
    expect(watched.complaints).toEqual([])
  })

  it('tells the server once, and asks it no more, where the browser refuses its cookie', async () => {
    await (await loggedIn(world)).close()
    const watched = await newPage()
    const { page } = watched
    const told = countTold(page)
    await page.addInitScript(() => {
      const { fetch } = window
      window.fetch = (input, init) =>
        fetch(input, input === '/session' ? { ...init, credentials: 'omit' } : init)
    })
    await open(watched, '/article', 'connected')
    // Which never comes where the page asks for ever.
    await page.waitForLoadState('networkidle')
    expect(told()).toBe(1)
    expect((await world.browser.cookies(site.origin)).map(({ name }) => name)).not.toContain('reader')
    await follow(page, '/another')
    await greets(page, INGRID)
    await page.waitForLoadState('networkidle')
    expect(told()).toBe(1)
  })

  it('asks for a fresh sig where the server refuses the one that the tab has cached', async () => {
    await (await loggedIn(world)).close()
    const watched = await newPage()
    world.emulator.setFaults({ clockSkewSeconds: -600 })
    const refused = watched.page.waitForResponse(`${site.origin}/session`)
    await open(watched, '/article', 'connected')
    expect((await refused).status()).toBe(403)
    world.emulator.resetFaults()
    world.sessionCalls()
    const told = watched.page.waitForResponse(
      (response) => response.url() === `${site.origin}/session` && response.ok(),
    )
    await open(watched, '/article', 'connected')
    await told
    expect(world.sessionCalls()).toHaveLength(1)
  })

  it('greets whom it knew, and does not say that they do not pay, while the session service is down', async () => {
    const known = await newPage()
    await logIn(known)
    world.emulator.setFaults({ session: 'down' })
    // The server vouches for them.
    const tab = await newPage()
    await open(tab, '/another', 'connected')
    expect(await tab.greetings()).toEqual([INGRID])
    await has(tab.page, 'unsure')
    // The session expires while the page is open.
    await known.page.evaluate(() => {
      const { now } = Date
      Date.now = () => now() + 365 * 86_400_000
    })
    await follow(known.page, '/another')
    await says(known.page, 'session-unreachable')
    await greets(known.page, INGRID)
    await has(known.page, 'unsure')
    expect(known.complaints.filter(isOfFramework)).toEqual([])
  })

  it('neither greets nor opens for a reader whom the server does not know, while the service is down', async () => {
    await (await loggedIn(world)).close()
    world.emulator.setFaults({ session: 'down' })
    const watched = await newPage()
    await open(watched, '/article', 'session-unreachable')
    await has(watched.page, 'unsure')
    expect(await watched.greetings()).toEqual([STRANGER])
    expect(watched.complaints.filter(isOfFramework)).toEqual([])
  })

  it('shows nobody’s name on the way back from a logout', async () => {
    const watched = await newPage()
    await logIn(watched)
    await follow(watched.page, '/another')
    await watched.page.locator('#log-out').click()
    await watched.page.waitForURL(`${site.origin}/`)
    await says(watched.page, 'loggedOut')
    await goBack(watched.page)
    await watched.page.waitForURL(`${site.origin}/another`)
    await greets(watched.page, STRANGER)
    await has(watched.page, 'teaser')
    expect(watched.complaints).toEqual([])
  })
}
