// A logout: by the reader, by the provider's server, and by the provider's page.

import { describe, expect, it, vi } from 'vitest'
import type { SessionStore } from '../src/index.ts'
import { sqliteStore } from '../src/store/sqlite.ts'
import { nowSeconds } from './support/scripted-provider.ts'
import {
  form,
  ID,
  NAVIGATION,
  NEWS,
  SPORTS,
  TestBrowser,
  type TestService,
  testService,
  WWW,
} from './support/service.ts'
import { useService } from './support/use-service.ts'

const { provider, service, browser } = await useService({ sub: 'kari', sid: 'sid-1' })

const LOGOUT = `/logout?client_sdrn=sdrn:x:client:news&redirect_uri=${WWW}/`
const tell = (token: string, of: TestService = service): Promise<Response> =>
  new TestBrowser(of).ask('/backchannel-logout', form({ logout_token: token }))

describe('a logout by the reader', () => {
  it('ends the session, takes the cookie, and goes on to the provider and back', async () => {
    await browser.logIn(provider)
    const kept = new Map(browser.cookies)
    const response = await browser.visit(LOGOUT)
    const to = new URL(response.headers.get('location') ?? '')
    expect(to.origin + to.pathname).toBe(`${provider.issuer}/end`)
    expect(to.searchParams.get('post_logout_redirect_uri')).toBe(`${ID}/logout/done`)
    expect(to.searchParams.get('id_token_hint')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    expect(browser.cookies.size).toBe(0)
    expect(service.events).toContainEqual({ type: 'logout', clientId: 'news' })
    for (const [name, value] of kept) browser.cookies.set(name, value)
    expect(await browser.told()).toBe(400)
    const back = await browser.visit(`/logout/done?state=${to.searchParams.get('state')}`)
    expect(back.headers.get('location')).toBe(`${WWW}/`)
  })

  it('is not asked about where a page of the service itself has led to it', async () => {
    await browser.logIn(provider)
    // Pages of the service give no referrer.
    const { referer: _, ...withheld } = NAVIGATION
    const headers = { ...withheld, 'sec-fetch-site': 'same-origin' }
    expect((await browser.ask(LOGOUT, { headers })).status).toBe(302)
    expect(await browser.told()).toBe(400)
  })

  it.each([
    ['the provider has no such page', { metadata: { end_session_endpoint: undefined } }, {}],
    ['the provider is down', { isDown: true }, {}],
    ['the options say so', {}, { rpInitiatedLogout: false }],
  ])('goes straight back to the site where %s', async (_what, scripted, options) => {
    Object.assign(provider, scripted)
    const own = testService(provider, { provider: { ...service.options.provider, ...options } })
    expect((await new TestBrowser(own).visit(LOGOUT)).headers.get('location')).toBe(`${WWW}/`)
  })

  it('that the store did not take is not answered as done: the reader is told, and can try again', async () => {
    const store = { ...sqliteStore(':memory:') }
    const own = testService(provider, { store, sites: [SPORTS, NEWS] })
    const reader = new TestBrowser(own)
    await reader.logIn(provider)
    const { delete: remove } = store
    store.delete = async () => Promise.reject(new Error('away'))
    const told = await reader.visit(LOGOUT)
    expect([told.status, told.headers.get('retry-after')]).toEqual([503, '2'])
    const [again, back] = [...(await told.text()).matchAll(/href="([^"]+)"/g)].map(([, to]) => `${to}`)
    expect([again?.replaceAll('&amp;', '&'), back]).toEqual([LOGOUT, `${WWW}/`])
    expect(await reader.told()).toBe(200)
    expect(own.events.some(({ type }) => type === 'logout')).toBe(false)
    store.delete = remove
    const kept = new Map(reader.cookies)
    expect((await reader.visit(`${again?.replaceAll('&amp;', '&')}`)).status).toBe(302)
    for (const [name, value] of kept) reader.cookies.set(name, value)
    expect(await reader.told()).toBe(400)
  })

  it('hands on the hint for the provider for as long as the session lasts', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    await browser.logIn(provider)
    vi.advanceTimersByTime(13 * 86_400_000)
    const done = await browser.visit(LOGOUT)
    expect(new URL(done.headers.get('location') ?? '').searchParams.has('id_token_hint')).toBe(true)
    vi.useRealTimers()
  })

  it('counts the sessions that have ended', async () => {
    for (let count = 0; count < 3; count += 1) await new TestBrowser(service).logIn(provider)
    expect(await service.end({ sid: 'sid-1' })).toBe(3)
  })

  it('needs no more of the store than that it forgets the session', async () => {
    const store = { ...sqliteStore(':memory:') }
    const reader = new TestBrowser(testService(provider, { store }))
    await reader.logIn(provider)
    store.read = async () => Promise.reject(new Error('away'))
    const done = await reader.visit(LOGOUT)
    expect(done.status).toBe(302)
    expect(new URL(done.headers.get('location') ?? '').searchParams.has('id_token_hint')).toBe(false)
  })

  it('of a session that the provider has not named ends no other', async () => {
    provider.claims = { sub: 'kari' }
    const asked = () => Promise.reject(new Error('asked'))
    const store = { ...sqliteStore(':memory:'), deleteByProviderSession: asked }
    const reader = new TestBrowser(testService(provider, { store }))
    await reader.logIn(provider)
    expect((await reader.visit(LOGOUT)).status).toBe(302)
    expect(await reader.told()).toBe(400)
  })

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site', referer: 'https://evil.test/' }],
    ['a host beside', { 'sec-fetch-site': 'same-site', referer: 'https://evil.news.test/' }],
    ['a page that says nothing of its address', { 'sec-fetch-site': 'same-site' }],
    ['a page with an address that is none', { 'sec-fetch-site': 'same-site', referer: 'www.news.test' }],
    ['a page of the site, by way of another site', { 'sec-fetch-site': 'cross-site', referer: `${WWW}/` }],
    ['a mail, or a chat', { 'sec-fetch-site': 'none' }],
    ['a browser that does not tell whose page it was', { referer: `${WWW}/` }],
  ])('asks the reader first when %s has sent the browser', async (_whom, headers) => {
    await browser.logIn(provider)
    const asked = await browser.ask(LOGOUT, { headers: { 'sec-fetch-dest': 'document', ...headers } })
    // Otherwise browsers would send no `Origin` with the form.
    expect(asked.headers.get('referrer-policy')).toBe('same-origin')
    expect((await browser.visit(`${LOGOUT}x`)).headers.get('referrer-policy')).toBe('no-referrer')
    expect(asked.status).toBe(200)
    expect(await asked.text()).toContain('<form method="post">')
    expect(browser.cookies.has('__Host-session-id')).toBe(true)
    const own = { ...NAVIGATION, 'sec-fetch-site': 'same-origin', origin: ID }
    const done = await browser.ask(LOGOUT, { method: 'POST', headers: own })
    expect(done.status).toBe(303)
    expect(browser.cookies.size).toBe(0)
  })
})

