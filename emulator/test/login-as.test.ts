// A test user is logged in without a browser: the cookies that are given are those of a browser that has logged in.

import { afterEach, describe, expect, it } from 'vitest'
import type { StorageState } from '../src/index.ts'
import { callControl, refusalOf } from './control.ts'
import { useEmulator, Visitor } from './helpers.ts'
import { askSession, other, site } from './log-in.ts'

const emulator = await useEmulator()
afterEach(() => void emulator.resetFaults())

/** A browser that starts with such cookies. */
async function visitorWith({ cookies }: StorageState): Promise<Visitor> {
  const visitor = new Visitor()
  for (const { name, value, domain, path, secure, sameSite } of cookies)
    await visitor.jar.setCookie(
      `${name}=${value}; Path=${path}; SameSite=${sameSite}${secure ? '; Secure' : ''}`,
      emulator.url(domain),
    )
  return visitor
}

const CONTEXT = '/user-context?client_sdrn=sdrn:localhost:client:harbour-post'

describe('a user who is logged in without a browser', () => {
  it('has sessions at the site, at the account service and at the global session service', async () => {
    const visitor = await visitorWith(await emulator.loginAs('matti'))
    expect((await askSession(emulator, visitor)).body).toMatchObject({ result: true, givenName: 'Matti' })
    const profile = await visitor.open(emulator.url('account.localhost', '/profile-pages'))
    expect(profile.text).toContain('matti@example.com')
    expect(await visitor.json(emulator.url('account.localhost', CONTEXT))).toMatchObject({
      display_text: 'Matti V.',
    })
  })

  it('is logged in at the site of the client that is named', async () => {
    const visitor = await visitorWith(await emulator.loginAs('alex', other.clientId))
    expect((await askSession(emulator, visitor, other)).body).toMatchObject({ givenName: 'Alex' })
    expect((await askSession(emulator, visitor)).status).toBe(400)
  })

  it('has cookies that a browser takes as they are, and none of the login itself', async () => {
    const { cookies, origins } = await emulator.loginAs('ingrid')
    expect(origins).toEqual([])
    expect(cookies.find(({ name }) => name === '__Host-session-id')).toMatchObject({
      ...{ domain: site.sessionHost, path: '/', httpOnly: true, secure: true, sameSite: 'Lax' },
      expires: expect.closeTo(Date.now() / 1000 + 8 * 3600, -2),
    })
    expect(cookies.filter(({ name }) => /interaction|login|resume/.test(name))).toEqual([])
  })

  it('has the cookies that WebKit keeps on plain http, where the browser calls itself so', async () => {
    const userAgent =
      'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18 Safari/605.1.15'
    const { cookies } = await emulator.loginAs('ingrid', site.clientId, { userAgent })
    expect(cookies.find(({ domain }) => domain === site.sessionHost)).toMatchObject({
      ...{ name: 'session-id', secure: false },
    })
  })
})

describe('a login without a browser is refused', () => {
  it('for somebody whom there is not, and at a client that there is not', async () => {
    await expect(emulator.loginAs('nobody')).rejects.toThrow('There is no test user "nobody".')
    await expect(emulator.loginAs('ingrid', 'none')).rejects.toThrow('There is no client "none".')
  })

  it('while the session service is down, and says so', async () => {
    emulator.setFaults({ session: 'down' })
    await expect(emulator.loginAs('ingrid')).rejects.toThrow(
      'ingrid could not log in. The fault "down" is on.',
    )
  })
})

describe('the control API', () => {
  it('logs a user in, for tests in any language', async () => {
    const response = await callControl(emulator, 'POST', 'logins', {
      username: 'matti',
      clientId: other.clientId,
    })
    expect(response.status).toBe(201)
    const visitor = await visitorWith((await response.json()) as StorageState)
    expect((await askSession(emulator, visitor, other)).body).toMatchObject({ givenName: 'Matti' })
  })

  it('says whom it does not know', async () => {
    const refused = (body: object) => callControl(emulator, 'POST', 'logins', body).then(refusalOf)
    expect(await refused({ username: 'nobody' })).toBe('400 There is no test user "nobody".')
    expect(await refused({})).toBe('400 There is no test user "undefined".')
  })

  it('logs nobody in for a page elsewhere', async () => {
    const response = await new Visitor().request(emulator.url('account.localhost', '/control/api/logins'), {
      method: 'POST',
      headers: { origin: 'http://evil.localhost' },
      body: JSON.stringify({ username: 'ingrid' }),
    })
    expect(response.status).toBe(403)
  })
})

it('a reset makes everything as it was at first', async () => {
  const visitor = await visitorWith(await emulator.loginAs('ingrid'))
  emulator.setFaults({ slowMs: 5 })
  emulator.reset()
  expect((await askSession(emulator, visitor)).status).toBe(400)
  expect(emulator.faults.slowMs).toBe(15_000)
})
