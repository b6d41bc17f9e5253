/** The ways that matter most, in Firefox. On a machine without one, one line says what was not run. */

import type { Browser, BrowserContext, Page } from 'puppeteer-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { consentPlatform, purposesIn } from './support/consent-platform.ts'
import { by, click, events, findFirefox, openFirefox, sees } from './support/firefox.ts'
import { bundle, ownOptions, pageWith } from './support/own-page.ts'
import { probeThirdPartyCookies } from './support/third-party-cookies.ts'
import { useServices } from './support/world.ts'

const executable = findFirefox()
if (executable === undefined) {
  process.stderr.write('Not run: the end-to-end tests in Firefox, since this machine has none.\n')
}

describe.skipIf(executable === undefined)('in Firefox', () => {
  const services = useServices()
  let browser: Browser
  let context: BrowserContext
  let page: Page

  beforeAll(async () => {
    browser = await openFirefox(executable as string)
  })
  afterAll(() => browser?.close())
  beforeEach(async () => {
    context = await browser.createBrowserContext()
    page = await context.newPage()
  })
  afterEach(() => context.close())

  const site = () => services.emulator.url('www.site.localhost')

  async function visit(status: string, host = 'www.site.localhost', on = page): Promise<void> {
    await on.goto(services.emulator.url(host))
    await sees(on, 'status', status)
  }

  async function logIn(user = 'ingrid'): Promise<void> {
    await visit('anonymous')
    await click(page, 'log-in')
    await click(page, `user-${user}`)
    await sees(page, 'status', 'connected')
  }

  async function popupOf(act: () => Promise<void>): Promise<Page> {
    const opened = new Promise<Page | null>((resolve) => page.once('popup', resolve))
    await act()
    const popup = await opened
    if (popup === null) throw new Error('no popup came')
    return popup
  }

  it('an anonymous reader costs one session call, and none on the next page', async () => {
    await visit('anonymous')
    expect(await events(page)).toEqual(['notLoggedin', 'error'])
    expect(services.sessionCalls()).toHaveLength(1)
    await page.reload()
    await sees(page, 'status', 'anonymous')
    expect(services.sessionCalls()).toHaveLength(0)
  })

  it('a login by redirect comes back to a page that knows the reader, and so does the next page', async () => {
    await logIn()
    expect(await events(page)).toEqual(['login', 'sessionChange', 'sessionInit', 'statusChange'])
    expect(page.url()).toBe(site())
    services.sessionCalls()
    await page.reload()
    await sees(page, 'user-name', 'Ingrid S.')
    expect(services.sessionCalls()).toHaveLength(0)
  })

  it('a login in a popup leaves the page where it is, and closes', async () => {
    const ready = page.waitForResponse((response) => response.url().includes('login-state?popup'))
    await visit('anonymous')
    await ready
    const popup = await popupOf(() => click(page, 'log-in-popup'))
    const closed = new Promise((resolve) => popup.once('close', resolve))
    await click(popup, 'user-matti')
    await closed
    await sees(page, 'user-name', 'Matti V.')
    expect((await events(page)).slice(0, 3)).toEqual(['notLoggedin', 'error', 'login'])
  })

  it('a popup that the browser blocks becomes a redirect', async () => {
    const script = await bundle(`
      import { Identity } from 'portico'
      new Identity(options).login({ state: 'unasked', preferPopup: true })
    `)
    services.pages.serve('/', pageWith(ownOptions(services), script))
    const opened: unknown[] = []
    page.on('popup', (popup) => opened.push(popup))
    await page.goto(services.pages.url()).catch(() => undefined)
    await page.waitForSelector(by('user-ingrid'))
    expect(new URL(page.url()).host).toBe(new URL(services.emulator.url('account.localhost')).host)
    expect(opened).toEqual([])
  })

  it('a logout is heard by the page, takes SP_ID away, and leads to an anonymous page', async () => {
    await logIn()
    await sees(page, 'sp-id', 'valid')
    await page.evaluate(() => {
      const { demoIdentity } = window as unknown as { demoIdentity: { on(e: string, l: () => void): void } }
      demoIdentity.on('logout', () => localStorage.setItem('heard', 'logout'))
    })
    await click(page, 'log-out')
    await sees(page, 'status', 'anonymous')
    expect(await page.evaluate(() => localStorage.getItem('heard'))).toBe('logout')
    expect(await page.evaluate(() => document.cookie)).not.toContain('SP_ID')
  })

  it('two factors are asked for, and arrive in the ID token', async () => {
    await logIn()
    await click(page, 'step-up')
    await page.locator(by('password')).fill('fjord-and-fell')
    await click(page, 'submit')
    const shown = await page.waitForSelector(by('shown-code'))
    await page.locator(by('code')).fill((await shown?.evaluate((code) => code.textContent)) ?? '')
    await click(page, 'submit')
    await sees(page, 'amr', 'pwd otp mfa')
  })

  it.each(['click', 'Enter'])('consents arrive through a rendered link, by %s', async (way) => {
    const identity = await bundle(`
      import { Identity } from 'portico'
      const identity = new Identity(options)
      document.querySelector('a').href = identity.loginUrl({ state: 'rendered' })
    `)
    const script = `${await consentPlatform()}\n${identity}`
    services.pages.serve('/', pageWith(ownOptions(services), script, '<a id="link"><b>Log in</b></a>'))
    await page.goto(services.pages.url())
    await page.evaluate(() => (window as unknown as { decide(p: number[]): void }).decide([1, 3]))
    if (way === 'click') await page.locator('#link b').click()
    else
      await page
        .locator('#link')
        .wait()
        .then(() => page.focus('#link'))
    if (way === 'Enter') await page.keyboard.press('Enter')
    const row = await page.waitForSelector('[data-name="gdpr_consent"] dd')
    expect(purposesIn((await row?.evaluate((dd) => dd.textContent)) ?? undefined)).toEqual([1, 3])
  })

  it('third-party cookies are kept apart, so nobody is named to the second site, and no widget is shown', async () => {
    expect(await probeThirdPartyCookies(await context.newPage(), services.pages)).toBe('block')
    await logIn()
    const other = await context.newPage()
    await visit('anonymous', 'www.other.localhost', other)
    const answers = await other.evaluate(async () => {
      const { demoIdentity } = window as unknown as {
        demoIdentity: {
          getUserContextData(): Promise<unknown>
          showSimplifiedLoginWidget(login: object): Promise<unknown>
        }
      }
      const data = await demoIdentity.getUserContextData()
      return [
        data,
        await demoIdentity.showSimplifiedLoginWidget({ state: 'x' }).catch(({ reason }) => reason),
      ]
    })
    expect(answers).toEqual([null, 'widget-unavailable'])
  })

  it('a page out of the back/forward cache shows who has logged in since', async () => {
    await page.evaluateOnNewDocument(() =>
      addEventListener('pageshow', ({ persisted }) => Object.assign(window, { persisted })),
    )
    await logIn()
    await click(page, 'log-in')
    await click(page, 'user-matti')
    await sees(page, 'user-name', 'Matti V.')
    await page.evaluate(() => history.go(-2))
    await page.waitForFunction(() => (window as unknown as { persisted?: boolean }).persisted)
    await sees(page, 'user-name', 'Matti V.')
    expect(await events(page)).toContain('userChange')
  })
})
