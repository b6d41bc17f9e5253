// Fault switches, as far as test/e2e does not show what readers see of them, and the two ways to move them.

import { afterEach, describe, expect, it } from 'vitest'
import { FaultError } from '../src/index.ts'
import { useEmulator, Visitor } from './helpers.ts'
import { askSession, logIn, site } from './log-in.ts'

const emulator = await useEmulator()
afterEach(() => {
  emulator.resetFaults()
})

async function loggedIn(): Promise<Visitor> {
  const visitor = new Visitor()
  await logIn(emulator, visitor, 'ingrid')
  return visitor
}

describe('a session service with a fault', () => {
  it.each([400, 401, 404, 429, 500, 503] as const)('answers %i with a failure body', async (code) => {
    const visitor = await loggedIn()
    emulator.setFaults({ session: `${code}` })
    const { status, body } = await askSession(emulator, visitor)
    expect(status).toBe(code)
    expect(body).toMatchObject({ error: { code }, response: { result: false } })
    emulator.resetFaults()
    expect((await askSession(emulator, visitor)).status).toBe(200)
  })

  it.each(['429', '503'] as const)(
    'says by %s when to come back, if it is to, and to whom',
    async (session) => {
      const url = `${emulator.url(site.sessionHost, '/v2/session')}?client_sdrn=sdrn:localhost:client:${site.clientId}`
      const headersNow = async () => {
        const { headers } = await new Visitor().request(url)
        return ['retry-after', 'access-control-expose-headers'].map((name) => headers.get(name))
      }
      emulator.setFaults({ session })
      expect(await headersNow()).toEqual([null, null])
      emulator.setFaults({ retryAfter: '30' })
      expect(await headersNow()).toEqual(['30', null])
      emulator.setFaults({ retryAfter: 'Wed, 07 Jan 2026 00:00:00 GMT', retryAfterExposed: true })
      expect(await headersNow()).toEqual(['Wed, 07 Jan 2026 00:00:00 GMT', 'Retry-After'])
      emulator.setFaults({ session: '500' })
      expect(await headersNow()).toEqual([null, null])
    },
  )

  it('fails one time in three', async () => {
    const visitor = await loggedIn()
    emulator.setFaults({ session: 'flaky' })
    const statuses: number[] = []
    for (let call = 0; call < 9; call++) statuses.push((await askSession(emulator, visitor)).status)
    expect(statuses.filter((status) => status === 503)).toHaveLength(3)
    expect(statuses.filter((status) => status === 200)).toHaveLength(6)
  })

  it('is slow under load alone: each waits for those who came before, also for those who have gone', async () => {
    emulator.setFaults({ session: 'busy', answersPerSecond: 20 })
    const url = emulator.url(site.sessionHost, '/v2/session')
    const startedAt = performance.now()
    const gone = new AbortController()
    const given = Array.from({ length: 5 }, () => new Visitor().request(url, { signal: gone.signal }))
    const lost = Promise.allSettled(given)
    const heard: number[] = []
    const staying = Array.from({ length: 5 }, async (_, place) => {
      await askSession(emulator, new Visitor())
      heard.push(place)
    })
    gone.abort()
    await Promise.all([...staying, lost])
    expect(performance.now() - startedAt).toBeGreaterThan(200)
    expect(heard).toHaveLength(5)
  })

  it.each(['soon', '-1', '30\r\nx: y', 'Wed, 07 Jan', 30])('refuses %j for Retry-After', (retryAfter) => {
    expect(() => emulator.setFaults({ retryAfter: retryAfter as string })).toThrow(FaultError)
  })
})

describe('a session cookie that only a full-page visit can refresh', () => {
  const visit = (path: string, redirectUri: string): string =>
    `${emulator.url(site.sessionHost, path)}?client_sdrn=sdrn:localhost:client:${site.clientId}` +
    `&redirect_uri=${encodeURIComponent(redirectUri)}`

  it('is never asked for at /session, nor of an anonymous reader', async () => {
    emulator.setFaults({ session: 'refresh' })
    expect((await askSession(emulator, new Visitor())).status).toBe(400)
    const visitor = await loggedIn()
    expect((await askSession(emulator, visitor, site, '/session')).body.userId).toBe(100001)
  })

  it('leads nowhere that is not registered', async () => {
    const page = await new Visitor().open(visit('/session-refresh', 'http://evil.example/'))
    expect(page.status).toBe(400)
  })
})

describe('moving the switches', () => {
  it('refuses a switch or a position that does not exist, and then moves none', () => {
    expect(() => emulator.setFaults({ clockSkewSeconds: 5, session: 'tired' as never })).toThrow(FaultError)
    expect(() => emulator.setFaults({ popupsSevered: 'yes' as never })).toThrow('must be true or false')
    expect(() => emulator.setFaults({ weather: 'bad' } as never)).toThrow('no fault switch "weather"')
    expect(emulator.faults.clockSkewSeconds).toBe(0)
  })

  it('works over HTTP too', async () => {
    const api = emulator.url('account.localhost', '/control/api/faults')
    const visitor = new Visitor()
    const body = JSON.stringify({ session: '500' })
    expect(await visitor.json(api, { method: 'PATCH', body })).toMatchObject({ session: '500' })
    expect(emulator.faults.session).toBe('500')
    const bad = await visitor.request(api, { method: 'PATCH', body: JSON.stringify({ session: 'tired' }) })
    expect(bad.status).toBe(400)
    expect(await visitor.json(api, { method: 'DELETE' })).toMatchObject({ session: 'none' })
  })
})
