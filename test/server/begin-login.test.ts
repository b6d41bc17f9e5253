/** Which requests begin a login, and how many logins a browser keeps that are on their way. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { beginLogin, finishLogin } from '../../server/login.ts'
import type { LoginClient } from '../../server/login-client.ts'
import { rejection } from '../support/fixtures.ts'
import { useAccountService } from './account-service.ts'
import { Browser, begin, CALLBACK, COOKIE_SECRET, clientOf } from './site.ts'

const service = useAccountService()
const LOGIN = 'https://www.site.example/login'
const TEN_MINUTES_MS = 600_000

afterEach(() => vi.useRealTimers())

/** What Chromium, Firefox and WebKit say of a request. */
const NAVIGATION = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
const OF_SCRIPT = { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }

describe('a request', () => {
  const ask = (headers: Record<string, string>, method = 'GET') =>
    beginLogin(clientOf(service), new Request(LOGIN, { method, headers }))

  it.each([
    ['by speculation rules', { 'sec-purpose': 'prefetch', ...NAVIGATION }],
    ['by a link element', { 'sec-purpose': 'prefetch', 'sec-fetch-mode': 'no-cors' }],
    ['by a proxy that hides the reader', { 'sec-purpose': 'prefetch;anonymous-client-ip', ...NAVIGATION }],
    ['to render the page ahead', { 'sec-purpose': 'prefetch;prerender', ...NAVIGATION }],
  ])('that fetches ahead begins no login: %s', async (_, headers) => {
    expect(await ask(headers)).toEqual({ ok: false, reason: 'prefetch' })
  })

  it.each(['no-cors', 'cors', 'same-origin', 'websocket'])(
    'that is no navigation begins no login: %s',
    async (mode) => {
      expect(await ask({ 'sec-fetch-mode': mode })).toEqual({ ok: false, reason: 'no-navigation' })
    },
  )

  it.each([
    ['a navigation', NAVIGATION],
    ['one of an older browser, which says nothing', {}],
    ['one with another purpose', { 'sec-purpose': 'x-prefetch', ...NAVIGATION }],
  ])('that a reader has made begins a login: %s', async (_, headers) => {
    expect(await ask(headers)).toMatchObject({ ok: true, setCookies: [expect.any(String)] })
  })

  it('that a page makes by POST begins a login, by its state alone and with its binding', async () => {
    expect(await ask(OF_SCRIPT, 'POST')).toMatchObject({ ok: true })
    const request = new Request(LOGIN, { method: 'POST', headers: OF_SCRIPT })
    const login = await beginLogin(clientOf(service), request, { allowStateAlone: true })
    expect(login).toMatchObject({ ok: true, state: expect.any(String) })
  })

  it('that a page makes by GET begins none, by its state alone neither', async () => {
    const request = new Request(LOGIN, { headers: OF_SCRIPT })
    const login = await beginLogin(clientOf(service), request, { allowStateAlone: true })
    expect(login).toEqual({ ok: false, reason: 'no-navigation' })
  })

  it('of Node, or of a service that writes names in capital letters, is told apart too', async () => {
    for (const headers of [{ 'sec-purpose': 'prefetch' }, { 'Sec-Purpose': 'prefetch' }])
      expect(await beginLogin(clientOf(service), { url: '/login', headers })).toMatchObject({ ok: false })
    const post = { method: 'POST', headers: { 'Sec-Fetch-Mode': 'cors' } }
    expect(await beginLogin(clientOf(service), post)).toMatchObject({ ok: true })
  })

  it('that begins no login does not hide a mistake of the site', async () => {
    const request = { headers: { 'sec-purpose': 'prefetch' } }
    const options = { parameters: { state: 'x' } }
    expect(await rejection(beginLogin(clientOf(service), request, options))).toMatchObject({
      reason: 'argument-invalid',
    })
  })
})

/** Logins take turns at names, across tests. After this call, a browser's sixth login takes the name that is free. */
async function takeTurns(client: LoginClient): Promise<void> {
  const begin = async (count: number) => {
    const browser = new Browser()
    for (let index = 0; index < count; index++) await browser.begin(client)
    return browser.cookies.size
  }
  if ((await begin(6)) < 6) await begin(1)
}

