/** examples/static: a page without a server logs its reader in against the emulator, by PKCE, and nobody else's code. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { by } from './support/demo.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()
const TYPES = { html: 'text/html; charset=utf-8', js: 'text/javascript; charset=utf-8' }

/** The files as they stand, where the emulator of this test is; gives the page's address. */
function serveSite(): string {
  const serve = (path: string, file: string, type: string) =>
    world.pages.serve(path, {
      body: readFileSync(file, 'utf8').replaceAll('localhost:8800', `localhost:${world.emulator.port}`),
      type,
    })
  serve('/', 'examples/static/index.html', TYPES.html)
  for (const name of ['page.js', 'pkce.js']) serve(`/${name}`, `examples/static/${name}`, TYPES.js)
  serve('/portico.min.js', 'dist/portico.min.js', TYPES.js)
  return world.pages.url('/', 'app.site.localhost')
}

/** What a developer types into the control page. */
async function makeClient(redirectUri: string): Promise<void> {
  const page = await world.page()
  await page.goto(world.emulator.url('account.localhost', '/control'))
  await by(page, 'new-client').click()
  await by(page, 'client-id').fill('my-page')
  await by(page, 'client-redirect-uri').fill(redirectUri)
  await by(page, 'client-public').check()
  await by(page, 'save-client').click()
  await by(page, 'clients').getByRole('heading', { name: 'my-page' }).waitFor()
  await page.close()
}

describe('a site without a server', () => {
  let home = ''
  let page: Page
  beforeAll(async () => {
    home = serveSite()
    await makeClient(home)
  })

  it('logs its reader in and out, with a client made on the control page', async () => {
    page = await world.page()
    await page.goto(home)
    await page.getByText('Hello, stranger').waitFor()
    const exchange = world.request(({ path }) => path === '/oauth/token')
    await page.getByRole('button', { name: 'Log in' }).click()
    await by(page, 'user-ingrid').click()
    await page.getByText('Hello, Ingrid').waitFor()
    const { body, status } = await exchange
    expect(status).toBe(200)
    expect(body).toMatch(/^client_id=my-page$.*^code=…$.*^code_verifier=…$/ms)
    expect(page.url()).toBe(home)
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.getByText('Hello, stranger').waitFor()
    expect(page.url()).toBe(home)
  })

  it('takes no code that this tab has not asked for', async () => {
    page = await world.page()
    let asked = 0
    page.on('request', (request) => {
      if (request.url().includes('/oauth/token')) asked += 1
    })
    await page.goto(`${home}?code=somebodys&state=somebodys`)
    await page.getByText('Hello, stranger').waitFor()
    expect([asked, page.url()]).toEqual([0, home])
  })
})
