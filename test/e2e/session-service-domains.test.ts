/** One session service on two domains: a reader who has logged in on the one is one click away from the other. */
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { SessionServiceEnvironment } from 'portico-session-service'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type RunningCommand, runCommand } from '../../session-service/test/support/command.ts'
import { freePort } from '../../session-service/test/support/free-port.mjs'
import { open } from '../session-service/flows.ts'
import { ask, backAt, goToLogin, launch, newReader, settled } from '../session-service/support/browser.ts'
import { type Certificate, makeCertificate } from '../session-service/support/certificate.ts'
import { PAGES, type RunningProvider, startProvider } from '../session-service/support/providers.ts'
import { type Sites, startSites } from '../session-service/support/sites.ts'
import { BROWSER } from './support/browser.ts'

const DOMAINS = ['news.test', 'harbour.test']
const pages = PAGES['oidc-provider']
const secretOf = (name: string): string => `a-secret-for-tests-of-${name}`.padEnd(40, '-')

let certificate: Certificate
let sites: Sites
let provider: RunningProvider
let service: RunningCommand
let browser: Browser
let reader: BrowserContext
const site = (domain: string, path = '/') => `https://www.${domain}:${sites.port}${path}`
const [NEWS, HARBOUR] = DOMAINS as [string, string]

beforeAll(async () => {
  certificate = await makeCertificate(DOMAINS.flatMap((domain) => [`id.${domain}`, `www.${domain}`]))
  sites = await startSites(certificate)
  const port = await freePort()
  const origins = DOMAINS.map((domain) => `https://id.${domain}:${port}`)
  provider = await startProvider('oidc-provider', [origins], certificate.cert)
  service = await runCommand({
    port,
    hosts: DOMAINS.map((domain, index) => ({
      origin: origins[index],
      sites: [
        {
          clientId: domain,
          signatureSecret: secretOf(domain),
          redirectUris: [site(domain, '/callback')],
          logoutUris: [site(domain)],
        },
      ],
    })),
    provider: { issuer: provider.issuer, ...provider.clients[0] },
    store: 'sqlite::memory:',
    cookieSecret: secretOf('cookies'),
    identitySecret: secretOf('identity'),
    tls: { key: certificate.key, cert: certificate.cert },
  })
  const { environments } = JSON.parse(service.lines.find((line) => line.includes('"listening"')) ?? '{}')
  sites.use(
    Object.fromEntries(
      DOMAINS.map((domain, index) => {
        const env: SessionServiceEnvironment = environments[index]
        return [`www.${domain}`, { clientId: domain, sessionDomain: env.accountUrl, env }]
      }),
    ),
  )
  browser = await launch(BROWSER)
})
afterAll(async () => {
  await browser?.close()
  await service?.stop('SIGKILL')
  await provider?.stop()
  sites?.close()
  certificate?.remove()
})
beforeEach(async () => {
  await reader?.close()
  reader = await newReader(browser)
})

/** Logs Kari in at the first domain, with her password. */
async function logIn(): Promise<Page> {
  const page = await open(reader, site(NEWS))
  await goToLogin(page)
  await pages.logIn(page)
  await backAt(page, site(NEWS, '/callback'))
  expect(await settled(page)).toMatchObject({ status: 'connected', name: 'Kari' })
  return page
}

/** Asks the provider without a click, as the guide does. The page leaves, and comes back. */
async function askUnasked(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { identity } = window as never as { identity: { login(options: object): void } }
    setTimeout(() => identity.login({ state: crypto.randomUUID(), prompt: 'none' }))
  })
  await backAt(page, site(HARBOUR, '/callback'))
}

const idOf = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const { identity } = window as never as { identity: { getSnapshot(): { session: { uuid: string } } } }
    return identity.getSnapshot().session.uuid
  })

it('logs a reader of the one in at the other by one click, as the same reader and without a password', async () => {
  const news = await logIn()
  const harbour = await open(reader, site(HARBOUR))
  // The cookie of the one domain is none of the other's.
  expect(await settled(harbour)).toMatchObject({ status: 'loggedOut' })
  const visited: string[] = []
  harbour.on('framenavigated', (frame) => visited.push(new URL(frame.url()).origin))
  await goToLogin(harbour)
  await backAt(harbour, site(HARBOUR, '/callback'))
  expect(await settled(harbour)).toMatchObject({ status: 'connected', name: 'Kari' })
  expect(await idOf(harbour)).toBe(await idOf(news))
  // No page of the provider was shown on the way.
  expect(new Set(visited)).toEqual(new Set([new URL(site(HARBOUR)).origin]))
})

it('logs them in without a click, too', async () => {
  await logIn()
  const harbour = await open(reader, site(HARBOUR))
  await askUnasked(harbour)
  expect(await settled(harbour)).toMatchObject({ status: 'connected', name: 'Kari' })
})

it('brings an anonymous reader who was not asked back as an anonymous reader', async () => {
  const harbour = await open(reader, site(HARBOUR))
  await askUnasked(harbour)
  expect(new URL(harbour.url()).searchParams.get('error')).toBe('login_required')
  expect(await settled(harbour)).toMatchObject({ status: 'loggedOut' })
})

it('logs them out on both', async () => {
  const news = await logIn()
  const harbour = await open(reader, site(HARBOUR))
  await goToLogin(harbour)
  await backAt(harbour, site(HARBOUR, '/callback'))
  await settled(harbour)
  await Promise.all([
    harbour.waitForURL(`${provider.issuer}/**`),
    harbour.evaluate((uri) => {
      const { identity } = window as never as { identity: { logout(uri: string): void } }
      setTimeout(() => identity.logout(uri))
    }, site(HARBOUR)),
  ])
  await pages.confirmLogout(harbour)
  await harbour.waitForURL(site(HARBOUR))
  expect(await ask(news)).toBe('session-missing 400')
  expect(await ask(harbour)).toBe('session-missing 400')
})
