// What pages are told: members of the answer, whose pages may read it, and what becomes of it when something fails.

import { verifyAccess, verifySession } from 'portico/server'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { SessionStore } from '../src/index.ts'
import { sqliteStore } from '../src/store/sqlite.ts'
import { nowSeconds } from './support/scripted-provider.ts'
import {
  ID,
  NEWS,
  SPORT,
  SPORTS,
  TestBrowser,
  type TestService,
  testService,
  WWW,
} from './support/service.ts'
import { useService } from './support/use-service.ts'

const { provider, service, browser } = await useService({
  sub: 'kari',
  name: 'Kari Hansen',
  given_name: 'Kari',
  gender: 'female',
  picture: 'https://site.com/kari.png',
})

describe('a session', () => {
  it('has the members of the specification', async () => {
    await browser.logIn(provider)
    const session = await (await browser.session()).json()
    expect(session).toEqual({
      result: true,
      userStatus: 'connected',
      baseDomain: 'news.test',
      id: session.uuid,
      userId: expect.any(Number),
      uuid: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/),
      sp_id: expect.stringMatching(/^[\w-]{43}\.[\w-]+$/),
      expiresIn: 300_000,
      serverTime: expect.closeTo(nowSeconds(), -1),
      pairId: expect.stringMatching(/^[\da-f]{64}$/),
      sdrn: `sdrn:news.test:user:${session.userId}`,
      displayName: 'Kari Hansen',
      givenName: 'Kari',
      familyName: 'Hansen',
      gender: 'female',
      photo: 'https://site.com/kari.png',
      sig: expect.stringMatching(/^[\w-]{43}\.[\w-]+$/),
    })
  })

  it('has an `sp_id` for its site alone', async () => {
    await browser.logIn(provider)
    const claimsOf = async (site: { clientId: string }, origin: string) => {
      const { sp_id } = await (await browser.session(site, origin)).json()
      return JSON.parse(Buffer.from(sp_id.split('.')[1], 'base64url').toString())
    }
    expect((await claimsOf(NEWS, WWW)).aud).toBe('news')
    expect((await claimsOf(SPORTS, SPORT)).aud).toBe('sport')
  })

  it('has a `sig` that the site’s server accepts, and no other site’s', async () => {
    await browser.logIn(provider)
    const session = await (await browser.session()).json()
    const known = await verifySession(session.sig, NEWS.signatureSecret, { maxAgeSeconds: 60 })
    expect(known).toMatchObject({ ok: true, session: { uuid: session.uuid, givenName: 'Kari' } })
    expect(await verifySession(session.sig, SPORTS.signatureSecret)).toEqual({ ok: false, reason: 'forged' })
  })

  it('is signed by the first of a site’s secrets', async () => {
    const [newer, older] = ['n'.repeat(40), 'o'.repeat(40)]
    const own = testService(provider, { sites: [{ ...NEWS, signatureSecret: [newer, older] }] })
    const reader = new TestBrowser(own)
    await reader.logIn(provider)
    const { sig } = await (await reader.session()).json()
    expect(await verifySession(sig, newer)).toMatchObject({ ok: true })
    expect(await verifySession(sig, older)).toMatchObject({ ok: false })
  })

  it('is known to every site of the service, with a pairwise id for each', async () => {
    await browser.logIn(provider)
    const news = await (await browser.session()).json()
    const sport = await (await browser.session(SPORTS, SPORT)).json()
    expect(sport.uuid).toBe(news.uuid)
    expect(sport.pairId).not.toBe(news.pairId)
    expect(sport.sp_id).not.toBe(news.sp_id)
  })

  it('has one pairwise id for the sites of a group', async () => {
    const own = testService(provider, {
      sites: [NEWS, SPORTS].map((site) => ({ ...site, pairwiseGroup: 'house' })),
    })
    const reader = new TestBrowser(own)
    await reader.logIn(provider)
    const [news, sport] = [await reader.session(), await reader.session(SPORTS, SPORT)]
    expect((await news.json()).pairId).toBe((await sport.json()).pairId)
  })

  it('has the same ids at each login, and others for another reader', async () => {
    await browser.logIn(provider)
    const first = await (await browser.session()).json()
    provider.claims = { sub: 'ola' }
    await browser.logIn(provider)
    const other = await (await browser.session()).json()
    provider.claims = { sub: 'kari' }
    await browser.logIn(provider)
    const again = await (await browser.session()).json()
    for (const name of ['userId', 'uuid', 'pairId', 'sdrn']) {
      expect(again[name]).toBe(first[name])
      expect(other[name]).not.toBe(first[name])
    }
  })

  it('has a number of 52 bits, which follows from the reader and the secret, and from no count', async () => {
    await browser.logIn(provider)
    const { userId } = await (await browser.session()).json()
    expect(Number.isSafeInteger(userId) && userId >= 2 ** 51 && userId < 2 ** 52).toBe(true)
    const emptied = new TestBrowser(testService(provider))
    await emptied.logIn(provider)
    expect((await (await emptied.session()).json()).userId).toBe(userId)
    const secret = 'another-identity-secret-of-the-service'
    const other = new TestBrowser(testService(provider, { identitySecret: secret }))
    await other.logIn(provider)
    expect((await (await other.session()).json()).userId).not.toBe(userId)
  })

  it('has the next number where another reader has the first', async () => {
    const store = sqliteStore(':memory:')
    const asked: number[] = []
    const taken: SessionStore = {
      ...store,
      async reserveUserId(reader, userId) {
        asked.push(userId)
        return asked.length === 1 ? undefined : store.reserveUserId(reader, userId)
      },
    }
    const reader = new TestBrowser(testService(provider, { store: taken }))
    await reader.logIn(provider)
    expect(asked).toHaveLength(2)
    expect((await (await reader.session()).json()).userId).toBe(asked[1])
    expect(asked[0]).not.toBe(asked[1])
  })

  it('is not known by the `uuid` of another reader, chosen as `sub`', async () => {
    await browser.logIn(provider)
    const { uuid } = await (await browser.session()).json()
    provider.claims = { sub: uuid }
    const thief = new TestBrowser(service)
    await thief.logIn(provider)
    expect((await (await thief.session()).json()).uuid).not.toBe(uuid)
  })

  it('keeps its ids and its `sp_id` while it is used', async () => {
    const store = sqliteStore(':memory:')
    const short: SessionStore = { ...store, create: (key, session) => store.create(key, session, 60_000) }
    const reader = new TestBrowser(testService(provider, { store: short }))
    await reader.logIn(provider)
    const first = await (await reader.session()).json()
    const second = await (await reader.session()).json()
    for (const name of ['sp_id', 'pairId', 'uuid', 'userId']) expect(second[name]).toBe(first[name])
  })

  it('takes a UUID of the provider as it is', async () => {
    const sub = '3f2c9a52-8f0e-4c39-9a0b-0f6f1f3f5f7f'
    provider.claims = { sub }
    await browser.logIn(provider)
    expect((await (await browser.session()).json()).uuid).toBe(sub)
    // A longer text is no UUID.
    for (const other of [`x${sub}`, `${sub}x`]) {
      provider.claims = { sub: other }
      await browser.logIn(provider)
      expect((await (await browser.session()).json()).uuid).toMatch(/^[\da-f-]{14}8[\da-f-]{21}$/)
    }
  })

  it('has what the site’s own functions say', async () => {
    const own = testService(provider, {
      ids: ({ subject }) => ({ userId: 4711, uuid: `${subject}-uuid` }),
      pairId: ({ uuid }, { clientId }) => `${uuid}@${clientId}`,
      profile: ({ claims }) => ({ givenName: `${claims.given_name}!` }),
      isConnected: async (_session, { clientId }) => clientId === 'news',
      extraMembers: (_session, _site, isConnected) => ({ tracking: isConnected }),
    })
    const reader = new TestBrowser(own)
    await reader.logIn(provider)
    const news = await (await reader.session()).json()
    expect(news).toMatchObject({
      userId: 4711,
      uuid: 'kari-uuid',
      pairId: 'kari-uuid@news',
      givenName: 'Kari!',
      tracking: true,
    })
    expect(await verifySession(news.sig, NEWS.signatureSecret)).toMatchObject({
      ok: true,
      session: { tracking: true },
    })
    const sport = await (await reader.session(SPORTS, SPORT)).json()
    expect(sport).toMatchObject({ result: false, userStatus: 'notConnected', userId: 4711, tracking: false })
    expect(sport).not.toHaveProperty('givenName')
  })

  it('is answered at /session as well', async () => {
    await browser.logIn(provider)
    const response = await browser.ask('/session?client_sdrn=sdrn:x:client:news', {
      headers: { origin: WWW },
    })
    expect(await response.json()).toMatchObject({ result: true })
  })

  it('is of the client that the page names, whatever stands before its namespace', async () => {
    await browser.logIn(provider)
    const statusOf = async (sdrn: string) =>
      (await browser.ask(`/v2/session?client_sdrn=${sdrn}`, { headers: { origin: WWW } })).status
    expect(await statusOf('sdrn:news.test:client:news')).toBe(200)
    for (const wrong of ['xsdrn:x:client:news', 'sdrn:x:client:', 'sdrn::client:news', 'sdrn:x:user:news'])
      expect([wrong, await statusOf(wrong)]).toEqual([wrong, 404])
  })

  it('ends when nobody has used it for long enough, and lives on while it is used', async () => {
    let leftMs = 0
    const store = sqliteStore(':memory:')
    const watched: SessionStore = {
      ...store,
      create: (key, session, ttlMs) => store.create(key, session, ttlMs / 10_000),
      touch: async (key, ttlMs) => {
        leftMs = ttlMs
        await store.touch(key, ttlMs)
      },
    }
    const reader = new TestBrowser(
      testService(provider, { store: watched, idleSeconds: 3600, absoluteSeconds: 1800 }),
    )
    await reader.logIn(provider)
    expect(await reader.told()).toBe(200)
    // The absolute end comes first.
    expect(leftMs).toBeGreaterThan(1_790_000)
    expect(leftMs).toBeLessThanOrEqual(1_800_000)
  })

  it('is written to once in a while only', async () => {
    let touches = 0
    const store = sqliteStore(':memory:')
    const touch = async (): Promise<void> => {
      touches += 1
    }
    const watched: SessionStore = { ...store, touch }
    const reader = new TestBrowser(testService(provider, { store: watched }))
    await reader.logIn(provider)
    await reader.session()
    await reader.session()
    expect(touches).toBe(0)
  })
})

