// Attacks on a login: each has to leave the attacker with nothing.

import { generateKeyPair } from 'jose'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { useProvider } from '../support/scripted-provider.ts'
import {
  authorizePath,
  CALLBACK,
  ID,
  NAVIGATION,
  SPORT,
  siteNamed,
  TestBrowser,
  type TestService,
  testService,
  WWW,
} from '../support/service.ts'

const provider = await useProvider()
let service: TestService
let victim: TestBrowser
let attacker: TestBrowser
beforeEach(() => {
  service = testService(provider)
  victim = new TestBrowser(service)
  attacker = new TestBrowser(service)
})

/** Nobody was logged in by this. */
async function expectNobody(browser: TestBrowser, response: Response): Promise<void> {
  expect(response.headers.getSetCookie().filter((line) => line.startsWith('__Host-session-id='))).toEqual([])
  expect(response.headers.get('location') ?? '').not.toMatch(/[?&]code=/)
  expect(await browser.told()).toBe(400)
}

describe('the callback', () => {
  it('of a login that another browser began is refused', async () => {
    const back = `/callback${provider.approve(await attacker.begin())}`
    const response = await victim.visit(back)
    expect(response.status).toBe(400)
    await expectNobody(victim, response)
  })

  it('of another browser is refused, though the victim has begun a login too', async () => {
    await victim.begin()
    const response = await victim.visit(`/callback${provider.approve(await attacker.begin())}`)
    expect(response.status).toBe(400)
    await expectNobody(victim, response)
  })

  it('is good once, even for a browser that has kept the cookie', async () => {
    const back = `/callback${provider.approve(await victim.begin())}`
    const kept = new Map(victim.cookies)
    expect((await victim.visit(back)).status).toBe(302)
    for (const [name, value] of kept) attacker.cookies.set(name, value)
    const response = await attacker.visit(back)
    expect(response.status).toBe(400)
    await expectNobody(attacker, response)
    expect(provider.redeemed.filter((sent) => back.includes(`code=${sent.get('code')}&`)).length).toBe(1)
  })

  it('is good once for as long as its cookie could be', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const back = `/callback${provider.approve(await victim.begin())}`
    const attacker = new TestBrowser(service)
    for (const [name, value] of victim.cookies) attacker.cookies.set(name, value)
    await victim.visit(back)
    vi.advanceTimersByTime(9 * 60_000)
    expect((await attacker.visit(back)).status).toBe(400)
    vi.useRealTimers()
  })

  it('with a code of somebody else’s login logs nobody in', async () => {
    const stolen = new URLSearchParams(provider.approve(await attacker.begin())).get('code') ?? ''
    const own = new URLSearchParams(provider.approve(await victim.begin()))
    own.set('code', stolen)
    const response = await victim.visit(`/callback?${own}`)
    expect(response.headers.get('location')).toContain('error=server_error')
    await expectNobody(victim, response)
  })

  it('with the codes of two own logins swapped logs nobody in', async () => {
    const one = new URLSearchParams(provider.approve(await victim.begin()))
    const two = new URLSearchParams(provider.approve(await victim.begin()))
    const response = await victim.visit(`/callback?code=${two.get('code')}&state=${one.get('state')}`)
    await expectNobody(victim, response)
  })

  it('with a state that was altered, is not there, or is there twice is refused', async () => {
    const back = provider.approve(await victim.begin())
    for (const altered of [
      back.replace(/.$/, '~'),
      // The last character has bits that do not count.
      back.replace(/.(?=.$)/, (one) => (one === 'A' ? 'B' : 'A')),
      back.replace(/(?<=state=)./, (one) => (one === 'A' ? 'B' : 'A')),
      // By its first characters the cookie is found.
      back.replace(/(?<=state=.{20})./, (one) => (one === 'A' ? 'B' : 'A')),
      back.replace(/state=/, 'state=A'),
      `${back}${'A'.repeat(2000)}`,
      back.replace(/state=.*/, ''),
      `${back.replace(/state=/, 'state=x&state=')}`,
    ]) {
      const response = await victim.visit(`/callback${altered}`)
      expect(response.status).toBe(400)
      await expectNobody(victim, response)
    }
  })

  it.each([
    ['another nonce', { nonce: 'other' }],
    ['no nonce', { nonce: undefined }],
    ['another audience', { aud: 'other' }],
    ['another issuer', { iss: 'https://evil.test' }],
    ['a time that is over', { exp: 1_700_000_000 }],
    ['no subject', { sub: '' }],
    ['a blank subject', { sub: ' ' }],
    ['several audiences, and another one authorized', { aud: ['session-service', 'other'], azp: 'other' }],
  ])('whose ID token has %s logs nobody in', async (_what, claims) => {
    provider.claims = claims
    const response = await victim.visit(`/callback${provider.approve(await victim.begin())}`)
    expect(response.headers.get('location')).toContain('error=server_error')
    await expectNobody(victim, response)
  })

  it('whose ID token somebody else has signed logs nobody in', async () => {
    const { privateKey } = await generateKeyPair('RS256')
    const { sign } = provider
    provider.sign = (claims) => sign(claims, { key: privateKey })
    const response = await victim.visit(`/callback${provider.approve(await victim.begin())}`)
    provider.sign = sign
    await expectNobody(victim, response)
  })

  it('whose user info is somebody else’s logs nobody in', async () => {
    provider.userInfo = { sub: 'ola', name: 'Ola' }
    const response = await victim.visit(`/callback${provider.approve(await victim.begin())}`)
    await expectNobody(victim, response)
  })

  it('that names another issuer is refused (RFC 9207)', async () => {
    provider.metadata = { authorization_response_iss_parameter_supported: true }
    const own = new TestBrowser(testService(provider))
    const back = provider.approve(await own.begin())
    const response = await own.visit(`/callback${back}&iss=https%3A%2F%2Fevil.test`)
    expect(response.headers.get('location')).toContain('error=server_error')
    await expectNobody(own, response)
  })

  it('of a login that is older than asked for logs nobody in', async () => {
    provider.claims = { auth_time: Math.floor(Date.now() / 1000) - 3600 }
    const response = await victim.visit(`/callback${provider.approve(await victim.begin({ max_age: '60' }))}`)
    await expectNobody(victim, response)
  })
})

