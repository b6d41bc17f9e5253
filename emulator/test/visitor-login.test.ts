// The control page logs a browser in: as after any login there are sessions at both services, and they end.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Emulator, startEmulator } from '../src/index.ts'
import { callControl } from './control.ts'
import { type Page, Visitor } from './helpers.ts'
import { askSession, site } from './log-in.ts'

let emulator: Emulator
beforeAll(async () => {
  emulator = await startEmulator()
})
afterAll(() => emulator.close())

const account = (path: string): string => emulator.url('account.localhost', path)

/** Sends the form of the control page. */
const logInAs = (
  visitor: Visitor,
  fields: Record<string, string>,
  headers: Record<string, string> = { origin: new URL(account('/')).origin },
): Promise<Page> =>
  visitor.open(account('/control/log-in'), { method: 'POST', headers, body: new URLSearchParams(fields) })

describe('a visitor who is logged in from the control page', () => {
  it('has a session at the site and at the account service, until they log out', async () => {
    const visitor = new Visitor()
    const page = await logInAs(visitor, { username: 'matti', client: site.clientId })
    expect(page).toMatchObject({ status: 200, url: emulator.url(site.siteHost) })
    expect((await askSession(emulator, visitor)).body).toMatchObject({
      userStatus: 'connected',
      givenName: 'Matti',
    })
    expect((await visitor.open(account('/profile-pages'))).text).toContain('matti@example.com')
    const context = await visitor.request(
      account('/user-context?client_sdrn=sdrn:localhost:client:harbour-post'),
    )
    expect(await context.json()).toMatchObject({ display_text: 'Matti V.' })

    const sdrn = 'sdrn:localhost:client:harbour-post'
    await visitor.open(emulator.url(site.sessionHost, `/logout?client_sdrn=${sdrn}`))
    expect((await askSession(emulator, visitor)).status).toBe(400)
    expect((await visitor.open(account('/profile-pages'))).text).not.toContain('matti@example.com</p>')
  })

  it('is somebody else afterwards, and the session before has ended', async () => {
    const visitor = new Visitor()
    await logInAs(visitor, { username: 'matti', client: site.clientId })
    const [earlier] = await visitor.jar.getCookies(emulator.url(site.sessionHost))
    await logInAs(visitor, { username: 'ingrid', client: site.clientId })
    expect((await askSession(emulator, visitor)).body).toMatchObject({ givenName: 'Ingrid' })
    const stale = new Visitor()
    await stale.jar.setCookie(`${earlier}`, emulator.url(site.sessionHost))
    expect(await askSession(emulator, stale)).toMatchObject({
      status: 400,
      body: { error: { description: 'The session has ended' } },
    })
  })

  it('ends on the home page of a client of their own', async () => {
    const redirectUri = 'http://app.site.localhost:3000/callback'
    await callControl(emulator, 'POST', 'clients', { clientId: 'mine', redirectUri, isPublic: true })
    const visitor = new Visitor()
    visitor.stopAt = 'http://app.site.localhost:3000'
    const { url } = await logInAs(visitor, { username: 'alex', client: 'mine' })
    expect(url).toBe('http://app.site.localhost:3000/')
    expect((await askSession(emulator, visitor, { ...site, clientId: 'mine' })).body).toMatchObject({
      givenName: 'Alex',
    })
  })

  it.each([
    ['by a page elsewhere', { origin: 'http://evil.localhost' }, {}, 403],
    ['by a page that says not where it is', { origin: 'null' }, {}, 403],
    ['by no page', {}, {}, 403],
    ['as somebody whom there is not', undefined, { username: 'nobody' }, 404],
    ['at a client that there is not', undefined, { client: 'constructor' }, 404],
  ])('is not logged in %s', async (_, headers, fields, status) => {
    const visitor = new Visitor()
    const given = { username: 'ingrid', client: site.clientId, ...fields }
    expect((await logInAs(visitor, given, headers)).status).toBe(status)
    expect(await visitor.jar.getCookies(account('/'))).toEqual([])
    expect((await askSession(emulator, visitor)).status).toBe(400)
  })
})
