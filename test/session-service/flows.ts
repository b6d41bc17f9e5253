/** What readers do, and what befalls them: for each provider, store and browser the same. */
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ask, type BrowserName, backAt, goToLogin, launch, newReader, settled } from './support/browser.ts'
import { type Combination, openWorld, type SessionServiceWorld } from './support/world.ts'

/** What the tests of one combination share. */
export interface Flow {
  readonly world: SessionServiceWorld
  readonly browser: Browser
  /** The reader who goes through them all, one after the other. */
  readonly reader: BrowserContext
}

/** Runs a world, a browser and a reader for the tests of a `describe`. */
export function useFlow(combination: Combination, name: BrowserName): Flow {
  let world: SessionServiceWorld
  let browser: Browser
  let reader: BrowserContext
  beforeAll(async () => {
    world = await openWorld(combination)
    browser = await launch(name)
    reader = await newReader(browser)
  })
  afterAll(async () => {
    await browser?.close()
    await world?.close()
  })
  return {
    get world() {
      return world
    },
    get browser() {
      return browser
    },
    get reader() {
      return reader
    },
  }
}

/** Opens a site's page, and waits until it knows who reads it. */
export async function open(reader: BrowserContext, address: string): Promise<Page> {
  const page = await reader.newPage()
  await page.goto(address)
  await settled(page)
  return page
}

/** Logs in by redirect at a page of the first site. */
export async function logIn({ world }: Flow, page: Page, user?: string): Promise<void> {
  await goToLogin(page)
  await world.pages.logIn(page, user)
  await backAt(page, world.url('www', '/callback'))
  await settled(page)
}

/** A login, a second site, and logouts: the core. */
export function coreFlows(flow: Flow): void {
  const url: SessionServiceWorld['url'] = (...args) => flow.world.url(...args)

  it('knows nobody at first', async () => {
    const page = await open(flow.reader, url('www'))
    expect(await settled(page)).toMatchObject({ status: 'loggedOut' })
    expect(await ask(page)).toBe('session-missing 400')
    await page.close()
  })

  it('logs in by redirect: begun at one process, finished at the other', async () => {
    const { gate, processes, pages } = flow.world
    const [one, two] = processes.map(({ port }) => port) as [number, number]
    const page = await open(flow.reader, url('www'))
    gate.use([one])
    await goToLogin(page)
    await page.locator('input[name=login]').waitFor()
    gate.use([two])
    await pages.logIn(page)
    await backAt(page, url('www', '/callback'))
    expect(await settled(page)).toMatchObject({ status: 'connected', name: 'Kari' })
    gate.use([one, two])
    expect(await ask(page)).toBe('session')
    await page.close()
  })

  it('knows the reader at the second site of the publisher, without a login', async () => {
    const page = await open(flow.reader, url('sport'))
    expect(await settled(page)).toMatchObject({ status: 'connected', name: 'Kari' })
    await page.close()
  })

  it('gives the browser one cookie of its own host, out of reach of scripts', async () => {
    const cookies = await flow.reader.cookies(url('news'))
    const own = cookies.filter(({ domain }) => domain === 'id.news.test')
    expect(own).toEqual([
      expect.objectContaining({
        name: '__Host-session-id',
        httpOnly: true,
        secure: true,
        sameSite: 'Lax',
        path: '/',
      }),
    ])
  })

  it('learns of a logout in another tab', async () => {
    const page = await open(flow.reader, url('www'))
    const tab = await open(flow.reader, url('www'))
    await Promise.all([
      tab.waitForEvent('framenavigated'),
      tab.evaluate(() => {
        const { identity } = window as never as { identity: { logout(address: string): void } }
        setTimeout(() => identity.logout(`${location.origin}/`))
      }),
    ])
    await flow.world.pages.confirmLogout(tab)
    await backAt(tab, url('www'))
    expect(await settled(tab)).toMatchObject({ status: 'loggedOut' })
    await page.bringToFront()
    await page.waitForFunction(
      () =>
        (window as never as { identity: { getSnapshot(): { status: string } } }).identity.getSnapshot()
          .status === 'loggedOut',
    )
    await Promise.all([page.close(), tab.close()])
  })

  it('learns of a logout at the provider, which tells the service', async () => {
    const page = await open(flow.reader, url('www'))
    await logIn(flow, page)
    const told = Promise.race(flow.world.processes.map((one) => one.line('provider-logout')))
    const tab = await flow.reader.newPage()
    await flow.world.pages.logOut(tab, flow.world.provider.issuer)
    expect(await told).toMatchObject({ channel: 'back', ended: 1 })
    await tab.close()
    expect(await ask(page)).toBe('session-missing 400')
    expect(await settled(page)).toMatchObject({ status: 'loggedOut' })
    await page.close()
  })
}