describe('a session that somebody knew before', () => {
  it('is not the one after a login, and is over then', async () => {
    await attacker.logIn(provider)
    const planted = new Map(attacker.cookies)
    for (const [name, value] of planted) victim.cookies.set(name, value)
    provider.claims = { sub: 'ola' }
    await victim.logIn(provider)
    expect(victim.cookies.get('__Host-session-id')).not.toBe(planted.get('__Host-session-id'))
    expect(await attacker.told()).toBe(400)
    expect(await victim.told()).toBe(200)
  })

  it('is not made of an id that the browser brings along', async () => {
    const planted = `${'A'.repeat(32)}.1`
    victim.cookies.set('__Host-session-id', planted)
    await victim.logIn(provider)
    expect(victim.cookies.get('__Host-session-id')).not.toMatch(/^A{32}/)
  })
})

describe('a cookie of a sibling host', () => {
  it('without the prefix is not looked at, neither for the session nor for a login', async () => {
    await attacker.logIn(provider)
    victim.cookies.set('session-id', attacker.cookies.get('__Host-session-id') ?? '')
    expect(await victim.told()).toBe(400)
    const begun = await attacker.begin()
    for (const [name, value] of attacker.cookies) victim.cookies.set(name.replace('__Host-', ''), value)
    const response = await victim.visit(`/callback${provider.approve(begun)}`)
    expect(response.status).toBe(400)
    await expectNobody(victim, response)
  })

  // Chromium takes such a name from any host, and `trim` would take the blank off.
  it('with the prefix behind another blank is none of ours, and pushes out no login', async () => {
    await attacker.logIn(provider)
    const session = attacker.cookies.get('__Host-session-id')
    victim.cookies.set('\u00a0__Host-session-id', `${session}`)
    expect(await victim.told()).toBe(400)
    victim.cookies.clear()
    const begun = await victim.begin()
    for (let index = 0; index < 5; index++) victim.cookies.set(`\u00a0__Host-login-${index}`, 'x')
    await victim.begin()
    const back = await victim.visit(`/callback${provider.approve(begun)}`)
    expect(back.headers.get('location')).toMatch(/[?&]code=/)
  })

  it('on plain http, where WebKit keeps no prefix, counts as none when it comes twice', async () => {
    const own = testService(provider, {
      origin: 'http://id.news.localhost:4300',
      sites: [siteNamed('news', 'http://www.news.localhost:4300')],
    })
    const webkit = { 'user-agent': 'Mozilla/5.0 AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15' }
    const cookie = `session-id=${'A'.repeat(32)}.1; session-id=${'B'.repeat(32)}.1`
    const ask = (headers: Record<string, string>) =>
      new TestBrowser(own).ask('/v2/session?client_sdrn=sdrn:x:client:news', { headers })
    const body = await (await ask({ ...webkit, cookie })).json()
    expect(body.error.description).toBe('No session cookie')
  })

  it('on https, where WebKitGTK does not heed the prefix, counts as none when it comes twice', async () => {
    await attacker.logIn(provider)
    await victim.logIn(provider)
    const both = [attacker, victim].map(
      ({ cookies }) => `__Host-session-id=${cookies.get('__Host-session-id')}`,
    )
    for (const cookies of [both, [...both].reverse()]) {
      const headers = { cookie: cookies.join('; ') }
      const answer = await victim.ask('/v2/session?client_sdrn=sdrn:x:client:news', { headers })
      expect((await answer.json()).error.description).toBe('No session cookie')
    }
    expect(await victim.told()).toBe(200)
  })

  it('has the name that browsers give it: blanks around the name are dropped, and blanks within it are kept', async () => {
    await victim.logIn(provider)
    const own = `__Host-session-id=${victim.cookies.get('__Host-session-id')}`
    const told = async (cookie: string): Promise<unknown> => {
      const headers = { cookie }
      const answer = await victim.ask('/v2/session?client_sdrn=sdrn:x:client:news', { headers })
      const { result, error } = await answer.json()
      return result ?? error.description
    }
    expect(await told(`${own}; __Host- session-id=x; __Host-session- \tid=x`)).toBe(true)
    expect(await told(`${own};  \t__Host-session-id=x`)).toBe('No session cookie')
    expect(await told(`${own}; __Host-session-id \t =x`)).toBe('No session cookie')
  })
})

