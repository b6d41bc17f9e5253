// Clients that a developer makes for sites of their own: they log readers in, are changed and removed, and are kept.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { startEmulator } from '../src/index.ts'
import { callControl, refusalOf } from './control.ts'
import { useEmulator, Visitor } from './helpers.ts'
import { askSession, credentials, goToLogin, loginUrl, site } from './log-in.ts'

const emulator = await useEmulator()
afterEach(() => call('DELETE', 'everything'))

const HOME = 'http://app.site.localhost:3000/'
const mine = { ...site, clientId: 'my-site' }
const call = (method: string, path: string, body?: unknown) => callControl(emulator, method, path, body)
const make = (more: object = {}) =>
  call('POST', 'clients', { clientId: 'my-site', redirectUri: HOME, ...more })

/** Logs ingrid in by the client, and gives the code with which the browser comes back to its page. */
async function codeFor(visitor: Visitor, parameters: Record<string, string> = {}): Promise<string> {
  visitor.stopAt = HOME
  const page = await visitor.open(loginUrl(emulator, mine, { redirect_uri: HOME, state: 's', ...parameters }))
  const { url } = await visitor.submit(page, 'login', credentials(emulator, 'ingrid'))
  return new URL(url).searchParams.get('code') ?? ''
}

function exchange(fields: Record<string, string>, headers: Record<string, string>): Promise<Response> {
  return new Visitor().request(emulator.url('account.localhost', '/oauth/token'), {
    method: 'POST',
    headers,
    body: new URLSearchParams({ grant_type: 'authorization_code', redirect_uri: HOME, ...fields }),
  })
}