describe('the status of "nobody"', () => {
  it('is that of a success, so that no console shows an error, or 400 where the options say so', async () => {
    expect((await browser.session()).status).toBe(200)
    const strict = new TestBrowser(testService(provider, { anonymousStatus: 400 }))
    expect((await strict.session()).status).toBe(400)
    expect(await strict.told()).toBe(400)
  })
})

describe('Safari', () => {
  it('is sent nowhere by default, however old its cookie is', async () => {
    await browser.logIn(provider)
    const old = browser.cookies.get('__Host-session-id')?.replace(/\d+$/, '1700000000') ?? ''
    browser.cookies.set('__Host-session-id', old)
    const response = await browser.ask('/v2/session?client_sdrn=sdrn:x:client:news', {
      headers: { 'user-agent': 'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15' },
    })
    expect(await response.json()).toMatchObject({ result: true })
  })

  it('goes on as it came when the store is away during its visit', async () => {
    const store = { ...sqliteStore(':memory:') }
    const reader = new TestBrowser(testService(provider, { store, refreshAfterSeconds: 60 }))
    await reader.logIn(provider)
    store.read = async () => Promise.reject(new Error('away'))
    const visit = await reader.visit(`/session-refresh?client_sdrn=sdrn:x:client:news&redirect_uri=${WWW}/`)
    expect([visit.status, visit.headers.get('location')]).toEqual([302, `${WWW}/`])
  })
})

