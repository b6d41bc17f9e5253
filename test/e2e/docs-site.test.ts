/**
 * The front page of the documentation and one of its guides, by axe: light and dark, on a phone and on a desktop. `npm run verify recipes -- site` looks
 * at more of them, with the types and the colours of their samples.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { barriers } from './support/axe.ts'
import { buildSite, isBuilt, type Site, serveSite } from './support/docs-site.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()
let site: Site

beforeAll(async () => {
  if (!isBuilt()) buildSite({ isPlain: true })
  site = await serveSite()
  // The site is built here where nobody has built it.
}, 300_000)
afterAll(() => site?.close())

it.each(['/', '/guide/session-service'])('axe has nothing against %s', async (path) => {
  const page = await world.page()
  await page.goto(site.url(path))
  await page.locator('h1').first().waitFor()
  expect(await barriers(page)).toEqual([])
})
