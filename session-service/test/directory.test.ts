// Sites that change while the service runs: each is checked as those of a list are, whenever it is read.

import { beforeEach, describe, expect, it } from 'vitest'
import type { Site } from '../src/index.ts'
import { useProvider } from './support/scripted-provider.ts'
import { authorizePath, NEWS, TestBrowser, type TestService, testService, WWW } from './support/service.ts'

const provider = await useProvider()
let sites: Site[]
let service: TestService
let browser: TestBrowser

beforeEach(() => {
  sites = [NEWS]
  const directory = {
    find: (id: string) => sites.find(({ clientId }) => clientId === id),
    all: () => sites,
  }
  service = testService(provider, { sites: directory })
  browser = new TestBrowser(service)
})

const readableBy = async (origin: string, clientId = 'news'): Promise<boolean> => {
  const { headers } = await browser.session({ clientId }, origin)
  return headers.get('access-control-allow-origin') === origin
}
const refused = (): string[] =>
  service.events.flatMap((event) =>
    event.type === 'site-invalid' ? [`${event.clientId} ${event.problem}`] : [],
  )
const ADDRESS = 'give an https address, such as https://www.site.com/callback'

describe('an address that a list could not have', () => {
  it.each(['com.news.app:/done', 'nonsense', 'http://www.news.test/', 'file:///x', 'data:text/html,x'])(
    'is none of the site’s: %s',
    async (address) => {
      sites = [{ ...NEWS, redirectUris: [address, ...NEWS.redirectUris], logoutUris: [`${WWW}/`, address] }]
      await browser.logIn(provider)
      expect(await readableBy(WWW)).toBe(true)
      for (const origin of ['null', 'http://www.news.test', address])
        expect([origin, await readableBy(origin), await readableBy(origin, 'nobody')]).toEqual([
          origin,
          false,
          false,
        ])
      expect((await browser.visit(authorizePath({ redirect_uri: address }))).status).toBe(400)
      const logout = '/logout?client_sdrn=sdrn:x:client:news&redirect_uri='
      expect((await browser.visit(logout + encodeURIComponent(address))).status).toBe(400)
      expect((await browser.visit(`${logout}${WWW}/`)).status).toBe(302)
      expect(refused()).toEqual([`news redirectUris.0: ${ADDRESS}`, `news logoutUris.1: ${ADDRESS}`])
    },
  )
})

it('a site without `logoutUris` loses a bad redirect URI, and keeps the good ones', async () => {
  sites = [{ ...NEWS, redirectUris: ['nonsense', ...NEWS.redirectUris], logoutUris: undefined }]
  await browser.logIn(provider)
  expect(await browser.told()).toBe(200)
})

describe('a site of a directory', () => {
  it.each<[string, object]>([
    ['a short secret', { signatureSecret: 'short' }],
    ['a short secret beside another', { signatureSecret: ['short', NEWS.signatureSecret] }],
    ['no secret', { signatureSecret: undefined }],
    ['no address', { redirectUris: [] }],
    ['addresses that are no list', { redirectUris: `${WWW}/callback` }],
    ['an id without end', { clientId: 'news'.repeat(100) }],
  ])('with %s is not there', async (_what, more) => {
    const spoilt = { ...NEWS, ...more } as Site
    sites = [spoilt]
    expect(await browser.told(spoilt)).toBe(404)
    expect(await readableBy(WWW)).toBe(false)
    expect(new Set(refused()).size).toBe(refused().length)
    expect(refused()).not.toEqual([])
  })

  it('goes without an option that cannot be used, and keeps what else it has', async () => {
    class Row {
      readonly appearance = { name: 1 }
      readonly logoutUris = `${WWW}/`
      readonly ownMember = 1
      get redirectUris() {
        return NEWS.redirectUris
      }
    }
    sites = [Object.assign(new Row(), { clientId: 'news', signatureSecret: NEWS.signatureSecret })] as never
    let seen: object = {}
    const isConnected = (_: unknown, site: Site) => {
      seen = site
      return true
    }
    const own = { find: () => sites[0], all: () => sites }
    browser = new TestBrowser(testService(provider, { sites: own, isConnected }))
    await browser.logIn(provider)
    expect(await browser.told()).toBe(200)
    expect(seen).toMatchObject({ clientId: 'news', ownMember: 1, redirectUris: NEWS.redirectUris })
    expect(await (await browser.visit('/nothing')).text()).toContain('There is nothing here – www.news.test')
  })

  it('that a list could have is the very one', async () => {
    const more: Site[] = []
    sites = [{ ...NEWS, ownMember: 1 } as Site]
    const own = { find: () => sites[0], all: () => sites }
    const isConnected = (_: unknown, site: Site) => more.push(site) > 0
    browser = new TestBrowser(testService(provider, { sites: own, isConnected }))
    await browser.logIn(provider)
    expect(await browser.told()).toBe(200)
    expect(more[0]).toBe(sites[0])
  })

  it('counts as it is from now on, and each problem is told once', async () => {
    const spoilt = () => ({ ...NEWS, redirectUris: ['null', ...NEWS.redirectUris] })
    for (let count = 0; count < 3; count += 1) {
      sites = [spoilt()]
      expect(await readableBy(WWW)).toBe(true)
    }
    expect(refused()).toHaveLength(1)
    sites = [{ ...NEWS, redirectUris: ['https://other.news.test/callback'] }]
    expect([await readableBy(WWW), await readableBy('https://other.news.test')]).toEqual([false, true])
    sites = []
    expect(await browser.told()).toBe(404)
  })
})