describe('a client that was made', () => {
  it('logs a reader in by its secret, and its page has their session until it is removed', async () => {
    const made = await make()
    expect(made.status).toBe(201)
    const { clientSecret, ...facts } = (await made.json()) as Record<string, string>
    expect(facts).toMatchObject({ name: 'my-site', isDemo: false, isPublic: false, redirectUris: [HOME] })
    const visitor = new Visitor()
    const code = await codeFor(visitor)
    const basic = `Basic ${btoa(`my-site:${clientSecret}`)}`
    expect(await (await exchange({ code }, { authorization: basic })).json()).toHaveProperty('id_token')

    await visitor.open(emulator.url(site.sessionHost, `/session-login?redirect_uri=${HOME}`))
    const asked = await visitor.request(
      emulator.url(site.sessionHost, '/v2/session?client_sdrn=sdrn:localhost:client:my-site'),
      { headers: { origin: new URL(HOME).origin } },
    )
    expect(asked.headers.get('access-control-allow-origin')).toBe(new URL(HOME).origin)
    expect(await asked.json()).toMatchObject({ userStatus: 'connected', givenName: 'Ingrid' })

    expect((await call('DELETE', 'clients/my-site')).status).toBe(204)
    expect((await askSession(emulator, visitor, mine)).status).toBe(404)
    expect((await new Visitor().open(loginUrl(emulator, mine, { redirect_uri: HOME }))).status).toBe(400)
  })

  it('is named by the page of a login whose client id is mistyped, beside what came', async () => {
    await make()
    const mistyped = loginUrl(emulator, mine, { redirect_uri: HOME, client_id: 'my-<site>' })
    const { status, text } = await new Visitor().open(mistyped)
    expect(status).toBe(400)
    expect(text).toContain('<code data-testid="received">my-&lt;site&gt;</code>')
    for (const clientId of ['my-site', site.clientId]) expect(text).toContain(`<li><code>${clientId}</code>`)
  })

  it('without a secret takes the place of a server by PKCE, for pages of its own origins alone', async () => {
    expect(await (await make({ isPublic: true })).json()).toMatchObject({ isPublic: true, clientSecret: '' })
    const challenge = {
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    }
    const verifier = { code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk', client_id: 'my-site' }
    const origin = new URL(HOME).origin
    const answer = await exchange({ code: await codeFor(new Visitor(), challenge), ...verifier }, { origin })
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
    expect(await answer.json()).toHaveProperty('id_token')
    // without the verifier, from another origin, and a login that was not begun with a challenge
    const stolen = await codeFor(new Visitor(), challenge)
    expect((await exchange({ code: stolen, client_id: 'my-site' }, { origin })).status).toBe(400)
    const code = await codeFor(new Visitor(), challenge)
    const elsewhere = await exchange({ code, ...verifier }, { origin: 'http://evil.localhost' })
    expect([elsewhere.ok, elsewhere.headers.get('access-control-allow-origin')]).toEqual([false, null])
    const bare = await new Visitor().request(loginUrl(emulator, mine, { redirect_uri: HOME, state: 's' }))
    expect(bare.headers.get('location')).toContain('error=invalid_request')
  })

  it('is changed: its name is what the login page says, and its secret comes and goes', async () => {
    await make()
    const change = (body: unknown) => call('PATCH', 'clients/my-site', body)
    expect(await (await change({ name: 'My Site', isPublic: true })).json()).toMatchObject({
      ...{ name: 'My Site', isPublic: true, clientSecret: '', redirectUris: [HOME] },
    })
    expect(await (await change({ isPublic: false, clientId: 'x', publisher: 'other' })).json()).toMatchObject(
      {
        ...{
          name: 'My Site',
          clientId: 'my-site',
          key: 'site',
          clientSecret: 'my-site-secret-for-tests-only',
        },
      },
    )
    const page = await goToLogin(emulator, new Visitor(), { redirect_uri: HOME, client_id: 'my-site' })
    expect(page.text).toContain('My Site')
  })

  it('is there after a restart', async () => {
    const data = mkdtempSync(join(tmpdir(), 'portico-emulator-'))
    onTestFinished(() => rmSync(data, { recursive: true, force: true, maxRetries: 10 }))
    const first = await startEmulator({ data })
    await callControl(first, 'POST', 'clients', { clientId: 'my-site', redirectUri: HOME, isPublic: true })
    await first.close()
    const second = await startEmulator({ data })
    onTestFinished(() => second.close())
    expect(await (await callControl(second, 'GET', 'clients')).json()).toContainEqual(
      expect.objectContaining({ clientId: 'my-site', isPublic: true, redirectUris: [HOME] }),
    )
    const page = await new Visitor().open(
      loginUrl(second, mine, {
        redirect_uri: HOME,
        code_challenge: 'a'.repeat(43),
        code_challenge_method: 'S256',
      }),
    )
    expect(page.status).toBe(200)
  })
})

describe('a client', () => {
  it.each([
    [{ clientId: 'My Site' }, '"clientId" must be a word'],
    [{ clientId: 'account-pages' }, '"clientId" must be a word'],
    [{ clientId: 7 }, '"clientId" must be a word'],
    [{ clientId: 'harbour-post' }, 'There is a client "harbour-post" already.'],
    [{ name: '<b>' }, '"name" must be a name'],
    [{ publisher: 'nobody' }, '"publisher" must be one of site, other.'],
    [{ publisher: '__proto__' }, '"publisher" must be one of site, other.'],
    [{ isPublic: 'yes' }, '"isPublic" must be true or false.'],
    [{ redirectUri: undefined }, 'A redirect URI must be an absolute http(s) URL'],
    [{ redirectUri: 'http://localhost:3000/' }, 'Open your page as http://www.site.localhost:3000/ instead'],
    [{ publisher: 'other' }, 'Open your page as http://www.other.localhost:3000/ instead'],
  ])('is not made of %j', async (more, words) => {
    expect(await refusalOf(await make(more))).toContain(`400 ${words}`.slice(0, 4))
    expect(await refusalOf(await make(more))).toContain(words)
    expect(await (await call('GET', 'clients')).json()).toHaveLength(2)
  })

  it.each([[null], [[]], ['text']])('is not made of the JSON %j', async (body) => {
    expect(await refusalOf(await call('POST', 'clients', body))).toBe('400 The body must be a JSON object.')
  })

  it('of a demo site stays as it is, and one that is not there is told of', async () => {
    for (const method of ['PATCH', 'DELETE'])
      expect(await refusalOf(await call(method, 'clients/harbour-post', {}))).toBe(
        "400 harbour-post is a demo site's, and stays as it is.",
      )
    for (const method of ['PATCH', 'DELETE'])
      expect(await refusalOf(await call(method, 'clients/nobody', {}))).toBe('404 There is no such client.')
    expect((await new Visitor().open(emulator.url(site.siteHost))).status).toBe(200)
  })
})
