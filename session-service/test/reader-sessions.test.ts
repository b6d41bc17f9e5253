// Readers see where they are logged in, and end it there: on the service's own page, and by the site's.

import { beforeEach, describe, expect, it } from 'vitest'
import type { SessionServiceOptions, SessionStore, StoredSession } from '../src/index.ts'
import { sqliteStore } from '../src/store/sqlite.ts'
import { useProvider } from './support/scripted-provider.ts'
import {
  form,
  ID,
  NAVIGATION,
  SPORT,
  SPORTS,
  siteNamed,
  TestBrowser,
  type TestService,
  testService,
  WWW,
} from './support/service.ts'

const DAY_MS = 86_400_000
const PHONE = 'Mozilla/5.0 (Android 14; Mobile; rv:131.0) Gecko/131.0 Firefox/131.0'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
const LAPTOP =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36'
const CLIENT = 'sdrn:x:client:news'
const FROM_PAGE = { origin: WWW }

const provider = await useProvider()
let store: SessionStore
let service: TestService
beforeEach(() => {
  store = sqliteStore(':memory:')
  service = testService(provider, { store })
})

let logins = 0
async function loggedIn(sub = 'kari', userAgent = PHONE, at = service, sid?: string): Promise<TestBrowser> {
  logins += 1
  provider.claims = { sub, sid: sid ?? `sid-${logins}` }
  const browser = new TestBrowser(at)
  browser.headers = { 'user-agent': userAgent }
  await browser.logIn(provider)
  return browser
}

interface Listed {
  readonly id: string
  readonly current: boolean
  readonly browser?: string
  readonly device?: string
  readonly site: string
  readonly beganAt: number
  readonly lastSeenAt: number
}

const ask = (browser: TestBrowser, headers: Record<string, string> = FROM_PAGE) =>
  browser.ask(`/v2/sessions?client_sdrn=${CLIENT}`, { headers })

const listOf = async (browser: TestBrowser): Promise<Listed[]> => (await (await ask(browser)).json()).sessions

const end = (
  browser: TestBrowser,
  fields: Record<string, string>,
  headers: Record<string, string> = FROM_PAGE,
) => browser.ask('/v2/sessions/end', form({ client_sdrn: CLIENT, ...fields }, headers))

