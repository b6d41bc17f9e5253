// The account service as an identity provider of the browser's own dialog (FedCM): what it serves, and how a connection ends.

import { afterEach, describe, expect, it } from 'vitest'
import { accountsOf, asBrowser, knownVisitor, refusal, siteOrigin } from './fedcm.ts'
import { useEmulator, Visitor } from './helpers.ts'
import { logIn, other, site } from './log-in.ts'

const emulator = await useEmulator()
afterEach(() => emulator.reset())

const FEDCM_COOKIE = '__Host-browser-account'

const account = (path: string): string => emulator.url('account.localhost', path)

describe('what the browser reads first', () => {
  it('is at the address of the environment, and the well-known file names it and both addresses', async () => {
    const { fedcmConfigUrl } = emulator.environment
    const visitor = new Visitor()
    const config = await (await asBrowser(emulator, visitor, new URL(fedcmConfigUrl).pathname)).json()
    const wellKnown = await (await asBrowser(emulator, visitor, '/.well-known/web-identity')).json()
    expect(wellKnown).toEqual({
      provider_urls: [fedcmConfigUrl],
      accounts_endpoint: '/fedcm/accounts',
      login_url: '/fedcm/login',
    })
    const { provider_urls: _, ...addresses } = wellKnown as Record<string, unknown>
    expect(config).toMatchObject({ ...addresses, id_assertion_endpoint: '/fedcm/assertion' })
  })

  it('says of the client where its terms are, to its own pages', async () => {
    const visitor = new Visitor()
    const origin = siteOrigin(emulator)
    const response = await asBrowser(emulator, visitor, `/fedcm/client?client_id=${site.clientId}`, {
      origin,
    })
    expect(await response.json()).toEqual({
      privacy_policy_url: `${origin}/#privacy`,
      terms_of_service_url: `${origin}/#terms`,
    })
    expect(response.headers.get('access-control-allow-origin')).toBe(origin)
  })
})

describe('the accounts', () => {
  it('are that of the reader who is logged in, by a cookie of its own that other sites’ requests carry', async () => {
    const visitor = await knownVisitor(emulator)
    expect(await accountsOf(emulator, visitor)).toEqual([
      {
        id: emulator.users[0]?.uuid,
        name: 'Ingrid S.',
        given_name: 'Ingrid',
        email: emulator.users[0]?.email,
        picture: account('/photos/ingrid'),
        login_hints: [emulator.users[0]?.email, emulator.users[0]?.uuid],
        approved_clients: [other.clientId],
      },
    ])
    const cookies = await visitor.jar.getCookies(account('/'))
    expect(cookies.find(({ key }) => key.endsWith('browser-account'))).toMatchObject({
      key: FEDCM_COOKIE,
      sameSite: 'none',
      secure: true,
      httpOnly: true,
    })
  })

  it('are none before login and after logout, and the browser is told of both', async () => {
    const visitor = await knownVisitor(emulator)
    const cookie = (await visitor.jar.getCookies(account('/'))).find(({ key }) =>
      key.endsWith('browser-account'),
    )
    const sdrn = `sdrn:localhost:client:${other.clientId}`
    const statuses: (string | null)[] = []
    const request = visitor.request.bind(visitor)
    visitor.request = async (...args) => {
      const response = await request(...args)
      if (response.headers.has('set-login')) statuses.push(response.headers.get('set-login'))
      return response
    }
    await visitor.open(emulator.url(other.sessionHost, `/logout?client_sdrn=${sdrn}`))
    expect(await accountsOf(emulator, visitor)).toEqual([])
    // one who has kept the cookie is not logged in by it either
    await visitor.jar.setCookie(`${cookie}`, account('/'))
    expect(await accountsOf(emulator, visitor)).toEqual([])
    await logIn(emulator, visitor, 'matti')
    expect([...new Set(statuses)]).toEqual(['logged-out', 'logged-in'])
    expect((await accountsOf(emulator, visitor)).map(({ name }) => name)).toEqual(['Matti V.'])
  })

  it('follow a change of user', async () => {
    const visitor = await knownVisitor(emulator)
    await logIn(emulator, visitor, 'matti', { prompt: 'select_account' })
    expect((await accountsOf(emulator, visitor)).map(({ name }) => name)).toEqual(['Matti V.'])
  })
})

describe('a connection', () => {
  it('ends by the browser’s word, which may be given for the own site alone', async () => {
    const visitor = await knownVisitor(emulator)
    const form = { client_id: other.clientId, account_hint: '' }
    const from = (origin: string, hint = '') =>
      asBrowser(emulator, visitor, '/fedcm/disconnect', { form: { ...form, account_hint: hint }, origin })
    expect(await refusal(await from(siteOrigin(emulator)))).toEqual([403, 'unauthorized_client'])
    const own = new URL(emulator.url(other.siteHost)).origin
    expect(await (await from(own)).json()).toEqual({ account_id: emulator.users[0]?.uuid })
    expect((await accountsOf(emulator, visitor))[0]?.approved_clients).toEqual([])
    for (const hint of [emulator.users[0]?.uuid ?? '', emulator.users[0]?.email.toUpperCase() ?? ''])
      expect(await (await from(own, hint)).json()).toEqual({ account_id: emulator.users[0]?.uuid })
    const anonymous = await asBrowser(emulator, new Visitor(), '/fedcm/disconnect', { form, origin: own })
    expect(await refusal(anonymous)).toEqual([401, 'login_required'])
  })
})

describe('the switch', () => {
  it('makes it say that nobody is logged in', async () => {
    const visitor = await knownVisitor(emulator)
    emulator.setFaults({ fedcm: 'no-account' })
    expect(await accountsOf(emulator, visitor)).toEqual([])
  })

  it('makes it fail', async () => {
    const visitor = await knownVisitor(emulator)
    emulator.setFaults({ fedcm: 'error' })
    expect(await refusal(await asBrowser(emulator, visitor, '/fedcm/accounts'))).toEqual([
      500,
      'server_error',
    ])
  })
})
