// A session service that finds out by itself who is logged in at the account service.

import { expect, it } from 'vitest'
import { useEmulator, Visitor } from './helpers.ts'
import { askSession, credentials, loginUrl, other, site } from './log-in.ts'

const OWN_SITE = 'http://www.site.localhost:3000/callback'

const emulator = await useEmulator()
emulator.registerRedirectUri(site.clientId, OWN_SITE)

function visitUrl(next: string, publisher = site): string {
  const url = new URL(emulator.url(publisher.sessionHost, '/session-login'))
  url.searchParams.set('redirect_uri', next)
  return url.href
}

/** A browser that logged in at a site of the developer's own, which has told nobody. */
async function loggedIn(): Promise<Visitor> {
  const visitor = new Visitor()
  visitor.stopAt = OWN_SITE
  const login = await visitor.open(loginUrl(emulator, site, { state: 's', redirect_uri: OWN_SITE }))
  const back = await visitor.submit(login, 'login', credentials(emulator, 'ingrid'))
  expect(back.url).toContain(OWN_SITE)
  expect((await askSession(emulator, visitor)).status).toBe(400)
  return visitor
}

it('gives a session to who is logged in there, and asks nothing', async () => {
  const visitor = await loggedIn()
  visitor.stopAt = 'http://www.site.localhost:3000/'
  expect((await visitor.open(visitUrl('http://www.site.localhost:3000/article'))).url).toBe(
    'http://www.site.localhost:3000/article',
  )
  expect((await askSession(emulator, visitor)).body).toMatchObject({ result: true, userId: 100001 })
})

it('lets anybody else go on as they came', async () => {
  const visitor = new Visitor()
  visitor.stopAt = 'http://www.site.localhost:3000/'
  expect((await visitor.open(visitUrl('http://www.site.localhost:3000/'))).url).toBe(visitor.stopAt)
  expect((await askSession(emulator, visitor)).status).toBe(400)
})

it('leads to addresses of the client’s own origins alone', async () => {
  for (const next of [
    'http://evil.example/',
    'http://evil.site.localhost/',
    'javascript:1',
    '//evil.example',
    '',
  ])
    expect.soft((await new Visitor().open(visitUrl(next))).status, next).toBe(400)
  expect((await new Visitor().open(visitUrl(OWN_SITE, other))).status).toBe(400)
})

it('takes an answer from the browser that asked, and once', async () => {
  const visitor = await loggedIn()
  visitor.stopAt = emulator.url(site.sessionHost, '/callback')
  const { url } = await visitor.open(visitUrl(emulator.url(site.siteHost)))
  expect(url).toContain('code=')
  const thief = new Visitor()
  expect((await thief.request(url)).status).toBe(400)
  expect((await askSession(emulator, thief)).status).toBe(400)
  expect((await visitor.request(url)).status).toBe(302)
  expect((await askSession(emulator, visitor)).body).toMatchObject({ userId: 100001 })
  expect((await visitor.request(url)).status).toBe(400)
})