describe('the times of a session', () => {
  /** The milliseconds of a new session: unused, and in all. */
  async function timesOf(options: Partial<TestService['options']> = {}): Promise<[number, number]> {
    const memory = sqliteStore(':memory:')
    let times: [number, number] = [0, 0]
    const store: SessionStore = {
      ...memory,
      create(key, session, ttlMs) {
        times = [ttlMs, session.endsAt - session.createdAt]
        return memory.create(key, session, ttlMs)
      },
    }
    await new TestBrowser(testService(provider, { ...options, store })).logIn(provider)
    return times
  }

  it('are two weeks unused and ninety days in all, by default', async () => {
    expect(await timesOf()).toEqual([14 * 86_400_000, 90 * 86_400_000])
  })

  it('are no longer unused than in all', async () => {
    const [unused, all] = await timesOf({ idleSeconds: 3600, absoluteSeconds: 1800 })
    expect(all).toBe(1_800_000)
    expect(unused).toBeLessThanOrEqual(all)
    expect(unused).toBeGreaterThan(all - 60_000)
  })

  it('are all that a page may keep it for, however often it is used', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: nowSeconds() * 1000 })
    onTestFinished(() => void vi.useRealTimers())
    const times = { idleSeconds: 60, absoluteSeconds: 60, refreshAfterSeconds: 0 }
    const reader = new TestBrowser(testService(provider, times))
    await reader.logIn(provider)
    vi.advanceTimersByTime(20_000)
    // The store has it for a minute from now on.
    await reader.session()
    const { expiresIn } = await (await reader.session()).json()
    expect(expiresIn).toBe(40_000)
  })
})

