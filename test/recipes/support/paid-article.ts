/** What a site owes its readers whose server sends a paid article whole. */
import { expect, it } from 'vitest'
import { hasIdentity, type StartSite, useSite } from '../../e2e/support/recipe.ts'

const PRODUCT = 'harbour-post-digital'
const PATH = '/paid/article'
const REST = 'The keeper has rowed out every Sunday'

/** Tests a site that has such an article. */
export function testPaidArticle(start: StartSite): void {
  const site = useSite(start)
  const { world } = site

  /** The page as the server makes it for this browser, before any script runs. */
  const made = async () => (await (await world.page()).goto(site.origin + PATH))?.text()

  it('sends the beginning to an anonymous reader, and all of it to a subscriber, from the second page on at once', async () => {
    world.emulator.giveProduct('ingrid', PRODUCT)
    const page = await world.page()
    await page.goto(site.origin + PATH)
    expect(await made()).not.toContain(REST)
    await site.logIn(page)
    await page.goto(site.origin + PATH)
    await page.locator('#rest').waitFor()
    expect(await made()).toContain(REST)
  })

  it('ends with the logout, and is of no use to the next reader', async () => {
    world.emulator.giveProduct('ingrid', PRODUCT)
    const page = await world.page()
    await site.logIn(page)
    await page.goto(site.origin + PATH)
    await page.locator('#rest').waitFor()
    await hasIdentity(page)
    await page.locator('#log-out').click()
    await page.waitForURL(`${site.origin}/`)
    expect(await made()).not.toContain(REST)
  })

  it('ends with a refund, as soon as the session service is asked', async () => {
    world.emulator.giveProduct('ingrid', PRODUCT)
    const page = await world.page()
    await site.logIn(page)
    await page.goto(site.origin + PATH)
    await page.locator('#rest').waitFor()
    world.emulator.takeProduct('ingrid', PRODUCT)
    // A tab of its own has not kept the answer.
    const other = await world.page()
    await other.goto(site.origin + PATH)
    await other.locator('#teaser').waitFor()
    expect(await made()).not.toContain(REST)
  })

  it('goes on in an outage', async () => {
    world.emulator.giveProduct('ingrid', PRODUCT)
    const page = await world.page()
    await site.logIn(page)
    await page.goto(site.origin + PATH)
    await page.locator('#rest').waitFor()
    world.emulator.setFaults({ session: 'down', access: '503' })
    const other = await world.page()
    await other.goto(site.origin + PATH)
    await other.locator('#rest').waitFor()
  })
}
