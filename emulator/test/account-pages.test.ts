// The pages that accountUrl and phonesUrl lead to: what is changed there is what sessions say next.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Emulator, startEmulator } from '../src/index.ts'
import { Visitor } from './helpers.ts'
import { askSession, credentials, logIn, site } from './log-in.ts'

let emulator: Emulator
beforeAll(async () => {
  emulator = await startEmulator()
})
afterAll(() => emulator.close())

function pageUrl(path: string, redirectUri = emulator.url(site.siteHost)): string {
  const url = new URL(emulator.url('account.localhost', path))
  url.search = new URLSearchParams({
    client_id: site.clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
  }).toString()
  return url.href
}

describe('account pages', () => {
  it('ask for a login first, and then show what was asked for', async () => {
    const visitor = new Visitor()
    const login = await visitor.open(pageUrl('/profile-pages/about-you/phone'))
    expect(login.text).toContain('data-testid="email"')
    const page = await visitor.submit(login, 'login', credentials(emulator, 'matti'))
    expect(page.url).toBe(pageUrl('/profile-pages/about-you/phone'))
    expect(page.text).toContain('+358 40 000 0002')
  })

  it('do not ask again once a login for them is cancelled', async () => {
    const visitor = new Visitor()
    const done = await visitor.submit(await visitor.open(pageUrl('/profile-pages')), 'cancel')
    expect(done.url).toBe(emulator.url('account.localhost', '/'))
  })

  it('change the name that the session says', async () => {
    const visitor = new Visitor()
    await logIn(emulator, visitor, 'ingrid')
    const page = await visitor.open(pageUrl('/profile-pages'))
    const saved = await visitor.open(page.url, {
      method: 'POST',
      body: new URLSearchParams({
        givenName: 'Inga',
        familyName: 'Solberg',
        displayName: 'Inga',
        gender: 'undisclosed',
      }),
    })
    expect(saved.text).toContain('data-testid="saved"')
    expect((await askSession(emulator, visitor)).body).toMatchObject({
      givenName: 'Inga',
      displayName: 'Inga',
      gender: 'undisclosed',
    })
  })

  it('change the phone number, and refuse what is none', async () => {
    const visitor = new Visitor()
    await logIn(emulator, visitor, 'alex')
    const url = pageUrl('/profile-pages/about-you/phone')
    const post = (phone: string) =>
      visitor.open(url, { method: 'POST', body: new URLSearchParams({ phone }) })
    expect((await post('call me')).status).toBe(400)
    expect((await post('+46 70 123 45 67')).text).toContain('data-testid="saved"')
    expect(emulator.users.find(({ username }) => username === 'alex')?.phone).toBe('+46 70 123 45 67')
  })

  it('disconnect a publisher', async () => {
    const visitor = new Visitor()
    await logIn(emulator, visitor, 'matti')
    const page = await visitor.open(pageUrl('/profile-pages'))
    expect(page.text).toContain('data-testid="disconnect-site"')
    await visitor.open(pageUrl('/profile-pages/disconnect'), {
      method: 'POST',
      body: new URLSearchParams({ merchantId: String(site.merchantId) }),
    })
    expect((await askSession(emulator, visitor)).body).toMatchObject({
      result: false,
      userStatus: 'notConnected',
    })
  })

  it('lead back to the publisher, and to nobody who is not registered', async () => {
    const visitor = new Visitor()
    await logIn(emulator, visitor, 'ingrid')
    expect((await visitor.open(pageUrl('/profile-pages'))).text).toContain(
      `href="${emulator.url(site.siteHost)}"`,
    )
    const foreign = await visitor.open(pageUrl('/profile-pages', 'http://evil.example/'))
    expect(foreign.text).not.toContain('data-testid="back"')
  })

  it('change nothing for a browser that is not logged in', async () => {
    const before = emulator.users[0]?.givenName
    await new Visitor().open(pageUrl('/profile-pages'), {
      method: 'POST',
      body: new URLSearchParams({ givenName: 'Nobody' }),
    })
    expect(emulator.users[0]?.givenName).toBe(before)
  })
})
