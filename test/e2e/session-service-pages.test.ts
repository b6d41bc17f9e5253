/** The session service's pages for readers, as a browser shows them: on a small phone, a phone and a desktop, light and dark. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { createSessionService, type SessionService } from 'portico-session-service'
import { sqliteStore } from 'portico-session-service/sqlite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { freePort } from '../../session-service/test/support/free-port.mjs'
import { CLIENT_ID, scriptedProvider } from '../../session-service/test/support/scripted-provider.ts'
import { TestBrowser } from '../../session-service/test/support/service.ts'
import { launch, newReader } from '../session-service/support/browser.ts'
import { check } from './support/axe.ts'
import { BROWSER } from './support/browser.ts'

const WIDTHS = [320, 390, 1280]
const LOGO = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><rect width="120" height="40" fill="#c0392b"/></svg>')}`

const provider = await scriptedProvider()
const port = await freePort()
const origin = `http://id.site.localhost:${port}`
const www = `http://www.site.localhost:${port}`
const store = sqliteStore(':memory:')
const service: SessionService = createSessionService({
  origin,
  provider: { issuer: provider.issuer, clientId: CLIENT_ID, clientSecret: 'a-secret-of-the-provider' },
  sites: [
    {
      clientId: 'news',
      redirectUris: [`${www}/callback`],
      logoutUris: [`${www}/`],
      signatureSecret: 'a-signature-secret-for-tests-of-pages',
      appearance: { name: 'Die Nachrichten', logo: LOGO, colors: { button: '#c0392b' } },
    },
  ],
  // A store that takes no logout.
  store: { ...store, delete: async () => Promise.reject(new Error('away')) },
  cookieSecret: 'a-cookie-secret-for-tests-of-the-pages',
  identitySecret: 'an-identity-secret-for-tests-of-pages',
})

let browser: Browser
let reader: BrowserContext
beforeAll(async () => {
  const server = serve({ fetch: service.fetch, port, hostname: '127.0.0.1' })
  if (!server.listening) await once(server, 'listening')
  expect((server.address() as AddressInfo).port).toBe(port)
  browser = await launch(BROWSER)
  reader = await newReader(browser)
  return () => server.close()
})
afterAll(async () => {
  await browser?.close()
  await provider.close()
})

/** The query with which a login comes back whose cookie is not there. */
async function lost(more: Record<string, string> = {}): Promise<string> {
  const query = {
    client_id: 'news',
    redirect_uri: `${www}/callback`,
    response_type: 'code',
    state: 'x',
    locale: 'de',
  }
  const begun = await service.fetch(new Request(`${origin}/oauth/authorize?${new URLSearchParams(query)}`))
  const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state') ?? ''
  return `/callback?${new URLSearchParams({ state, ...more })}`
}

async function lostForHours(): Promise<string> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 7_200_000 })
  try {
    return await lost()
  } finally {
    vi.useRealTimers()
  }
}

const LOGOUT = `/logout?client_sdrn=sdrn:x:client:news&redirect_uri=${www}/&locale=de`

async function open(path: string, of: BrowserContext = reader): Promise<Page> {
  const page = await of.newPage()
  await page.goto(origin + path)
  return page
}

/** A reader whose browser says that they are logged in. */
async function loggedIn(value = `${'x'.repeat(32)}.1`): Promise<BrowserContext> {
  const context = await newReader(browser)
  await context.addCookies([
    {
      name: '__Host-session-id',
      value,
      url: origin.replace('http:', 'https:'),
      secure: true,
      httpOnly: true,
      sameSite: 'Lax',
    },
  ])
  return context
}

