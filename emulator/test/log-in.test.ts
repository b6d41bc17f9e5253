// What a browser does not show of a login: other users, and parameters that nobody knows.

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

  it('is possible again in a browser in which somebody has logged out', async () => {
    const visitor = new Visitor()
    await logIn(emulator, visitor, 'ingrid')
    const query = new URLSearchParams({
      client_sdrn: `sdrn:localhost:client:${site.clientId}`,
      redirect_uri: emulator.url(site.siteHost),
    })
    await visitor.open(emulator.url(site.sessionHost, `/logout?${query}`))
    expect((await askSession(emulator, visitor)).status).toBe(400)
    await logIn(emulator, visitor, 'matti')
    expect((await askSession(emulator, visitor)).body.userId).toBe(100002)
  })

  it('tolerates parameters that nobody registered', async () => {
    const parameters = { utm_campaign: 'spring', tag: 'front', adv: '1', anything: 'else' }
    const page = await logIn(emulator, new Visitor(), 'alex', parameters)
    expect(page.url).toBe(emulator.url(site.siteHost))
  })
})

describe('a login that is not right', () => {
  it('returns invalid_scope for a scope the client may not use', async () => {
    const visitor = new Visitor()
    const response = await visitor.request(loginUrl(emulator, site, { state: 's', scope: 'openid payroll' }))
    const back = new URL(response.headers.get('location') ?? '')
    expect(back.origin + back.pathname).toBe(emulator.url(site.siteHost, '/callback'))
    expect(back.searchParams.get('error')).toBe('invalid_scope')
  })
})
