/**
 * The attacks of `test/security` that are a matter of the browser: its addresses, its cookies, its storage, its HTML. The
 * session service and the global session service of these pages are an attacker's.
 */
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { by, call } from './support/demo.ts'
import { bundle, ownOptions, pageWith } from './support/own-page.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()
const MARKUP = '<img src="x" onerror="window.pwned = true"><script>window.pwned = true</script>'
const MALLORY = { result: true, userId: 666, sdrn: 'sdrn:localhost:user:666', givenName: 'Mallory' }

type PageWindow = {
  pwned?: boolean
  construct(more: object): Record<string, (...args: unknown[]) => Promise<unknown>>
}

const hostile = () => world.pages.url('', 'hostile.site.localhost')

/** What the attacker's services answer from now on: as text, in which `__proto__` is a member like any other. */
function answer(path: string, body: string | ((host: string) => string)): void {
  world.pages.serve(path, ({ host = '', origin = '' }) => ({
    body: typeof body === 'string' ? body : body(host),
    type: 'application/json',
    headers: { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' },
  }))
}

beforeEach(async () => {
  const script = await bundle(`
    import { Identity } from 'portico'
    window.construct = (more) => new Identity({ ...options, ...more })
    window.demoIdentity = window.construct({})
    window.demoIdentity.enableCacheCookie()
  `)
  const { env, ...own } = ownOptions(world)
  const environment = { ...(env as object), globalSessionUrl: hostile() }
  world.pages.serve('/', pageWith({ ...own, sessionDomain: hostile(), env: environment }, script))
})

async function openPage(): Promise<Page> {
  const page = await world.page()
  await page.goto(world.pages.url())
  return page
}

const pwned = (page: Page) => page.evaluate(() => (window as unknown as PageWindow).pwned ?? false)

/** Addresses that lead elsewhere, or run, though they may not look like it. */
const astray = (): string[] => {
  const { port } = new URL(world.pages.url())
  return [
    `//evil.localhost:${port}/`,
    `/\\evil.localhost:${port}/`,
    `\\\\evil.localhost:${port}/`,
    `http://hostile.site.localhost:${port}@evil.localhost:${port}/`,
    `http://hostile.site.localhost:${port}.evil.localhost/`,
    `ht\ntp://evil.localhost:${port}/`,
    `\thttp://evil.localhost:${port}/`,
    'javascript:window.pwned=true',
    'java\nscript:window.pwned=true',
    'data:text/html,<script>opener.pwned=true</script>',
    `blob:http://hostile.site.localhost:${port}/00000000-0000-4000-8000-000000000000`,
  ]
}

/** Whether it may be an address of the publisher's: the account service knows those that are. */
const isAddress = (text: string): boolean => /^https?:/.test(text)

describe('an open redirect', () => {
  it('is refused, whatever the session service asks for, and nothing is run', async () => {
    const page = await openPage()
    const left: string[] = []
    page.on('request', (request) => request.isNavigationRequest() && left.push(request.url()))
    for (const redirectURL of astray()) {
      answer('/v2/session', JSON.stringify({ redirectURL }))
      await call(page, 'clearCachedUserSession')
      expect([redirectURL, await call(page, 'hasSession')]).toEqual([redirectURL, '!redirect-refused'])
    }
    expect(left).toEqual([])
    expect(page.url()).toBe(world.pages.url())
    expect(await pwned(page)).toBe(false)
  })

  it('is refused as the address to come back to, or is a parameter that the account service judges', async () => {
    const page = await openPage()
    for (const redirectUri of astray()) {
      for (const [method, argument] of [
        ['loginUrl', { state: 's', redirectUri }],
        ['logoutUrl', redirectUri],
      ] as const) {
        const url = (await call(page, method, argument)) as string
        const taken = isAddress(redirectUri) ? new URL(url).searchParams.get('redirect_uri') : url
        expect([method, taken]).toEqual([method, isAddress(redirectUri) ? redirectUri : '!argument-invalid'])
      }
      if (!isAddress(redirectUri))
        expect(await call(page, 'login', { state: 's', redirectUri })).toBe('!argument-invalid')
    }
    expect(page.url()).toBe(world.pages.url())
    expect(await pwned(page)).toBe(false)
  })
})

describe('an injection into the cookie', () => {
  it.each([
    ['sp_id', { sp_id: 'x; domain=localhost; path=/evil; max-age=9', baseDomain: 'site.localhost' }],
    ['sp_id, by lines', { sp_id: 'x\r\nSet-Cookie: evil=1; HttpOnly', baseDomain: 'site.localhost' }],
    ['baseDomain', { sp_id: 'x', baseDomain: 'site.localhost; path=/evil; evil=1' }],
  ])('by %s makes one cookie, of one value, as always', async (_, more) => {
    answer('/v2/session', JSON.stringify({ ...MALLORY, ...more }))
    const page = await openPage()
    await call(page, 'hasSession')
    const cookies = await world.browser.cookies()
    expect(cookies).toMatchObject([{ name: 'SP_ID', path: '/', httpOnly: false, sameSite: 'Lax' }])
    expect(decodeURIComponent(cookies[0]?.value ?? '')).toBe(more.sp_id)
    expect(cookies[0]?.domain).toMatch(/^\.?(site|pages\.site)\.localhost$/)
  })

  it('by an option makes the one cookie, as always', async () => {
    answer('/v2/session', JSON.stringify({ ...MALLORY, sp_id: 'x' }))
    const page = await openPage()
    for (const options of [{ domain: 'site.localhost; path=/evil' }, { expiresIn: '1; evil=1' }]) {
      await call(page, 'enableCacheCookie', options)
      await call(page, 'hasSession')
      const cookies = await world.browser.cookies()
      expect(cookies.map(({ name, path }) => name + path)).toEqual(['SP_ID/'])
    }
  })
})

describe('a forged session in the storage', () => {
  it('shows a wrong name until it is dropped, and neither redirects nor runs', async () => {
    answer('/v2/session', JSON.stringify({ ...MALLORY, givenName: 'Kept' }))
    const page = await openPage()
    await call(page, 'hasSession')
    const forged = { ...MALLORY, givenName: MARKUP, redirectURL: 'javascript:window.pwned=true' }
    await page.evaluate((session) => {
      const key = Object.keys(sessionStorage).find((name) => name.endsWith('.session')) ?? ''
      const entry = JSON.parse(sessionStorage.getItem(key) ?? '')
      entry.value.session = session
      sessionStorage.setItem(key, JSON.stringify(entry))
    }, forged)
    await page.reload()
    expect(await call(page, 'getUser')).toMatchObject({ givenName: MARKUP })
    await call(page, 'clearCachedUserSession')
    expect(await call(page, 'getUser')).toMatchObject({ givenName: 'Kept' })
    expect(page.url()).toBe(world.pages.url())
    expect(await pwned(page)).toBe(false)
  })
})

describe('markup', () => {
  it('in the names that the widget is given is shown as it is, and not run', async () => {
    answer('/v2/session', JSON.stringify({ error: { code: 400 } }))
    answer('/user-context', JSON.stringify({ identifier: 'u', display_text: MARKUP, client_name: MARKUP }))
    const page = await openPage()
    expect(await call(page, 'showSimplifiedLoginWidget', { state: 's' })).toBe(true)
    expect(await by(page, 'simplified-login').textContent()).toContain(MARKUP)
    expect(await page.locator('img').count()).toBe(0)
    expect(await pwned(page)).toBe(false)
  })
})