describe('a login that the provider has ended', () => {
  it('may still be on its way for ten minutes, and begins nothing', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    await tell(await provider.logoutToken({ sid: 'sid-1' }))
    vi.advanceTimersByTime(590_000)
    await browser.comeBack(provider)
    expect(await browser.told()).toBe(400)
    vi.advanceTimersByTime(20_000)
    await browser.logIn(provider)
    expect(await browser.told()).toBe(200)
    vi.useRealTimers()
  })
})

describe('a logout by the provider’s server', () => {
  it('ends the sessions of its session, and the page learns at its next call', async () => {
    await browser.logIn(provider)
    provider.claims = { sub: 'kari', sid: 'sid-2' }
    const elsewhere = new TestBrowser(service)
    await elsewhere.logIn(provider)
    const told = await tell(await provider.logoutToken({ sid: 'sid-1' }))
    expect([told.status, told.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(await browser.told()).toBe(400)
    expect(await elsewhere.told()).toBe(200)
    expect(service.events).toContainEqual({ type: 'provider-logout', channel: 'back', ended: 1 })
  })

  it('ends all sessions of a reader where it names no session', async () => {
    await browser.logIn(provider)
    provider.claims = { sub: 'ola' }
    const other = new TestBrowser(service)
    await other.logIn(provider)
    expect((await tell(await provider.logoutToken({ sub: 'kari' }))).status).toBe(200)
    expect(await browser.told()).toBe(400)
    expect(await other.told()).toBe(200)
  })

  it.each([
    ['a reader alone', { sub: 'kari' }, 'deleteByProviderSession'],
    ['a session alone', { sid: 'sid-1' }, 'readBySubject'],
  ] as const)('that names %s asks the store for nothing else', async (_whom, claims, call) => {
    const store = { ...sqliteStore(':memory:'), [call]: () => Promise.reject(new Error('asked')) }
    const own = testService(provider, { store })
    expect((await tell(await provider.logoutToken(claims), own)).status).toBe(200)
  })

  it('may name a session by the longest id that there is', async () => {
    const sid = 's'.repeat(255)
    provider.claims = { sub: 'kari', sid }
    await browser.logIn(provider)
    expect((await tell(await provider.logoutToken({ sid }))).status).toBe(200)
    expect(await browser.told()).toBe(400)
  })

  it('that comes before the session is created refuses it', async () => {
    expect((await tell(await provider.logoutToken({ sid: 'sid-1' }))).status).toBe(200)
    expect((await browser.comeBack(provider)).status).toBe(403)
    expect(browser.cookies.size).toBe(0)
  })

  it('counts once, for as long as its token can be taken', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const token = await provider.logoutToken({ sid: 'sid-1', exp: nowSeconds() + 3600 })
    expect((await tell(token)).status).toBe(200)
    vi.advanceTimersByTime(640_000)
    const again = await tell(token)
    expect([again.status, await again.json()]).toEqual([400, { error: 'invalid_request' }])
    expect(service.events).toContainEqual({
      type: 'provider-logout-refused',
      channel: 'back',
      reason: 'replayed',
    })
    vi.useRealTimers()
  })

  it('by subject lets the reader log in again', async () => {
    await tell(await provider.logoutToken({ sub: 'kari' }, { issuedAt: nowSeconds() - 5 }))
    provider.claims = { sub: 'kari', sid: 'sid-3' }
    expect((await browser.logIn(provider)).searchParams.get('code')).toBeTruthy()
  })

  it('takes a token without a type, as older providers send it', async () => {
    await browser.logIn(provider)
    expect((await tell(await provider.logoutToken({ sid: 'sid-1' }, { typ: undefined }))).status).toBe(200)
    expect(await browser.told()).toBe(400)
  })

  it('is answered 503 while the store is away, and taken when it is back', async () => {
    const store = { ...sqliteStore(':memory:') }
    const own = testService(provider, { store })
    const reader = new TestBrowser(own)
    await reader.logIn(provider)
    const { deleteByProviderSession } = store
    store.deleteByProviderSession = async () => Promise.reject(new Error('away'))
    const token = await provider.logoutToken({ sid: 'sid-1' })
    expect((await tell(token, own)).status).toBe(503)
    store.deleteByProviderSession = deleteByProviderSession
    expect((await tell(token, own)).status).toBe(200)
    expect(await reader.told()).toBe(400)
  })
})

describe('a logout token that names session and reader', () => {
  it('ends the reader’s sessions where ID tokens name no session', async () => {
    provider.claims = { sub: 'kari' }
    await browser.logIn(provider)
    expect((await tell(await provider.logoutToken({ sid: 'sid-1', sub: 'kari' }))).status).toBe(200)
    expect(await browser.told()).toBe(400)
  })

  it('ends all sessions of the reader where some of them are not known by it', async () => {
    await browser.logIn(provider)
    provider.claims = { sub: 'kari', sid: 'sid-2' }
    const named = new TestBrowser(service)
    await named.logIn(provider)
    provider.claims = { sub: 'kari' }
    const unnamed = new TestBrowser(service)
    await unnamed.logIn(provider)
    await tell(await provider.logoutToken({ sid: 'sid-1', sub: 'kari' }))
    expect([await browser.told(), await named.told(), await unnamed.told()]).toEqual([400, 400, 400])
    expect(service.events).toContainEqual({ type: 'provider-logout', channel: 'back', ended: 3 })
  })

  it('ends that session alone where ID tokens name it', async () => {
    await browser.logIn(provider)
    const elsewhere = new TestBrowser(service)
    provider.claims = { sub: 'kari', sid: 'sid-2' }
    await elsewhere.logIn(provider)
    expect((await tell(await provider.logoutToken({ sid: 'sid-1', sub: 'kari' }))).status).toBe(200)
    // Once more, when nothing is left to end.
    expect((await tell(await provider.logoutToken({ sid: 'sid-1', sub: 'kari' }))).status).toBe(200)
    expect([await browser.told(), await elsewhere.told()]).toEqual([400, 200])
  })
})

describe('a logout by the provider’s page', () => {
  const visit = (of: TestService, query: Record<string, string>) =>
    new TestBrowser(of).ask(`/frontchannel-logout?${new URLSearchParams(query)}`, {
      headers: { 'sec-fetch-dest': 'iframe', 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'cross-site' },
    })

  it('ends the session, in a frame that the provider alone may show', async () => {
    const own = testService(provider, { provider: { ...service.options.provider, frontChannelLogout: true } })
    const reader = new TestBrowser(own)
    await reader.logIn(provider)
    for (const query of [
      { sid: 'sid-1' },
      { iss: 'https://evil.test', sid: 'sid-1' },
      { iss: provider.issuer },
      { iss: provider.issuer, sid: 'x'.repeat(256) },
    ]) {
      const refused = await visit(own, query as Record<string, string>)
      expect([refused.status, await refused.text()]).toEqual([400, ''])
    }
    expect(own.events).toContainEqual({
      type: 'provider-logout-refused',
      channel: 'front',
      reason: 'no-subject',
    })
    expect(await reader.told()).toBe(200)
    const response = await visit(own, { iss: provider.issuer, sid: 'sid-1' })
    expect([response.status, await response.text()]).toEqual([200, ''])
    expect(own.events).toContainEqual({ type: 'provider-logout', channel: 'front', ended: 1 })
    expect(response.headers.get('content-security-policy')).toContain(`frame-ancestors ${provider.issuer}`)
    expect(await reader.told()).toBe(400)
  })

  it('that anybody calls writes nothing into the store', async () => {
    const memory = sqliteStore(':memory:')
    const store: SessionStore = {
      ...memory,
      deleteByProviderSession: () => Promise.reject(new Error('a write')),
    }
    const own = testService(provider, {
      store,
      provider: { ...service.options.provider, frontChannelLogout: true },
    })
    for (const sid of ['a', 'b', 'x'.repeat(255)])
      expect((await visit(own, { iss: provider.issuer, sid })).status).toBe(200)
  })

  it('is off by default', async () => {
    expect((await visit(service, { iss: provider.issuer, sid: 'sid-1' })).status).toBe(404)
  })
})
