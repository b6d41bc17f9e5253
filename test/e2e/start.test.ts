/** The documentation's "Five minutes to a login", as it stands, in a browser: a page without a server logs a reader in. */
import { describe, expect, it } from 'vitest'
import { filesOf } from '../docs/pages.ts'
import { bundleOf } from '../docs/run.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

/** The page of the sample, where the emulator of this test is. */
async function samplePage(): Promise<string> {
  const { emulator, pages } = world
  const [name = '', code = ''] = Object.entries(filesOf('start.md'))[0] ?? []
  const files = { [name]: code.replaceAll('localhost:8800', `localhost:${emulator.port}`) }
  const script = (await bundleOf('start.md', name, { files, format: 'esm' })).replaceAll(
    '</script',
    '<\\/script',
  )
  pages.serve('/', {
    body: `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>My site</title><body><script type="module">${script}</script></body></html>`,
  })
  const address = pages.url('/', 'www.site.localhost')
  emulator.registerRedirectUri('harbour-post', address)
  return address
}

describe('five minutes to a login', () => {
  it('lead to a page that knows its reader, and logs them out', async () => {
    const address = await samplePage()
    const page = await world.page()
    await page.goto(address)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByTestId('user-ingrid').click()
    await page.getByRole('button', { name: 'Log out Ingrid' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Log out Ingrid' }).click()
    await page.getByRole('button', { name: 'Log in' }).waitFor()
    expect(new URL(page.url()).origin).toBe(new URL(address).origin)
  })

  it('lead to a page that greets nobody after a logout in another tab', async () => {
    const address = await samplePage()
    const page = await world.page()
    await page.goto(address)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByTestId('user-ingrid').click()
    await page.getByRole('button', { name: 'Log out Ingrid' }).waitFor()
    const other = await world.page()
    await other.goto(address)
    await other.getByRole('button', { name: 'Log out Ingrid' }).click()
    await page.getByRole('button', { name: 'Log in' }).waitFor()
  })
})
