// The global session service: to whom it tells who is logged in, and who that is. What pages see of it is tried in test/e2e.

import { expect, it } from 'vitest'
import { useEmulator, Visitor } from './helpers.ts'
import { logIn, other, site } from './log-in.ts'

const emulator = await useEmulator()

function ask(visitor: Visitor, publisher: typeof site, origin?: string): Promise<Response> {
  const url = new URL('/user-context', emulator.environment.globalSessionUrl)
  url.searchParams.set('client_sdrn', `sdrn:localhost:client:${publisher.clientId}`)
  return visitor.request(url.href, {
    headers: { origin: origin ?? emulator.url(publisher.siteHost).slice(0, -1) },
  })
}

it('lets no page of an origin that is not the client’s read anything', async () => {
  const visitor = new Visitor()
  await logIn(emulator, visitor, 'ingrid')
  const response = await ask(visitor, other, 'http://evil.example')
  expect(response.headers.get('access-control-allow-origin')).toBeNull()
})

it('follows a change of user', async () => {
  const visitor = new Visitor()
  await logIn(emulator, visitor, 'ingrid')
  await logIn(emulator, visitor, 'matti', { prompt: 'select_account' })
  expect(await (await ask(visitor, site)).json()).toMatchObject({ display_text: 'Matti V.' })
})

it('forgets the cookie of the login before, once somebody has logged in anew', async () => {
  const visitor = new Visitor()
  await logIn(emulator, visitor, 'ingrid')
  const { accountUrl } = emulator.environment
  const before = await visitor.jar.clone()
  await logIn(emulator, visitor, 'matti', { prompt: 'select_account' })
  const thief = new Visitor()
  for (const cookie of await before.getCookies(accountUrl)) await thief.jar.setCookie(cookie, accountUrl)
  expect((await ask(thief, site)).status).toBe(401)
})
