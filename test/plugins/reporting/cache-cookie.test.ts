import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createIdentity } from '../../../core/kernel/create-identity.ts'
import type { AnyPlugin } from '../../../core/kernel/plugin.ts'
import { login } from '../../../plugins/login/login.ts'
import { cacheCookie } from '../../../plugins/reporting/cache-cookie.ts'
import { preload } from '../../../plugins/session/preload.ts'
import { sessionCache } from '../../../plugins/session/session-cache.ts'
import { sessionRefresh } from '../../../plugins/session/session-refresh.ts'
import { fetchTransport } from '../../../plugins/transport/fetch-transport.ts'
import { ADA, ENV, NO_SESSION, optionsFor, thrown } from '../../support/fixtures.ts'
import { type Answer, deny, json, openPage, text } from '../../support/page.ts'

/** A page whose cookie writes are seen as they are made; like a browser, it takes no cookie of more than 4096 characters. */
function start(url = 'https://www.site.example/article', more: object = {}, others: AnyPlugin[] = []) {
  const page = openPage(url)
  const writes: string[] = []
  let jar = ''
  Object.defineProperty(page.window.document, 'cookie', {
    configurable: true,
    get: () => jar,
    set: (cookie: string) => {
      writes.push(cookie)
      if (cookie.startsWith('SP_ID=;')) jar = 'other=1'
      else if (cookie.length <= 4096) jar = `other=1; ${cookie.split(';')[0]}`
    },
  })
  const plugins = [fetchTransport(), sessionCache(), login(), cacheCookie(), ...others] as const
  const identity = createIdentity(optionsFor(page, more), plugins)
  return {
    page,
    identity,
    writes,
    cookies: () => jar,
    /** As if an earlier page had written it. */
    had: (cookie: string) => void (jar = cookie),
    /** Asks anew; gives the cookies written. */
    async ask(...answers: Answer[]) {
      page.answer(...answers)
      identity.clearCachedUserSession()
      await identity.hasSession().catch(() => {})
      return writes.splice(0)
    },
  }
}

const at = (seconds: number) => new Date(seconds * 1000).toUTCString()

/** A cookie's parts, in no order. */
const parts = (cookie: string | undefined) => (cookie ?? '').split('; ').sort()
const cookie = (...more: string[]) => ['SP_ID=sp-ada', 'path=/', 'SameSite=Lax', ...more].sort()