const post = (browser: TestBrowser, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  browser.ask(
    '/account/sessions',
    form(fields, { ...NAVIGATION, 'sec-fetch-site': 'same-origin', origin: ID, ...headers }),
  )

const isLoggedIn = async (browser: TestBrowser): Promise<boolean> => (await browser.told()) === 200

describe('the list of a reader’s sessions, for a page of the site', () => {
  it('says of each in which browser it began, by which site, and when: this browser’s first', async () => {
    const phone = await loggedIn()
    await loggedIn('kari', LAPTOP)
    await loggedIn('ola')
    const [own, other, ...more] = await listOf(phone)
    expect(more).toEqual([])
    const today = Date.now() - (Date.now() % DAY_MS)
    expect(own).toEqual({
      id: expect.stringMatching(/^[\w-]{43}$/),
      current: true,
      browser: 'Firefox',
      device: 'Android',
      site: 'www.news.test',
      beganAt: expect.any(Number),
      lastSeenAt: today,
    })
    expect(other).toMatchObject({ current: false, browser: 'Chrome', device: 'Windows', lastSeenAt: today })
    expect(Math.abs(Date.now() - (own?.beganAt ?? 0))).toBeLessThan(60_000)
  })

  it('names a telephone by its model', async () => {
    const [own] = await listOf(await loggedIn('kari', IPHONE))
    expect(own).toMatchObject({ browser: 'Safari', device: 'iPhone' })
    const [other] = await listOf(await loggedIn('ola', IPHONE.replaceAll('iPhone', 'iPad')))
    expect(other?.device).toBe('iPad')
  })

  it.each([
    '',
    `${'x'.repeat(600)} ${PHONE}`,
    '<script>alert(1)</script>/1.0 (<b>)',
    'Firefox/<img src=x>',
    'x'.repeat(9000),
  ])('keeps nothing of a header but well-known names (%#)', async (userAgent) => {
    const [own] = await listOf(await loggedIn('kari', userAgent))
    expect([undefined, 'Firefox']).toContain(own?.browser)
    expect(own?.device).toBeUndefined()
  })

  it('keeps no browser and no device where the option says so', async () => {
    const without = testService(provider, { devices: false })
    const [own] = await listOf(await loggedIn('kari', PHONE, without))
    expect(own).not.toHaveProperty('browser')
    expect(own).not.toHaveProperty('device')
  })

  it('says on which day another session was used last', async () => {
    const phone = await loggedIn()
    const { session } = (await store.read(await keyOf(phone))) as { session: StoredSession }
    // Nobody has used it for three days: of its fourteen days of idle time, so much less is left.
    const old = { ...session, createdAt: Date.now() - 10 * DAY_MS }
    await store.create('old', old, 11 * DAY_MS)
    const usedAt = Date.now() - 3 * DAY_MS
    const [, { lastSeenAt = 0 } = {}] = await listOf(phone)
    expect(lastSeenAt).toBe(usedAt - (usedAt % DAY_MS))
    // Once a page has asked with it, it was used today.
    await store.touch('old', 14 * DAY_MS)
    expect((await listOf(phone))[1]?.lastSeenAt).toBe(Date.now() - (Date.now() % DAY_MS))
  })

  it('says of this browser that it is used today, whenever it was used before', async () => {
    const phone = await loggedIn()
    const key = await keyOf(phone)
    const { session } = (await store.read(key)) as { session: StoredSession }
    await store.delete(key)
    await store.create(key, { ...session, createdAt: Date.now() - 10 * DAY_MS }, 11 * DAY_MS)
    expect((await listOf(phone))[0]?.lastSeenAt).toBe(Date.now() - (Date.now() % DAY_MS))
  })

  it('has none that is over, though the store has it still', async () => {
    const phone = await loggedIn()
    const { session } = (await store.read(await keyOf(phone))) as { session: StoredSession }
    await store.create('over', { ...session, endsAt: Date.now() - 1 }, DAY_MS)
    expect(await listOf(phone)).toHaveLength(1)
    expect(await service.sessions({ subject: 'kari' })).toHaveLength(1)
  })

  it('knows nobody where nobody is logged in', async () => {
    const response = await ask(new TestBrowser(service))
    const error = { code: 400, type: 'SessionException', description: 'Nobody is logged in' }
    expect([response.status, (await response.json()).error]).toEqual([200, error])
  })

  it('shows fifty of a thousand, the newest, within the second', async () => {
    const phone = await loggedIn()
    const { session } = (await store.read(await keyOf(phone))) as { session: StoredSession }
    const many = Array.from({ length: 1000 }, (_, at) =>
      store.create(
        `key-${at}`,
        { ...session, createdAt: session.createdAt - 1000 * at - 1, providerSession: undefined },
        DAY_MS,
      ),
    )
    await Promise.all(many)
    const listed = await listOf(phone)
    expect(listed).toHaveLength(50)
    expect(listed.map(({ beganAt }) => beganAt)).toEqual([
      session.createdAt,
      ...Array.from({ length: 49 }, (_, at) => session.createdAt - 1000 * at - 1),
    ])
    const { delete: remove } = store
    let running = 0
    let most = 0
    store.delete = async (key) => {
      running += 1
      most = Math.max(most, running)
      await remove(key)
      running -= 1
    }
    expect(await (await end(phone, { others: 'true' })).json()).toEqual({ ended: 1000 })
    // No more at a time: a pool of connections is for other readers, too.
    expect(most).toBe(20)
    expect(await listOf(phone)).toHaveLength(1)
  })
})

/** The key under which the store has a browser’s session. */
async function keyOf(browser: TestBrowser): Promise<string> {
  const { createHash } = await import('node:crypto')
  const [id = ''] = `${browser.cookies.get('__Host-session-id')}`.split('.')
  return createHash('sha256').update(id).digest('base64url')
}

describe('a session that its reader ends', () => {
  it('is over for its browser, and no other one is', async () => {
    const [phone, laptop, other] = [await loggedIn(), await loggedIn('kari', LAPTOP), await loggedIn('ola')]
    const [, { id = '' } = {}] = await listOf(phone)
    expect(await (await end(phone, { id })).json()).toEqual({ ended: 1 })
    expect([await isLoggedIn(phone), await isLoggedIn(laptop), await isLoggedIn(other)]).toEqual([
      true,
      false,
      true,
    ])
    // Its page hears of it by the cookie for the whole domain, too.
    expect(laptop.cookies.has('portico-reader')).toBe(false)
    expect(await (await end(phone, { id })).json()).toEqual({ ended: 0 })
    const ended = service.events.filter(({ type }) => type === 'sessions-ended')
    expect(ended).toEqual([{ type: 'sessions-ended', count: 1 }])
  })

  it('leaves this browser its session, where one session of the provider has begun them', async () => {
    const phone = await loggedIn('kari', PHONE, service, 'phone')
    const before = await loggedIn('kari', PHONE, service, 'phone')
    expect(await (await end(phone, { others: 'true' })).json()).toEqual({ ended: 1 })
    expect([await isLoggedIn(phone), await isLoggedIn(before)]).toEqual([true, false])
  })

  it('is a logout where it is this browser’s own', async () => {
    const phone = await loggedIn()
    const [{ id = '' } = {}] = await listOf(phone)
    expect(await (await end(phone, { id })).json()).toEqual({ ended: 1, current: true })
    expect([...phone.cookies.keys()]).toEqual([])
  })

  it('takes what its browser has on other hosts with it, and nothing of this browser', async () => {
    const OTHER_ID = 'https://id.other.no'
    const OTHER_WWW = 'https://www.other.no'
    const other = siteNamed('other', OTHER_WWW)
    const news = service.options.sites
    const hosts = [
      { origin: ID, sites: news },
      { origin: OTHER_ID, sites: [other], baseDomain: 'other.no' },
    ]
    const onHosts = { origin: undefined, sites: undefined, hosts } as unknown as SessionServiceOptions
    const both = testService(provider, onHosts)
    const phone = await loggedIn('kari', PHONE, both, 'phone')
    const laptop = await loggedIn('kari', LAPTOP, both, 'laptop')
    const there = async (sid: string) => {
      provider.claims = { sub: 'kari', sid }
      const browser = new TestBrowser(both, OTHER_ID)
      await browser.logIn(provider, { client_id: 'other', redirect_uri: `${OTHER_WWW}/callback` })
      return browser
    }
    const [phoneThere, laptopThere] = [await there('phone'), await there('laptop')]
    expect(await listOf(phone)).toHaveLength(2)
    expect(await (await end(phone, { others: 'true' })).json()).toEqual({ ended: 1 })
    expect(await isLoggedIn(laptop)).toBe(false)
    expect(await laptopThere.told(other, OTHER_WWW)).toBe(400)
    expect(await phoneThere.told(other, OTHER_WWW)).toBe(200)
  })
})

describe('whoever is not the reader', () => {
  it('ends nothing by an id of somebody else, of another host, or one that is guessed', async () => {
    const [phone, laptop, ola] = [await loggedIn(), await loggedIn('kari', LAPTOP), await loggedIn('ola')]
    const [{ id = '' } = {}] = await listOf(laptop)
    for (const guess of [id, '', 'x', await keyOf(laptop), `${laptop.cookies.get('__Host-session-id')}`])
      expect(await (await end(ola, { id: guess })).json()).toEqual({ ended: 0 })
    expect([await isLoggedIn(phone), await isLoggedIn(laptop)]).toEqual([true, true])
  })

  it('reads and ends nothing as a page of another host', async () => {
    const phone = await loggedIn()
    await loggedIn('kari', LAPTOP)
    const [, { id = '' } = {}] = await listOf(phone)
    const elsewhere: Record<string, string>[] = [
      {},
      { origin: 'null' },
      { origin: 'https://evil.news.test' },
      { origin: 'https://evil.test' },
    ]
    for (const headers of elsewhere) {
      const answers = [
        await ask(phone, headers),
        await end(phone, { id }, headers),
        await end(phone, { others: 'true' }, headers),
      ]
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
      for (const answer of answers) {
        expect(answer.headers.get('access-control-allow-origin')).toBeNull()
        const error = { code: 403, type: 'OriginException', description: 'For pages of the site alone' }
        const response = expect.not.objectContaining({ sessions: expect.anything() })
        expect(await answer.json()).toEqual({ error, response })
      }
    }
    expect(await listOf(phone)).toHaveLength(2)
  })

  it('learns nothing by a client that there is not', async () => {
    const phone = await loggedIn()
    const unknown = '/v2/sessions?client_sdrn=sdrn:x:client:unknown'
    expect((await phone.ask(unknown, { headers: FROM_PAGE })).status).toBe(403)
  })

  it('reads as a page of another site of the publisher by that site’s own name alone', async () => {
    const phone = await loggedIn()
    expect((await ask(phone, { origin: SPORT })).status).toBe(403)
    const named = await phone.ask(`/v2/sessions?client_sdrn=sdrn:x:client:${SPORTS.clientId}`, {
      headers: { origin: SPORT },
    })
    expect((await named.json()).sessions).toHaveLength(1)
    expect(named.headers.get('access-control-allow-origin')).toBe(SPORT)
  })

  it('posts nothing to the page from elsewhere', async () => {
    const phone = await loggedIn()
    const laptop = await loggedIn('kari', LAPTOP)
    const [, { id = '' } = {}] = await listOf(phone)
    const elsewhere: Record<string, string>[] = [
      { origin: WWW },
      { origin: 'https://evil.news.test' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-dest': 'iframe' },
    ]
    for (const headers of elsewhere) {
      await post(phone, { id }, headers)
      await post(phone, { others: 'true' }, headers)
    }
    expect(await isLoggedIn(laptop)).toBe(true)
  })
})

/** What a page says of one session, beside its name. */
const factsIn = (item: string): string[] =>
  [...item.matchAll(/<p>([^<]*)<\/p>/g)].map(([, fact = '']) => fact)

describe('the page of a reader’s sessions', () => {
  it('lists them, and ends one, or all others, by a form', async () => {
    const [phone, laptop, third] = [
      await loggedIn(),
      await loggedIn('kari', LAPTOP),
      await loggedIn('kari', ''),
    ]
    const page = await phone.visit('/account/sessions')
    const text = await page.text()
    expect(page.status).toBe(200)
    expect([...text.matchAll(/<h2>([^<]*)<\/h2>/g)].map(([, name]) => name)).toEqual([
      'Firefox on Android',
      'Unknown browser',
      'Chrome on Windows',
    ])
    const today = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format()
    const dates = [`Logged in on ${today}`, `Last used on ${today}`]
    expect([...text.matchAll(/<li>(.*?)<\/li>/g)].map(([, item = '']) => factsIn(item))).toEqual([
      ['www.news.test', 'This browser', ...dates],
      ['www.news.test', ...dates],
      ['www.news.test', ...dates],
    ])
    expect(text).toContain('Log out of Chrome on Windows')
    expect(text).toContain('Log out everywhere else')
    expect(page.headers.get('referrer-policy')).toBe('same-origin')
    const chrome = text.slice(text.indexOf('Chrome on Windows'))
    const [, id = ''] = /name="id" value="([\w-]+)"/.exec(chrome) ?? []
    const [everywhere = ''] = /<form[^>]*><input[^>]*name="others".*?<\/form>/.exec(text) ?? []
    expect(everywhere).toContain('method="post"><input type="hidden" name="others" value="true">')
    const ended = await post(phone, { id })
    expect([ended.status, ended.headers.get('location')]).toEqual([303, '/account/sessions'])
    expect([await isLoggedIn(laptop), await isLoggedIn(third)]).toEqual([false, true])
    await post(phone, { others: 'true' })
    expect([await isLoggedIn(third), await isLoggedIn(phone)]).toEqual([false, true])
    const alone = await phone.visit('/account/sessions')
    expect(await alone.text()).not.toContain('Log out everywhere else')
    // The form of this browser's session leads to the provider, by redirects.
    expect(alone.headers.get('content-security-policy')).not.toContain('form-action')
  })

  it('calls a browser by what is known of it', async () => {
    const page = await (await loggedIn('kari', 'Mozilla/5.0 Firefox/131.0')).visit('/account/sessions')
    expect(await page.text()).toContain('<h2>Firefox</h2>')
    const other = await (await loggedIn('ola', 'Mozilla/5.0 (Windows NT 10.0)')).visit('/account/sessions')
    expect(await other.text()).toContain('<h2>Windows</h2>')
  })

  it('logs this browser out as a logout does, at the provider too', async () => {
    const phone = await loggedIn()
    const text = await (await phone.visit('/account/sessions')).text()
    const [, to = ''] = /action="([^"]+)"/.exec(text.replaceAll('&amp;', '&')) ?? []
    const out = await phone.ask(to, form({}, { ...NAVIGATION, 'sec-fetch-site': 'same-origin', origin: ID }))
    expect(out.headers.get('location')).toMatch(new RegExp(`^${provider.issuer}/`))
    expect(await isLoggedIn(phone)).toBe(false)
  })

  it('ends this browser’s session by its id, where the site has no address to come back to', async () => {
    const phone = await loggedIn()
    const [{ id = '' } = {}] = await listOf(phone)
    await post(phone, { id })
    expect(await isLoggedIn(phone)).toBe(false)
  })

  it.each([
    ['en', 'You are not logged in'],
    ['nb', 'Du er ikke logget inn'],
    ['sv', 'Du är inte inloggad'],
    ['fi', 'Et ole kirjautunut sisään'],
    ['da', 'Du er ikke logget ind'],
    ['de', 'Sie sind nicht angemeldet'],
  ])('says in %s that nobody is logged in, and leads to a login', async (language, heading) => {
    const browser = new TestBrowser(service)
    const page = await browser.ask('/account/sessions', {
      headers: { ...NAVIGATION, 'accept-language': language },
    })
    const text = await page.text()
    expect(text).toContain(`<h1>${heading}</h1>`)
    expect(text).toContain(`href="${WWW}/"`)
    expect(text).not.toContain('<ul')
    expect((await post(browser, { others: 'true' })).status).toBe(303)
  })

  it('claims nothing while the store is away', async () => {
    const phone = await loggedIn()
    const laptop = await loggedIn('kari', LAPTOP)
    const [, { id = '' } = {}] = await listOf(phone)
    const { delete: remove } = store
    store.delete = () => Promise.reject(new Error('away'))
    expect([(await end(phone, { id })).status, (await post(phone, { id })).status]).toEqual([503, 503])
    store.delete = remove
    expect(await isLoggedIn(laptop)).toBe(true)
  })
})
