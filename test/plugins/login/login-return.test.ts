/** A page that the reader comes back to from a login asks anew, whoever has sent the reader there. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type AnyPlugin, createIdentity } from '../../../core/index.ts'
import { loginReturn } from '../../../plugins/login/login-return.ts'
import { preload } from '../../../plugins/session/preload.ts'
import { sessionCache } from '../../../plugins/session/session-cache.ts'
import { fetchTransport } from '../../../plugins/transport/fetch-transport.ts'
import { ADA, ENV, GRACE, NO_SESSION, optionsFor, rejection, thrown } from '../../support/fixtures.ts'
import { json, openPage, openPageWith, type Page } from '../../support/page.ts'
import { sdkError } from '../../support/sdk-error.ts'

const ARTICLE = 'https://www.site.example/article'
const CALLBACK = 'https://www.site.example/callback?code=c&state=s'
/** How long ago the browser has asked for the page. */
const AGE_MS = 500

/** What the browser says of its way to the page. */
const arrivedBy = (...types: string[]) => ({
  now: () => AGE_MS,
  getEntriesByType: (kind: string) => (kind === 'navigation' ? types.map((type) => ({ type })) : []),
})

interface Way {
  url?: string
  referrer?: string
  performance?: unknown
  env?: typeof ENV
  plugins?: AnyPlugin[]
}

const identityOn = (page: Page, plugins: AnyPlugin[], env = ENV) =>
  createIdentity(optionsFor(page, { env }), [fetchTransport({ retries: 0 }), sessionCache(), ...plugins])

