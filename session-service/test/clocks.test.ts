// The clocks of the service and of its provider: what whoever runs the service does goes by its own, and a logout of the provider by the
// provider's.

import { hkdfSync } from 'node:crypto'
import { EncryptJWT, jwtDecrypt } from 'jose'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { manageRoutes } from '../src/command/manage-routes.ts'
import { createMetrics } from '../src/command/metrics.ts'
import { NotForgotten } from '../src/index.ts'
import { sqliteStore } from '../src/store/sqlite.ts'
import { nowSeconds } from './support/scripted-provider.ts'
import { form, ID, TestBrowser, type TestService } from './support/service.ts'
import { useService } from './support/use-service.ts'

const { provider, service, browser, start } = await useService()
// A whole second, as those of ID tokens.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: nowSeconds() * 1000 }))
afterEach(() => void vi.useRealTimers())

/** From now on, the provider's clock shows so many seconds more. */
function setAhead(seconds: number): void {
  const iat = nowSeconds() + seconds
  provider.claims = { sub: 'kari', sid: 'sid-1', iat, exp: iat + 600 }
}

const errorOf = (back: URL): string | null => back.searchParams.get('error')
const passMs = (ms: number): unknown => vi.advanceTimersByTime(ms)

const AHEAD = [300, 60, 20, 0, -20, -300]
const ENDS: [string, (service: TestService) => Promise<number>][] = [
  ['an end', ({ end }) => end({ subject: 'kari' })],
  ['an end of the session at the provider', ({ end }) => end({ sid: 'sid-1' })],
  ['an erasure', ({ forget }) => forget('kari')],
]
const CASES = AHEAD.flatMap((seconds) => ENDS.map(([what, end]) => [seconds, what, end] as const))

describe.each(CASES)('with the provider’s clock %i s ahead, %s', (seconds, _what, end) => {
  beforeEach(() => setAhead(seconds))

  it('ends the session that is there', async () => {
    await browser.logIn(provider)
    expect(await end(service)).toBe(1)
    expect(await browser.told()).toBe(400)
    expect(await service.sessions({ subject: 'kari' })).toEqual([])
  })

  it('lets the reader log in again at once', async () => {
    await browser.logIn(provider)
    passMs(1)
    await end(service)
    passMs(1)
    setAhead(seconds)
    expect(errorOf(await browser.logIn(provider))).toBeNull()
    expect(await browser.told()).toBe(200)
  })

  it('refuses the login that was on its way, for as long as that can take', async () => {
    const begun = await browser.begin()
    passMs(1)
    await end(service)
    passMs(3_590_000)
    setAhead(seconds)
    expect((await browser.visit(`/callback${provider.approve(begun)}`)).status).toBe(403)
    expect(service.events).toContainEqual({
      type: 'login-failed',
      clientId: 'news',
      reason: 'ended-meanwhile',
    })
    expect(await service.sessions({ subject: 'kari' })).toEqual([])
  })
})

describe('a logout of the provider', () => {
  const tell = async (claims: Record<string, unknown>, issuedAt: number): Promise<number> => {
    const token = await provider.logoutToken(claims, { issuedAt })
    const request = new Request(`${ID}/backchannel-logout`, form({ logout_token: token }))
    return (await service.fetch(request)).status
  }

  it.each([50, 0, -300])('with its clock %i s ahead ends what it has issued before', async (seconds) => {
    setAhead(seconds)
    await browser.logIn(provider)
    expect(await tell({ sub: 'kari' }, nowSeconds() + seconds)).toBe(200)
    expect(await browser.told()).toBe(400)
    setAhead(seconds + 1)
    await browser.logIn(provider)
    expect(await browser.told()).toBe(200)
  })
})

describe('an ID token of the future', () => {
  const told = () => service.events.filter(({ type }) => type === 'provider-clock-skew')

  it('is told, and logs in', async () => {
    setAhead(31)
    await browser.logIn(provider)
    expect(told()).toEqual([{ type: 'provider-clock-skew', seconds: 31 }])
    const metrics = createMetrics()
    for (const event of service.events) metrics.record(event)
    expect(await metrics.text()).toContain('portico_failures_total{source="clock-skew"} 1')
    expect(await browser.told()).toBe(200)
  })

  it.each([30, 0, -300])('is not told of one that was made %i s ahead', async (seconds) => {
    setAhead(seconds)
    await browser.logIn(provider)
    expect(told()).toEqual([])
  })
})

