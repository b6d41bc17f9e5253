/** A reader with a browser of their own, and the site that they read: one blank page, whose callback is like any other. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Browser, Page } from 'playwright-core'
import { newReader } from '../../session-service/support/browser.ts'
import { PAGES } from '../../session-service/support/providers.ts'

const SITE = 'http://www.site.localhost:3000'

/** The site of the compose file's example. @returns what ends it */
export async function startSite(): Promise<() => void> {
  const page = '<!doctype html><title>Site</title><link rel="icon" href="data:,">'
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(page),
  )
  server.listen(3000, '127.0.0.1')
  await once(server, 'listening')
  return () => {
    server.close()
    server.closeAllConnections()
  }
}

export interface Reader {
  logIn(name: string): Promise<void>
  /** The name that a page of the site learns from the service, or the number of its refusal. */
  told(): Promise<string | number>
  logOut(): Promise<void>
}

/** @param service the session service's origin */
export async function openReader(browser: Browser, service: string): Promise<Reader> {
  const context = await newReader(browser)
  const page: Page = await context.newPage()
  const sdrn = 'sdrn:site.localhost:client:my-site'
  return {
    async logIn(name) {
      const login = {
        client_id: 'my-site',
        redirect_uri: `${SITE}/callback`,
        response_type: 'code',
        scope: 'openid',
      }
      await page.goto(
        `${service}/oauth/authorize?${new URLSearchParams({ ...login, state: crypto.randomUUID() })}`,
      )
      await PAGES['oidc-provider'].logIn(page, name)
      await page.waitForURL(`${SITE}/callback?**`)
    },
    async told() {
      await page.goto(SITE)
      return page.evaluate(async (address) => {
        const answer = await fetch(address, { credentials: 'include' })
        const { givenName, error } = await answer.json()
        return givenName ?? error?.code ?? answer.status
      }, `${service}/v2/session?client_sdrn=sdrn:x:client:my-site`)
    },
    async logOut() {
      const leave = `${service}/logout?${new URLSearchParams({ client_sdrn: sdrn, redirect_uri: `${SITE}/` })}`
      // A page of the site leads there: whoever comes from elsewhere is asked.
      await page.goto(SITE)
      await page.evaluate((address) => location.assign(address), leave)
      await PAGES['oidc-provider'].confirmLogout(page)
      await page.waitForURL(`${SITE}/`)
    },
  }
}
