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
    body: `<!doctype html><html lang="en"><title>Outer</title><link rel="icon" href="data:,"><iframe src="${world.pages.url('/inner')}"></iframe>`,
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
  const refused = page.waitForEvent('console', (message) =>
    /frame-ancestors|X-Frame-Options/i.test(message.text()),
  )
  await frame.getByRole('button').click()
  expect((await refused).type()).toBe('error')
  expect(await frame.getByTestId('user-ingrid').count()).toBe(0)
})
