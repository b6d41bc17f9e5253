/** What every site of `examples/` that has a server owes its readers, told of one by one. */
import { spawn } from 'node:child_process'
import type { Page } from 'playwright-core'
import { ownSiteSettings } from 'portico-emulator'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../../session-service/test/support/free-port.mjs'
import { end, whenSaid } from '../../support/program.ts'
import { runsIn } from './browser.ts'
import { by, loggedIn } from './demo.ts'
import { useWorld, type World } from './world.ts'

/** A site that runs. */
export interface Running {
  close(): Promise<void>
}

/** Starts a site that is given its settings; settles when it answers. */
export type StartSite = (settings: Record<string, string>, port: number) => Promise<Running>

export const LOCALHOST: string = new URL('../../../emulator/dist/localhost.mjs', import.meta.url).href

/** What runs a site's program: Node, unless a site is for another runtime. */
const NODE = [process.execPath, '--import', LOCALHOST]

/** Starts a site that is a program, which says when it can be opened. */
export const startProgram =
  (args: string[], cwd: string = process.cwd(), runtime: string[] = NODE): StartSite =>
  async (settings, port) => {
    const env = { ...process.env, ...settings, NODE_ENV: 'production', PORT: `${port}` }
    const [command = '', ...first] = runtime
    const child = spawn(command, [...first, ...args], { env, cwd })
    await whenSaid(child, /Open http/)
    return { close: () => end(child) }
  }

/** Waits until a page has its identity. What the server has rendered is there before, and its buttons do nothing yet. */
export const hasIdentity = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => 'schIdentity' in window)

/** A site, and what it stands on. */
export interface Site {
  readonly world: World
  readonly origin: string
  /** Logs a test user in by the link of a page, and comes back to it. */
  logIn(page: Page, path?: string): Promise<void>
}

/** Runs a site for the tests that call this, on a port of its own. */
export function useSite(start: StartSite): Site {
  const world = useWorld()
  let running: Running | undefined
  let origin = ''

  beforeAll(async () => {
    const port = await freePort()
    origin = `http://www.site.localhost:${port}`
    const redirectUri = `${origin}/callback`
    world.emulator.registerRedirectUri('harbour-post', redirectUri)
    running = await start(ownSiteSettings(world.emulator, redirectUri), port)
  })
  afterAll(() => running?.close())

  return {
    world,
    get origin() {
      return origin
    },
    async logIn(page, path = '/article') {
      await page.goto(origin + path)
      await page.locator('#log-in').click()
      await by(page, 'user-ingrid').click()
      await page.waitForURL(origin + path)
    },
  }
}

