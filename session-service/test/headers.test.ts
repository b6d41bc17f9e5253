// The headers of each kind of answer, all of them: what is missing from one lets a browser do more than it should.

import { describe, expect, it } from 'vitest'
import { authorizePath, form, NAVIGATION, WWW } from './support/service.ts'
import { useService } from './support/use-service.ts'

const { provider, service, browser } = await useService()

const ALL = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy':
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
  'referrer-policy': 'no-referrer',
}
const OWN = { ...ALL, 'cross-origin-resource-policy': 'same-origin' }
const { 'referrer-policy': _, ...REDIRECT } = OWN
const SITE = 'client_sdrn=sdrn:x:client:news'
const BY_SITE = { ...OWN, vary: 'Origin, Cookie' }
const CORS = {
  ...BY_SITE,
  'access-control-allow-origin': WWW,
  'access-control-allow-credentials': 'true',
  'access-control-expose-headers': 'Retry-After',
  'timing-allow-origin': WWW,
}
const JSON_TYPE = { 'content-type': 'application/json' }

it.each<[string, string, Record<string, string>, Record<string, string>]>([
  ['the start page', '/', {}, ALL],
  ['a call by a page', `/v2/session?${SITE}`, { origin: WWW }, { ...CORS, ...JSON_TYPE }],
  ['a call by nobody’s page', `/v2/session?${SITE}`, {}, { ...BY_SITE, ...JSON_TYPE }],
  ['a page’s other call', `/hasAccess/a?${SITE}`, { origin: WWW }, { ...CORS, ...JSON_TYPE }],
  ['the first session call', `/session?${SITE}`, { origin: WWW }, { ...CORS, ...JSON_TYPE }],
  ['a call about the context', `/user-context?${SITE}`, { origin: WWW }, { ...CORS, ...JSON_TYPE }],
  ['a login', authorizePath(), NAVIGATION, REDIRECT],
  ['what there is not', '/nothing', {}, OWN],
])('the answer to %s', async (_what, path, headers, expected) => {
  const answer = Object.fromEntries((await browser.ask(path, { headers })).headers)
  const { 'content-type': type, 'set-cookie': _cookie, location: _location, ...others } = answer
  const { 'content-type': expectedType, ...rest } = expected
  expect(others).toEqual(rest)
  if (expectedType) expect(type).toBe(expectedType)
})

describe('a login and a logout', () => {
  it('tell the browser to forget the pages that it has prefetched', async () => {
    const words = '"prefetchCache", "prerenderCache"'
    const back = await browser.visit(`/callback${provider.approve(await browser.begin())}`)
    const out = await browser.visit(`/logout?${SITE}&redirect_uri=${WWW}/`)
    expect([back.headers.get('clear-site-data'), out.headers.get('clear-site-data')]).toEqual([words, words])
  })
})

describe('what is no form', () => {
  it.each([
    [
      'of another type',
      { 'content-type': 'text/plain' },
      415,
      'Send a form: application/x-www-form-urlencoded',
    ],
    [
      'of a type that begins the same',
      { 'content-type': 'application/x-www-form-urlencodedx' },
      415,
      /^Send/,
    ],
    ['that is too long', { 'content-length': '70000' }, 413, 'A form has at most 65536 bytes'],
  ])('is refused with what to do: %s', async (_what, headers, status, text) => {
    const response = await browser.ask('/backchannel-logout', form({ logout_token: 'x' }, headers))
    expect(response.status).toBe(status)
    expect(await response.text()).toMatch(text)
  })

  it.each([['application/x-www-form-urlencoded; charset=utf-8'], ['APPLICATION/X-WWW-FORM-URLENCODED']])(
    'is not %s',
    async (type) => {
      const token = await provider.logoutToken({ sub: 'kari' })
      const posted = form({ logout_token: token }, { 'content-type': type })
      expect((await browser.ask('/backchannel-logout', posted)).status).toBe(200)
    },
  )
})

describe('who may ask', () => {
  it.each([
    ['a frame', { 'sec-fetch-dest': 'iframe' }],
    ['a prefetch', { 'sec-purpose': 'prefetch;prerender' }],
    ['a prefetch, in the older way', { purpose: 'prefetch' }],
  ])('for a login is not %s', async (_who, headers) => {
    const response = await browser.ask(authorizePath(), { headers: { ...NAVIGATION, ...headers } })
    expect([response.status, await response.text()]).toEqual([403, 'Open this address in a tab.'])
  })

  it.each<Record<string, string>>([{ origin: WWW }, { 'sec-fetch-site': 'none' }])(
    'a server’s address is no browser',
    async (headers) => {
      const response = await browser.ask('/backchannel-logout', form({}, headers))
      expect([response.status, await response.text()]).toEqual([403, 'This address is for servers.'])
    },
  )
})

it('requests are told by their routes, and all that there is not by one name', async () => {
  for (const path of ['/', `/v2/session?${SITE}`, '/hasAccess/a,b', '/wp-login.php', '/oauth/x?y'])
    await browser.ask(path)
  const told = service.events.flatMap((event) => (event.type === 'request' ? [event] : []))
  expect(told.map(({ route, status }) => [route, status])).toEqual([
    ['other', 404],
    ['/v2/session', 200],
    ['/hasAccess/:ids', 404],
    ['other', 404],
    ['other', 404],
  ])
  for (const { ms } of told) expect(ms).toBeGreaterThanOrEqual(0)
  for (const { ms } of told) expect(ms).toBeLessThan(60_000)
})
