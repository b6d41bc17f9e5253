/**
 * What the cookie owes its readers in which a site of `examples/` remembers them: no host beside the site's own makes anybody somebody
 * else by it, and nobody in particular is no reader. Each site runs twice: by https, as behind a proxy that ends TLS, and by plain http.
 */
import { createHmac } from 'node:crypto'
import type { Page } from 'playwright-core'
import { signSession } from 'portico/server'
import { ownSiteSettings } from 'portico-emulator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort, type Running, type StartSite } from './recipe.ts'
import { useWorld } from './world.ts'

const MALLORY = { uuid: 'uuid-mallory', userId: 666, givenName: 'MALLORY' }
const OWN = { uuid: 'uuid-own', userId: 7, givenName: 'Olga' }

/** Signs as the session service does. */
function sigOf(session: object, secret: string): string {
  const times = { serverTime: Math.floor(Date.now() / 1000), expiresIn: 60_000 }
  const payload = JSON.stringify({ algorithm: 'HMAC-SHA256', ...times, ...session })
  const encoded = Buffer.from(payload).toString('base64url')
  return `${createHmac('sha256', secret).update(encoded).digest('base64url')}.${encoded}`
}

export function testReaderCookie(start: StartSite): void {
  describe.each([
    { scheme: 'https', name: '__Host-reader', end: '; Secure' },
    { scheme: 'http', name: 'reader', end: '' },
  ])('its cookie by $scheme', ({ scheme, name, end }) => {
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
      running = await start(settings, port, world.emulator)
    })
    afterAll(() => running?.close())

    const local = (path: string) => address.replace('www.site.localhost', '127.0.0.1') + path

    /** Whom a page greets that is asked for with these cookies. */
    async function greeted(cookie: string): Promise<string | undefined> {
      const response = await fetch(local('/article'), { headers: { cookie } })
      return /Hello, ([\w ]+)/.exec((await response.text()).replaceAll('<!-- -->', ''))?.[1]
    }

    const tell = (body: string) =>
      fetch(local('/session'), {
        method: 'POST',
        headers: { origin: publicOrigin, 'content-type': 'application/json' },
        body,
      })
    const tellSession = (session: object) =>
      tell(JSON.stringify({ sig: sigOf(session, settings.SIGNATURE_SECRET ?? '') }))

    /** What the cookie of a reader holds who has really logged in here. */
    const cookieOf = (session: object) => signSession(session, settings.COOKIE_SECRET ?? '')

    it('is for this host alone, and out of reach of scripts', async () => {
      const response = await tellSession(OWN)
      expect(response.status).toBe(204)
      const [cookie = '', ...more] = response.headers.getSetCookie()
      expect(more).toEqual([])
      const [pair = '', ...attributes] = cookie.split('; ')
      expect(pair).toMatch(new RegExp(`^${name}=[\\w-]+\\.[\\w-]+$`))
      const named = attributes.map((attribute) => attribute.toLowerCase()).sort()
      expect(named.filter((attribute) => !attribute.startsWith('expires='))).toEqual(
        ['httponly', 'max-age=900', 'path=/', 'samesite=lax', ...(end ? ['secure'] : [])].sort(),
      )
      expect(await greeted(pair)).toBe('Olga')
      const [ended = ''] = (await tell('{}')).headers.getSetCookie()
      expect(ended).toMatch(new RegExp(`^${name}=;`))
      expect(ended.includes('Secure')).toBe(end !== '')
    })

    it('is nothing where it comes twice: a host beside this one has set one of the two', async () => {
      const [own, tossed] = [await cookieOf(OWN), await cookieOf(MALLORY)]
      for (const cookies of [
        [tossed, own],
        [own, tossed],
        ['x', own],
      ])
        expect(await greeted(cookies.map((value) => `${name}=${value}`).join('; '))).toBe('stranger')
      expect(await greeted(`a=b; ${name}=${own};c=d`)).toBe('Olga')
    })

    it('is no other cookie of a like name', async () => {
      const tossed = await cookieOf(MALLORY)
      const others = [
        'reader',
        '__Host-reader',
        '__Secure-reader',
        '__host-reader',
        'my-reader',
        'reader_old',
        'READER',
      ]
      for (const other of others.filter((other) => other !== name)) {
        expect([other, await greeted(`${other}=${tossed}`)]).toEqual([other, 'stranger'])
        expect(await greeted(`${other}=${tossed}; ${name}=${await cookieOf(OWN)}`)).toBe('Olga')
      }
    })

    it('remembers nobody whom the service does not name, and forgets who was remembered', async () => {
      for (const nobody of [
        { result: false, userStatus: 'notConnected' },
        { result: true, userId: 7, givenName: 'MALLORY' },
        { uuid: '', givenName: 'MALLORY' },
        { uuid: ' ', givenName: 'MALLORY' },
      ]) {
        const response = await tellSession(nobody)
        expect(response.status).toBe(204)
        expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(new RegExp(`^${name}=;`))])
        expect(await greeted(`${name}=${await cookieOf(nobody)}`)).toBe('stranger')
      }
    })

    it.each(['null', '7', '[]', '"text"', 'true', '{', '', '{"sig":null}'])(
      'is not touched by the message %s, which says nothing',
      async (body) => {
        const response = await tell(body)
        expect([400, 403]).toContain(response.status)
        expect(response.headers.getSetCookie()).toEqual([])
      },
    )

    /** Sets cookies of all names from a page of a host beside the site's own, for the domain that both share. */
    async function toss(page: Page, value: string): Promise<void> {
      const { pages } = world
      pages.serve('/toss', { body: '<!doctype html><title>A page</title>' })
      await page.goto(pages.url('/toss', 'evil.site.localhost'))
      const texts = ['reader', '__Host-reader'].flatMap((tossed) =>
        ['/', '/article'].flatMap((path) =>
          ['', '; secure'].map((last) => `${tossed}=${value}; domain=site.localhost; path=${path}${last}`),
        ),
      )
      await page.evaluate((all) => {
        // biome-ignore lint/suspicious/noDocumentCookie: as a hostile script does
        for (const text of all) document.cookie = text
      }, texts)
    }

    it('makes no reader somebody else whom a host beside this one has tossed a cookie', async () => {
      const page = await world.page()
      const value = await cookieOf(OWN)
      const attributes = { path: '/', domain: 'www.site.localhost', httpOnly: true, secure: end !== '' }
      await world.browser.addCookies([{ name, value, ...attributes, sameSite: 'Lax' }])
      await toss(page, await cookieOf(MALLORY))
      // Of the plain cookie nobody can tell which is which: both are worth nothing.
      const expected = end ? 'Hello, Olga' : 'Hello, stranger'
      const html = (await (await page.goto(`${address}/article`))?.text()) ?? ''
      expect(html.replaceAll('<!-- -->', '')).toContain(expected)
      expect(html).not.toContain('MALLORY')
    })

    // By plain http a browser cannot tell the site's cookie from one that was tossed: see SECURITY.md.
    if (scheme === 'https')
      it('makes no stranger somebody', async () => {
        const page = await world.page()
        await toss(page, await cookieOf(MALLORY))
        const html = (await (await page.goto(`${address}/article`))?.text()) ?? ''
        expect(html.replaceAll('<!-- -->', '')).toContain('Hello, stranger')
        expect(await page.evaluate(() => document.cookie)).toContain('reader=')
      })
  })
}
