/**
 * A host beside a publisher's own sets cookies for the domain that they share: those of somebody who logged in
 * elsewhere. Whatever it sets, and wherever it then leads a reader, nobody becomes somebody else.
 */
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { Visitor } from '../../emulator/test/helpers.ts'
import { credentials, goToLogin, logIn as logInAt, site } from '../../emulator/test/log-in.ts'
import { by, call, loggedIn, logIn, sees, visit } from './support/demo.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

/** Somebody with a browser of their own, who logs in and stops on the way where it suits them. */
let attacker: Visitor
beforeEach(() => {
  attacker = new Visitor()
})

async function stoppedAt(host: string, path: string): Promise<string> {
  const { emulator } = world
  attacker.stopAt = emulator.url(host, path)
  const login = await goToLogin(emulator, attacker)
  const { url } = await attacker.submit(login, 'login', credentials(emulator, 'matti'))
  expect(url).toContain(path)
  return url
}

/** Sets, from a page of the sibling host, every cookie that the attacker has for the site and its session service. */
async function plant(page: Page): Promise<void> {
  const { emulator, pages } = world
  const hosts = [site.siteHost, site.sessionHost]
  const cookies = (await Promise.all(hosts.map((host) => attacker.jar.getCookies(emulator.url(host))))).flat()
  expect(cookies.length).toBeGreaterThan(0)
  pages.serve('/plant', { body: '<!doctype html><title>A page</title>' })
  await page.goto(pages.url('/plant', 'evil.site.localhost'))
  // a longer path goes before the cookie of the same name that the reader has
  const paths = ['/', '/callback', '/session-login', '/v2']
  const texts = cookies.flatMap(({ key, value }) =>
    [key, key.replace(/^__Host-/, ''), `__Host-${key.replace(/^__Host-/, '')}`].flatMap((name) =>
      paths.map((path) => `${name}=${value}; domain=${site.baseDomain}; path=${path}`),
    ),
  )
  await page.evaluate((all) => {
    // biome-ignore lint/suspicious/noDocumentCookie: as a hostile script does
    for (const text of all) for (const end of ['', '; secure']) document.cookie = text + end
  }, texts)
  // A browser checks no prefix behind a byte that is no blank to it. To JavaScript it is one. Only a header can hold it.
  const headers = {
    'set-cookie': cookies.map(({ key, value }) => `\u00a0${key}=${value}; domain=${site.baseDomain}; path=/`),
  }
  pages.serve('/plant', { body: '<!doctype html><title>A page</title>', headers })
  await page.reload()
}

/** Whoever the page knew before, it asks anew, and says this. */
async function is(page: Page, status: string): Promise<void> {
  await visit(world, page, status)
  await by(page, 'check-again').click()
  await sees(page, 'status', status)
}

async function anonymous(): Promise<Page> {
  const page = await world.page()
  await visit(world, page, 'anonymous')
  return page
}

describe.each([
  ['was never here', () => world.page()],
  ['has been here', anonymous],
])('a reader who %s', (_who, open) => {
  it('is not logged in by a callback that belongs to somebody else', async () => {
    const callback = await stoppedAt(site.siteHost, '/callback?')
    const page = await open()
    await plant(page)
    await page.goto(callback)
    expect(page.url()).toBe(world.emulator.url(site.siteHost, '/?log-in=failed'))
    await is(page, 'anonymous')
  })

  it('is not logged in by a callback of the session service that belongs to somebody else', async () => {
    const callback = await stoppedAt(site.sessionHost, '/callback?')
    const page = await open()
    await plant(page)
    await page.goto(callback)
    await is(page, 'anonymous')
  })

  it('is not in the session of somebody else', async () => {
    await logInAt(world.emulator, attacker, 'matti')
    const page = await open()
    await plant(page)
    await is(page, 'anonymous')
  })
})

describe('a reader who logs in', () => {
  it('is who they are before and after', async () => {
    await logInAt(world.emulator, attacker, 'matti')
    const page = await world.page()
    await plant(page)
    await visit(world, page, 'anonymous')
    await logIn(page)
    await plant(page)
    await is(page, 'connected')
    await sees(page, 'user-name', 'Ingrid S.')
  })
})

describe('a host beside the site that leads a reader to the logout', () => {
  it.each(['strict-origin-when-cross-origin', 'unsafe-url', 'no-referrer'])(
    'is not done its will: the reader is asked, and stays (Referrer-Policy: %s)',
    async (policy) => {
      const page = await loggedIn(world)
      const logout = (await call(page, 'logoutUrl', world.emulator.url(site.siteHost))) as string
      const body = `<!doctype html><title>A page</title><a href="${logout.replaceAll('&', '&amp;')}">Win a prize</a>`
      world.pages.serve('/lead', { body, headers: { 'referrer-policy': policy } })
      await page.goto(world.pages.url('/lead', 'evil.site.localhost'))
      await page.getByText('Win a prize').click()
      await page.getByRole('heading', { name: 'Do you want to log out?' }).waitFor()
      await is(page, 'connected')
    },
  )
})
