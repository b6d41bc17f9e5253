/**
 * Readers who are not logged in, by https: on two hosts of one domain, beside a host that is somebody else's, and where the browser refuses
 * the presence cookie. Not part of `npm run test:all`: run by `npm run verify session-service`.
 */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { type Flow, logIn, open, useFlow } from './flows.ts'
import { type BrowserName, backAt, launch, newReader, settled } from './support/browser.ts'
import { makeCertificate } from './support/certificate.ts'
import { startSites } from './support/sites.ts'

const READER = 'portico-reader'
const WORD = `__Host-${READER}-none`

/** Opens a tab. @returns its page, and what it has asked the session service by the time it knows its reader */
async function openTab(reader: BrowserContext, address: string): Promise<{ page: Page; calls: string[] }> {
  const page = await reader.newPage()
  const calls: string[] = []
  page.on('request', (request) => {
    if (/\/v2\/session\?/.test(request.url())) calls.push(request.url())
  })
  await page.goto(address)
  await settled(page)
  return { page, calls }
}

/** What a tab shows, and how often it has asked. */
async function shown(reader: BrowserContext, address: string): Promise<[status: string, calls: number]> {
  const { page, calls } = await openTab(reader, address)
  const { status } = await settled(page)
  await page.close()
  return [status, calls.length]
}

/** Waits until a page that is open says this of its reader, by itself. */
const says = (page: Page, status: string) =>
  page.waitForFunction(
    (wanted) =>
      (window as never as { identity: { getSnapshot(): { status: string } } }).identity.getSnapshot()
        .status === wanted,
    status,
  )

async function logOut(flow: Flow, page: Page): Promise<void> {
  await Promise.all([
    page.waitForEvent('framenavigated'),
    page.evaluate(() => {
      const { identity } = window as never as { identity: { logout(address: string): void } }
      setTimeout(() => identity.logout(`${location.origin}/`))
    }),
  ])
  await flow.world.pages.confirmLogout(page)
  await backAt(page, flow.world.url('www'))
}

const cookieOf = async (reader: BrowserContext, address: string, name: string) =>
  (await reader.cookies(address)).find((cookie) => cookie.name === name)

/** Sets cookies from a page of the host beside the publisher's, as a hostile script does. */
async function forge(flow: Flow, reader: BrowserContext, ...cookies: string[]): Promise<void> {
  const page = await reader.newPage()
  // Any document of that host.
  await page.goto(flow.world.url('sibling', '/page.js'))
  await page.evaluate((all) => {
    // biome-ignore lint/suspicious/noDocumentCookie: as a hostile script does
    for (const cookie of all) document.cookie = `${cookie}; path=/; secure`
  }, cookies)
  await page.close()
}