describe('a login', () => {
  it.each([
    ['another site', 'https://evil.test/callback'],
    ['another path', `${WWW}/callback/`],
    ['a query more', `${CALLBACK}?next=https://evil.test`],
    ['another site’s address', `${SPORT}/callback`],
    ['the address with a name before it', 'https://www.news.test@evil.test/callback'],
    ['another case', CALLBACK.toUpperCase()],
    ['nothing', ''],
  ])('that would come back to %s is refused where it is', async (_what, redirect_uri) => {
    const response = await victim.visit(authorizePath({ redirect_uri }))
    expect(response.status).toBe(400)
    expect(response.headers.get('location')).toBeNull()
  })

  it('whose client or address is there twice is refused where it is', async () => {
    for (const twin of [`&redirect_uri=${SPORT}/callback`, '&client_id=sport']) {
      const response = await victim.visit(authorizePath() + twin)
      expect(response.status).toBe(400)
      expect(response.headers.get('location')).toBeNull()
    }
  })

  it('with a parameter that is there twice is refused, and the site is told', async () => {
    for (const twin of ['&state=other', '&login_hint=a&login_hint=b']) {
      const response = await victim.visit(authorizePath() + twin)
      const back = new URL(response.headers.get('location') ?? '')
      expect([back.origin, back.searchParams.get('error')]).toEqual([WWW, 'invalid_request'])
      expect(response.headers.getSetCookie()).toEqual([])
    }
  })

  it('cannot be begun in a frame, by an image or a script, or ahead of the reader', async () => {
    const others: Record<string, string>[] = [
      { ...NAVIGATION, 'sec-fetch-dest': 'iframe' },
      { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image', 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-site' },
      { ...NAVIGATION, 'sec-purpose': 'prefetch;prerender' },
    ]
    for (const headers of others) {
      const response = await victim.ask(authorizePath(), { headers })
      expect(response.status).toBe(403)
      expect(response.headers.getSetCookie()).toEqual([])
    }
  })

  it.each([
    ['another site', { ...NAVIGATION, 'sec-fetch-site': 'cross-site' }],
    ['a mail, or a chat', { ...NAVIGATION, 'sec-fetch-site': 'none' }],
    ['who knows whom', {}],
  ])('that asks the reader nothing is not begun by %s, and the site is told', async (_whom, headers) => {
    for (const prompt of ['none', 'none login']) {
      const response = await victim.ask(authorizePath({ prompt }), { headers })
      const back = new URL(response.headers.get('location') ?? '')
      expect([back.origin, back.searchParams.get('error')]).toEqual([WWW, 'interaction_required'])
      expect(response.headers.getSetCookie()).toEqual([])
      expect(service.events).toContainEqual({
        type: 'login-failed',
        clientId: 'news',
        reason: 'not-same-site',
      })
    }
    const asking = await victim.ask(authorizePath({ prompt: 'login' }), { headers })
    expect(asking.headers.get('location')).toMatch(provider.issuer)
  })

  it('that asks the reader nothing is begun by a page of the site', async () => {
    expect(new URL(await victim.begin({ prompt: 'none' })).searchParams.get('prompt')).toBe('none')
  })

  it('that is begun again and again leaves a few cookies, not a header that every server refuses', async () => {
    const largest = {
      state: 'x'.repeat(512),
      nonce: 'n'.repeat(512),
      code_challenge_method: 'S256',
      code_challenge: 'c'.repeat(43),
    }
    for (const [more, kept] of [
      [{}, 5],
      [largest, 2],
    ] as const) {
      for (let count = 0; count < 30; count += 1) await victim.begin(more)
      const header = [...victim.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      expect(header.length).toBeLessThan(4100)
      expect(victim.cookies.size).toBe(kept)
    }
  })

  it('leaves no more than 4000 bytes of cookies, of whatever length they are', async () => {
    for (let count = 0; count < 3; count += 1) await victim.begin({ state: 'x'.repeat(450) })
    const before = new Map(victim.cookies)
    const lengths = new Set<number>()
    for (let length = 1; length < 512; length += 9) {
      victim.cookies.clear()
      for (const [name, value] of before) victim.cookies.set(name, value)
      await victim.begin({ state: 'x'.repeat(length) })
      const header = [...victim.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      expect(header.length).toBeLessThanOrEqual(4000)
      lengths.add(victim.cookies.size)
    }
    // Some fitted, and some pushed another one out.
    expect(lengths.size).toBeGreaterThan(1)
  })

  it('with a state that takes more bytes than characters is refused, and shuts nobody out', async () => {
    for (const state of ['\u0001'.repeat(438), '…'.repeat(400)]) {
      const back = new URL(await victim.begin({ state }))
      expect(back.searchParams.get('error')).toBe('invalid_request')
    }
    expect(victim.cookies.size).toBe(0)
    expect(new URL(await victim.begin({ state: '\u0001'.repeat(80) })).origin).toBe(provider.issuer)
  })

  it('that is the newest stays, whichever go', async () => {
    for (let count = 0; count < 7; count += 1) await victim.begin()
    await victim.visit(`/callback${provider.approve(await victim.begin())}`)
    expect(await victim.told()).toBe(200)
  })

  it('cannot put a parameter of the login’s own into the way to the provider', async () => {
    const url = new URL(await victim.begin({ nonce: 'n', scope: 'openid admin', response_mode: 'query' }))
    expect(url.searchParams.get('scope')).toBe('openid profile')
    expect(url.searchParams.get('nonce')).not.toBe('n')
    expect(url.searchParams.getAll('redirect_uri')).toEqual([`${ID}/callback`])
  })

  it('that is oversized is refused', async () => {
    const oversized: Record<string, string>[] = [
      { state: 's'.repeat(513) },
      { nonce: 'n'.repeat(513) },
      { login_hint: 'h'.repeat(9000) },
    ]
    for (const more of oversized) {
      const back = new URL(await victim.begin(more))
      expect(back.origin).toBe(WWW)
      expect(back.searchParams.get('error')).toBe('invalid_request')
      expect(back.searchParams.get('state')?.length).toBeLessThanOrEqual(512)
    }
  })
})