describe('the cache cookie', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 0, toFake: ['Date'] }))
  afterEach(() => void vi.useRealTimers())

  it('is not written before it is enabled', async () => {
    expect(await start().ask(json(200, ADA))).toEqual([])
  })

  it('is written at each hasSession, for the base domain, and lasts as long as a session from then on', async () => {
    const { identity, ask, writes, page } = start()
    identity.enableCacheCookie()
    expect(writes).toEqual([])
    const written = (await ask(json(200, ADA))).map(parts)
    expect(written).toEqual([cookie('domain=site.example', `expires=${at(60)}`, 'Secure')])
    vi.setSystemTime(30_000)
    await identity.hasSession()
    expect(page.requests).toHaveLength(1)
    expect(writes.map(parts)).toEqual([cookie('domain=site.example', `expires=${at(90)}`, 'Secure')])
  })

  it('takes domain and expiry from the options, and counts from each hasSession too', async () => {
    const { identity, ask, writes } = start()
    identity.enableCacheCookie({ domain: 'www.site.example', expiresIn: 90 })
    const expected = (seconds: number) =>
      cookie('domain=www.site.example', `expires=${at(seconds)}`, 'Secure')
    expect((await ask(json(200, ADA))).map(parts)).toEqual([expected(90)])
    vi.setSystemTime(10_000)
    await identity.hasSession()
    expect(writes.map(parts)).toEqual([expected(100)])
  })

  it.each([{}, { expiresIn: 0 }, { expiresIn: undefined }, undefined])(
    'lasts as long as the session by %j',
    async (options) => {
      const { identity, ask } = start(undefined, { env: { ...ENV, expiresInUnit: 'seconds' } })
      identity.enableCacheCookie(options)
      expect(parts((await ask(json(200, { ...ADA, expiresIn: 120 })))[0])).toContain(`expires=${at(120)}`)
      expect(parts((await ask(json(200, { ...ADA, expiresIn: undefined })))[0])).toContain(
        `expires=${at(300)}`,
      )
    },
  )

  it.each([
    ['http://www.site.example/', undefined, 'domain=www.site.example'],
    ['http://www.site.example/', 'evil"; secure', 'domain=www.site.example'],
    ['http://www.site.example/', 'site.example; path=/x', 'domain=www.site.example'],
    ['http://www.site.example/', 'localhost', 'domain=www.site.example'],
  ])('on %s with base domain %j has %s', async (url, baseDomain, domain) => {
    const { identity, ask } = start(url)
    identity.enableCacheCookie()
    expect((await ask(json(200, { ...ADA, baseDomain }))).map(parts)).toEqual([
      cookie(domain, `expires=${at(60)}`),
    ])
  })

  it.each(['http://localhost:8800/', 'http://127.0.0.1/', 'http://[::1]/'])(
    'has no domain on %s, where none would be accepted',
    async (url) => {
      const { identity, ask } = start(url)
      identity.enableCacheCookie()
      expect((await ask(json(200, { ...ADA, baseDomain: undefined }))).map(parts)).toEqual([
        cookie(`expires=${at(60)}`),
      ])
    },
  )

  it.each([
    ['the next session has none', json(200, { ...ADA, sp_id: undefined })],
    ['there is no session any more', json(400, NO_SESSION)],
  ])('is removed, wherever it was set for, when %s', async (_, over) => {
    const { identity, ask, cookies } = start()
    identity.enableCacheCookie({ domain: 'site.example' })
    await ask(json(200, ADA))
    expect(cookies()).toContain('SP_ID')
    const removed = await ask(over)
    expect(cookies()).not.toContain('SP_ID')
    for (const one of removed)
      expect(parts(one)).toEqual(expect.arrayContaining(['SP_ID=', `expires=${at(0)}`]))
    const domains = removed.map((one) => /domain=([^;]+)/.exec(one)?.[1])
    // The one without a domain takes away what was set for the host alone.
    expect(new Set(domains)).toEqual(new Set(['www.site.example', 'site.example', undefined]))
  })

  it.each([
    ['refuses', [text(401, '')]],
    ['is broken', [text(500, '')]],
  ])('stays when the service %s', async (_, answers) => {
    const { identity, ask, cookies } = start()
    identity.enableCacheCookie()
    await ask(json(200, ADA))
    expect(await ask(...answers)).toEqual([])
    expect(cookies()).toContain('SP_ID=sp-ada')
  })

  it('the cookie stays when the page’s server has handed over the session, which lacks the id', async () => {
    const { page, identity, writes, cookies, had } = start(undefined, {}, [preload()])
    identity.enableCacheCookie()
    had('other=1; SP_ID=sp-ada')
    const { sp_id, ...session } = ADA
    // The browser has asked for the page a moment ago.
    vi.setSystemTime(1e12)
    Object.assign(page.window, { porticoHead: ['', 1e12 + 60_000, session] })
    expect(await identity.hasSession()).toEqual(session)
    expect(writes).toEqual([])
    expect(cookies()).toContain('SP_ID=sp-ada')
  })

  it('the cookie stays when the page is left to refresh the session', async () => {
    const { page, ask, identity, cookies } = start(undefined, {}, [sessionRefresh()])
    identity.enableCacheCookie()
    await ask(json(200, ADA))
    expect(await ask(json(200, { redirectURL: '/refresh' }))).toEqual([])
    expect(page.navigations).toHaveLength(1)
    expect(cookies()).toContain('SP_ID=sp-ada')
  })

  it('is removed on logout, also when an earlier page set it, and no other cookie is', async () => {
    const { page, identity, writes, cookies, had } = start()
    had('SP_ID=from-before')
    identity.logout()
    expect(cookies()).toBe('other=1')
    expect(writes.filter((cookie) => !/^SP_ID=;/.test(cookie))).toEqual([])
    expect(page.navigations).toHaveLength(1)
  })

  it('ends its way up a host with an empty label, so that the logout goes on', () => {
    const page = openPage('https://www..site.example/')
    const identity = createIdentity(optionsFor(page), [cacheCookie(), login()])
    identity.logout()
    expect(page.navigations).toHaveLength(1)
  })

  it('does not disturb session, logout or page where cookies are denied', async () => {
    const { page, identity } = start()
    deny(page.window.document, 'cookie')
    identity.enableCacheCookie()
    page.answer(json(200, ADA))
    expect(await identity.hasSession()).toEqual(ADA)
    identity.logout()
    expect(page.navigations).toHaveLength(1)
    expect(page.reported).toEqual([])
  })

  it.each([
    ['expiresIn', -1],
    ['expiresIn', Number.NaN],
    ['expiresIn', Number.POSITIVE_INFINITY],
    ['expiresIn', 1e300],
    ['domain', 'localhost'],
    ['domain', '127.0.0.1'],
    ['domain', 'site.example; path=/evil'],
    ['domain', 'https://site.example'],
    ['domain', 5],
  ])('refuses %s = %j', (name, value) => {
    const { identity } = start()
    expect(thrown(() => identity.enableCacheCookie({ [name]: value }))).toMatchObject({
      reason: 'option-invalid',
      message: expect.stringContaining(
        `${name} is ${typeof value === 'string' ? JSON.stringify(value) : value}`,
      ),
    })
  })

  it('reads its options once', async () => {
    const { identity, ask } = start()
    const domains = ['site.example', 'evil"; secure']
    identity.enableCacheCookie({
      get domain() {
        return domains.shift()
      },
    })
    expect(parts((await ask(json(200, ADA)))[0])).toContain('domain=site.example')
    expect(domains).toHaveLength(1)
  })
})
