// What a browser does not show of a login: parameters, tickets and hand-overs that are not right.

import { describe, expect, it } from 'vitest'
import { useEmulator, Visitor } from './helpers.ts'
import { askSession, goToLogin, logIn, loginUrl, other, site } from './log-in.ts'

const emulator = await useEmulator()

describe('logging in', () => {
  it('changes the user, and ends what the one before had elsewhere', async () => {
    const visitor = new Visitor()
    await logIn(emulator, visitor, 'ingrid')
    await goToLogin(emulator, visitor, {}, other)
    expect((await askSession(emulator, visitor, other)).body.userId).toBe(100001)

    await logIn(emulator, visitor, 'matti', { prompt: 'select_account' })
    expect((await askSession(emulator, visitor)).body.userId).toBe(100002)
    expect((await askSession(emulator, visitor, other)).status).toBe(400)
  })

  it('tolerates parameters that nobody registered', async () => {
    const parameters = { utm_campaign: 'spring', tag: 'front', adv: '1', anything: 'else' }
    const page = await logIn(emulator, new Visitor(), 'alex', parameters)
    expect(page.url).toBe(emulator.url(site.siteHost))
  })
})

describe('a login that is not right', () => {
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

  it('returns invalid_scope for a scope the client may not use', async () => {
    const visitor = new Visitor()
    const response = await visitor.request(loginUrl(emulator, site, { state: 's', scope: 'openid payroll' }))
    const back = new URL(response.headers.get('location') ?? '')
    expect(back.origin + back.pathname).toBe(emulator.url(site.siteHost, '/callback'))
    expect(back.searchParams.get('error')).toBe('invalid_scope')
  })
})
