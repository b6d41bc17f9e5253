// Many domains in one process: each has its own host, sites and cookies; provider, store and readers are the same.

import { beforeEach, describe, expect, it } from 'vitest'
import {
  createSessionService,
  type FoundSession,
  OptionsError,
  type SessionServiceOptions,
  type SessionStore,
  type StoredSession,
} from '../src/index.ts'
import { sqliteStore } from '../src/store/sqlite.ts'
import { CLIENT_ID, useProvider } from './support/scripted-provider.ts'
import {
  form,
  ID,
  NEWS,
  siteNamed,
  TestBrowser,
  type TestService,
  testService,
  WWW,
} from './support/service.ts'

const provider = await useProvider()
const OTHER_ID = 'https://id.other.no'
const OTHER_WWW = 'https://www.other.no'
const OTHER = siteNamed('other', OTHER_WWW)
const HOSTS = [
  { origin: ID, sites: [NEWS] },
  { origin: OTHER_ID, sites: [OTHER], baseDomain: 'other.no' },
]
const ON_HOSTS = { origin: undefined, sites: undefined, hosts: HOSTS } as unknown as SessionServiceOptions
const LOGIN_THERE = { client_id: 'other', redirect_uri: `${OTHER_WWW}/callback` }

let service: TestService
let here: TestBrowser
let there: TestBrowser
beforeEach(() => {
  provider.claims = { sub: 'kari', sid: 'sid-1' }
  service = testService(provider, ON_HOSTS)
  // One browser, which keeps the cookies of each host apart.
  here = new TestBrowser(service)
  there = new TestBrowser(service, OTHER_ID)
})

describe('two domains of one service', () => {
  it('log a reader in each by an address of its own, and know the same reader', async () => {
    const login = new URL(await there.begin(LOGIN_THERE))
    expect(login.searchParams.get('redirect_uri')).toBe(`${OTHER_ID}/callback`)
    expect(login.searchParams.get('client_id')).toBe(CLIENT_ID)
    const back = await there.logIn(provider, LOGIN_THERE)
    expect(back.origin).toBe(OTHER_WWW)
    expect(back.searchParams.get('iss')).toBe(OTHER_ID)
    expect(provider.redeemed.at(-1)?.get('redirect_uri')).toBe(`${OTHER_ID}/callback`)
    await here.logIn(provider)
    const [one, other] = [
      await (await here.session()).json(),
      await (await there.session(OTHER, OTHER_WWW)).json(),
    ]
    expect(other).toMatchObject({
      userId: one.userId,
      uuid: one.uuid,
      sdrn: one.sdrn,
      baseDomain: 'other.no',
    })
    expect(one.baseDomain).toBe('news.test')
    expect(other.pairId).not.toBe(one.pairId)
  })

  it('have each their sites, and their presence cookie', async () => {
    const { status, headers } = await here.session(OTHER, OTHER_WWW)
    expect([status, headers.get('access-control-allow-origin')]).toEqual([404, null])
    expect((await there.visit(`/oauth/authorize?client_id=news&redirect_uri=${WWW}/callback`)).status).toBe(
      400,
    )
    const begun = await there.begin(LOGIN_THERE)
    const answer = await there.visit(`/callback${provider.approve(begun)}`)
    expect(answer.headers.getSetCookie().join('\n')).toContain('Domain=other.no')
  })

  it('ask the provider once what it is', async () => {
    let asked = 0
    const counting: typeof fetch = (...args) => {
      if (`${args[0]}`.includes('openid-configuration')) asked += 1
      return fetch(...args)
    }
    const options = { issuer: provider.issuer, clientId: CLIENT_ID, fetch: counting }
    service = testService(provider, { ...ON_HOSTS, provider: options })
    await new TestBrowser(service).begin()
    await new TestBrowser(service, OTHER_ID).begin(LOGIN_THERE)
    expect(asked).toBe(1)
  })

  it('print an environment each, of one namespace', () => {
    expect(service.environments).toMatchObject([
      { accountUrl: ID, sdrnNamespace: 'news.test' },
      { accountUrl: OTHER_ID, sdrnNamespace: 'news.test' },
    ])
    expect(service.environment).toEqual(service.environments[0])
  })
})

