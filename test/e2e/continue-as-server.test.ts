/** "Continue as" on a page that stays open: it sends the code to the callback of a server with `portico/server`, as the guide says. */

import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { loopbackFetch, ownSiteSettings } from 'portico-emulator'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { beginLogin, finishLogin, type LoginClient } from '../../server/index.ts'
import { toldPage } from './support/continue-as.ts'
import { takeDialogs } from './support/dialog.ts'
import { bundle, pageWith } from './support/own-page.ts'
import { useWorld } from './support/world.ts'

// No other browser has the dialog.
const world = useWorld('block', 'chromium')

let server: Server
let origin = ''
let page: Page
/** What the callback has said, and what was asked of the server besides. */
const callbacks: { ok: boolean; who: string }[] = []
const asked: string[] = []

beforeAll(async () => {
  server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  origin = `http://www.site.localhost:${(server.address() as AddressInfo).port}`
  const settings = ownSiteSettings(world.emulator, `${origin}/callback`)
  world.emulator.registerRedirectUri('harbour-post', `${origin}/callback`)
  const client: LoginClient = {
    clientId: settings.CLIENT_ID as string,
    clientSecret: settings.CLIENT_SECRET as string,
    cookieSecret: settings.COOKIE_SECRET as string,
    redirectUri: settings.REDIRECT_URI as string,
    env: world.emulator.environment,
    fetch: loopbackFetch,
  }
  const { clientId, redirectUri, env } = client
  const document = pageWith(
    { clientId, redirectUri, env, sessionDomain: settings.SESSION_DOMAIN },
    await bundle(`
      import { createIdentity } from 'portico/core'
      import { fedcm, fetchTransport, login, user, userContext } from 'portico/plugins'
      const identity = createIdentity(options, [fetchTransport(), user(), login(), userContext(), fedcm()])
      const state = async () => (await (await fetch('/login-state', { method: 'POST' })).json()).binding
      window.offer = (redirect) =>
        identity
          .continueAs({ state, scope: 'openid profile', onCode: ({ url }) => fetch(url, { redirect }) })
          .then(({ outcome }) => outcome, ({ reason }) => reason)
      window.isLoggedIn = () => identity.isLoggedIn()
    `),
  )
  const routes: Record<string, (request: IncomingMessage) => Promise<[number, object, string]>> = {
    async '/'() {
      return [200, { 'content-type': 'text/html' }, document.body]
    },
    async '/login-state'(request) {
      const login = await beginLogin(client, request)
      if (!login.ok) return [403, {}, '']
      return [200, { 'set-cookie': login.setCookies }, JSON.stringify({ binding: login.binding })]
    },
    async '/callback'(request) {
      const login = await finishLogin(client, request)
      callbacks.push({ ok: login.ok, who: login.ok ? `${login.user.claims.given_name}` : login.reason })
      // By way of a session service that has to be told, as some callbacks go on: a fetch that follows it is stopped by CORS.
      const location = `${settings.SESSION_LOGIN_URL}?${new URLSearchParams({ redirect_uri: origin })}`
      return [303, { location, 'set-cookie': [...login.setCookies, 'reader=ingrid; Path=/'] }, '']
    },
  }
  server.on('request', async (request, response) => {
    const { pathname } = new URL(request.url ?? '', origin)
    asked.push(pathname)
    const [status, headers, body] = (await routes[pathname]?.(request)) ?? [404, {}, '']
    response.writeHead(status, headers as Record<string, string>).end(body)
  })
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** Lets the reader continue on the page, which stays open. @returns how the offer ended */
async function continueOn(redirect: RequestRedirect): Promise<unknown> {
  page = await toldPage(world)
  const dialogs = await takeDialogs(world, page)
  await page.goto(origin)
  asked.length = 0
  callbacks.length = 0
  const offered = page.evaluate(
    (how) => (globalThis as unknown as { offer(how: string): unknown }).offer(how),
    redirect,
  )
  const dialog = await dialogs.next()
  // After a first login the browser asks nobody.
  if (dialog.dialogType === 'AccountChooser') await dialogs.choose(dialog)
  return offered
}

it('redeems the code once, takes the cookies of the answer, and leaves the page open', async () => {
  expect(await continueOn('manual')).toBe('connected')
  expect(callbacks).toEqual([{ ok: true, who: 'Ingrid' }])
  expect(asked).toEqual(['/login-state', '/callback'])
  expect(page.url()).toBe(`${origin}/`)
  const cookies = await page.context().cookies(origin)
  expect(cookies.find(({ name }) => name === 'reader')?.value).toBe('ingrid')
  // The cookie of the login is gone.
  expect(cookies.filter(({ name }) => name.includes('login'))).toEqual([])
  expect(await page.evaluate('isLoggedIn()')).toBe(true)
})

it('ends in an error where the page lets fetch follow the redirect to another origin, with the code used up', async () => {
  expect(await continueOn('follow')).toBe('callback-failed')
  expect(callbacks).toEqual([{ ok: true, who: 'Ingrid' }])
})
