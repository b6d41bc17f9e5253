/** One page, many ways: the walk that the news page of `examples/` owes its readers, whichever framework makes it. */
import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { barriers } from './axe.ts'
import { by, goBack, startSession } from './demo.ts'
import { type StartSite, useSite } from './recipe.ts'
import { watch } from './watched-page.ts'

const PRODUCT = 'harbour-post-digital'
const REST = 'The keeper has rowed out every Sunday for forty years.'
const OFFER = 'This article is for subscribers, and you are not one yet.'
const TEASER = 'Subscribers read on. Log in, if you are one.'
const UNSURE = 'We cannot see right now whether you subscribe.'

const STRANGER = 'Hello, stranger'
const INGRID = 'Hello, Ingrid'

/** Not the library's own word to developers, such as that the session service is down. */
const isOfFramework = (complaint: string) => !complaint.startsWith('portico: ')

/** Tests a way to make the page. @param name names its pictures, which are taken where SHOTS names a folder */
export function testPage(
  name: string,
  start: StartSite,
  { hasServer = false }: { hasServer?: boolean } = {},
): void {
  const site = useSite(start)
  const { world } = site

  beforeEach(() => {
    world.emulator.giveProduct('ingrid', PRODUCT)
    world.emulator.takeProduct('matti', PRODUCT)
  })

  const newPage = async () => watch(await world.page())
  /** Waits until an element is seen to begin with a text; what is hidden is not seen. */
  const sees = (page: Page, id: string, text: string) =>
    page.waitForFunction(
      // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not seen
      ([wanted, start]) => document.getElementById(wanted ?? '')?.innerText.startsWith(start ?? ''),
      [id, text],
    )
  const seesStranger = async (page: Page) => {
    await sees(page, 'reader', STRANGER)
    await sees(page, 'teaser', TEASER)
    await page.locator('#log-in').waitFor()
  }
  const seesReader = async (page: Page) => {
    await sees(page, 'reader', INGRID)
    await sees(page, 'rest', REST)
    await page.locator('#log-out').waitFor()
  }
  async function picture(page: Page, scene: string): Promise<void> {
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}-${scene}.png` })
  }
  async function open(path = '/article') {
    const watched = await newPage()
    await watched.page.goto(site.origin + path)
    return watched
  }
  async function logIn(page: Page, user = 'ingrid'): Promise<void> {
    await page.locator('#log-in').click()
    await by(page, `user-${user}`).click()
    await page.waitForURL(`${site.origin}/article`)
  }
  /** A tab of a reader who has just logged in, by the link of the page. */
  async function openAndLogIn() {
    const watched = await open()
    await seesStranger(watched.page)
    await logIn(watched.page)
    await seesReader(watched.page)
    return watched
  }
  /** A tab of a reader. A server learns of them by the login alone. */
  async function openAsReader() {
    if (hasServer) return openAndLogIn()
    await startSession(world)
    const watched = await open()
    await seesReader(watched.page)
    return watched
  }
  /** Lets a day go by, of which the page hears nothing until it is looked at again. */
  const lookTomorrow = (page: Page) =>
    page.evaluate(() => {
      const { now } = Date
      Date.now = () => now() + 86_400_000
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    })

  it('shows an anonymous reader the beginning, without barriers or warnings', async () => {
    const { page, complaints } = await open()
    await seesStranger(page)
    await sees(page, 'library', 'loggedOut')
    await picture(page, 'stranger')
    expect(await barriers(page)).toEqual([])
    expect(complaints).toEqual([])
  })

  it('opens the article for a subscriber who has logged in, and greets nobody else on the way', async () => {
    const { page, greetings, complaints } = await openAndLogIn()
    await picture(page, 'subscriber')
    expect((await greetings()).filter((text) => text.includes('stranger'))).toEqual([])
    expect(await barriers(page)).toEqual([])
    expect(complaints).toEqual([])
  })

  it('tells a reader without a subscription so', async () => {
    const { page, complaints } = await open()
    await seesStranger(page)
    await logIn(page, 'matti')
    await sees(page, 'reader', 'Hello, Matti')
    await sees(page, 'offer', OFFER)
    await picture(page, 'no-subscription')
    expect(complaints).toEqual([])
  })

  it('hears of a logout and of a login in another tab', async () => {
    const { page, complaints } = await openAsReader()
    await page.evaluate(() => Object.assign(window, { isSame: true }))
    const other = await open()
    await seesReader(other.page)
    await other.page.locator('#log-out').click()
    await seesStranger(page)
    await other.page.waitForURL(`${site.origin}/`)
    await other.page.goto(`${site.origin}/article`)
    await seesStranger(other.page)
    await logIn(other.page)
    await seesReader(page)
    expect(await page.evaluate(() => 'isSame' in window)).toBe(true)
    expect([...complaints, ...other.complaints]).toEqual([])
  })

  it('says in an outage that it does not know, and opens when the service is back', async () => {
    const before = await openAsReader()
    await before.page.close()
    world.emulator.setFaults({ session: 'down' })
    const { page, complaints } = await newPage()
    await page.goto(`${site.origin}/article`)
    await sees(page, 'unsure', UNSURE)
    await picture(page, 'outage')
    world.emulator.resetFaults()
    await page.locator('#try-again').click()
    await seesReader(page)
    expect(complaints.filter(isOfFramework)).toEqual([])
  })

  it('notices, when it is looked at again, that the session has ended', async () => {
    const { page, complaints } = await openAsReader()
    await world.browser.clearCookies({ domain: 'id.site.localhost' })
    await lookTomorrow(page)
    await seesStranger(page)
    expect(complaints).toEqual([])
  })

  it('shows nobody’s name and no article on the way back from a logout', async () => {
    const { page, complaints } = await openAsReader()
    await page.locator('#log-out').click()
    await page.waitForURL(`${site.origin}/`)
    await sees(page, 'reader', STRANGER)
    await goBack(page)
    // Not until it has loaded: a page that is restored does not load.
    await page.waitForURL(`${site.origin}/article`, { waitUntil: 'commit' })
    await seesStranger(page)
    expect(complaints).toEqual([])
  })

  it('shows what it can where scripts are blocked, and logs in', async () => {
    const scriptless = await world.browser.browser()?.newContext({ javaScriptEnabled: false })
    const page = await scriptless?.newPage()
    if (!page) throw new Error('there is no page without scripts')
    try {
      await page.goto(`${site.origin}/article`)
      await picture(page, 'no-scripts')
      await page.getByRole('link', { name: 'Log in' }).click()
      await by(page, 'user-ingrid').click()
      await page.waitForURL(({ origin, pathname }) => origin === site.origin && pathname !== '/callback')
      if (!hasServer) return
      expect(await page.locator('#reader').textContent()).toBe(INGRID)
      await picture(page, 'no-scripts-reader')
    } finally {
      await scriptless?.close()
    }
  })
}