it('a login that an earlier version has begun is refused by a later end, and else finished', async () => {
  const keyOf = (info: string): Uint8Array =>
    new Uint8Array(hkdfSync('sha256', service.options.cookieSecret as string, '', info, 32))
  /** A login on its way, as earlier versions keep it: without its moment, and sealed for all hosts. */
  async function begunBefore(): Promise<[TestBrowser, string]> {
    const reader = new TestBrowser(service)
    const begun = await reader.begin()
    const [[name, sealed]] = [...reader.cookies] as [[string, string]]
    const { payload } = await jwtDecrypt(sealed, keyOf('portico-session-service id.news.test'))
    const { begunAt, ...value } = payload.value as Record<string, unknown>
    expect(begunAt).toBe(Date.now())
    const older = new EncryptJWT({ ...payload, value }).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    reader.cookies.set(name, await older.encrypt(keyOf('portico-session-service')))
    return [reader, `/callback${provider.approve(begun)}`]
  }
  setAhead(0)
  const [early, earlyBack] = await begunBefore()
  passMs(1)
  await service.end({ subject: 'kari' })
  passMs(1)
  const [late, lateBack] = await begunBefore()
  expect((await early.visit(earlyBack)).status).toBe(403)
  expect((await late.visit(lateBack)).headers.get('location')).toContain('code=')
})

describe('an erasure', () => {
  it('leaves no number in the store of a reader whose login was on its way', async () => {
    const store = sqliteStore(':memory:')
    start({ store })
    setAhead(0)
    const first = new TestBrowser(service)
    await first.logIn(provider)
    const { userId } = await (await first.session()).json()
    const late = new TestBrowser(service)
    const begun = await late.begin()
    passMs(1)
    await service.forget('kari')
    await late.visit(`/callback${provider.approve(begun)}`)
    expect(await store.reserveUserId('somebody', userId)).toBe(userId)
  })

  it('is refused where a session of the reader has begun meanwhile, and done at the next try', async () => {
    const store = sqliteStore(':memory:')
    const { releaseUserId } = store
    let meanwhile: (() => Promise<unknown>) | undefined = () => {
      meanwhile = undefined
      passMs(1)
      return browser.logIn(provider)
    }
    store.releaseUserId = async (...args) => {
      await meanwhile?.()
      return releaseUserId(...args)
    }
    start({ store })
    setAhead(0)
    const secret = 'the-secret-of-whoever-runs-the-service'
    const headers = { authorization: `Bearer ${secret}` }
    const port = manageRoutes(service, secret, () => {})
    const forget = async () => port.request('/forget', form({ subject: 'kari' }, headers))
    const refused = await forget()
    expect([refused.status, await refused.json()]).toEqual([409, { error: new NotForgotten().message }])
    expect(await browser.told()).toBe(200)
    const done = await forget()
    expect([done.status, await done.json()]).toEqual([200, { ended: 1 }])
    expect(await browser.told()).toBe(400)
  })
})

describe('a login that was refused', () => {
  const refused = async (): Promise<Response> => {
    const begun = await browser.begin()
    passMs(1)
    await service.end({ sid: 'sid-1' })
    return browser.visit(`/callback${provider.approve(begun)}`)
  }

  it('leads to the site, for another one', async () => {
    setAhead(0)
    expect(await (await refused()).text()).toContain('href="https://www.news.test/"')
  })

  it('leaves the number to a reader who is logged in elsewhere, and the ids that a site has chosen', async () => {
    const store = sqliteStore(':memory:')
    start({ store })
    provider.claims = { sub: 'kari', sid: 'sid-2' }
    const other = new TestBrowser(service)
    await other.logIn(provider)
    const { userId } = await (await other.session()).json()
    provider.claims = { sub: 'kari', sid: 'sid-1' }
    await refused()
    expect(await store.reserveUserId('somebody', userId)).toBeUndefined()
    start({ store, ids: () => ({ userId: 'k-1' }) })
    store.releaseUserId = () => Promise.reject(new Error('asked'))
    await refused()
    expect(service.events).toContainEqual(expect.objectContaining({ reason: 'ended-meanwhile' }))
  })
})
