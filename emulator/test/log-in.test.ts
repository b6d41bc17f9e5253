// A login from the publisher's page to the session and out again, over real HTTP.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Emulator, startEmulator } from '../src/index.ts'
import { Visitor } from './helpers.ts'
import { askSession, credentials, goToLogin, logIn, loginUrl, newLogin, other, site } from './log-in.ts'

let emulator: Emulator
beforeAll(async () => {
  emulator = await startEmulator()
})
afterAll(() => emulator.close())

describe('logging in', () => {
  it('leads from the login page to the front page and a session', async () => {
    const visitor = new Visitor()
    const page = await logIn(emulator, visitor, 'ingrid')
    expect(page.url).toBe(emulator.url(site.siteHost))
    const { status, body } = await askSession(emulator, visitor)
    expect(status).toBe(200)
    expect(body).toMatchObject({ result: true, userStatus: 'connected', userId: 100001, givenName: 'Ingrid' })
  })

  it('refuses a wrong password and keeps the e-mail address', async () => {
    const visitor = new Visitor()
    const page = await goToLogin(emulator, visitor)
    const again = await visitor.submit(page, 'login', { email: 'ingrid@example.com', password: 'guess' })
    expect(again.status).toBe(401)
    expect(again.text).toContain('data-testid="login-error"')
    expect(again.text).toContain('value="ingrid@example.com"')
    expect((await askSession(emulator, visitor)).status).toBe(400)
  })

  it('offers the running session when asked to select an account', async () => {
    const visitor = new Visitor()
    await logIn(emulator, visitor, 'ingrid')
    const page = await goToLogin(emulator, visitor, { prompt: 'select_account' })
    expect(page.text).toContain('Continue as Ingrid S.')
    const home = await visitor.submit(page, 'continue')
    expect(home.url).toBe(emulator.url(site.siteHost))
  })

  it('skips the login page when nothing has to be asked', async () => {
    const visitor = new Visitor()
    await logIn(emulator, visitor, 'ingrid')
    const page = await goToLogin(emulator, visitor)
    expect(page.url).toBe(emulator.url(site.siteHost))
  })

  it('changes the user, and ends what the one before had elsewhere', async () => {
    const visitor = new Visitor()
    await logIn(emulator, visitor, 'ingrid')
    await goToLogin(emulator, visitor, {}, other)
    expect((await askSession(emulator, visitor, other)).body.userId).toBe(100001)

    await logIn(emulator, visitor, 'matti', { prompt: 'select_account' })
    expect((await askSession(emulator, visitor)).body.userId).toBe(100002)
    expect((await askSession(emulator, visitor, other)).status).toBe(400)
  })

  it('brings the browser back when the user cancels', async () => {
    const visitor = new Visitor()
    const page = await visitor.submit(await goToLogin(emulator, visitor), 'cancel')
    expect(page.url).toBe(emulator.url(site.siteHost, '/?log-in=cancelled'))
    expect(page.text).toContain('You did not log in')
  })

  it('tolerates parameters that nobody registered', async () => {
    const parameters = { utm_campaign: 'spring', tag: 'front', adv: '1', anything: 'else' }
    const page = await logIn(emulator, new Visitor(), 'alex', parameters)
    expect(page.url).toBe(emulator.url(site.siteHost))
  })
})

describe('a login that is not right', () => {
  it('is refused with a state that this browser did not ask for', async () => {
    const attacker = new Visitor()
    const { binding } = await newLogin(emulator, attacker)
    const victim = new Visitor()
    const page = await victim.open(loginUrl(emulator, site, binding))
    const home = await victim.submit(page, 'login', credentials(emulator, 'ingrid'))
    expect(home.url).toBe(emulator.url(site.siteHost, '/?log-in=failed'))
    expect((await askSession(emulator, victim)).status).toBe(400)
  })

  it.each([undefined, 'a nonce of somebody else'])(
    'is refused with the nonce %j in the ID token',
    async (nonce) => {
      const visitor = new Visitor()
      const { nonce: _, ...binding } = (await newLogin(emulator, visitor)).binding
      const page = await visitor.open(loginUrl(emulator, site, { ...binding, ...(nonce && { nonce }) }))
      const home = await visitor.submit(page, 'login', credentials(emulator, 'ingrid'))
      expect(home.url).toBe(emulator.url(site.siteHost, '/?log-in=failed'))
      expect((await askSession(emulator, visitor)).status).toBe(400)
    },
  )

  it('is refused with a state that was used before', async () => {
    const visitor = new Visitor()
    await logIn(emulator, visitor, 'ingrid')
    const state = new URL(visitor.visited.find((url) => url.includes('/callback?')) ?? '').searchParams.get(
      'state',
    )
    const page = await visitor.open(loginUrl(emulator, site, { state: String(state) }))
    expect(page.url).toBe(emulator.url(site.siteHost, '/?log-in=failed'))
  })

  it('gives no session to a browser that brings another browser’s ticket', async () => {
    const visitor = new Visitor()
    visitor.stopAt = emulator.url(site.sessionHost, '/session-start?ticket=')
    const { url } = await logIn(emulator, visitor, 'ingrid')
    expect(url).toContain(visitor.stopAt)
    // a browser that the session service has seen as well
    const thief = new Visitor()
    const start = new URL(emulator.url(site.sessionHost, '/session-start'))
    start.searchParams.set('redirect_uri', emulator.url(site.siteHost))
    expect((await thief.open(start.href)).url).toContain('browser=')
    expect((await thief.request(url)).status).toBe(400)
    // and the attempt has used it up
    expect((await visitor.request(url)).status).toBe(400)
    expect((await askSession(emulator, visitor)).status).toBe(400)
  })

  it('is handed over for nobody but the visitor whose it is, and once', async () => {
    const visitor = new Visitor()
    visitor.stopAt = emulator.url(site.siteHost, '/hand-over?')
    const { url } = await logIn(emulator, visitor, 'ingrid')
    expect(url).toContain(visitor.stopAt)
    const failed = emulator.url(site.siteHost, '/?log-in=failed')
    expect((await new Visitor().open(url)).url).toBe(failed)
    visitor.stopAt = undefined
    expect((await visitor.open(url)).url).toBe(failed)
    expect((await askSession(emulator, visitor)).status).toBe(400)
  })

  it('ends on an error page when the redirect URI is not registered', async () => {
    const url = loginUrl(emulator, site, { state: 's', redirect_uri: 'http://www.site.localhost/elsewhere' })
    const page = await new Visitor().open(url)
    expect(page.status).toBe(400)
    expect(page.text).toContain('invalid_redirect_uri')
  })

  it('returns invalid_scope for a scope the client may not use', async () => {
    const visitor = new Visitor()
    const response = await visitor.request(loginUrl(emulator, site, { state: 's', scope: 'openid payroll' }))
    const back = new URL(response.headers.get('location') ?? '')
    expect(back.origin + back.pathname).toBe(emulator.url(site.siteHost, '/callback'))
    expect(back.searchParams.get('error')).toBe('invalid_scope')
  })
})
