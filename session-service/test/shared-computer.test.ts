// A computer that several people share: after a logout, the next one is not logged in as the reader before, though the provider still
// knows that one.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ProviderOptions } from '../src/options/provider-options.ts'
import { CLIENT_ID, CLIENT_SECRET, nowSeconds, useProvider } from './support/scripted-provider.ts'
import {
  authorizePath,
  NAVIGATION,
  TestBrowser,
  type TestService,
  testService,
  WWW,
} from './support/service.ts'

const provider = await useProvider()
const LOGGED_OUT = '__Host-logged-out'
const LOGOUT = `/logout?client_sdrn=sdrn:x:client:news&redirect_uri=${WWW}/`

function start(more: Partial<ProviderOptions> = {}): void {
  service = testService(provider, {
    provider: { issuer: provider.issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, ...more },
  })
  browser = new TestBrowser(service)
}

let service: TestService
let browser: TestBrowser
beforeEach(() => {
  provider.metadata = { end_session_endpoint: undefined }
  start()
})
afterEach(() => void vi.useRealTimers())

/** What the provider is asked to ask. */
const promptOf = (url: string): string | null => new URL(url).searchParams.get('prompt')
const errorOf = (response: Response | URL): string | null =>
  new URL(response instanceof URL ? response : `${response.headers.get('location')}`).searchParams.get(
    'error',
  )
const isLoggedOut = (): boolean => browser.cookies.has(LOGGED_OUT)
const logOut = async (): Promise<string | null> => (await browser.visit(LOGOUT)).headers.get('location')
const reasons = () => service.events.flatMap((event) => (event.type === 'login-failed' ? [event.reason] : []))

describe('after a logout that does not reach the provider, the next login', () => {
  beforeEach(async () => {
    await browser.logIn(provider)
    expect(await logOut()).toBe(`${WWW}/`)
  })

  it('asks for a password, and the one after it does not', async () => {
    const begun = await browser.begin()
    expect(promptOf(begun)).toBe('login')
    await browser.visit(`/callback${provider.approve(begun)}`)
    expect(await browser.told()).toBe(200)
    expect(isLoggedOut()).toBe(false)
    expect(promptOf(await browser.begin())).toBeNull()
  })

  it.each([
    ['select_account', 'login'],
    ['login', 'login'],
    ['consent', 'consent login'],
  ])('asks for it beside what the page wants: %s', async (prompt, asked) => {
    expect(promptOf(await browser.begin({ prompt }))).toBe(asked)
  })

  it('does not ask to choose an account besides, where the provider can', async () => {
    provider.metadata = { ...provider.metadata, prompt_values_supported: ['login', 'select_account'] }
    const { cookies } = browser
    start()
    for (const [name, value] of cookies) browser.cookies.set(name, value)
    expect(promptOf(await browser.begin({ prompt: 'select_account' }))).toBe('login')
  })

  it('asks for it until one has finished', async () => {
    const refused = await browser.begin()
    const state = new URL(refused).searchParams.get('state') ?? ''
    await browser.visit(`/callback?${new URLSearchParams({ error: 'access_denied', state })}`)
    await browser.begin()
    await browser.visit('/callback')
    expect(promptOf(await browser.begin())).toBe('login')
  })

  it('does not happen without the reader', async () => {
    expect(errorOf(await browser.visit(authorizePath({ prompt: 'none' })))).toBe('login_required')
    expect(isLoggedOut()).toBe(true)
    const told = { type: 'login-required', clientId: 'news', reason: 'login_required' }
    expect(service.events).toContainEqual(told)
  })

  it('is refused where the provider has not asked', async () => {
    for (const iat of [nowSeconds(), nowSeconds() + 300]) {
      provider.claims = { sub: 'kari', iat, exp: iat + 600, auth_time: iat - 60 }
      expect(errorOf(await browser.logIn(provider))).toBe('login_required')
      expect(reasons().pop()).toBe('not-reauthenticated')
      expect([await browser.told(), isLoggedOut()]).toEqual([400, true])
    }
    provider.claims = { sub: 'kari', auth_time: nowSeconds() }
    await browser.logIn(provider)
    expect([await browser.told(), isLoggedOut()]).toEqual([200, false])
  })

  it('may take as long as the reader needs', async () => {
    const begun = await browser.begin()
    const authTime = nowSeconds()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_000 })
    provider.claims = { sub: 'kari', auth_time: authTime }
    await browser.visit(`/callback${provider.approve(begun)}`)
    expect(await browser.told()).toBe(200)
  })
})

