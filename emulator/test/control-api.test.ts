// The control API: what tests and the control page see and change. The Node functions do the same.

import { describe, expect, it } from 'vitest'
import { useEmulator, Visitor } from './helpers.ts'
import { askSession, goToLogin, logIn, site } from './log-in.ts'

const emulator = await useEmulator()

const api = (path: string): string => emulator.url('account.localhost', `/control/api/${path}`)

describe('the control API', () => {
  it.each([
    ['GET', 'control/api/users'],
    ['POST', 'control/api/logins'],
    ['POST', 'control/log-in'],
    ['POST', 'control/redirect-uris'],
  ])('does nothing for a page of another origin: %s /%s', async (method, path) => {
    for (const origin of [emulator.url(site.siteHost).slice(0, -1), 'http://evil.localhost', 'null']) {
      const body = new URLSearchParams({
        ...{ username: 'ingrid', client: site.clientId, url: 'http://app.site.localhost:3000/' },
      })
      const init = { method, headers: { origin }, ...(method === 'POST' && { body }) }
      const response = await new Visitor().request(emulator.url('account.localhost', `/${path}`), init)
      expect(response.status).toBe(403)
    }
  })

  it.each(['{}', '{"username":{}}', '{"username":{"toString":1}}', '{"username":["ingrid"]}', '[]', 'x'])(
    'logs nobody in by what names no test user: %s',
    async (body) => {
      const headers = { 'content-type': 'application/json' }
      const response = await new Visitor().request(api('logins'), { method: 'POST', headers, body })
      expect(response.status).toBe(400)
      expect(await response.json()).toEqual({ error: expect.stringMatching(/test user|JSON object/) })
    },
  )

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

  it('tells of a request as it comes in', async () => {
    const response = await new Visitor().request(api('requests/stream'))
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    await goToLogin(emulator, new Visitor())
    const { value } = await reader.read()
    expect(new TextDecoder().decode(value)).toContain('/login-state')
    await reader.cancel()
  })
})
