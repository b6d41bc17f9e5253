/** The pages of the recipe for a script tag that need every plugin: by one file, and by modules of a CDN. */
import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { SAMPLES } from '../docs/pages.ts'
import { loggedIn } from './support/demo.ts'
import { ownOptions } from './support/own-page.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()
const PRODUCT = 'harbour-post-digital'

const sampleWith = (text: string) =>
  SAMPLES.find(
    ({ page, language, code }) =>
      page === 'recipes/script-tag.md' && language === 'html' && code.includes(text),
  )?.code ?? ''

/** The sample, on the emulator's client. */
const here = (html: string) =>
  html
    .replace(
      /clientId: 'your-client-id',[\s\S]*?redirectUri: '[^']+',\n(\s*env: 'PRO',\n)?/,
      `...${JSON.stringify(ownOptions(world))},\n`,
    )
    .replaceAll('site-digital', PRODUCT)

async function open(html: string): Promise<{ page: Page; errors: string[] }> {
  world.pages.serve('/', { body: html.replace('<head>', '<head><link rel="icon" href="data:,">') })
  const page = await world.page()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(`${error}`))
  await page.goto(world.pages.url())
  return { page, errors }
}

it('opens a wall by the file with every plugin, for whom the server lets read', async () => {
  world.pages.serve('/assets/portico.full.min.js', {
    body: readFileSync('dist/portico.full.min.js', 'utf8'),
    type: 'text/javascript',
  })
  world.pages.serve('/rest', { body: 'The rest of the article.' })
  const html = here(sampleWith('portico.full.min.js'))
  const anonymous = await open(html)
  await anonymous.page.getByText('Log in to read on.').waitFor()
  await anonymous.page.close()
  world.emulator.giveProduct('ingrid', PRODUCT)
  await loggedIn(world)
  const { page, errors } = await open(html)
  await page.getByText('The rest of the article.').waitFor()
  expect(errors).toEqual([])
})

it('opens a wall by modules of a CDN and an import map, which has all that they import', async () => {
  const folders = [
    ['/portico-1.0.0-rc.1/dist', 'dist'],
    ...['hookable', 'ofetch', 'destr', 'ufo'].map((name) => [`/${name}/dist`, `node_modules/${name}/dist`]),
  ]
  for (const [path = '', folder = ''] of folders)
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.m?js$/.test(name),
    ))
      world.pages.serve(`${path}/${file}`, {
        body: readFileSync(`${folder}/${file}`, 'utf8'),
        type: 'text/javascript',
        headers: { 'access-control-allow-origin': '*' },
      })
  const cdn = new URL(world.pages.url('/', 'cdn.localhost')).origin
  world.emulator.giveProduct('ingrid', PRODUCT)
  await loggedIn(world)
  const sample = sampleWith('https://cdn.site.com').replaceAll('https://cdn.site.com', cdn)
  const { page, errors } = await open(`<!doctype html><title>CDN</title><head></head>${here(sample)}`)
  await page.getByText('Read on …').waitFor()
  expect(errors).toEqual([])
})
