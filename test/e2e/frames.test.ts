/** What the guide to frames says of browsers: a frame of another site knows nobody, and shows no login page. */
import { readFileSync } from 'node:fs'
import { beforeEach, expect, it } from 'vitest'
import { loggedIn } from './support/demo.ts'
import { ownOptions } from './support/own-page.ts'
import { useWorld } from './support/world.ts'

// The browser blocks no third-party cookie: the session’s own SameSite=Lax is enough.
const world = useWorld('allow')

beforeEach(() => {
  world.pages.serve('/portico.min.js', {
    body: readFileSync('dist/portico.min.js', 'utf8'),
    type: 'text/javascript',
  })
  world.pages.serve('/inner', {
    body: `<!doctype html><html lang="en"><title>Inner</title><link rel="icon" href="data:,"><p id="out"></p><button>Log in</button>
<script src="/portico.min.js"></script>
<script>
  const identity = new Portico.Identity(${JSON.stringify(ownOptions(world))})
  identity.isLoggedIn().then((isLoggedIn) => { document.getElementById('out').textContent = isLoggedIn })
  document.querySelector('button').onclick = () => identity.login({ state: 'framed' })
</script>`,
  })
})

async function framed(host: string) {
  world.pages.serve('/outer', {
    body: `<!doctype html><html lang="en"><title>Outer</title><link rel="icon" href="data:,">
<script>var loads = 0</script><iframe onload="loads += 1" src="${world.pages.url('/inner')}"></iframe>`,
  })
  const page = await world.page()
  await page.goto(world.pages.url('/outer', host))
  return { page, frame: page.frameLocator('iframe') }
}

it('knows a reader in a tab and in a frame of the same site, and nobody in a frame of another', async () => {
  const page = await loggedIn(world)
  await page.goto(world.pages.url('/inner'))
  await page.locator('#out').getByText('true').waitFor()
  const same = await framed('other-pages.site.localhost')
  await same.frame.locator('#out').getByText('true').waitFor()
  const other = await framed('pages.other.localhost')
  await other.frame.locator('#out').getByText('false').waitFor()
})

it('leaves a frame of another site empty when it leads to the login page', async () => {
  const { page, frame } = await framed('pages.other.localhost')
  await frame.locator('#out').getByText('false').waitFor()
  const asked = world.request(({ path }) => path.startsWith('/interaction/'))
  // By its own method: Playwright's mouse misses what is in a frame of another site in Firefox.
  await frame.getByRole('button').evaluate((button: HTMLElement) => button.click())
  await asked
  // A frame that the browser has refused counts as loaded, too. Firefox tells Playwright of no console line.
  await page.waitForFunction('loads === 2')
  // Not even the page that says that its cookie is missing.
  expect(await frame.locator('[href="/assets/account.css"]').count()).toBe(0)
})