/** The next page of a tab that has kept Ada's session a while ago. */
async function nextPage(way: Way = {}) {
  const { url = ARTICLE, referrer = '', performance = arrivedBy('navigate'), env, plugins = [] } = way
  const before = openPageWith(json(200, ADA))
  await identityOn(before, [], env).hasSession()
  vi.setSystemTime(Date.now() + 10_000)
  const page = openPage(url)
  Object.defineProperty(page.window, 'sessionStorage', { value: before.window.sessionStorage })
  Object.defineProperty(page.window, 'performance', { value: performance })
  Object.defineProperty(page.window.document, 'referrer', { value: referrer })
  return { page, identity: identityOn(page, [loginReturn(), ...plugins], env) }
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

describe('a page that the reader comes back to from a login', () => {
  it.each<[string, Way]>([
    ['a code', { url: CALLBACK }],
    ['a refusal', { url: 'https://www.site.example/callback?error=access_denied&state=s' }],
    ['the word of the server', { url: `${ARTICLE}?login-return` }],
    ['the word of the server among others', { url: `${ARTICLE}?a=b&login-return=1#part` }],
    ['the account service, of which the browser names the host', { referrer: 'https://account.example/' }],
    ['a page of the account service', { referrer: 'https://account.example/oauth/authorize?x' }],
    [
      'a page of the provider that the environment names',
      {
        referrer: 'https://idp.example/',
        env: { ...ENV, loginOrigins: ['http://idp.localhost:8080', 'https://idp.example'] },
      },
    ],
    ['an address without a slash', { referrer: 'https://account.example' }],
    [
      'an account service under a path',
      { referrer: 'https://account.example/', env: { ...ENV, accountUrl: 'https://account.example/base' } },
    ],
  ])('a page after a login is recognised by %s, and asks the service', async (_, way) => {
    const { page, identity } = await nextPage(way)
    page.answer(json(200, GRACE))
    expect(await identity.hasSession()).toEqual(GRACE)
  })

  it.each<[string, unknown]>([
    ['tells no way', arrivedBy()],
    ['cannot be asked for it', { now: () => AGE_MS }],
  ])('a page after a login is recognised by its address when the browser %s', async (_, performance) => {
    const { page, identity } = await nextPage({ url: CALLBACK, performance })
    page.answer(json(200, GRACE))
    expect(await identity.hasSession()).toEqual(GRACE)
  })

  it.each([
    'https://idp.example/',
    'idp.example',
    'https://idp.example/login',
    'ftp://idp.example',
    'view https://idp.example',
  ])('refuses %j as an origin of logins, and says what to give', (origin) => {
    const env = { ...ENV, loginOrigins: [origin] }
    expect(thrown(() => identityOn(openPage(), [loginReturn()], env))).toMatchObject(
      sdkError('option-invalid', /^option-invalid: loginOrigins .*Give origins, such as https:/),
    )
  })

  it('a page after a login asks the service although a router has changed the address since', async () => {
    const { page, identity } = await nextPage({ url: CALLBACK })
    page.window.history.replaceState(null, '', '/article')
    page.answer(json(200, GRACE))
    expect(await identity.hasSession()).toEqual(GRACE)
  })

  it('a page after a login asks once, and the next page takes the answer from the cache', async () => {
    const { page, identity } = await nextPage({ url: CALLBACK })
    page.answer(json(200, GRACE))
    for (let call = 0; call < 3; call++) expect(await identity.hasSession()).toEqual(GRACE)
    expect(await identityOn(page, [loginReturn()]).hasSession()).toEqual(GRACE)
  })

  it('a page after a login takes an answer that was asked for since the browser asked for the page', async () => {
    const page = openPage(CALLBACK)
    Object.defineProperty(page.window, 'performance', { value: arrivedBy('navigate') })
    page.answer(json(200, ADA), json(200, GRACE))
    expect(await identityOn(page, []).hasSession()).toEqual(ADA)
    vi.setSystemTime(Date.now() + AGE_MS)
    expect(await identityOn(page, [loginReturn()]).hasSession()).toEqual(ADA)
    vi.setSystemTime(Date.now() + 2)
    expect(await identityOn(page, [loginReturn()]).hasSession()).toEqual(GRACE)
  })

  it('a page after a login asks the service although the cache says that nobody is logged in', async () => {
    const page = openPage(CALLBACK)
    Object.defineProperty(page.window, 'performance', { value: arrivedBy('navigate') })
    page.answer(json(400, NO_SESSION), json(200, ADA))
    expect(await rejection(identityOn(page, []).hasSession())).toMatchObject({ reason: 'session-missing' })
    vi.setSystemTime(Date.now() + 10_000)
    expect(await identityOn(page, [loginReturn()]).hasSession()).toEqual(ADA)
  })

  it('a page after a login takes the session that its server hands over', async () => {
    const { page, identity } = await nextPage({ url: CALLBACK, plugins: [preload()] })
    Object.assign(page.window, { porticoHead: ['', Date.now() + 60_000, GRACE] })
    expect(await identity.hasSession()).toEqual(GRACE)
  })

  it('a page after a login asks the service once although the clock is set back meanwhile', async () => {
    const { page, identity } = await nextPage({ url: CALLBACK })
    vi.setSystemTime(Date.now() - 3_600_000)
    page.answer(json(200, GRACE))
    expect(await identity.hasSession()).toEqual(GRACE)
    expect(page.requests).toHaveLength(1)
  })
})

describe('a page that no login leads to', () => {
  it.each<[string, Way]>([
    ['has no such address, and no referrer', {}],
    ['was opened by a page of the site', { referrer: 'https://www.site.example/' }],
    ['was opened by a host that begins alike', { referrer: 'https://account.example.evil.example/' }],
    ['has a code of something else', { url: `${ARTICLE}?code=c` }],
    ['has a state of something else', { url: `${ARTICLE}?state=s` }],
    ['has an error of something else', { url: `${ARTICLE}?error=404` }],
    ['says it in its fragment', { url: `${ARTICLE}#code=c&state=s&login-return` }],
    ['says it in a value', { url: `${ARTICLE}?q=login-return` }],
    ['was loaded again', { url: CALLBACK, performance: arrivedBy('reload') }],
    ['was gone back to', { url: CALLBACK, performance: arrivedBy('back_forward') }],
    [
      'was loaded again, and has the referrer still',
      { referrer: 'https://account.example/', performance: arrivedBy('reload') },
    ],
    ['cannot say when it was asked for', { url: CALLBACK, performance: undefined }],
  ])('a page takes the session from the cache when it %s', async (_, way) => {
    // A default would stand in for what is not there.
    const { identity, page } = await nextPage({
      ...way,
      performance: 'performance' in way ? (way.performance ?? null) : arrivedBy('navigate'),
    })
    expect(await identity.hasSession()).toEqual(ADA)
    expect(page.requests).toEqual([])
  })
})

it('a window that has nothing but a location can be set up', () => {
  const window = { location: { search: '?code=c&state=s' } } as never
  expect(() => createIdentity(optionsFor({ window } as never), [loginReturn()])).not.toThrow()
  const more = { location: { search: '' }, performance: { now: () => 0 } } as never
  expect(() => createIdentity(optionsFor({ window: more } as never), [loginReturn()])).not.toThrow()
})
