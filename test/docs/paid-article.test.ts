/** The recipe for a paid article, as it stands: the server’s half and the page’s, from the first look to a refund and a logout. */
import { createHmac } from 'node:crypto'
import { setImmediate as settled } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ADA, NO_SESSION } from '../support/fixtures.ts'
import { type Answer, json, openPage } from '../support/page.ts'
import { bundleOf, runOn, runOnServer } from './run.ts'

const FILE = 'recipes/paid-article.md'
const SIGNATURE = 'the signature secret of the client'
const START = 1_700_000_000_000
const ORIGIN = 'https://site.com'

beforeEach(() => {
  vi.stubEnv('SIGNATURE_SECRET', SIGNATURE)
  vi.stubEnv('ENTITLEMENT_SECRET', 'a secret for entitlements alone, of 32 letters and more')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

/** What the session service signs. */
function sigOf(claims: object): string {
  const payload = Buffer.from(JSON.stringify({ ...claims, algorithm: 'HMAC-SHA256' })).toString('base64url')
  return `${createHmac('sha256', SIGNATURE).update(payload).digest('base64url')}.${payload}`
}
const session = (more: object = {}) =>
  sigOf({ ...ADA, serverTime: Math.floor(Date.now() / 1000), expiresIn: 900_000, ...more })
const access = (more: object = {}) =>
  sigOf({
    ...{ entitled: true, allowedFeatures: ['read'], ttl: 900, productIds: ['site-digital'] },
    ...{ userId: ADA.userId, uuid: ADA.uuid, serverTime: Math.floor(Date.now() / 1000) },
    ...more,
  })

interface Server {
  entitle(request: Request): Promise<Response>
  disentitle(request: Request): Response
  entitledUntil(request: Request): Promise<number>
}
interface Pages {
  article(request: Request): Promise<Response>
}
const load = async <Exports>(file: string) =>
  runOnServer<Exports>(await bundleOf(FILE, file, { format: 'cjs', runsOn: 'server' }))

const post = (body: unknown, origin = ORIGIN) =>
  new Request(`${ORIGIN}/entitlement`, { method: 'POST', headers: { origin }, body: JSON.stringify(body) })
const withCookie = (cookie: string) => new Request(`${ORIGIN}/article`, { headers: { cookie } })
const pairOf = (response: Response) => response.headers.get('set-cookie')?.split(';')[0] ?? ''

describe('the server of the recipe for a paid article', () => {
  it('remembers for a quarter of an hour that a reader may read, and sends them all of it', async () => {
    vi.useFakeTimers({ now: START, toFake: ['Date'] })
    const { entitle, entitledUntil } = await load<Server>('entitlement.ts')
    const { article } = await load<Pages>('article.ts')
    const answer = await entitle(post({ session: session(), access: access() }))
    expect(answer.headers.get('set-cookie')).toMatch(
      /^__Host-entitlement=.+; Max-Age=900; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    )
    const cookie = pairOf(answer)
    expect(await entitledUntil(withCookie(cookie))).toBe(START + 900_000)
    const page = await article(withCookie(cookie))
    expect(await page.text()).toContain('The keeper has rowed out')
    expect(page.headers.get('cache-control')).toBe('private, no-store')
    vi.setSystemTime(START + 901_000)
    expect(await (await article(withCookie(cookie))).text()).not.toContain('The keeper has rowed out')
  })

  it('believes a dated signature for no longer than that says', async () => {
    const { entitle } = await load<Server>('entitlement.ts')
    const dated = access({ serverTime: Math.floor(Date.now() / 1000), ttl: 60 })
    const answer = await entitle(post({ session: session(), access: dated }))
    expect(Number(/Max-Age=(\d+)/.exec(`${answer.headers.get('set-cookie')}`)?.[1])).toBeLessThanOrEqual(60)
  })

  it.each([
    [
      'from a page of others',
      () => post({ session: session(), access: access() }, 'https://evil.example'),
      403,
    ],
    [
      'with a session that is old',
      () => post({ session: session({ serverTime: 1 }), access: access() }),
      403,
    ],
    [
      'with a session of nobody',
      () => post({ session: session({ userId: 0, uuid: '' }), access: access() }),
      403,
    ],
    ['with a forged signature', () => post({ session: session(), access: 'made.up' }), 403],
    [
      'with the access of another reader',
      () => post({ session: session(), access: access({ userId: 9, uuid: 'u-9' }) }),
      403,
    ],
    ['with no access', () => post({ session: session(), access: access({ entitled: false }) }), 200],
    [
      'with access to something else',
      () => post({ session: session(), access: access({ allowedFeatures: ['listen'] }) }),
      200,
    ],
    ['with nothing', () => post(null), 403],
  ])('gives no entitlement %s', async (_, request, status) => {
    const { entitle, entitledUntil } = await load<Server>('entitlement.ts')
    const answer = await entitle(request())
    expect(answer.status).toBe(status)
    expect(await entitledUntil(withCookie(pairOf(answer)))).toBe(0)
  })

  it('takes no other cookie of the site for an entitlement, nor one that comes twice', async () => {
    const { entitle, entitledUntil, disentitle } = await load<Server>('entitlement.ts')
    const cookie = pairOf(await entitle(post({ session: session(), access: access() })))
    expect(await entitledUntil(withCookie(`__Host-entitlement=${session()}`))).toBe(0)
    expect(await entitledUntil(withCookie(`${cookie}; ${cookie}`))).toBe(0)
    const request = new Request(`${ORIGIN}/entitlement`, { method: 'DELETE', headers: { origin: ORIGIN } })
    expect(disentitle(request).headers.get('set-cookie')).toMatch(/^__Host-entitlement=; Max-Age=0/)
  })
})

describe('the page of the recipe for a paid article', () => {
  const granted: Answer = json(200, {
    entitled: true,
    allowedFeatures: ['read'],
    ttl: 900,
    userId: ADA.userId,
    uuid: ADA.uuid,
    sig: 'signed access',
  })
  const refused: Answer = json(200, {
    entitled: false,
    allowedFeatures: [],
    ttl: 900,
    userId: ADA.userId,
    uuid: ADA.uuid,
    sig: 'signed refusal',
  })

  /** Opens the page as the server has made it; gives what it told the server, and how often it loaded anew. */
  async function open(until: number, answers: Answer[], statuses: number[] = []) {
    const page = openPage(`${ORIGIN}/article`)
    page.answer(...answers)
    const { document, location } = page.window
    document.body.dataset.entitledUntil = `${until}`
    document.body.innerHTML = `${until ? '<p id="rest"></p>' : '<p id="wall">Subscribers read on.</p>'}<button id="log-out"></button>`
    const told: unknown[] = []
    vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
      told.push([method, path, body ? JSON.parse(`${body}`) : undefined])
      return new Response(null, { status: statuses.shift() ?? 200 })
    })
    const reload = vi.fn()
    Object.defineProperty(location, 'reload', { value: reload, configurable: true })
    runOn(page, await bundleOf(FILE, 'page.ts'))
    const wall = () => document.querySelector('#wall')?.textContent
    return { page, told, reload, wall }
  }
  const ENTITLED = ['POST', '/entitlement', { session: 'signed', access: 'signed access' }]
  const KNOWN = json(200, { ...ADA, sig: 'signed' })

  it('hands both signatures over, and loads once more for the rest', async () => {
    const { told, reload } = await open(0, [KNOWN, granted])
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
    expect(told).toEqual([ENTITLED])
  })

  it('renews an entitlement that is about to end, and loads nothing anew', async () => {
    const { told, reload } = await open(Date.now() + 60_000, [KNOWN, granted])
    await vi.waitFor(() => expect(told).toEqual([ENTITLED]))
    expect(reload).not.toHaveBeenCalled()
  })

  it('leaves an entitlement that is new as it is', async () => {
    const { page, told, reload } = await open(Date.now() + 800_000, [KNOWN, granted])
    await vi.waitFor(() => expect(page.requests).toHaveLength(2))
    await settled()
    expect([told, reload.mock.calls]).toEqual([[], []])
  })

  it.each([
    ['refunded', [KNOWN, refused]],
    ['logged out elsewhere', [json(400, NO_SESSION)]],
  ])('ends the entitlement of a reader who was %s', async (_, answers) => {
    const { told, reload } = await open(Date.now() + 800_000, answers)
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
    expect(told).toEqual([['DELETE', '/entitlement', undefined]])
  })

  it('says to an anonymous reader what they can do, and to a reader without a subscription', async () => {
    const anonymous = await open(0, [json(400, NO_SESSION)])
    await vi.waitFor(() => expect(anonymous.wall()).toBe('Log in to read on.'))
    const reader = await open(0, [KNOWN, refused])
    await vi.waitFor(() => expect(reader.wall()).toBe('This article is for subscribers.'))
  })

  it('keeps the article in an outage', async () => {
    const { page, told, reload } = await open(Date.now() + 800_000, [json(503, {})])
    await vi.waitFor(() => expect(page.requests).toHaveLength(1))
    await settled()
    expect([told, reload.mock.calls]).toEqual([[], []])
  })

  it('ends the entitlement before a logout', async () => {
    const { page, told } = await open(Date.now() + 800_000, [KNOWN, granted])
    await vi.waitFor(() => expect(page.requests).toHaveLength(2))
    page.window.document.querySelector('button')?.click()
    await vi.waitFor(() => expect(page.navigations[0]).toMatch(/^https:\/\/id\.site\.com\/logout\?/))
    expect(told).toEqual([['DELETE', '/entitlement', undefined]])
  })
})
