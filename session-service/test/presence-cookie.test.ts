// The presence cookie: pages of all hosts of the domain see by it that somebody is logged in.

import { describe, expect, it } from 'vitest'
import { NEWS, TestBrowser, testService, WWW } from './support/service.ts'
import { useService } from './support/use-service.ts'

const { provider, service, browser } = await useService({ sub: 'kari', sid: 'sid-1' })
const LOGOUT = `/logout?client_sdrn=sdrn:x:client:news&redirect_uri=${WWW}/`

const lineIn = (response: Response, name = 'portico-reader'): string | undefined =>
  response.headers.getSetCookie().find((line) => line.startsWith(`${name}=`))

describe('the presence cookie', () => {
  it('comes with a login: for all hosts of the domain, readable by pages, with no more than a time', async () => {
    const response = await browser.visit(`/callback${provider.approve(await browser.begin())}`)
    expect(lineIn(response)).toMatch(
      /^portico-reader=\d{10}; Max-Age=77\d{5}; Domain=news\.test; Path=\/; Secure; SameSite=Lax$/,
    )
  })

  it('is written anew for a session whose browser has lost it, and is the same then', async () => {
    await browser.logIn(provider)
    const value = browser.cookies.get('portico-reader')
    expect(lineIn(await browser.session())).toBeUndefined()
    browser.cookies.delete('portico-reader')
    await browser.session()
    expect(browser.cookies.get('portico-reader')).toBe(value)
  })

  it.each(['', '0', 'x', '1700000000', '"SECONDS"', 'SECONDS.0', '%20SECONDS', '%31'])(
    'is written anew where a host beside has put [%s] in its place, and no more often',
    async (planted) => {
      await browser.logIn(provider)
      const value = browser.cookies.get('portico-reader') ?? ''
      browser.cookies.set('portico-reader', planted.replace('SECONDS', value))
      await browser.session()
      expect(browser.cookies.get('portico-reader')).toBe(value)
      expect(lineIn(await browser.session())).toBeUndefined()
    },
  )

  it('is not written at each answer where a host beside has set another one for a path', async () => {
    await browser.logIn(provider)
    const cookies = [...browser.cookies].map(([name, value]) => `${name}=${value}`)
    for (const cookie of [
      ['portico-reader=x', ...cookies],
      [...cookies, 'portico-reader=x'],
    ]) {
      const headers = { origin: WWW, cookie: cookie.join('; ') }
      const answer = await browser.ask('/v2/session?client_sdrn=sdrn:x:client:news', { headers })
      expect(await answer.json()).toMatchObject({ result: true })
      expect(lineIn(answer)).toBeUndefined()
    }
  })

  it('goes at a logout', async () => {
    await browser.logIn(provider)
    expect(lineIn(await browser.visit(LOGOUT))).toMatch(/^portico-reader=; Max-Age=0; Domain=news\.test/)
    expect(browser.cookies.size).toBe(0)
  })

  it('goes where the session has ended, or there is none', async () => {
    await browser.logIn(provider)
    await service.end({ sid: 'sid-1' })
    await browser.session()
    expect(browser.cookies.has('portico-reader')).toBe(false)
    browser.cookies.clear()
    browser.cookies.set('portico-reader', 'forged')
    await browser.session()
    expect(browser.cookies.size).toBe(0)
    expect(lineIn(await browser.session())).toBeUndefined()
  })

  it('is written anew with the session’s own cookie', async () => {
    await browser.logIn(provider)
    const visit = await browser.visit(`/session-refresh?client_sdrn=sdrn:x:client:news&redirect_uri=${WWW}/`)
    expect(lineIn(visit)).toBeDefined()
  })

  it('has the name of the options, and is not there where they say so', async () => {
    const named = new TestBrowser(testService(provider, { presenceCookie: 'reader' }))
    await named.logIn(provider)
    expect([...named.cookies.keys()]).toEqual(['__Host-session-id', 'reader'])
    const without = testService(provider, { presenceCookie: false })
    expect(without.environment).not.toHaveProperty('presenceCookie')
    const plain = new TestBrowser(without)
    await plain.logIn(provider)
    await plain.session()
    expect([...plain.cookies.keys()]).toEqual(['__Host-session-id'])
  })

  it('is not asked for where browsers refuse it: a public suffix', async () => {
    // Sites that come and go are not checked at the start.
    const directory = { find: () => NEWS, all: () => [NEWS] }
    const bare = new TestBrowser(testService(provider, { baseDomain: 'localhost', sites: directory }))
    await bare.logIn(provider)
    expect(bare.cookies.has('portico-reader')).toBe(false)
  })
})

describe('prefetched pages', () => {
  it('are forgotten by the browser after a login and a logout', async () => {
    const forgotten = '"prefetchCache", "prerenderCache"'
    const back = await browser.visit(`/callback${provider.approve(await browser.begin())}`)
    expect(back.headers.get('clear-site-data')).toBe(forgotten)
    expect((await browser.visit(LOGOUT)).headers.get('clear-site-data')).toBe(forgotten)
  })
})
