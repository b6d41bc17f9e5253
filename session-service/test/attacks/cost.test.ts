// Whoever sends a long request makes the service work no more than its length is worth: nobody keeps the others waiting by a header.

import { exportJWK, generateKeyPair } from 'jose'
import { beforeAll, expect, it } from 'vitest'
import { useProvider } from '../support/scripted-provider.ts'
import { authorizePath, ID, NAVIGATION, TestBrowser, testService, WWW } from '../support/service.ts'

const { privateKey } = await generateKeyPair('ES256', { extractable: true })
const signingKey = { ...(await exportJWK(privateKey)), kid: 'one' }
const provider = await useProvider()
const service = testService(provider, {
  codeRedemption: { signingKeys: [signingKey] },
  provider: { ...testService(provider).options.provider, frontChannelLogout: true },
})

const SITE = 'client_sdrn=sdrn:x:client:news'
const BACK = `redirect_uri=${encodeURIComponent(`${WWW}/`)}`
const FORM = 'application/x-www-form-urlencoded'
/** As much as the command's server takes. */
const LENGTH = 15_000
const CHARACTERS = [...' \t,;=-_.:/%"\\&+*0a(\u00a0\u00ff']
/**
 * So many times the cost of an ordinary request, that of a session, may one of such a length have. What grows with the square of the
 * length has more than a thousand times that cost.
 */
const MOST = 100

type Headers = Record<string, string>

const READER: Headers = {
  ...NAVIGATION,
  accept: 'text/html,*/*;q=0.8',
  'accept-language': 'nb-NO,nb;q=0.9,en;q=0.5',
  authorization: `Basic ${Buffer.from('news:secret').toString('base64')}`,
  'content-type': FORM,
  cookie: '__Host-session-id=AAAA.1; __Host-login-12345678=x; portico-reader=1700000000',
  origin: WWW,
  purpose: 'x',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
}

const ROUTES: [method: string, path: string][] = [
  ['GET', '/'],
  ['GET', `/v2/session?${SITE}`],
  ['OPTIONS', `/v2/session?${SITE}`],
  ['GET', `/session?${SITE}`],
  ['GET', `/hasAccess/a,b?${SITE}`],
  ['GET', `/user-context?${SITE}`],
  ['GET', authorizePath()],
  ['GET', '/oauth/authorize?client_id=nobody'],
  ['GET', '/callback?code=x&state=x'],
  ['GET', `/session-refresh?${SITE}&${BACK}`],
  ['GET', `/logout?${SITE}&${BACK}`],
  ['POST', `/logout?${SITE}&${BACK}`],
  ['GET', '/logout/done?state=x'],
  ['POST', '/backchannel-logout'],
  ['GET', `/frontchannel-logout?iss=${encodeURIComponent(provider.issuer)}&sid=x`],
  ['GET', '/profile-pages?client_id=news'],
  ['GET', `/v2/sessions?${SITE}`],
  ['POST', '/v2/sessions/end'],
  ['GET', `/account/sessions?${SITE}`],
  ['POST', `/account/sessions?${SITE}`],
  ['POST', '/oauth/token'],
  ['GET', '/oauth/jwks'],
]

/** Sends a request, and notes the names of the headers that are read. */
async function send(method: string, path: string, headers: Headers, read?: Set<string>): Promise<Response> {
  const request = new Request(ID + path, { method, headers, ...(method === 'POST' && { body: 'code=x' }) })
  if (read) {
    const { headers: sent } = request
    const get = (name: string): string | null => {
      read.add(name.toLowerCase())
      return sent.get(name)
    }
    Object.defineProperty(request, 'headers', { value: Object.assign(Object.create(sent), { get }) })
  }
  return service.fetch(request)
}

/** Microseconds of this process, whatever else the machine does. */
async function cost(ask: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await ask()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

/** The median, in microseconds. */
async function ordinaryCost(): Promise<number> {
  const costs: number[] = []
  for (let count = 0; count < 101; count += 1)
    costs.push(await cost(() => send('GET', `/v2/session?${SITE}`, READER)))
  return costs.sort((one, other) => one - other)[50] as number
}

let most: number
beforeAll(async () => {
  most = MOST * (await ordinaryCost())
})

/** The same request may be slow once, because garbage is collected or code is compiled: what costs much does so each time. */
async function isDear(ask: () => Promise<unknown>): Promise<boolean> {
  for (let count = 0; count < 5; count += 1) if ((await cost(ask)) <= most) return false
  return true
}

/** A character many times: between others, after what is usual, and by turns with another one. */
const fillings = (character: string, usual: string): string[] => [
  `x${character.repeat(LENGTH)}x`,
  `${usual}${character.repeat(LENGTH)}x`,
  `x${character}`.repeat(LENGTH / 2),
]

it.each(ROUTES)(
  '%s %s costs little, whatever fills its headers or its address',
  async (method, path) => {
    const read = new Set<string>()
    await send(method, path, READER, read)
    const dear: string[] = []
    for (const character of CHARACTERS) {
      const encoded = encodeURIComponent(character)
      const address = `${path}${path.includes('?') ? '' : '?x='}${encoded.repeat(LENGTH / encoded.length)}x`
      if (await isDear(() => send(method, address, READER))) dear.push(`address ${encoded}`)
      for (const name of read)
        for (const value of fillings(character, READER[name] ?? ''))
          if (await isDear(() => send(method, path, { ...READER, [name]: value })))
            dear.push(`${name} ${encoded}`)
    }
    expect(dear).toEqual([])
  },
  120_000,
)

it('a browser full of cookies of logins gets a few of them dropped at a time, the oldest first', async () => {
  const browser = new TestBrowser(service)
  for (let index = 0; index < 780; index += 1) browser.cookies.set(`__Host-login-${index}`, '')
  const answer = await browser.visit(authorizePath())
  const dropped = answer.headers.getSetCookie().filter((line) => line.includes('Max-Age=0'))
  expect(dropped.map((line) => line.split('=')[0])).toEqual(
    [7, 6, 5, 4, 3, 2, 1, 0].map((index) => `__Host-login-${index}`),
  )
})
