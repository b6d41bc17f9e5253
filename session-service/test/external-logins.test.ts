// What a server of the publisher's own does with its service: it begins sessions, and ends them.

import { expect, it, vi } from 'vitest'
import type { SessionStore, StoredSession } from '../src/index.ts'
import { sqliteStore } from '../src/store/sqlite.ts'
import { nowSeconds } from './support/scripted-provider.ts'
import { form, ID, TestBrowser } from './support/service.ts'
import { useService } from './support/use-service.ts'

const { provider, service, start } = await useService()

/** A browser whose reader was logged in by the publisher's own server. */
async function begun(subject: string, sid: string): Promise<TestBrowser> {
  const browser = new TestBrowser(service)
  const login = { subject, clientId: 'news', claims: { sid, name: 'Kari Hansen' } }
  for (const line of await service.begin(new Request(ID), login)) browser.keep(line)
  return browser
}

it('a session that it begins is like any other', async () => {
  const browser = await begun('kari', 'sid-1')
  expect([...browser.cookies.keys()]).toEqual(['__Host-session-id', 'portico-reader'])
  const session = await (await browser.session()).json()
  expect(session).toMatchObject({ displayName: 'Kari Hansen' })
  provider.claims = { sub: 'kari' }
  const other = new TestBrowser(service)
  await other.logIn(provider)
  expect(await (await other.session()).json()).toMatchObject({ userId: session.userId })
})

it('keeps of its claims what can be: times are numbers, and each way of logging in is a text', async () => {
  const kept: StoredSession[] = []
  const memory = sqliteStore(':memory:')
  const create: SessionStore['create'] = (key, session, ttlMs) => {
    kept.push(session)
    return memory.create(key, session, ttlMs)
  }
  start({ store: { ...memory, create } })
  const claims = { iat: 'now', auth_time: '1700000000', sid: 7, acr: 2, amr: ['pwd', 3] }
  await service.begin(new Request(ID), { subject: 'kari', clientId: 'news', claims })
  expect(kept[0]).toMatchObject({ issuedAt: expect.closeTo(nowSeconds(), -1), amr: ['pwd'] })
  const { authTime, acr, providerSession } = kept[0] as StoredSession
  expect([authTime, acr, providerSession]).toEqual([undefined, undefined, undefined])
})

it('takes the place of the session that the browser had', async () => {
  const browser = await begun('kari', 'sid-1')
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  await service.begin(new Request(ID, { headers: { cookie } }), { subject: 'ola', clientId: 'news' })
  expect(await browser.told()).toBe(400)
})

it('ends the sessions of a provider session, or of a reader', async () => {
  const [one, two, other] = [
    await begun('kari', 'sid-1'),
    await begun('kari', 'sid-2'),
    await begun('ola', 'sid-3'),
  ]
  expect(await service.end({ sid: 'sid-1' })).toBe(1)
  expect(await one.told()).toBe(400)
  expect(await two.told()).toBe(200)
  expect(await service.end({ subject: 'kari' })).toBe(1)
  expect(await two.told()).toBe(400)
  expect(await other.told()).toBe(200)
})

it('begins one again after an end, and none after a logout at the provider', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  await service.end({ sid: 'sid-1' })
  vi.advanceTimersByTime(1)
  expect(await (await begun('kari', 'sid-1')).told()).toBe(200)
  const token = await provider.logoutToken({ sid: 'sid-1' })
  await service.fetch(new Request(`${ID}/backchannel-logout`, form({ logout_token: token })))
  expect((await begun('kari', 'sid-1')).cookies.size).toBe(0)
  vi.useRealTimers()
})