/** A reader with two browsers, who sees where they are logged in. */
export function sessionListFlows(flow: Flow): void {
  const url: SessionServiceWorld['url'] = (...args) => flow.world.url(...args)

  async function loggedIn(): Promise<Page> {
    const page = await open(await newReader(flow.browser), url('www'))
    await logIn(flow, page)
    return page
  }
  const isLoggedOut = (page: Page) =>
    page.waitForFunction(
      () =>
        (window as never as { identity: { getSnapshot(): { status: string } } }).identity.getSnapshot()
          .status === 'loggedOut',
      undefined,
      { timeout: 10_000 },
    )

  it('ends a session in another browser by the service’s page, and its own as a logout does', async () => {
    const [page, lost] = [await loggedIn(), await loggedIn()]
    const list = await page.context().newPage()
    await list.goto(url('news', '/account/sessions'))
    expect(await list.getByRole('listitem').count()).toBeGreaterThan(1)
    await list.getByRole('button', { name: 'Log out everywhere else' }).click()
    await list.waitForFunction(() => document.querySelectorAll('li').length === 1)
    expect(await ask(lost)).toBe('session-missing 400')
    await isLoggedOut(lost)
    expect(await ask(page)).toBe('session')
    await list.getByRole('button', { name: /^Log out of/ }).click()
    await flow.world.pages.confirmLogout(list)
    await backAt(list, url('www'))
    await page.bringToFront()
    await isLoggedOut(page)
    await Promise.all([page.context().close(), lost.context().close()])
  })

  it('ends a session in another browser by the site’s own page', async () => {
    const [page, lost] = [await loggedIn(), await loggedIn()]
    const sessions = await page.evaluate(() => {
      const { withSessions } = window as never as {
        withSessions: { listSessions(): Promise<{ id: string; current: boolean; browser?: string }[]> }
      }
      return withSessions.listSessions()
    })
    expect(sessions.map(({ current }) => current).slice(0, 2)).toEqual([true, false])
    expect(sessions[0]?.browser).toMatch(/^(Chrome|Chromium|Firefox)$/)
    const [, other] = sessions
    const end = (at: Page, id = '') =>
      at.evaluate((one) => {
        const { withSessions } = window as never as {
          withSessions: { endSession(id: string): Promise<boolean> }
        }
        return withSessions.endSession(one)
      }, id)
    expect(await end(page, other?.id)).toBe(true)
    expect(await ask(lost)).toBe('session-missing 400')
    await isLoggedOut(lost)
    // A second tab hears of the end of this browser's own session.
    const tab = await open(page.context(), url('www'))
    expect(await end(page, sessions[0]?.id)).toBe(true)
    await tab.bringToFront()
    await Promise.all([isLoggedOut(tab), isLoggedOut(page)])
    await Promise.all([page.context().close(), lost.context().close()])
  })
}

