/** A site of `examples/` beside a session service of its own: the packed command, and a real OpenID provider. No emulator has a part in it. */

import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningCommand, runCommand } from '../../../session-service/test/support/command.ts'
import { freePort } from '../../../session-service/test/support/free-port.mjs'
import type { Running, StartSite } from '../../e2e/support/recipe.ts'
import { launch, newReader } from '../../session-service/support/browser.ts'
import { PAGES, type RunningProvider, startProvider } from '../../session-service/support/providers.ts'
import { packedCommand } from './packed-service.ts'

const { logIn, confirmLogout } = PAGES['oidc-provider']
const KARI = 'Hello, Kari'
const STRANGER = 'Hello, stranger'

const secretOf = (name: string): string => `a-secret-of-${name}-for-tests`.padEnd(40, '-')

/** What `codeRedemption` takes, as the command of the README makes it. */
const signingKey = () =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })

/**
 * Tests a site.
 *
 * @param hasServer whether its server makes the page for its reader
 */
export function testJoined(start: StartSite, { hasServer = true }: { hasServer?: boolean } = {}): void {
  describe('beside a session service of its own', () => {
    const folder = mkdtempSync(join(tmpdir(), 'portico-joined-'))
    let provider: RunningProvider | undefined
    let service: RunningCommand | undefined
    let site: Running | undefined
    let browser: Browser | undefined
    let origin = ''

    beforeAll(async () => {
      const command = packedCommand(folder)
      const [port, servicePort] = [await freePort(), await freePort()]
      origin = `http://www.site.localhost:${port}`
      const sessionDomain = `http://id.site.localhost:${servicePort}`
      const redirectUri = `${origin}/callback`
      provider = await startProvider('oidc-provider', [sessionDomain], '')
      const [client] = provider.clients
      const secrets = { clientSecret: secretOf('client'), signatureSecret: secretOf('signatures') }
      const config = {
        origin: sessionDomain,
        port: servicePort,
        store: `sqlite:${join(folder, 'sessions.db')}`,
        cookieSecret: secretOf('cookies'),
        identitySecret: secretOf('identity'),
        provider: { issuer: provider.issuer, ...client },
        codeRedemption: { signingKeys: [signingKey()] },
        sites: [{ clientId: 'my-site', redirectUris: [redirectUri], ...secrets }],
      }
      service = await runCommand(config, {}, command)
      const settings = {
        IDENTITY_ENV: JSON.stringify(service.environment),
        SESSION_DOMAIN: sessionDomain,
        CLIENT_ID: 'my-site',
        CLIENT_SECRET: secrets.clientSecret,
        SIGNATURE_SECRET: secrets.signatureSecret,
        REDIRECT_URI: redirectUri,
        COOKIE_SECRET: secretOf('the-site'),
      }
      site = await start(settings, port)
      browser = await launch('chromium')
    })
    afterAll(async () => {
      await browser?.close()
      await site?.close()
      await service?.stop('SIGKILL')
      await provider?.stop()
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
    })

    /** Opens the article; gives it as the server made it. */
    const open = async (page: Page) => (await (await page.goto(`${origin}/article`))?.text()) ?? ''
    const greets = (page: Page, text: string) => page.locator('#reader').getByText(text).waitFor()

    it('logs a reader in, greets them by name in a second tab, and logs them out in both', async () => {
      const reader = await newReader(browser as Browser)
      const page = await reader.newPage()
      expect(await open(page)).not.toContain(KARI)
      await greets(page, STRANGER)
      await page.locator('#log-in').click()
      await logIn(page)
      await page.waitForURL(`${origin}/article`)
      await greets(page, KARI)

      const tab = await reader.newPage()
      const html = await open(tab)
      if (hasServer) expect(html).toContain(KARI)
      await greets(tab, KARI)
      await tab.waitForFunction(() => 'schIdentity' in window)
      await tab.locator('#log-out').click()
      await confirmLogout(tab)
      await tab.waitForURL((url) => url.origin === origin)
      await greets(tab, STRANGER)
      await greets(page, STRANGER)
      expect(await open(page)).not.toContain(KARI)
      await reader.close()
    })
  })
}