it('the logged-out cookie is of the service’s host alone, says nothing of the reader, and lasts', async () => {
  await browser.logIn(provider)
  const cookies = (await browser.visit(LOGOUT)).headers.getSetCookie().join('\n')
  expect(cookies).toContain(`${LOGGED_OUT}=1; Max-Age=34560000; Path=/; HttpOnly; Secure; SameSite=Lax`)
})

it('a second logged-out cookie, by a sibling host, takes nothing away', async () => {
  const cookie = `${LOGGED_OUT}=1; ${LOGGED_OUT}=`
  const begun = await browser.ask(authorizePath(), { headers: { ...NAVIGATION, cookie } })
  expect(promptOf(`${begun.headers.get('location')}`)).toBe('login')
})

it('a login that began before the logout does not finish', async () => {
  await browser.logIn(provider)
  const begun = await browser.begin()
  await logOut()
  expect((await browser.visit(`/callback${provider.approve(begun)}`)).status).toBe(403)
  expect(reasons()).toEqual(['ended-meanwhile'])
  expect(await browser.told()).toBe(400)
})

describe('whether the next login asks', () => {
  const PAGE = 'https://login.test/logout?next=x'
  const END = { end_session_endpoint: 'https://login.test/end' }
  it.each<[string, Partial<ProviderOptions>, object, string, boolean, string | null]>([
    ['ends its session at a logout', {}, END, 'https://login.test/end', false, null],
    ['has no such page', {}, {}, `${WWW}/`, true, 'login'],
    ['is not told of logouts', { rpInitiatedLogout: false, logoutUrl: PAGE }, END, `${WWW}/`, true, 'login'],
    ['has a page of its own for it', { logoutUrl: PAGE }, {}, PAGE, true, 'login'],
    ['has both', { logoutUrl: PAGE }, END, 'https://login.test/end', false, null],
    ['takes no prompt', { prompts: [] }, {}, `${WWW}/`, true, null],
  ])('where the provider %s', async (_what, more, metadata, next, marked, prompt) => {
    provider.metadata = { end_session_endpoint: undefined, ...metadata }
    start(more)
    await browser.logIn(provider)
    const to = new URL(`${await logOut()}`)
    if (next === `${WWW}/` || next === PAGE) expect(to.href).toBe(next)
    else expect(to.origin + to.pathname).toBe(next)
    expect(isLoggedOut()).toBe(marked)
    expect(promptOf(await browser.begin())).toBe(prompt)
    await browser.logIn(provider)
    expect([await browser.told(), isLoggedOut()]).toEqual([200, false])
  })

  it('where the provider does not answer at the logout', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    start()
    const store = service.options.store
    await browser.logIn(provider)
    const cookies = new Map(browser.cookies)
    // Another process, which has not met the provider yet.
    service = testService(provider, { store, provider: { ...service.options.provider } })
    browser = new TestBrowser(service)
    for (const [name, value] of cookies) browser.cookies.set(name, value)
    provider.isDown = true
    expect(await logOut()).toBe(`${WWW}/`)
    expect(isLoggedOut()).toBe(true)
  })
})

describe('what a logout means at the provider', () => {
  const told = () => service.events.filter(({ type }) => type === 'provider-discovered')

  it.each<[string, Partial<ProviderOptions>, object]>([
    ['end-session-endpoint', {}, { end_session_endpoint: 'https://login.test/end' }],
    ['logout-url', { logoutUrl: 'https://login.test/logout' }, {}],
    ['next-login-asks', {}, {}],
    ['next-login-asks', { rpInitiatedLogout: false }, { end_session_endpoint: 'https://login.test/end' }],
    ['next-login-does-not-ask', {}, { prompt_values_supported: ['none'] }],
  ])('is told once the provider has answered: %s', async (logout, more, metadata) => {
    provider.metadata = { end_session_endpoint: undefined, ...metadata }
    start(more)
    await service.check()
    await service.check()
    expect(told()).toEqual([{ type: 'provider-discovered', logout }])
  })

  it('is told again when it changes', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    await service.check()
    provider.metadata = {}
    vi.advanceTimersByTime(3_600_000)
    await service.check()
    vi.advanceTimersByTime(3_600_000)
    await service.check()
    expect(told().map((event) => 'logout' in event && event.logout)).toEqual([
      'next-login-asks',
      'end-session-endpoint',
    ])
  })
})