describe.each<BrowserName>(['chromium', 'firefox'])('an anonymous reader by https, in %s', (name) => {
  const flow = useFlow({ provider: 'oidc-provider', store: 'sqlite' }, name)
  const url: Flow['world']['url'] = (...args) => flow.world.url(...args)
  let reader: BrowserContext
  beforeEach(async () => {
    reader = await newReader(flow.browser)
  })
  afterEach(() => reader.close())

  it('is asked for once on each host, and known in the tabs to come', async () => {
    for (const host of ['www', 'sport'] as const) {
      expect(await shown(reader, url(host))).toEqual(['loggedOut', 1])
      expect(await shown(reader, url(host))).toEqual(['loggedOut', 0])
      const word = await cookieOf(reader, url(host), WORD)
      expect(word).toMatchObject({ domain: new URL(url(host)).hostname, secure: true, sameSite: 'Lax' })
    }
  })

  it('who logs in on one host is a reader on the other at once, and nobody on both after the logout', async () => {
    await shown(reader, url('www'))
    const sport = await openTab(reader, url('sport'))
    const page = await open(reader, url('www'))
    await logIn(flow, page)
    await sport.page.bringToFront()
    await says(sport.page, 'connected')
    await page.bringToFront()
    await logOut(flow, page)
    await sport.page.bringToFront()
    await says(sport.page, 'loggedOut')
    expect(await shown(reader, url('sport'))).toEqual(['loggedOut', 0])
  })

  it('is not believed in by a browser that has lost the presence cookie: the service is asked, and sets it again', async () => {
    const page = await open(reader, url('www'))
    await logIn(flow, page)
    const before = await cookieOf(reader, url('www'), READER)
    await reader.clearCookies({ name: READER })
    expect(await shown(reader, url('www'))).toEqual(['connected', 1])
    expect((await cookieOf(reader, url('www'), READER))?.value).toBe(before?.value)
    expect(before?.domain).toBe('.news.test')
  })

  it('costs one request where a host beside this one has forged the presence cookie', async () => {
    await shown(reader, url('www'))
    await forge(flow, reader, `${READER}=1700000000; domain=news.test`)
    expect((await cookieOf(reader, url('www'), READER))?.value).toBe('1700000000')
    expect(await shown(reader, url('www'))).toEqual(['loggedOut', 1])
    // The service has taken it away.
    expect(await cookieOf(reader, url('www'), READER)).toBeUndefined()
    expect(await shown(reader, url('www'))).toEqual(['loggedOut', 0])
  })

  it('is nobody whom a host beside this one can make of a reader', async () => {
    const page = await open(reader, url('www'))
    await logIn(flow, page)
    await page.close()
    const word = `${WORD}=${Date.now()}`
    await forge(flow, reader, `${READER}=; domain=news.test; max-age=0`, word, `${word}; domain=news.test`)
    expect(await cookieOf(reader, url('www'), READER)).toBeUndefined()
    expect(await cookieOf(reader, url('www'), WORD)).toBeUndefined()
    expect(await shown(reader, url('www'))).toEqual(['connected', 1])
    // The service has set it again.
    expect(await cookieOf(reader, url('www'), READER)).toBeDefined()
  })
})

describe.each<BrowserName>(['chromium', 'firefox'])('a public suffix, in %s', (name) => {
  it('is a domain for which the browser refuses the cookie: no word holds once a session has come without it', async () => {
    // On the list of public suffixes: whoever likes has a host below it.
    const hosts = { id: 'id.github.io', www: 'readers.github.io' }
    const certificate = await makeCertificate(Object.values(hosts))
    onTestFinished(() => certificate.remove())
    let isLoggedIn = false
    const tls = { key: readFileSync(certificate.key), cert: readFileSync(certificate.cert) }
    const service = createServer(tls, (request, response) => {
      response.setHeader('access-control-allow-origin', `${request.headers.origin}`)
      response.setHeader('access-control-allow-credentials', 'true')
      response.setHeader('content-type', 'application/json')
      if (isLoggedIn)
        response.setHeader(
          'set-cookie',
          `${READER}=1700000000; Domain=github.io; Path=/; Secure; SameSite=Lax`,
        )
      const nobody = { error: { code: 400, type: 'BadRequestException' }, response: { result: false } }
      response.end(JSON.stringify(isLoggedIn ? { result: true, userId: 101, givenName: 'Kari' } : nobody))
    }).listen(0, '127.0.0.1')
    await once(service, 'listening')
    onTestFinished(() => {
      service.close()
      service.closeAllConnections()
    })
    const sites = await startSites(certificate)
    onTestFinished(() => sites.close())
    const accountUrl = `https://${hosts.id}:${(service.address() as { port: number }).port}`
    const env = { name: 'TEST', accountUrl, sdrnNamespace: 'github.io', prompt: '', presenceCookie: READER }
    sites.use({ [hosts.www]: { clientId: 'readers', sessionDomain: accountUrl, env } })
    const browser = await launch(name, Object.values(hosts))
    onTestFinished(() => browser.close())
    const reader = await newReader(browser)
    const address = `https://${hosts.www}:${sites.port}/`

    expect(await shown(reader, address)).toEqual(['loggedOut', 1])
    expect(await shown(reader, address)).toEqual(['loggedOut', 0])
    isLoggedIn = true
    await reader.clearCookies()
    expect(await shown(reader, address)).toEqual(['connected', 1])
    expect(await cookieOf(reader, address, READER)).toBeUndefined()
    isLoggedIn = false
    for (let tab = 0; tab < 2; tab += 1) expect(await shown(reader, address)).toEqual(['loggedOut', 1])
    isLoggedIn = true
    expect(await shown(reader, address)).toEqual(['connected', 1])
  })
})
