// How the widget's script is served. What it does is tried in browsers.

import { expect, it } from 'vitest'
import { useEmulator, Visitor } from './helpers.ts'
import { site } from './log-in.ts'

const emulator = await useEmulator()

const script = (path: string, query: Record<string, string>): Promise<Response> =>
  new Visitor().request(`${emulator.url('account.localhost', path)}?${new URLSearchParams(query)}`)

it.each(['/authn/simplified-login-widget', '/simplified-login-widget'])(
  'is at %s, in ASCII',
  async (path) => {
    const response = await script(path, { client_id: site.clientId })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    const text = await response.text()
    expect(text).toContain('openSimplifiedLoginWidget')
    // so that the same bytes are right in every encoding that can be asked for
    expect(text).toMatch(/^\p{ASCII}+$/u)
  },
)

it('says the encoding that was asked for, and refuses one that it does not have', async () => {
  const path = '/authn/simplified-login-widget'
  const response = await script(path, { client_id: site.clientId, encoding: 'iso-8859-15' })
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=iso-8859-15')
  expect((await script(path, { client_id: site.clientId, encoding: 'utf-16' })).status).toBe(400)
})

it('is for known clients', async () => {
  expect((await script('/authn/simplified-login-widget', { client_id: 'somebody' })).status).toBe(404)
})