describe('whoever has no session', () => {
  it('is told 400, for as long as a page may keep it', async () => {
    const response = await browser.session()
    expect(await response.json()).toMatchObject({
      error: { code: 400, type: 'SessionException' },
      response: {
        baseDomain: 'news.test',
        expiresIn: 300_000,
        result: false,
        serverTime: expect.closeTo(nowSeconds(), -1),
      },
    })
  })

  it('is told 400 when the session has ended, and the cookie stays for a login that came first', async () => {
    browser.cookies.set('__Host-session-id', `${'x'.repeat(32)}.1700000000`)
    const response = await browser.session()
    expect((await response.clone().json()).error.code).toBe(400)
    expect(response.headers.getSetCookie()).toEqual([])
  })

  it.each(['', 'x', `${'x'.repeat(33)}.1`, `${'x'.repeat(32)}.1; `, '%00'])(
    'is told 400 with the cookie "%s"',
    async (value) => {
      browser.cookies.set('__Host-session-id', value)
      expect(await browser.told()).toBe(400)
    },
  )

  it('is told 404 for a client that there is not', async () => {
    expect(await browser.told({ clientId: 'nobody' })).toBe(404)
    expect((await browser.ask('/v2/session')).status).toBe(404)
  })
})

describe('the answer', () => {
  it('is kept by nobody, and varies by who asks', async () => {
    for (const response of [await browser.session(), await browser.ask('/v2/session')]) {
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('vary')).toBe('Origin, Cookie')
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  it('is readable by pages of the site’s redirect URIs alone', async () => {
    const { headers } = await browser.session(NEWS, WWW)
    expect(headers.get('access-control-allow-origin')).toBe(WWW)
    expect(headers.get('access-control-allow-credentials')).toBe('true')
  })

  it('lets pages read when to ask again', async () => {
    expect((await browser.session()).headers.get('access-control-expose-headers')).toBe('Retry-After')
  })

  it('asks Safari for a visit when its cookie is old, which writes it anew', async () => {
    const own = testService(provider, { refreshAfterSeconds: 86_400 })
    const reader = new TestBrowser(own)
    await reader.logIn(provider)
    const fresh = reader.cookies.get('__Host-session-id') ?? ''
    const old = fresh.replace(/\d+$/, '1700000000')
    reader.cookies.set('__Host-session-id', old)
    const agent = (name: string) =>
      reader.ask('/v2/session?client_sdrn=sdrn:x:client:news', { headers: { 'user-agent': name } })
    const safari =
      'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15'
    const chrome = 'Mozilla/5.0 (X11) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0 Safari/537.36'
    expect(await (await agent(chrome)).json()).toMatchObject({ result: true })
    expect(await (await agent(safari)).json()).toEqual({ redirectURL: '/session-refresh' })
    const visit = await reader.visit(`/session-refresh?client_sdrn=sdrn:x:client:news&redirect_uri=${WWW}/`)
    expect(visit.headers.get('location')).toBe(`${WWW}/`)
    expect(reader.cookies.get('__Host-session-id')).not.toBe(old)
    expect(await (await agent(safari)).json()).toMatchObject({ result: true })
  })
})

describe('a store that fails', () => {
  it.each([
    ['rejects', async () => Promise.reject(new Error('away'))],
    ['never answers', () => new Promise<never>(() => {})],
  ])('by that it %s is answered 503, never "nobody"', async (_how, fail) => {
    const store = { ...sqliteStore(':memory:') }
    const own = testService(provider, { store })
    const reader = new TestBrowser(own)
    await reader.logIn(provider)
    const { read } = store
    store.read = fail
    const response = await reader.session()
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('2')
    expect(response.headers.get('access-control-allow-origin')).toBe(WWW)
    const description = 'Not available now'
    expect(await response.json()).toMatchObject({
      error: { code: 503, type: 'StoreException', description },
    })
    expect(own.events.some(({ type }) => type === 'function-failed')).toBe(false)
    store.read = read
    expect(await reader.told()).toBe(200)
  })

  it('at a login is told to the reader', async () => {
    const store = { ...sqliteStore(':memory:'), create: async () => Promise.reject(new Error('away')) }
    const own = testService(provider, { store })
    expect((await new TestBrowser(own).comeBack(provider)).status).toBe(503)
    expect(own.events).toContainEqual({ type: 'store-failed', operation: 'create', reason: 'Error' })
  })

  it('is known to the health check', async () => {
    expect(await service.check()).toEqual({ store: true, provider: true })
    // A full disk, and a server that is no master any more, can be read from.
    const store = { ...sqliteStore(':memory:'), create: async () => Promise.reject(new Error('full')) }
    expect(await testService(provider, { store }).check()).toEqual({ store: false, provider: true })
  })

  it('at a touch costs the reader nothing', async () => {
    const memory = sqliteStore(':memory:')
    const store: SessionStore = {
      ...memory,
      create: (key, session) => memory.create(key, session, 60_000),
      touch: async () => Promise.reject(new Error('full')),
    }
    const own = testService(provider, { store })
    const reader = new TestBrowser(own)
    await reader.logIn(provider)
    expect(await reader.told()).toBe(200)
    expect(own.events).toContainEqual({ type: 'store-failed', operation: 'touch', reason: 'Error' })
  })
})

describe('a function of the site that throws', () => {
  it('is answered 500, and told as an event without its message', async () => {
    const own = testService(provider, {
      isConnected: () => {
        throw new Error('kari is missing')
      },
    })
    const reader = new TestBrowser(own)
    await reader.logIn(provider)
    const response = await reader.session()
    expect([response.status, response.headers.has('retry-after')]).toEqual([500, false])
    expect(await response.text()).not.toContain('kari')
    expect(own.events).toContainEqual({ type: 'function-failed', reason: 'Error' })
  })
})

describe('access', () => {
  const ask = (reader: TestBrowser, ids: string) =>
    reader.ask(`/hasAccess/${ids}?client_sdrn=sdrn:x:client:news`, { headers: { origin: WWW } })

  it('is decided by a function of the site, and signed', async () => {
    const own = testService(provider, {
      access: async ({ productIds, session }) => ({
        entitled: productIds.includes('a,b') && session.subject === 'kari',
        allowedFeatures: ['read'],
      }),
    })
    const reader = new TestBrowser(own)
    expect((await (await ask(reader, 'a%2Cb')).json()).error.code).toBe(400)
    await reader.logIn(provider)
    const granted = await (await ask(reader, 'x,a%2Cb')).json()
    expect(granted).toMatchObject({
      entitled: true,
      allowedFeatures: ['read'],
      ttl: 300,
      userId: expect.any(Number),
    })
    expect(await (await ask(reader, 'a,b')).json()).toMatchObject({ entitled: false })
    const verified = await verifySession((await (await reader.session()).json()).sig, NEWS.signatureSecret)
    const user = verified.ok ? verified.session : undefined
    const show = (more: object) => verifyAccess(granted.sig, NEWS.signatureSecret, { user, ...more })
    expect(await show({ productIds: ['x', 'a,b', 'c'] })).toMatchObject({ ok: true, features: ['read'] })
    // A proof for one product is none for another, and none is good for ever.
    expect(await show({ productIds: ['x'] })).toEqual({ ok: false, reason: 'other-product' })
    expect(await show({ now: Date.now() + 301_000 })).toEqual({ ok: false, reason: 'expired' })
  })

  it('is 404 where nothing decides on it, and 400 for a list that cannot be read', async () => {
    await browser.logIn(provider)
    expect((await ask(browser, 'a')).status).toBe(404)
    const reader = new TestBrowser(testService(provider, { access: () => ({ entitled: true }) }))
    await reader.logIn(provider)
    expect((await ask(reader, '%E0%A4%A')).status).toBe(400)
    expect((await ask(reader, 'a,'.repeat(200))).status).toBe(400)
  })
})

describe('what there is not', () => {
  it('is told so', async () => {
    expect((await browser.ask('/user-context')).status).toBe(401)
    expect((await browser.ask('/authn/simplified-login-widget')).status).toBe(404)
    expect((await browser.visit('/profile-pages')).status).toBe(404)
  })
})

describe('account pages', () => {
  it('lead to the provider’s', async () => {
    const pages = (accountPages: TestService['options']['provider']['accountPages']) =>
      new TestBrowser(testService(provider, { provider: { ...service.options.provider, accountPages } }))
    const phone = '/profile-pages/about-you/phone'
    const to = async (reader: TestBrowser, path: string) => (await reader.visit(path)).headers.get('location')
    expect(await to(pages('https://login.test/me'), phone)).toBe('https://login.test/me')
    const two = pages({ account: 'https://login.test/me', phones: 'https://login.test/phones' })
    expect(await to(two, '/profile-pages')).toBe('https://login.test/me')
    expect(await to(two, phone)).toBe('https://login.test/phones')
    const made = pages(
      ({ page, clientId, redirectUri }) => `https://login.test/${page}/${clientId}/${redirectUri}`,
    )
    expect(await to(made, '/profile-pages?client_id=news&redirect_uri=back')).toBe(
      'https://login.test/account/news/back',
    )
  })
})

describe('a monitoring script that adds headers', () => {
  const preflight = (origin: string, path = '/v2/session') =>
    browser.ask(`${path}?client_sdrn=sdrn:x:client:news`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'sentry-trace,traceparent',
      },
    })

  it('is given leave for those of tracing, on the site’s own pages, for a day', async () => {
    const { status, headers } = await preflight(WWW)
    expect(status).toBe(204)
    expect(Object.fromEntries(headers)).toMatchObject({
      'access-control-allow-origin': WWW,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'GET',
      'access-control-max-age': '86400',
    })
    const allowed = headers.get('access-control-allow-headers')?.split(', ')
    expect(allowed).toEqual(expect.arrayContaining(['traceparent', 'tracestate', 'baggage', 'sentry-trace']))
    const others = allowed?.filter((name) => !/^(traceparent|tracestate|baggage|sentry-trace)$/.test(name))
    expect(others).toEqual(
      ['trace-id', 'parent-id', 'origin', 'sampling-priority', 'tags'].map((name) => `x-datadog-${name}`),
    )
    expect((await preflight(WWW, '/hasAccess/a')).status).toBe(204)
  })

  it.each(['https://evil.test', SPORT, `${WWW}.evil.test`])(
    'is given none on pages of %s',
    async (origin) => {
      const { status, headers } = await preflight(origin)
      expect(status).toBe(404)
      expect(headers.get('access-control-allow-origin')).toBeNull()
      expect((await browser.session(NEWS, origin)).headers.get('access-control-allow-origin')).toBeNull()
    },
  )
})

describe('the environment', () => {
  it('is what pages give as `env`', () => {
    expect(service.environment).toEqual({
      name: 'SESSION-SERVICE',
      accountUrl: ID,
      sdrnNamespace: 'news.test',
      prompt: '',
      acrValues: [],
      loginOrigins: [new URL(provider.issuer).origin],
      presenceCookie: 'portico-reader',
    })
  })
})