describe('an end reaches all domains', () => {
  beforeEach(async () => {
    await here.logIn(provider)
    await there.logIn(provider, LOGIN_THERE)
  })
  const told = async (): Promise<number[]> => [await here.told(), await there.told(OTHER, OTHER_WWW)]

  it('of a logout on one of them', async () => {
    const otherBrowser = new TestBrowser(service)
    provider.claims = { sub: 'kari', sid: 'sid-of-another-browser' }
    await otherBrowser.logIn(provider)
    expect(await told()).toEqual([200, 200])
    await there.visit(`/logout?client_sdrn=sdrn:x:client:other&redirect_uri=${OTHER_WWW}/`, OTHER_WWW)
    expect(await told()).toEqual([400, 400])
    expect(await otherBrowser.told()).toBe(200)
    // The provider's own session may go on, and begin another one.
    provider.claims = { sub: 'kari', sid: 'sid-1' }
    await here.logIn(provider)
    expect(await here.told()).toBe(200)
  })

  it.each([ID, OTHER_ID, 'http://session-service.internal:8080'])(
    'of a back-channel logout that is sent to %s',
    async (origin) => {
      const token = await provider.logoutToken({ sid: 'sid-1' })
      const request = new Request(`${origin}/backchannel-logout`, form({ logout_token: token }))
      expect((await service.fetch(request)).status).toBe(200)
      expect(await told()).toEqual([400, 400])
    },
  )

  it('of an end, and of an erasure', async () => {
    expect(await service.sessions({ subject: 'kari' })).toHaveLength(2)
    expect(await service.forget('kari')).toBe(2)
    expect(await told()).toEqual([400, 400])
  })
})

describe('what is of one domain is nothing on another', () => {
  /** Takes cookies from one host to the other, as a thief would. */
  const carry = (from: TestBrowser, to: TestBrowser): void => {
    for (const [name, value] of from.cookies) to.cookies.set(name, value)
  }

  it('a session, which goes on where it is', async () => {
    await here.logIn(provider)
    carry(here, there)
    expect(await there.told(OTHER, OTHER_WWW)).toBe(400)
    const path = `client_sdrn=sdrn:x:client:other&redirect_uri=${OTHER_WWW}/`
    expect((await there.visit(`/session-refresh?${path}`)).headers.getSetCookie()).toEqual([])
    const end = await there.visit(`/logout?${path}`, OTHER_WWW)
    expect(new URL(end.headers.get('location') ?? '').searchParams.has('id_token_hint')).toBe(false)
    expect(await here.told()).toBe(200)
  })

  it('a session that an earlier version has kept: it knew the site alone', async () => {
    const memory = sqliteStore(':memory:')
    const read: SessionStore['read'] = async (key) => {
      const { session, ...found } = (await memory.read(key)) as FoundSession
      const { host, begunAt: _, ...older } = session
      expect(host).toBe('id.news.test')
      return { ...found, session: older as StoredSession }
    }
    service = testService(provider, { ...ON_HOSTS, store: { ...memory, read } })
    here = new TestBrowser(service)
    there = new TestBrowser(service, OTHER_ID)
    await here.logIn(provider)
    carry(here, there)
    expect([await here.told(), await there.told(OTHER, OTHER_WWW)]).toEqual([200, 400])
    expect(await service.end({ subject: 'kari' })).toBe(1)
  })

  it('a logout that is on its way', async () => {
    await here.logIn(provider)
    const end = await here.visit(`/logout?client_sdrn=sdrn:x:client:news&redirect_uri=${WWW}/`)
    const state = new URL(end.headers.get('location') ?? '').searchParams.get('state')
    const done = `/logout/done?${new URLSearchParams({ state: `${state}` })}`
    expect((await there.visit(done)).headers.get('location')).toBeNull()
    expect((await here.visit(done)).headers.get('location')).toBe(`${WWW}/`)
  })

  it('a login that is on its way', async () => {
    const begun = await here.begin()
    carry(here, there)
    const back = `/callback${provider.approve(begun)}`
    const redeemed = provider.redeemed.length
    expect((await there.visit(back)).status).toBe(400)
    expect(provider.redeemed).toHaveLength(redeemed)
    expect((await here.visit(back)).status).toBe(302)
  })
})

