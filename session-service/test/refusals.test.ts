// What pages are told where there is nothing to tell, word by word: sites and the library go by code and type.

import { expect, it } from 'vitest'
import { nowSeconds, useProvider } from './support/scripted-provider.ts'
import { TestBrowser, testService, WWW } from './support/service.ts'

const provider = await useProvider()
const SITE = 'client_sdrn=sdrn:x:client:news'
const ACCESS = { access: () => ({ entitled: true }) }
const MANY = Array.from({ length: 101 }, (_, at) => `p${at}`).join()

it.each<[string, string, object, number, number, string, string]>([
  ['an anonymous reader', `/v2/session?${SITE}`, {}, 200, 400, 'SessionException', 'No session cookie'],
  ['an anonymous reader', `/session?${SITE}`, {}, 200, 400, 'SessionException', 'No session cookie'],
  ['no client', '/v2/session', {}, 404, 404, 'ClientException', 'No such client at this session service'],
  ['no access', `/hasAccess/a?${SITE}`, {}, 404, 404, 'AccessException', 'Access is not decided here'],
  ['many', `/hasAccess/${MANY}?${SITE}`, ACCESS, 400, 400, 'RequestException', 'This is no list of products'],
  [
    'long',
    `/hasAccess/${'x'.repeat(4001)}?${SITE}`,
    ACCESS,
    400,
    400,
    'RequestException',
    'This is no list of products',
  ],
  ['global', `/user-context?${SITE}`, {}, 401, 401, 'SessionException', 'There is no global session here'],
])('%s at %s', async (what, path, options, status, code, type, description) => {
  provider.claims = { sub: 'kari' }
  const browser = new TestBrowser(testService(provider, options))
  if (what !== 'an anonymous reader') await browser.logIn(provider)
  const response = await browser.ask(path, { headers: { origin: WWW } })
  expect(response.status).toBe(status)
  expect(await response.json()).toEqual({
    error: { code, type, description },
    response: {
      baseDomain: 'news.test',
      expiresIn: 300_000,
      result: false,
      serverTime: expect.closeTo(nowSeconds(), -1),
    },
  })
})

it('a reader whose session has ended is told so', async () => {
  const browser = new TestBrowser(testService(provider))
  browser.cookies.set('__Host-session-id', `${'x'.repeat(32)}.1700000000`)
  expect((await (await browser.session()).json()).error).toEqual({
    code: 400,
    type: 'SessionException',
    description: 'The session has ended',
  })
})

it.each([
  ['a hundred', Array.from({ length: 100 }, (_, at) => `p${at}`)],
  ['one of 4000 letters', ['x'.repeat(4000)]],
])('as many products as one may ask for: %s', async (_many, products) => {
  const browser = new TestBrowser(testService(provider, ACCESS))
  await browser.logIn(provider)
  const response = await browser.ask(`/hasAccess/${products}?${SITE}`, { headers: { origin: WWW } })
  expect(await response.json()).toMatchObject({
    entitled: true,
    allowedFeatures: [],
    ttl: 300,
    productIds: products,
  })
})

it('the whole cookie counts, not a part of it', async () => {
  const service = testService(provider)
  const browser = new TestBrowser(service)
  await browser.logIn(provider)
  const own = browser.cookies.get('__Host-session-id')
  expect(await browser.told()).toBe(200)
  for (const altered of [`x${own}`, `${own}1234567`, `${own}x`]) {
    browser.cookies.set('__Host-session-id', altered)
    expect(await browser.told()).toBe(400)
  }
})