/** A reader who is logged in on a telephone too. */
async function loggedInTwice(sub: string): Promise<BrowserContext> {
  const [phone, here] = [new TestBrowser(service, origin), new TestBrowser(service, origin)]
  phone.headers = { 'user-agent': 'Mozilla/5.0 (Android 14; Mobile; rv:131.0) Gecko/131.0 Firefox/131.0' }
  for (const [at, one] of [phone, here].entries()) {
    provider.claims = { sub, sid: `${sub}-${at}` }
    await one.logIn(provider, { redirect_uri: `${www}/callback` })
  }
  return loggedIn(here.cookies.get('__Host-session-id'))
}

/** German has the longest words. */
const PAGES: [heading: string, open: () => Promise<Page>][] = [
  ['Die Anmeldung hat zu lange gedauert', async () => open(await lostForHours())],
  ['Diese Anmeldung wurde schon verwendet', async () => open(await lost(), await loggedIn())],
  ['Wir können Ihre Anmeldung nicht finden', async () => open(await lost())],
  ['Sie wurden nicht angemeldet', async () => open(await lost({ error: 'access_denied' }))],
  ['Etwas funktioniert gerade nicht', async () => open(await lost({ error: 'server_error' }))],
  [
    'Dieser Link funktioniert nicht',
    async () => {
      const page = await open(
        `/oauth/authorize?client_id=news&redirect_uri=${www}/${'x'.repeat(400)}&locale=de`,
      )
      await page.getByText('For developers').click()
      return page
    },
  ],
  ['Möchten Sie sich abmelden?', () => open(LOGOUT)],
  ['Sie sind abgemeldet', () => open('/logout/done?locale=de')],
  [
    'Sie sind noch angemeldet',
    async () => {
      const page = await open(LOGOUT, await loggedIn())
      await page.getByRole('button').click()
      return page
    },
  ],
  ['Hier sind Sie angemeldet', async () => open('/account/sessions?locale=de', await loggedInTwice('kari'))],
  ['Sie sind nicht angemeldet', () => open('/account/sessions?locale=de')],
  ['Hier ist nichts', () => open('/nothing?locale=de')],
]

/** What is smaller than a thumb. */
const small = (page: Page): Promise<string[]> =>
  page.locator('a, button, summary').evaluateAll((all) =>
    all
      .map((one) => ({ box: one.getBoundingClientRect(), name: one.textContent }))
      .filter(({ box }) => box.height < 44 || box.width < 44)
      .map(({ box, name }) => `${name}: ${box.width} × ${box.height}`),
  )

describe('a page for readers', () => {
  it.each(PAGES)('has no barriers: %s', async (heading, open) => {
    const page = await open()
    await page.getByRole('heading', { name: heading }).waitFor()
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme: 'light' })
      expect(await check(page)).toEqual([])
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await check(page, { runOnly: ['color-contrast'] })).toEqual([])
      expect(await small(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
    await page.close()
  })

  it('lets a reader end a session by the keyboard alone', async () => {
    const page = await open('/account/sessions', await loggedInTwice('ola'))
    await page.getByRole('heading', { name: 'Firefox on Android' }).waitFor()
    const names: string[] = []
    for (let at = 0; at < 4; at += 1) {
      await page.keyboard.press('Tab')
      names.push(await page.evaluate(() => document.activeElement?.textContent ?? ''))
    }
    expect(names.slice(1)).toEqual([
      'Log out of Firefox on Android',
      'Log out everywhere else',
      'Back to Die Nachrichten',
    ])
    // The store takes no end: the page claims none.
    await page.getByRole('button', { name: 'Log out of Firefox on Android' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Something is not working right now' }).waitFor()
    await page.close()
  })

  it('looks like its site, under a policy by which nothing else loads', async () => {
    const page = await open('/nothing')
    const button = page.getByRole('link', { name: 'Back to Die Nachrichten' })
    expect(await button.getAttribute('href')).toBe(`${www}/`)
    expect(await button.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe('rgb(192, 57, 43)')
    const width = page.getByRole('img').evaluate((one) => (one as HTMLImageElement).naturalWidth)
    expect(await width).toBe(120)
    await page.close()
  })
})
