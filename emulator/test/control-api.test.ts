// The control API: what tests and the control page see and change. The Node functions do the same.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Emulator, startEmulator } from '../src/index.ts'
import { Visitor } from './helpers.ts'
import { askSession, goToLogin, logIn, loginUrl, site } from './log-in.ts'

let emulator: Emulator
beforeAll(async () => {
  emulator = await startEmulator()
})
afterAll(() => emulator.close())

const api = (path: string): string => emulator.url('account.localhost', `/control/api/${path}`)

describe('the control API', () => {
  it('answers no other origin’s page', async () => {
    const init = { headers: { origin: emulator.url(site.siteHost).slice(0, -1) } }
    expect((await new Visitor().request(api('users'), init)).status).toBe(403)
    expect((await new Visitor().request(api('users'))).status).toBe(200)
  })

  it('lists sessions without their ids, and ends one', async () => {
    const visitor = new Visitor()
    await logIn(emulator, visitor, 'matti')
    const sessions = await visitor.json<{ handle: string; username: string }[]>(api('sessions'))
    const mine = sessions.find(({ username }) => username === 'matti')
    const cookie = (await visitor.jar.getCookies(emulator.url(site.sessionHost))).find(
      (c) => c.key === '__Host-session-id',
    )
    expect(JSON.stringify(sessions)).not.toContain(cookie?.value)
    expect((await visitor.request(api(`sessions/${mine?.handle}`), { method: 'DELETE' })).status).toBe(204)
    expect((await askSession(emulator, visitor)).status).toBe(400)
  })

  it('disconnects a user from a merchant: still logged in, no longer known by name', async () => {
    const visitor = new Visitor()
    await logIn(emulator, visitor, 'ingrid')
    const path = api(`users/ingrid/merchants/${site.merchantId}`)
    expect((await visitor.request(path, { method: 'DELETE' })).status).toBe(204)
    const { body } = await askSession(emulator, visitor)
    expect(body).toMatchObject({ result: false, userStatus: 'notConnected', userId: 100001 })
    expect(body).not.toHaveProperty('givenName')
  })

  it('shows requests without what is secret in them', async () => {
    const visitor = new Visitor()
    await logIn(emulator, visitor, 'ingrid')
    const state = new URL(visitor.visited.find((url) => url.includes('state=')) ?? '').searchParams.get(
      'state',
    )
    const callback = new URL(visitor.visited.find((url) => url.includes('code=')) ?? '')
    const shown = JSON.stringify(await visitor.json(api('requests')))
    expect(shown).toContain('/callback?code=…')
    for (const secret of [state, callback.searchParams.get('code')]) expect(shown).not.toContain(secret)
  })

  it('registers a redirect URI of one’s own, and its origin', async () => {
    const own = 'http://app.site.localhost:3000/back'
    const visitor = new Visitor()
    const url = loginUrl(emulator, site, { state: 's', redirect_uri: own })
    expect((await visitor.open(url)).status).toBe(400)

    const path = api(`clients/${site.clientId}/redirect-uris`)
    const bad = await visitor.request(path, { method: 'POST', body: JSON.stringify({ url: 'javascript:1' }) })
    expect(bad.status).toBe(400)
    expect((await visitor.request(path, { method: 'POST', body: JSON.stringify({ url: own }) })).status).toBe(
      201,
    )
    expect((await visitor.open(url)).status).toBe(200)

    const session = `${emulator.url(site.sessionHost, '/v2/session')}?client_sdrn=sdrn:localhost:client:${site.clientId}`
    const answer = await visitor.request(session, { headers: { origin: 'http://app.site.localhost:3000' } })
    expect(answer.headers.get('access-control-allow-origin')).toBe('http://app.site.localhost:3000')
  })

  it.each([['http://a', true], ['http://a'], 'http://a/#', 'http://a/\n', ' http://a/', 'http:a', 1, null])(
    'refuses to register %j, and logs in who comes next',
    async (url) => {
      const visitor = new Visitor()
      const path = api(`clients/${site.clientId}/redirect-uris`)
      const answer = await visitor.request(path, { method: 'POST', body: JSON.stringify({ url }) })
      expect(answer.status).toBe(400)
      expect((await goToLogin(emulator, visitor)).status).toBe(200)
    },
  )

  it('tells of a request as it comes in', async () => {
    const response = await new Visitor().request(api('requests/stream'))
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    await goToLogin(emulator, new Visitor())
    const { value } = await reader.read()
    expect(new TextDecoder().decode(value)).toContain('/login-state')
    await reader.cancel()
  })
})
