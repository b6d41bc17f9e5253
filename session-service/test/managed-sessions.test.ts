// Whoever runs the service looks at a reader's sessions, ends them, and forgets a reader who asks for that.

import { describe, expect, it, vi } from 'vitest'
import { sqliteStore } from '../src/store/sqlite.ts'
import { nowSeconds } from './support/scripted-provider.ts'
import { TestBrowser } from './support/service.ts'
import { useService } from './support/use-service.ts'

const { provider, service, start } = await useService()

async function loggedIn(
  sub: string,
  sid: string,
  claims: Record<string, unknown> = {},
): Promise<TestBrowser> {
  provider.claims = { sub, sid, ...claims }
  const browser = new TestBrowser(service)
  await browser.logIn(provider)
  return browser
}

const isLoggedIn = async (browser: TestBrowser): Promise<boolean> =>
  (await (await browser.session()).json()).userId !== undefined

const managed = () => service.events.filter(({ type }) => type === 'sessions-managed')

describe('the sessions of a reader', () => {
  it('are those that have not ended, the newest first, with what is known of them', async () => {
    const first = await loggedIn('kari', 'sid-1', { name: 'Kari Hansen', amr: ['pwd'], acr: '2' })
    await new Promise((resolve) => setTimeout(resolve, 2))
    const second = await loggedIn('kari', 'sid-2')
    await loggedIn('ola', 'sid-3')
    const { userId, uuid } = await (await first.session()).json()
    const sessions = await service.sessions({ subject: 'kari' })
    expect(sessions).toHaveLength(2)
    expect(sessions[1]).toEqual({
      subject: 'kari',
      userId,
      uuid,
      profile: { displayName: 'Kari Hansen', givenName: 'Kari', familyName: 'Hansen' },
      clientId: 'news',
      amr: ['pwd'],
      acr: '2',
      createdAt: expect.any(Date),
      endsAt: expect.any(Date),
    })
    const [newest, oldest] = sessions
    expect(newest?.createdAt.getTime()).toBeGreaterThan(oldest?.createdAt.getTime() ?? Infinity)
    // Fourteen days from now, unless somebody uses it.
    expect(((newest?.endsAt.getTime() ?? 0) - Date.now()) / 86_400_000).toBeCloseTo(14, 2)
    expect(await service.sessions({ sid: 'sid-2' })).toEqual([
      newest && { ...newest, endsAt: expect.any(Date) },
    ])
    await second.visit('/logout?client_sdrn=sdrn:x:client:news&redirect_uri=https%3A%2F%2Fwww.news.test%2F')
    expect(await service.sessions({ subject: 'kari' })).toHaveLength(1)
    expect(await service.sessions({ subject: 'nobody' })).toEqual([])
  })

  it('end at a word, and no others do', async () => {
    const [one, two, other] = [
      await loggedIn('kari', 'sid-1'),
      await loggedIn('kari', 'sid-2'),
      await loggedIn('ola', 'sid-3'),
    ]
    expect(await service.end({ sid: 'sid-1' })).toBe(1)
    expect([await isLoggedIn(one), await isLoggedIn(two)]).toEqual([false, true])
    expect(await service.end({ subject: 'kari' })).toBe(1)
    expect([await isLoggedIn(two), await isLoggedIn(other)]).toEqual([false, true])
  })
})

describe('a reader who is forgotten', () => {
  it('has no session and no number in the store, which keeps those of others', async () => {
    const store = sqliteStore(':memory:')
    start({ store })
    const [one, other] = [await loggedIn('kari', 'sid-1'), await loggedIn('ola', 'sid-2')]
    const { userId } = await (await one.session()).json()
    const { userId: othersId } = await (await other.session()).json()
    expect(await store.reserveUserId('somebody', userId)).toBeUndefined()
    expect(await service.forget('kari')).toBe(1)
    expect(await isLoggedIn(one)).toBe(false)
    expect(await service.sessions({ subject: 'kari' })).toEqual([])
    expect(await store.reserveUserId('somebody', userId)).toBe(userId)
    expect(await isLoggedIn(other)).toBe(true)
    expect(await store.reserveUserId('somebody else', othersId)).toBeUndefined()
  })

  it('loses the session that the provider has dated a little ahead, too', async () => {
    const browser = await loggedIn('kari', 'sid-1', { iat: nowSeconds() + 20 })
    expect(await service.forget('kari')).toBe(1)
    expect(await isLoggedIn(browser)).toBe(false)
  })

  it('can log in again, a moment later', async () => {
    const browser = await loggedIn('kari', 'sid-1')
    await service.forget('kari')
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.advanceTimersByTime(1)
    await browser.logIn(provider)
    expect(await isLoggedIn(browser)).toBe(true)
    vi.useRealTimers()
  })

  it('may be one whom nobody knows', async () => {
    expect(await service.forget('nobody')).toBe(0)
  })
})

it('each is told, and the reader is named by a hash alone', async () => {
  await loggedIn('kari', 'sid-1')
  service.events.length = 0
  await service.sessions({ subject: 'kari' })
  await service.sessions({ sid: 'sid-1' })
  await service.end({ sid: 'sid-1' })
  await service.forget('kari')
  const reader = expect.stringMatching(/^reader:[\w-]{43}$/)
  const providerSession = expect.stringMatching(/^provider-session:[\w-]{43}$/)
  expect(managed()).toEqual([
    { type: 'sessions-managed', action: 'sessions', target: reader, count: 1 },
    { type: 'sessions-managed', action: 'sessions', target: providerSession, count: 1 },
    { type: 'sessions-managed', action: 'end', target: providerSession, count: 1 },
    { type: 'sessions-managed', action: 'forget', target: reader, count: 0 },
  ])
  expect(new Set(service.events.flatMap((event) => ('target' in event ? [event.target] : []))).size).toBe(2)
  expect(JSON.stringify(service.events)).not.toMatch(/kari|sid-1/)
})
