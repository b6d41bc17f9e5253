/**
 * The front page of the documentation logs a reader in where the emulator runs. It and one of the guides, by axe: light and dark, on a phone and on a desktop. `npm run verify recipes -- site` looks
 * at more of them, with the types and the colours of their samples.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { barriers } from './support/axe.ts'
import { buildSite, isBuilt, type Site, serveSite } from './support/docs-site.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()
let site: Site

beforeAll(async () => {
  if (!isBuilt()) buildSite({ isPlain: true })
  site = await serveSite(world.emulator.port)
  // The site is built here where nobody has built it.
}, 300_000)
afterAll(() => site?.close())

it.each(['/', '/guide/session-service'])('axe has nothing against %s', async (path) => {
  const page = await world.page()
  await page.goto(site.url(path))
  await page.locator('h1').first().waitFor()
  expect(await barriers(page)).toEqual([])
})

/** Loads the front page, and gives the addresses of its requests to other hosts than the page's own. */
async function requestsElsewhere(page: Page, address: string): Promise<string[]> {
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(address).origin) elsewhere.push(request.url())
  })
  await page.goto(address, { waitUntil: 'networkidle' })
  return elsewhere
}

const PICTURE = 'The Harbour Post, a demo site: Ingrid is logged in'

it('has a login on its front page where the emulator runs', async () => {
  const address = site.url('/', 'docs.site.localhost')
  world.emulator.registerRedirectUri('harbour-post', address)
  const page = await world.page()
  await page.goto(site.url('/'))
  await page.getByRole('link', { name: 'Open this page as docs.site.localhost' }).click()
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByTestId('user-ingrid').click()
  await page.getByText('Hello, Ingrid').waitFor()
  expect(page.url()).toBe(address)
  expect(await page.getByAltText(PICTURE).count()).toBe(0)
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Log in' }).waitFor()
})

it('has pictures on its front page where another server has the port of the emulator', async () => {
  const other = await serveSite(Number(new URL(world.pages.url()).port))
  try {
    const page = await world.page()
    const elsewhere = await requestsElsewhere(page, other.url('/', 'docs.site.localhost'))
    expect(elsewhere).toEqual([expect.stringMatching(/^http:\/\/account\.localhost:.*openid-configuration$/)])
    await page.getByAltText(PICTURE).first().waitFor()
  } finally {
    other.close()
  }
})

it('asks nobody on the machine of a reader when it is served from elsewhere', async () => {
  const page = await world.page()
  await page.route('http://docs.example/**', async (route) => {
    const { pathname } = new URL(route.request().url())
    await route.fulfill({ response: await route.fetch({ url: site.url(pathname) }) })
  })
  expect(await requestsElsewhere(page, 'http://docs.example/')).toEqual([])
  await page.getByAltText(PICTURE).first().waitFor()
})
