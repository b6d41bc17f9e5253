/** The whole way of a reader, on a real page in a real browser: anonymous, logged in, cached, switched, logged out. */

import type { BrowserContext, Page } from 'playwright-core'
import { type Emulator, type RequestEntry, startEmulator } from 'portico-emulator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from './support/browser.ts'

let emulator: Emulator
let browser: BrowserContext
let page: Page
const requests: RequestEntry[] = []

const by = (id: string, on = page) => on.getByTestId(id)
const site = () => emulator.url('www.site.localhost')

/** Session calls since the last look. */
function sessionCalls(): number {
  return requests.splice(0).filter(({ path }) => path.startsWith('/v2/session')).length
}

/** Names of the events on the page, once its status is as expected. */
async function eventsAt(status: string, on = page): Promise<(string | null)[]> {
  await on.getByTestId('status').getByText(status, { exact: true }).waitFor()
  return Promise.all(
    (await by('events', on).locator('li').all()).map((item) => item.getAttribute('data-event')),
  )
}

async function logIn(user: string, on = page): Promise<void> {
  await by('log-in', on).click()
  await by(`user-${user}`, on).click()
  await on.waitForURL(site())
}

beforeAll(async () => {
  emulator = await startEmulator({ onRequest: (entry) => requests.push(entry) })
  browser = await openBrowser()
  page = await browser.newPage()
})

afterAll(async () => {
  await browser?.close()
  await emulator?.close()
})

describe.sequential('a reader of the demo site', () => {
  it('is anonymous at first, and the page says so', async () => {
    await page.goto(site())
    expect(await eventsAt('anonymous')).toEqual(['notLoggedin', 'error'])
    expect(sessionCalls()).toBe(1)
  })

  it('stays anonymous on the next page without another session call', async () => {
    await page.reload()
    expect(await eventsAt('anonymous')).toEqual(['notLoggedin', 'error'])
    expect(sessionCalls()).toBe(0)
  })

  it('logs in and is back on the site, known by name', async () => {
    await logIn('ingrid')
    expect(await eventsAt('connected')).toEqual(['login', 'sessionChange', 'sessionInit', 'statusChange'])
    expect(await by('user-name').textContent()).toContain('Ingrid')
    expect(sessionCalls()).toBe(1)
  })

  it('is known on the next page without another session call', async () => {
    await page.reload()
    expect(await eventsAt('connected')).toContain('login')
    expect(sessionCalls()).toBe(0)
  })

  it('becomes another user when somebody else logs in, in another tab', async () => {
    const tab = await browser.newPage()
    await tab.goto(site())
    await eventsAt('connected', tab)
    await logIn('matti', tab)
    await eventsAt('connected', tab)
    await tab.close()
    await by('user-name').getByText('Matti').waitFor()
    expect(await eventsAt('connected')).toEqual([
      ...['login', 'sessionChange', 'sessionInit', 'statusChange'],
      ...['login', 'userChange', 'sessionChange'],
    ])
  })

  it('logs out, hears of it before the page leaves, and is anonymous again', async () => {
    await page.evaluate(() => {
      const { demoIdentity } = window as unknown as { demoIdentity: { on(e: string, l: () => void): void } }
      demoIdentity.on('logout', () => localStorage.setItem('heard', 'logout'))
    })
    await by('log-out').click()
    await by('status').getByText('anonymous', { exact: true }).waitFor()
    expect(page.url()).toBe(site())
    expect(await page.evaluate(() => localStorage.getItem('heard'))).toBe('logout')
    expect(await eventsAt('anonymous')).toEqual(['notLoggedin', 'error'])
  })

  it('sees a page that works, with a reason, when the session service is dead', async () => {
    await page.route(/id\.site\.localhost/, (route) => route.abort('connectionrefused'))
    await by('check-again').click()
    await eventsAt('unavailable')
    expect(await by('reason').textContent()).toBe('session-unreachable')
    expect(await by('log-in').isEnabled()).toBe(true)
    await page.unroute(/id\.site\.localhost/)
    await by('check-again').click()
    await eventsAt('anonymous')
  })
})