it('a question costs the same with twenty domains and two hundred sites: the others are not looked at', async () => {
  const looks: string[] = []
  const hosts = Array.from({ length: 20 }, (_, number) => {
    const sites = new Map(
      Array.from({ length: 10 }, (_, index) => {
        const site = siteNamed(`site-${number}-${index}`, `https://www.domain-${number}.test`)
        return [site.clientId, site] as const
      }),
    )
    return {
      origin: `https://id.domain-${number}.test`,
      sites: {
        find(clientId: string) {
          looks.push(`find ${number}`)
          return sites.get(clientId)
        },
        all() {
          looks.push(`all ${number}`)
          return sites.values()
        },
      },
    }
  })
  service = testService(provider, { ...ON_HOSTS, hosts })
  const browser = new TestBrowser(service, 'https://id.domain-17.test')
  const site = { clientId: 'site-17-3' }
  await browser.logIn(provider, {
    client_id: site.clientId,
    redirect_uri: 'https://www.domain-17.test/callback',
  })
  looks.length = 0
  expect(await browser.told(site, 'https://www.domain-17.test')).toBe(200)
  expect(new Set(looks)).toEqual(new Set(['find 17']))
  expect(looks.length).toBeLessThan(4)
})

it('a session of your own begins on the host of its site', async () => {
  const lines = await service.begin(new Request(OTHER_ID), { subject: 'kari', clientId: 'other' })
  expect(lines.join('\n')).toContain('Domain=other.no')
})

it('a name that is no host’s is answered nothing', async () => {
  const elsewhere = new TestBrowser(service, 'https://id.elsewhere.test')
  const answer = await elsewhere.session()
  expect([answer.status, await answer.text()]).toEqual([421, 'This host is not served here.'])
  expect((await elsewhere.visit('/oauth/authorize')).status).toBe(421)
  // A single host has any name: a proxy may have changed it.
  expect((await new TestBrowser(testService(provider), 'http://10.0.0.1:8080').session()).status).toBe(200)
})

describe('hosts that cannot be used', () => {
  const good = {
    provider: { issuer: 'https://login.test', clientId: 'service' },
    store: sqliteStore(':memory:'),
    cookieSecret: 'c'.repeat(40),
    identitySecret: 'i'.repeat(40),
    hosts: HOSTS,
  }
  it.each([
    ['none', { hosts: [] }, ['hosts: give a list of hosts, each with origin and sites']],
    ['what is no list', { hosts: 'x' }, ['hosts: give a list of hosts, each with origin and sites']],
    [
      'what is no host',
      { hosts: [1] },
      ['hosts.0: give a list of hosts, each with origin and sites', 'hosts.0.sites: give a list of sites'],
    ],
    [
      'what belongs to each',
      { origin: ID, baseDomain: 'news.test', sites: [NEWS] },
      ['origin', 'sites', 'baseDomain'].map((name) => `${name}: there are hosts. Give it to each of them`),
    ],
    [
      'a mistyped origin, and no sites',
      { hosts: [HOSTS[0], { origin: 'http://id.other.no', sites: [] }] },
      [
        'hosts.1.origin: give the https address of the service, such as https://id.site.com',
        'hosts.1.sites: give at least one site',
      ],
    ],
    [
      'a secret of its own',
      { hosts: [HOSTS[0], { ...HOSTS[1], cookieSecret: 'c'.repeat(40) }] },
      ['hosts.1.cookieSecret: there is no such option. Look for a mistyped name'],
    ],
    [
      'two of one name',
      { hosts: [HOSTS[0], { origin: `${ID}:8443`, sites: [siteNamed('sport', WWW)] }] },
      ['hosts: two have the name id.news.test. Give each its own'],
    ],
    [
      'one client on two',
      { hosts: [HOSTS[0], { origin: OTHER_ID, sites: [{ ...OTHER, clientId: 'news' }] }] },
      ['sites: two have the clientId news. Give each its own'],
    ],
    [
      'one secret on two',
      {
        hosts: [HOSTS[0], { origin: OTHER_ID, sites: [{ ...OTHER, signatureSecret: NEWS.signatureSecret }] }],
      },
      ['signatureSecret of other: it is the same as signatureSecret of news. Give each its own'],
    ],
    [
      'a site of another domain',
      { hosts: [HOSTS[0], { origin: OTHER_ID, sites: [siteNamed('sport', 'https://sport.news.test')] }] },
      [
        expect.stringContaining(
          'sport has the redirect URI https://sport.news.test/callback, which is not on other.no',
        ),
      ],
    ],
  ])('are named: %s', (_what, more, problems) => {
    let found: readonly string[] = []
    try {
      createSessionService({ ...good, ...more } as unknown as SessionServiceOptions)
    } catch (error) {
      found = (error as OptionsError).problems
    }
    expect(found).toEqual(problems)
  })

  it('are otherwise taken', () => {
    expect(() => createSessionService(good)).not.toThrow(OptionsError)
  })
})