describe('logins on their way', () => {
  /** Begins a login with a return address as long as it may be. */
  const beginLong = (client: LoginClient, browser: Browser, name: string) =>
    browser.begin(client, { returnTo: `/${name}-${'x'.repeat(460)}` })
  const headerOf = (browser: Browser) => browser.request(CALLBACK).headers.get('cookie') ?? ''
  const finish = (client: LoginClient, browser: Browser, { url }: { url: string }) =>
    browser.finish(client, service.logIn(url))

  it('a hundred that begin at one moment leave a short header, and some of them can be finished', async () => {
    const client = clientOf(service)
    const browser = new Browser()
    const all = await Promise.all(
      Array.from({ length: 100 }, (_, index) => beginLong(client, browser, `${index}`)),
    )
    expect(browser.cookies.size).toBeLessThanOrEqual(6)
    expect(headerOf(browser).length).toBeLessThan(5_700)
    const finished = []
    for (const login of all) finished.push(await finish(client, browser, login))
    const done = finished.filter(({ ok }) => ok)
    expect(done.length).toBeGreaterThan(1)
    expect(browser.cookies.size).toBe(0)
  })

  it('a hundred that begin one after the other push out neither the first nor the last', async () => {
    const client = clientOf(service)
    const browser = new Browser()
    const first = await beginLong(client, browser, 'first')
    for (let turn = 0; turn < 100; turn++) {
      await beginLong(client, browser, `${turn}`)
      expect(browser.cookies.size).toBeLessThanOrEqual(6)
    }
    const last = await beginLong(client, browser, 'last')
    expect(await finish(client, browser, last)).toMatchObject({ ok: true })
    expect(await finish(client, browser, first)).toMatchObject({ ok: true })
  })

  it('those beyond five end the fourth or the fifth, whatever their names', async () => {
    const client = clientOf(service)
    for (let time = 0; time < 8; time++) {
      vi.useFakeTimers({ toFake: ['Date'] })
      const browser = new Browser()
      const all = []
      for (const name of ['one', 'two', 'three', 'four', 'five', 'six', 'seven']) {
        all.push(await beginLong(client, browser, name))
        vi.advanceTimersByTime(1000)
      }
      vi.useRealTimers()
      const finished = []
      for (const login of all) finished.push((await finish(client, browser, login)).ok)
      expect(finished.slice(3, 5)).toContain(false)
      expect([...finished.slice(0, 3), ...finished.slice(5)]).toEqual(Array(5).fill(true))
    }
  })

  it.each([4, 5, 6])('after %i, two that begin at one moment can both be finished', async (before) => {
    const client = clientOf(service)
    const browser = new Browser()
    for (let index = 0; index < before; index++) await beginLong(client, browser, `${index}`)
    const both = await Promise.all(['page', 'popup'].map((name) => beginLong(client, browser, name)))
    for (const login of both) expect(await finish(client, browser, login)).toMatchObject({ ok: true })
  })

  it('one that is over gives its name to the next, whatever the browser keeps', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const client = clientOf(service)
    await takeTurns(client)
    const browser = new Browser()
    for (const name of ['old', 'older', 'oldest']) await beginLong(client, browser, name)
    vi.advanceTimersByTime(TEN_MINUTES_MS - 1000)
    const kept = []
    for (const name of ['a', 'b', 'c']) kept.push(await beginLong(client, browser, name))
    expect(browser.cookies.size).toBe(6)
    vi.advanceTimersByTime(1000)
    for (const name of ['d', 'e']) kept.push(await beginLong(client, browser, name))
    expect(browser.cookies.size).toBe(6)
    vi.useRealTimers()
    for (const login of kept) expect(await finish(client, browser, login)).toMatchObject({ ok: true })
  })

  it('those of another service of the host, with a secret of its own, stay while there is room', async () => {
    const [client, other] = [
      clientOf(service),
      clientOf(service, { cookieSecret: `another ${COOKIE_SECRET}` }),
    ]
    const browser = new Browser()
    const all: [LoginClient, { url: string }][] = []
    for (const each of [other, client, other, client]) all.push([each, await browser.begin(each)])
    for (const [each, login] of all) expect(await finish(each, browser, login)).toMatchObject({ ok: true })
  })

  it('a cookie of a like name takes no place, and stays', async () => {
    const client = clientOf(service)
    await takeTurns(client)
    const browser = new Browser()
    const like = [
      'portico-login-0',
      '__Host-portico-login',
      '__Host-portico-login-9',
      '__host-portico-login-0',
    ]
    for (const name of like) browser.cookies.set(name, 'x')
    const all = []
    for (let time = 0; time < 6; time++) all.push(await browser.begin(client))
    for (const login of all) expect(await finish(client, browser, login)).toMatchObject({ ok: true })
    expect([...browser.cookies.keys()]).toEqual(like)
  })

  it('one can be finished although a host beside this one has set all of the names, on plain http', async () => {
    const client = clientOf(service, { secureCookies: false })
    const { url, setCookies } = await begin(client, { headers: {} })
    const [own = ''] = setCookies[0]?.split(';') ?? []
    const [name = ''] = own.split('=')
    const planted = [0, 1, 2, 3, 4, 5].map((index) => `portico-login-${index}=planted`)
    const cookie = [...planted, own, ...planted].join('; ')
    expect(await finishLogin(client, { url: service.logIn(url), headers: { cookie } })).toMatchObject({
      ok: true,
      setCookies: expect.arrayContaining([
        expect.stringMatching(new RegExp(`^${name}=; Path=/; Max-Age=0; `)),
      ]),
    })
  })
})

it('the cookie of a login has 950 bytes at most, whatever the client, the scope and the return address', async () => {
  const client = clientOf(service, { clientId: 'x'.repeat(3000) })
  const browser = new Browser()
  const begun = await browser.begin(client, {
    returnTo: 'https://www.site.example/'.padEnd(500, 'a'),
    parameters: { max_age: '100000000', scope: `openid profile ${'x'.repeat(3000)}` },
  })
  const [pair = ''] = begun.setCookies[0]?.split(';') ?? []
  expect(pair.length).toBeLessThanOrEqual(950)
  expect(pair.length).toBeGreaterThan(900)
  const login = await browser.finish(client, service.logIn(begun.url))
  expect(login.returnTo).toBe('https://www.site.example/'.padEnd(500, 'a'))
})
