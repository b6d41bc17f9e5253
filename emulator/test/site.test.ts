// The demo site's back end, apart from the login itself.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Emulator, startEmulator } from '../src/index.ts'
import { Visitor } from './helpers.ts'
import { askSession, credentials, logIn, loginUrl, newLogin, other, site } from './log-in.ts'

let emulator: Emulator
beforeAll(async () => {
  emulator = await startEmulator()
})
afterAll(() => emulator.close())

it('is whole without a session service: the news is in the page itself', async () => {
  emulator.setFaults({ session: 'down' })
  const { status, text } = await new Visitor().open(emulator.url(site.siteHost))
  emulator.resetFaults()
  expect(status).toBe(200)
  expect(text).toContain('The ferry that would not retire')
})

it('gives a page two states at once that belong to the same visitor', async () => {
  const visitor = new Visitor()
  const ask = (query: string) => newLogin(emulator, visitor, query)
  const [{ binding }] = await Promise.all([ask(''), ask('?popup')])
  const login = await visitor.open(loginUrl(emulator, site, binding))
  const home = await visitor.submit(login, 'login', credentials(emulator, 'ingrid'))
  expect(home.url).toBe(emulator.url(site.siteHost))
})

it('ends a login in a popup on a page that wakes the one that opened it', async () => {
  const visitor = new Visitor()
  const { binding } = await newLogin(emulator, visitor, '?popup')
  const login = await visitor.open(loginUrl(emulator, site, binding))
  const done = await visitor.submit(login, 'login', credentials(emulator, 'ingrid'))
  expect(done.url).toBe(emulator.url(site.siteHost, '/logged-in'))
  expect(done.text).toContain(`data-client="${site.clientId}" data-next="/"`)
  const [, script = ''] = /<script src="([^"]+)"/.exec(done.text) ?? []
  const relay = await visitor.request(emulator.url(site.siteHost, script))
  expect(await relay.text()).toContain('BroadcastChannel')
  expect((await askSession(emulator, visitor)).status).toBe(200)
})

it('ends there too when the login in the popup is given up', async () => {
  const visitor = new Visitor()
  const address = emulator.url(site.siteHost, '/login-state?popup')
  const bound = await visitor.json<Record<string, string>>(address, { method: 'POST' })
  const login = await visitor.open(loginUrl(emulator, site, bound))
  const done = await visitor.submit(login, 'cancel')
  expect(done.url).toBe(emulator.url(site.siteHost, '/logged-in'))
  expect((await askSession(emulator, visitor)).status).toBe(400)
})

it('comes back to the front page when there is no code in the callback', async () => {
  expect((await new Visitor().open(emulator.url(site.siteHost, '/callback'))).url).toBe(
    emulator.url(site.siteHost),
  )
})

it('knows on its own how its visitor logged in', async () => {
  const visitor = new Visitor()
  await logIn(emulator, visitor, 'ingrid')
  expect(await visitor.json(emulator.url(site.siteHost, '/server-side'))).toMatchObject({ amr: ['pwd'] })
  expect(await visitor.json(emulator.url(other.siteHost, '/server-side'))).toMatchObject({ amr: [] })
})

it('checks the SP_ID cookie, and takes no other', async () => {
  const visitor = new Visitor()
  await logIn(emulator, visitor, 'ingrid')
  const { body } = await askSession(emulator, visitor)
  const seen = async (value: string): Promise<unknown> => {
    const headers = { cookie: `SP_ID=${value}` }
    return (
      await new Visitor().json<{ spId: unknown }>(emulator.url(site.siteHost, '/server-side'), { headers })
    ).spId
  }
  expect(await seen(String(body.sp_id))).toEqual({ seen: true, valid: true, uuid: body.uuid })
  const [signature = '', payload] = String(body.sp_id).split('.')
  const tampered = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}.${payload}`
  expect(await seen(tampered)).toEqual({ seen: true, valid: false })
  // signed by the same key, but not an SP_ID
  expect(await seen(String(body.sig))).toEqual({ seen: true, valid: false })
})

it('lets scripts run by nonce alone, a new one each time', async () => {
  const policies = new Set<string>()
  for (let visit = 0; visit < 2; visit += 1) {
    const { headers, text } = await new Visitor().open(emulator.url(site.siteHost, '/?csp=strict'))
    const policy = headers.get('content-security-policy') ?? ''
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1]
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(text).toContain(`nonce="${nonce}"`)
    policies.add(policy)
  }
  expect(policies.size).toBe(2)
})

it('answers an unknown host with the addresses that exist', async () => {
  const { status, text } = await new Visitor().open(`http://localhost:${emulator.port}/`)
  expect(status).toBe(404)
  expect(text).toContain(emulator.url(site.siteHost))
})
