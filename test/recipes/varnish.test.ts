/** The example as its readers see it: its site behind Varnish, logins at the emulator, in a real browser. */
import { type ChildProcess, spawn } from 'node:child_process'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { freePort } from '../../session-service/test/support/free-port.mjs'
import { forgetAll, openBrowser, openPage } from '../e2e/support/browser.ts'
import { by, sees } from '../e2e/support/demo.ts'
import { useWorld } from '../e2e/support/world.ts'
import { end, whenSaid } from '../support/program.ts'
import { ask, withSession } from './support/ask.ts'
import { HOST, startVarnish, type Varnish } from './support/varnish.ts'

const world = useWorld()

let varnish: Varnish
let origin: string
let sitePort: number
let site: ChildProcess
let others: BrowserContext

/** Starts the example's own site, and waits until it listens. */
async function startSite(freshSeconds: number): Promise<ChildProcess> {
  const env = {
    ...process.env,
    PORT: String(sitePort),
    ORIGIN: origin,
    EMULATOR: world.emulator.url('account.localhost'),
    FRESH_SECONDS: String(freshSeconds),
  }
  const child = spawn(process.execPath, ['examples/varnish/site.mjs'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await whenSaid(child, /./)
  return child
}

const kill = (child: ChildProcess) => end(child, 'SIGKILL')

beforeAll(async () => {
  const port = await freePort()
  sitePort = await freePort()
  origin = `http://${HOST}:${port}`
  world.emulator.registerRedirectUri('harbour-post', `${origin}/`)
  site = await startSite(60)
  varnish = await startVarnish(sitePort, port)
  others = await openBrowser()
})

afterEach(async () => {
  // The first page stays: a browser without any ends.
  for (const page of others.pages().slice(1)) await page.close()
  await forgetAll(others)
})

afterAll(async () => {
  await others?.close()
  await varnish?.stop()
  if (site) await kill(site)
})

/** What a page says of itself, and what Varnish did to give it. */
async function read(page: Page, path: string) {
  const response = await page.goto(origin + path)
  const text = (id: string) => page.locator(`#${id}`).textContent()
  await page.locator('#reader:not(:empty)').waitFor()
  return {
    cache: response?.headers()['x-cache'],
    copy: await text('copy'),
    madeFor: await text('made-for'),
    reader: await text('reader'),
  }
}

/**
 * Reads an article, and leaves the site. A tab that stays there would tell the next one what it has learned in the last ten
 * seconds: nobody but a test logs in on another host as fast as that.
 */
async function readAndLeave(page: Page, path: string) {
  const seen = await read(page, path)
  await page.goto('about:blank')
  return seen
}

/** A page of a browser in which a test user logs in, by the publisher's front page. */
async function loggedIn(user: string, browser: BrowserContext = world.browser): Promise<Page> {
  const page = await openPage(browser, 'block')
  await page.goto(world.emulator.url('www.site.localhost'))
  await sees(page, 'status', 'anonymous')
  await by(page, 'log-in').click()
  await by(page, `user-${user}`).click()
  await sees(page, 'status', 'connected')
  await sees(page, 'sp-id', 'valid')
  return page
}

const spIdOf = async (browser: BrowserContext) =>
  (await browser.cookies()).find(({ name }) => name === 'SP_ID')?.value

describe('readers without a session', () => {
  it('share one copy, whatever their browser and the trackers add', async () => {
    const [one, two] = [await world.page(), await openPage(others, 'block')]
    await others.addCookies([{ name: 'theme', value: 'dark', url: origin }])
    const first = await read(one, '/article/shared')
    const second = await read(two, '/article/shared?utm_source=mail&gclid=1')
    expect(first).toMatchObject({ cache: 'miss', madeFor: 'everybody', reader: 'Nobody is logged in' })
    expect(second).toEqual({ ...first, cache: 'hit' })
  })
})

describe('two readers who are logged in', () => {
  it('have a copy each, and never the other’s', async () => {
    const anonymous = await readAndLeave(await world.page(), '/article/two-readers')
    const [one, two] = [await loggedIn('ingrid'), await loggedIn('matti', others)]
    const [ingrid, matti] = [await read(one, '/article/two-readers'), await read(two, '/article/two-readers')]
    expect([ingrid.cache, matti.cache]).toEqual(['miss', 'miss'])
    expect([ingrid.reader, matti.reader]).toEqual(['Ingrid S.', 'Matti V.'])
    expect(new Set([anonymous.copy, ingrid.copy, matti.copy]).size).toBe(3)
    expect(new Set([anonymous.madeFor, ingrid.madeFor, matti.madeFor]).size).toBe(3)
    expect(await read(one, '/article/two-readers')).toEqual({ ...ingrid, cache: 'hit' })
    expect(await read(two, '/article/two-readers')).toEqual({ ...matti, cache: 'hit' })
  })
})

describe('a reader', () => {
  it('gets the copy of their session from the login on, also of a page that they had before', async () => {
    const page = await world.page()
    const before = await readAndLeave(page, '/article/login')
    const after = await read(await loggedIn('ingrid'), '/article/login')
    expect(before.madeFor).toBe('everybody')
    expect(after.madeFor).toMatch(/^session /)
    expect((await read(page, '/article/login')).copy).toBe(after.copy)
  })

  it('is known in the tab in which they went to log in', async () => {
    const page = await world.page()
    await read(page, '/article/same-tab')
    await page.locator('#log-in').click()
    await sees(page, 'status', 'anonymous')
    await by(page, 'log-in').click()
    await by(page, 'user-ingrid').click()
    await sees(page, 'sp-id', 'valid')
    for (const cache of ['miss', 'hit'])
      expect(await read(page, '/article/same-tab')).toMatchObject({
        cache,
        reader: 'Ingrid S.',
        madeFor: expect.stringMatching(/^session /),
      })
  })

  it('gets the copy of everybody after the logout, and the session’s copies are gone', async () => {
    const everybody = await readAndLeave(await world.page(), '/article/logout')
    const page = await loggedIn('ingrid')
    const own = await read(page, '/article/logout')
    const spId = (await spIdOf(world.browser)) ?? ''
    expect(await ask(varnish.port, '/article/logout', { headers: [withSession(spId)] })).toMatchObject({
      cache: 'hit',
      body: expect.stringContaining(own.copy ?? ''),
    })
    await page.locator('#log-out').click()
    await page.waitForURL(`${origin}/`)
    await page.getByText('Nobody is logged in').waitFor()
    expect(await spIdOf(world.browser)).toBeUndefined()
    expect(await read(page, '/article/logout')).toEqual({ ...everybody, cache: 'hit' })
    // Whoever has got hold of the old cookie finds nothing under it.
    const late = await ask(varnish.port, '/article/logout', { headers: [withSession(spId)] })
    expect(late.cache).toBe('miss')
    expect(late.body).not.toContain(own.copy)
  })

  it('gets no page of before when the next one logs in, in the same browser', async () => {
    const ingrid = await readAndLeave(await loggedIn('ingrid'), '/article/next')
    await world.browser.clearCookies()
    const matti = await read(await loggedIn('matti'), '/article/next')
    expect(matti).toMatchObject({ cache: 'miss', reader: 'Matti V.' })
    expect(matti.copy).not.toBe(ingrid.copy)
  })
})

describe('while the site is killed', () => {
  it('readers go on with the copies that are theirs, and get new ones once it is back', async () => {
    await kill(site)
    site = await startSite(1)
    const [anonymous, page] = [await openPage(others, 'block'), await loggedIn('ingrid')]
    const [everybody, ingrid] = [await read(anonymous, '/article/down'), await read(page, '/article/down')]
    await kill(site)
    const isOld = async (reader: Page, { copy }: { copy: string | null }) =>
      vi.waitFor(
        async () => expect(await read(reader, '/article/down')).toMatchObject({ cache: 'stale', copy }),
        {
          timeout: 10_000,
        },
      )
    await isOld(anonymous, everybody)
    await isOld(page, ingrid)
    expect((await read(page, '/article/down')).reader).toBe('Ingrid S.')
    site = await startSite(60)
    await vi.waitFor(async () => expect((await read(page, '/article/down')).copy).not.toBe(ingrid.copy), {
      timeout: 20_000,
    })
    expect((await read(page, '/article/down')).madeFor).toBe(ingrid.madeFor)
  })
})
