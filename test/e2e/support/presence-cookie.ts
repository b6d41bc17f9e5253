/**
 * What the cookie owes its readers in which a site of `examples/` remembers them: no host beside the site's own makes anybody somebody
 * else by it, and nobody in particular is no reader. Each site runs twice: by https, as behind a proxy that ends TLS, and by plain http.
 */
import type { Page } from 'playwright-core'
import { ownSiteSettings } from 'portico-emulator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../../session-service/test/support/free-port.mjs'
import {
  cookieOf,
  MALLORY,
  OWN,
  SCHEMES,
  type Site,
  statusWithoutEnd,
  testCookie,
  testToldSession,
} from '../../support/presence-cookie.ts'
import type { Running, StartSite } from './recipe.ts'
import { useWorld } from './world.ts'

export function testPresenceCookie(start: StartSite): void {
  describe.each(SCHEMES)('its cookie by $scheme', ({ scheme, name, isSecure }) => {
    const world = useWorld()
    let running: Running | undefined
    let settings: Record<string, string> = {}
    /** Where the site listens, and where browsers think that it is. */
    let [address, publicOrigin] = ['', '']

    beforeAll(async () => {
      const port = await freePort()
      address = `http://www.site.localhost:${port}`
      publicOrigin = address.replace('http', scheme)
      settings = ownSiteSettings(world.emulator, `${publicOrigin}/callback`)
      running = await start(settings, port)
    })
    afterAll(() => running?.close())

    const local = (path: string) => address.replace('www.site.localhost', '127.0.0.1') + path

    const siteOf = (): Site => ({
      origin: publicOrigin,
      path: '/article',
      cookieSecret: settings.COOKIE_SECRET ?? '',
      signatureSecret: settings.SIGNATURE_SECRET ?? '',
      askWithoutEnd: (path, headers) => statusWithoutEnd(Number(new URL(address).port), path, headers),
      async ask(method, path, headers, body) {
        const response = await fetch(local(path), { method, headers, body })
        return {
          status: response.status,
          body: await response.text(),
          setCookies: response.headers.getSetCookie(),
        }
      },
    })

    testCookie(siteOf, name)
    testToldSession(siteOf, name, isSecure)

    /** Sets cookies of all names from a page of a host beside the site's own, for the domain that both share. */
    async function toss(page: Page, value: string): Promise<void> {
      const { pages } = world
      const texts = ['reader', '__Host-reader'].flatMap((cookie) =>
        ['/', '/article'].flatMap((path) =>
          ['', '; secure'].map((last) => `${cookie}=${value}; domain=site.localhost; path=${path}${last}`),
        ),
      )
      // Behind the byte A0 a browser checks no prefix. To JavaScript it is a blank. Only a header can hold it.
      const headers = { 'set-cookie': texts.flatMap((text) => [text, `\u00a0${text}`]) }
      pages.serve('/toss', { body: '<!doctype html><title>A page</title>', headers })
      await page.goto(pages.url('/toss', 'evil.site.localhost'))
    }

    it('makes no reader somebody else whom a host beside this one has tossed a cookie', async () => {
      const page = await world.page()
      const value = await cookieOf(OWN, siteOf())
      const attributes = { path: '/', domain: 'www.site.localhost', httpOnly: true, secure: isSecure }
      await world.browser.addCookies([{ name, value, ...attributes, sameSite: 'Lax' }])
      await toss(page, await cookieOf(MALLORY, siteOf()))
      // Of the plain cookie nobody can tell which is which: both are worth nothing.
      const expected = isSecure ? 'Hello, Olga' : 'Hello, stranger'
      const html = (await (await page.goto(`${address}/article`))?.text()) ?? ''
      expect(html.replaceAll('<!-- -->', '')).toContain(expected)
      expect(html).not.toContain('MALLORY')
    })

    // By plain http a browser cannot tell the site's cookie from one that was tossed: see SECURITY.md.
    if (scheme === 'https')
      it('makes no stranger somebody', async () => {
        const page = await world.page()
        await toss(page, await cookieOf(MALLORY, siteOf()))
        const response = await page.goto(`${address}/article`)
        const html = (await response?.text()) ?? ''
        expect(html.replaceAll('<!-- -->', '')).toContain('Hello, stranger')
        const { cookie = '' } = (await response?.request().allHeaders()) ?? {}
        expect(cookie.split(/; ?/).map((pair) => pair.split('=')[0])).toContain('\u00a0__Host-reader')
      })
  })
}