/** Popups, other publishers, and what fails. */
export function furtherFlows(flow: Flow): void {
  const url: SessionServiceWorld['url'] = (...args) => flow.world.url(...args)

  it('logs in by popup', async () => {
    const reader = await newReader(flow.browser)
    const page = await open(reader, url('www'))
    const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button').click()])
    // Its last page closes it, which may happen before the driver has seen it.
    await flow.world.pages.logIn(popup).catch((error) => {
      if (!popup.isClosed()) throw error
    })
    const outcome = await page.waitForFunction(() => (window as never as { outcome?: string }).outcome)
    expect(await outcome.jsonValue()).toBe('connected')
    await reader.close()
  })

  it('logs in at a second publisher, by the provider’s own session', async () => {
    const reader = await newReader(flow.browser)
    const page = await open(reader, url('www'))
    await logIn(flow, page)
    await page.goto(url('ships'))
    expect(await settled(page)).toMatchObject({ status: 'loggedOut' })
    await goToLogin(page)
    const consent = page.getByRole('button', { name: 'Continue' })
    await Promise.race([backAt(page, url('ships', '/callback')), consent.waitFor().catch(() => {})])
    if (await consent.isVisible()) await consent.click()
    await backAt(page, url('ships', '/callback'))
    expect(await settled(page)).toMatchObject({ status: 'connected', name: 'Kari' })
    await reader.close()
  })

  it('asks the reader before it logs out for a page of another site', async () => {
    const reader = await newReader(flow.browser)
    const page = await open(reader, url('www'))
    await logIn(flow, page)
    const logout = await page.evaluate(() => {
      const { identity } = window as never as { identity: { logoutUrl(address: string): string } }
      return identity.logoutUrl(`${location.origin}/`)
    })
    await page.goto(`${flow.world.provider.issuer}/.well-known/openid-configuration`)
    await page.evaluate((address) => location.assign(address), logout)
    await page.getByText('Do you want to log out?').waitFor()
    expect((await reader.cookies(url('news'))).map(({ name }) => name)).toContain('__Host-session-id')
    await page.getByRole('button').click()
    await flow.world.pages.confirmLogout(page)
    await backAt(page, url('www'))
    // The page itself did not log out, and believes what it has kept until it asks.
    expect(await ask(page)).toBe('session-missing 400')
    await reader.close()
  })

  it('keeps the reader while the store is away, and serves when it is back', async () => {
    const reader = await newReader(flow.browser)
    const page = await open(reader, url('www'))
    await logIn(flow, page)
    await flow.world.store.stop()
    expect(await ask(page)).toBe('session-unreachable 503')
    expect(await settled(page)).toMatchObject({ status: 'unavailable', name: 'Kari' })
    await flow.world.store.start()
    await expect.poll(() => ask(page), { timeout: 10_000 }).toBe('session')
    expect(await settled(page)).toMatchObject({ status: 'connected', name: 'Kari' })
    await reader.close()
  })

  it('sends a login back with an error while the provider is down, and keeps who is logged in', async () => {
    const reader = await newReader(flow.browser)
    const page = await open(reader, url('www'))
    await goToLogin(page)
    await page.locator('input[name=login]').waitFor()
    const fresh = await flow.world.startProcess()
    flow.world.gate.use([fresh.port])
    flow.world.provider.pause()
    const other = await open(await newReader(flow.browser), url('www'))
    await goToLogin(other)
    await backAt(other, url('www', '/callback'))
    expect(new URL(other.url()).searchParams.get('error')).toBe('temporarily_unavailable')
    expect(await settled(other)).toMatchObject({ status: 'loggedOut' })
    flow.world.provider.resume()
    await flow.world.pages.logIn(page)
    await backAt(page, url('www', '/callback'))
    expect(await settled(page)).toMatchObject({ status: 'connected' })
    flow.world.gate.use(flow.world.processes.map(({ port }) => port))
    await Promise.all([fresh.stop(), reader.close(), other.context().close()])
  })

  it('finishes all logins though a process is killed amid them', async () => {
    const { gate, pages, processes, startProcess } = flow.world
    const victim = await startProcess()
    gate.use([victim.port, ...processes.map(({ port }) => port)])
    const readers = await Promise.all([1, 2, 3, 4].map(() => newReader(flow.browser)))
    const tabs: Page[] = []
    for (const reader of readers) {
      const page = await open(reader, url('www'))
      await goToLogin(page)
      await page.locator('input[name=login]').waitFor()
      tabs.push(page)
    }
    await victim.stop('SIGKILL')
    for (const page of tabs) {
      await pages.logIn(page)
      await backAt(page, url('www', '/callback'))
      expect(await settled(page)).toMatchObject({ status: 'connected', name: 'Kari' })
    }
    gate.use(processes.map(({ port }) => port))
    await Promise.all(readers.map((reader) => reader.close()))
  })
}