/** Tests a site. */
export function testRecipe(start: StartSite): void {
  const site = useSite(start)
  const { world, logIn } = site

  /** Opens a path; gives the page as the server made it, before any script ran. */
  async function open(page: Page, path: string): Promise<string> {
    const response = await page.goto(site.origin + path)
    return (await response?.text()) ?? ''
  }

  const says = (page: Page, text: string | RegExp) => page.locator('#library').getByText(text).waitFor()
  // By the result of a call, or by the status of a store.
  const saysIngrid = (page: Page) => says(page, /^(Ingrid|connected)$/)
  const saysNobody = (page: Page) => says(page, /^(session-missing|loggedOut)$/)
  const reader = (page: Page) => page.locator('#reader').textContent()

  it('greets an anonymous reader, and takes them to the login page and back to the article', async () => {
    const page = await world.page()
    expect(await open(page, '/article?page=2')).toContain('Hello, stranger')
    await saysNobody(page)
    const callback = page.waitForResponse((response) => response.url().startsWith(`${site.origin}/callback?`))
    await logIn(page)
    // Pages that the browser has fetched ahead greet an anonymous reader.
    expect(await (await callback).headerValue('clear-site-data')).toContain('"prefetchCache"')
    expect(await reader(page)).toBe('Hello, Ingrid')
    await saysIngrid(page)
  })

  it('is right on the first paint, and asks nobody, once the server knows the reader', async () => {
    const page = await world.page()
    await logIn(page)
    await saysIngrid(page)
    await page.waitForLoadState('networkidle')
    world.sessionCalls()
    // A tab of its own has nothing in its storage.
    const tab = await world.page()
    const html = await open(tab, '/another')
    expect(html).toContain('Hello, Ingrid')
    expect(html).toContain('porticoHead=')
    expect(html).not.toMatch(/sp_id|\bsig\b/)
    await saysIngrid(tab)
    expect(world.sessionCalls()).toEqual([])
  })

  it('says to caches that the page is one reader’s', async () => {
    const page = await world.page()
    const response = await page.goto(`${site.origin}/article`)
    expect(response?.headers()['cache-control']).toContain('no-store')
  })

  it('finds a reader who is logged in elsewhere, and is right from the next paint on', async () => {
    const page = await loggedIn(world)
    // Held, since the page is made anew when the server has been told.
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/session', async (route) => {
      await held
      await route.continue()
    })
    expect(await open(page, '/article')).toContain('Hello, stranger')
    const told = page.waitForResponse('**/session')
    release()
    await told
    await page.getByText('Hello, Ingrid').waitFor()
    expect(await open(page, '/article')).toContain('Hello, Ingrid')
  })

  it('logs the reader out, here and at the session service', async () => {
    const page = await world.page()
    await logIn(page)
    await saysIngrid(page)
    await hasIdentity(page)
    await page.locator('#log-out').click()
    await page.waitForURL(`${site.origin}/`)
    await saysNobody(page)
    expect(await reader(page)).toBe('Hello, stranger')
    expect(await open(page, '/article')).toContain('Hello, stranger')
  })

  it('follows a logout and a login in another tab, and is loaded once for each at most', async () => {
    const page = await world.page()
    await logIn(page)
    await saysIngrid(page)
    await hasIdentity(page)
    let loads = 0
    page.on('load', () => (loads += 1))
    const other = await world.page()
    await open(other, '/another')
    await hasIdentity(other)
    await other.locator('#log-out').click()
    await page.getByText('Hello, stranger').waitFor()
    await saysNobody(page)
    await other.waitForURL(`${site.origin}/`)
    await other.waitForLoadState('networkidle')
    expect(loads).toBeLessThanOrEqual(1)
    await logIn(other)
    await page.getByText('Hello, Ingrid').waitFor()
    await saysIngrid(page)
    await page.waitForLoadState('networkidle')
    expect(loads).toBeLessThanOrEqual(2)
  })

  it('leads nobody elsewhere', async () => {
    const page = await world.page()
    await page.goto(`${site.origin}/login?returnTo=//evil.example`)
    await by(page, 'user-ingrid').click()
    await page.waitForURL(`${site.origin}/`)
    expect(await reader(page)).toBe('Hello, Ingrid')
  })

  if (runsIn('chromium', 'a link that is fetched ahead', 'Firefox fetches no page ahead.'))
    it('begins no login where the browser fetches its link ahead, and leads to the login page by a click', async () => {
      const login = `${site.origin}/login`
      const rules = JSON.stringify({ prefetch: [{ source: 'list', urls: [login], eagerness: 'immediate' }] })
      const body = `<!doctype html><title>A page</title><link rel="icon" href="data:,">
        <script type="speculationrules">${rules}</script><a href="${login}">Log in</a><img src="${login}?image" alt="">`
      world.pages.serve('/ahead', { body })
      const page = await world.page()
      const session = await world.browser.newCDPSession(page)
      await session.send('Preload.enable')
      const fetched = new Promise<void>((resolve) =>
        session.on('Preload.prefetchStatusUpdated', ({ status }) => {
          if (['Ready', 'Success', 'Failure'].includes(status)) resolve()
        }),
      )
      await page.goto(world.pages.url('/ahead'))
      await fetched
      const names = (await world.browser.cookies(login)).map(({ name }) => name)
      expect(names.filter((name) => name.includes('login'))).toEqual([])
      await page.locator('a').click()
      await by(page, 'user-ingrid').waitFor()
    })

  it('takes no login that another browser began', async () => {
    const attacker = await world.page()
    await attacker.route(
      (url) => url.pathname === '/callback',
      (route) => route.abort(),
    )
    await attacker.goto(`${site.origin}/login`)
    const [request] = await Promise.all([
      attacker.waitForRequest(/\/callback\?/),
      by(attacker, 'user-matti').click({ noWaitAfter: true }),
    ])
    await attacker.close()
    await world.browser.clearCookies()
    const { pathname, search } = new URL(request.url())
    expect(search).toContain('code=')
    const page = await world.page()
    expect(await open(page, pathname + search)).toContain('Hello, stranger')
    expect(page.url()).toBe(`${site.origin}/`)
  })

  it('believes no session that the page cannot prove, nor one that another page tells', async () => {
    const page = await world.page()
    await page.goto(site.origin)
    const tell = (body: string) =>
      page.evaluate(
        async (text) =>
          (
            await fetch('/session', {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: text,
            })
          ).status,
        body,
      )
    for (const sig of ['forged', 'a.b', 7, {}]) expect(await tell(JSON.stringify({ sig }))).toBe(403)
    for (const body of ['{"sig":null}', 'null', '[]']) expect(await tell(body)).toBe(400)
    const foreign = await fetch(`${site.origin.replace('www.site.localhost', '127.0.0.1')}/session`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: 'http://evil.example',
        host: new URL(site.origin).host,
      },
      body: '{}',
    })
    expect(foreign.status).toBe(403)
    expect(await open(page, '/article')).toContain('Hello, stranger')
  })
}
