/** What is put into a cookie, a URL or the page stays the value it is. */
import { describe, expect, it } from 'vitest'
import { ADA, optionsFor, rejection, thrown } from '../support/fixtures.ts'
import { json, openPage, openPageWith } from '../support/page.ts'
import { cookieWrites, fullOn, offerWidget } from './full.ts'

const EVIL = 'x; domain=evil.example; path=/evil; max-age=1'

/** The attributes of the one cookie that a session makes the library write. */
async function cookieOf(session: object, options?: object): Promise<string[]> {
  const page = openPageWith(json(200, { ...ADA, ...session }))
  const writes = cookieWrites(page)
  const identity = fullOn(page)
  identity.enableCacheCookie(options)
  await identity.hasSession()
  return writes.flatMap((cookie) => cookie.split(';').map((part) => part.trim()))
}

describe('the cache cookie', () => {
  it.each([
    EVIL,
    'x, y=1',
    'x\r\nSet-Cookie: a=b',
    '"; secure',
    'a\u0000b',
    'a\u2028b',
    '%0d%0aSet-Cookie: a=b',
    '=;=',
  ])('carries the sp_id %j as its value and nothing else', async (sp_id) => {
    const [pair, ...attributes] = await cookieOf({ sp_id })
    expect(pair).toMatch(/^SP_ID=[\w.!~*'()%-]+$/)
    expect(decodeURIComponent((pair as string).slice('SP_ID='.length))).toBe(sp_id)
    expect(attributes.map((attribute) => attribute.split('=')[0])).toEqual([
      ...['path', 'SameSite', 'expires', 'domain', 'Secure'],
    ])
  })

  it('is not written for an sp_id that cannot be encoded, and the session stays good', async () => {
    const parts = await cookieOf({ sp_id: '\ud800' })
    expect(parts.filter((part) => part.startsWith('SP_ID=') && part !== 'SP_ID=')).toEqual([])
  })

  it.each<[string, object]>([
    ['longer than a browser takes', { sp_id: 'x'.repeat(5000) }],
    ['absent', { sp_id: undefined }],
    ['blank', { sp_id: '\u2028' }],
    ['for a domain that is not the page’s', { sp_id: 'grace', baseDomain: 'other.example' }],
  ])('of the previous user does not outlive an sp_id that is %s', async (_, session) => {
    const page = openPage()
    const { document } = page.window
    cookieWrites(page)
    document.cookie = 'SP_ID=ada'
    expect(document.cookie).toBe('SP_ID=ada')
    page.answer(json(200, { ...ADA, ...session }))
    const identity = fullOn(page)
    identity.enableCacheCookie()
    expect((await identity.hasSession()).userId).toBe(ADA.userId)
    expect(document.cookie).toBe('')
  })

  it.each([
    EVIL,
    'site.example; path=/evil',
    'site.example\r\nSet-Cookie: a=b',
    'site.example,evil.example',
    'site.example\u0000',
    'localhost',
    '*.site.example',
    '..site.example',
    '10.0.0.1',
  ])('never has the base domain %j', async (baseDomain) => {
    expect(await cookieOf({ baseDomain })).toContain('domain=www.site.example')
  })

  it.each([
    [{ domain: EVIL }],
    [{ domain: 'site.example\n' }],
    [{ domain: [EVIL] }],
    [{ domain: { toString: (): string => EVIL } }],
    [{ expiresIn: '60; domain=evil.example' }],
    [{ expiresIn: -1 }],
  ])('refuses the options %j', (options) => {
    const identity = fullOn(openPage())
    expect(thrown(() => identity.enableCacheCookie(options as never))).toMatchObject({
      reason: 'option-invalid',
    })
  })
})

/** Each parameter of a URL once. */
function once(url: string): Record<string, string> {
  const { searchParams } = new URL(url)
  const names = [...searchParams.keys()]
  expect(names).toEqual([...new Set(names)])
  return Object.fromEntries(searchParams)
}

describe('parameters', () => {
  it('are no return address that runs code, though an array or an object says it', () => {
    const identity = fullOn(openPage())
    for (const redirectUri of [['javascript:alert(1)'], { toString: () => 'javascript:alert(1)' }])
      expect(thrown(() => identity.loginUrl({ state: 's', redirectUri } as never))).toMatchObject({
        reason: 'argument-invalid',
      })
  })

  it.each(['acrValues', 'prompt', 'maxAge', 'locale'])('of a known set are of that set: %s', (name) => {
    const identity = fullOn(openPage())
    const evil = 'x&state=evil'
    for (const value of [evil, ['login', evil], { toString: () => evil }, 'login\n'])
      expect(thrown(() => identity.loginUrl({ state: 's', [name]: value } as never))).toMatchObject({
        reason: 'argument-invalid',
      })
  })

  it.each([
    'scope',
    'loginHint',
    'tag',
    'teaser',
    'oneStepLogin',
    'xDomainId',
    'xEnvironmentId',
    'originCampaign',
  ])('made of an array or an object are one parameter, with text for a value: %s', (name) => {
    const identity = fullOn(openPage())
    for (const value of [['a', 'b&state=evil'], { toString: () => 'a&state=evil' }])
      expect(once(identity.loginUrl({ state: 's', [name]: value } as never))).toMatchObject({
        state: 's',
        client_id: 'client-1',
      })
  })

  it('cannot be added by the value of another one', () => {
    const value = 'a&redirect_uri=https://evil.example#&state=evil;scope=evil\r\nx?y=z+%26state%3Devil'
    const names = ['state', 'scope', 'loginHint', 'tag', 'teaser', 'xDomainId', 'xEnvironmentId']
    const all = Object.fromEntries([...names, 'originCampaign'].map((name) => [name, value]))
    const query = once(fullOn(openPage()).loginUrl(all as never))
    expect(query.redirect_uri).toBe('https://www.site.example/callback')
    for (const name of ['state', 'scope', 'login_hint', 'tag', 'teaser', 'x_domain_id', 'x_env_id'])
      expect(query[name]).toBe(value.replace(/\r\n/, '\r\n'))
  })
})

describe('an id', () => {
  const IDS = [
    '../../evil',
    '..%2f..%2fevil',
    '..\\..\\evil',
    '/evil',
    '?client_id=other',
    '#',
    'a&client_id=other',
    'a\r\nb',
    '"],"x',
    '\u0000',
  ]

  it.each(IDS)('%j as clientId changes no path and no other parameter', async (clientId) => {
    const page = openPageWith(json(200, ADA))
    const identity = fullOn(page, { clientId })
    await identity.hasSession()
    const urls = [
      [identity.loginUrl({ state: 's' }), '/oauth/authorize', 'client_id', clientId],
      [identity.accountUrl(), '/profile-pages', 'client_id', clientId],
      [identity.phonesUrl(), '/profile-pages/about-you/phone', 'client_id', clientId],
      [identity.logoutUrl(), '/logout', 'client_sdrn', `sdrn:example:client:${clientId}`],
      [`${page.requests[0]}`, '/v2/session', 'client_sdrn', `sdrn:example:client:${clientId}`],
    ] as const
    for (const [url, path, name, value] of urls) {
      expect(new URL(url).pathname).toBe(path)
      expect(new URL(url).hash).toBe('')
      expect(once(url)[name]).toBe(value)
    }
    page.answer(json(200, { ...ADA, userId: 5 }))
    expect((await fullOn(page).hasSession()).userId).toBe(5)
  })

  it.each(IDS)('%j as party or suffix gives 64 hexadecimal characters', async (id) => {
    const page = openPageWith(json(200, { ...ADA, pairId: id }))
    expect(await fullOn(page).getExternalId(id, id)).toMatch(/^[\da-f]{64}$/)
  })
})

describe('text of a server', () => {
  const HTML = '<img src=x onerror=alert(1)>'

  it('is handed on as text, and never becomes a part of the page', async () => {
    const page = openPage()
    const before = page.window.document.documentElement.outerHTML
    let handed: Record<string, unknown> = {}
    offerWidget(page, (params: Record<string, unknown>) => void (handed = params))
    const named = { displayName: HTML, givenName: HTML, familyName: HTML, photo: 'javascript:alert(1)' }
    page.answer(
      json(200, { ...ADA, ...named }),
      json(200, { identifier: HTML, display_text: HTML, client_name: HTML, provider_id: HTML }),
    )
    const identity = fullOn(page)
    expect(await identity.getUser()).toMatchObject(named)
    await identity.showSimplifiedLoginWidget({ state: 's' })
    expect(handed).toMatchObject({ displayText: HTML, clientName: HTML, providerId: HTML })
    expect(page.window.document.documentElement.outerHTML).toBe(before)
  })

  it('makes the script of the widget one tag with one address', async () => {
    const page = openPageWith(json(200, { identifier: 'i', display_text: 'd' }))
    const scripts: HTMLScriptElement[] = []
    page.window.document.head.append = (script) => {
      scripts.push(script as HTMLScriptElement)
      throw new Error('not loaded in this test')
    }
    const identity = fullOn(page, { ...optionsFor(page), clientId: '"></script><script>alert(1)</script>' })
    await rejection(identity.showSimplifiedLoginWidget({ state: 's' }, { encoding: 'utf-8' }))
    expect(scripts).toHaveLength(1)
    const { origin, pathname, searchParams } = new URL(scripts[0]?.src as string)
    expect(origin + pathname).toBe('https://account.example/authn/simplified-login-widget')
    expect([...searchParams.keys()]).toEqual(['client_id', 'encoding'])
    expect(scripts[0]?.outerHTML).not.toContain('<script>alert')
  })
})
