// The account service as an identity provider of the browser's own dialog (FedCM): what it serves, and what comes of it.

import { decodeJwt } from 'jose'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  accountsOf,
  asBrowser,
  ask,
  bareParameters,
  knownVisitor,
  newParameters,
  redeem,
  refusal,
  siteOrigin,
  tokenOf,
} from './fedcm.ts'
import { useEmulator, Visitor } from './helpers.ts'
import { askSession, credentials, logIn, loginUrl, other, site } from './log-in.ts'

const emulator = await useEmulator()
afterEach(() => {
  vi.useRealTimers()
  emulator.reset()
})

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

describe('a code', () => {
  it('logs in at a site that the reader never visited, and ends with the session at the account service', async () => {
    const visitor = await knownVisitor(emulator)
    const params = await newParameters(emulator, visitor)
    const response = await ask(emulator, visitor, params)
    expect(response.headers.get('access-control-allow-origin')).toBe(siteOrigin(emulator))
    expect(response.headers.get('access-control-allow-credentials')).toBe('true')
    const token = await tokenOf(response)
    expect([...token.keys()]).toEqual(['code', 'state', 'iss'])
    expect(token.get('state')).toBe(params.state)
    await visitor.open(emulator.url(site.siteHost, `/callback?${token}`))
    expect((await askSession(emulator, visitor)).body).toMatchObject({ givenName: 'Ingrid', result: true })
    expect((await accountsOf(emulator, visitor))[0]?.approved_clients).toEqual([
      site.clientId,
      other.clientId,
    ])

    const sdrn = `sdrn:localhost:client:${other.clientId}`
    await visitor.open(emulator.url(other.sessionHost, `/logout?client_sdrn=${sdrn}`))
    expect((await askSession(emulator, visitor)).status).not.toBe(200)
  })

  it.each([
    ['more factors than the session knows of', { acr_values: 'otp' }],
    ['a login that is fresh', { max_age: '0' }, 'login_required'],
    ['a login in any case', { prompt: 'login' }],
    ['a login, and an account besides,', { prompt: 'select_account login' }],
    ['more than there may be a page for', { prompt: 'none', acr_values: 'otp' }],
  ])(
    'is not given where %s is asked for, which takes a page',
    async (_, more, name = 'interaction_required') => {
      const visitor = await knownVisitor(emulator)
      const params = { ...(await newParameters(emulator, visitor)), ...more }
      expect(await refusal(await ask(emulator, visitor, params))).toEqual([400, name])
    },
  )

  it.each(['select_account', 'none', ''])(
    'is given for the prompt "%s", which takes no page',
    async (prompt) => {
      const visitor = await knownVisitor(emulator)
      const params = { ...(await newParameters(emulator, visitor)), prompt, max_age: '3600' }
      expect((await tokenOf(await ask(emulator, visitor, params))).get('code')).not.toBeNull()
    },
  )

  it.each([
    ['eid-no', { acr_values: 'eid-no' }],
    ['eid-no', {}],
    ['eid-no', { acr_values: 'eid-no otp-unheard-of', max_age: '3600' }],
    [undefined, { acr_values: 'unheard-of' }],
  ])('says of a login by %s what a code by redirect says, where %j is asked for', async (acr, more) => {
    const visitor = new Visitor()
    visitor.stopAt = emulator.url(site.siteHost, '/callback')
    const first: Record<string, string> = acr === undefined ? {} : { acr_values: acr }
    const login = await visitor.open(loginUrl(emulator, site, { state: 's', ...first }))
    const page = await visitor.submit(login, 'login', credentials(emulator, 'ingrid'))
    if (acr !== undefined) await visitor.submit(page, 'eid')

    const claimsOf = async (response: URLSearchParams) => {
      const { id_token: idToken = '' } = await redeem(emulator, response)
      const { iat: _i, exp: _e, at_hash: _a, ...claims } = decodeJwt(idToken)
      return claims
    }
    const params = bareParameters(emulator, { nonce: 'of-both', ...more })
    const claims = await claimsOf(await tokenOf(await ask(emulator, visitor, params)))
    const { url } = await visitor.open(loginUrl(emulator, site, params))
    expect(claims).toEqual(await claimsOf(new URL(url).searchParams))
    expect(claims.acr).toBe(acr)
  })

  it('is given for the nonce of a request that was refused', async () => {
    const visitor = await knownVisitor(emulator)
    const params = await newParameters(emulator, visitor)
    const asked = { ...params, prompt: 'login' }
    expect(await refusal(await ask(emulator, visitor, asked))).toEqual([400, 'interaction_required'])
    emulator.setFaults({ fedcm: 'refused' })
    expect((await ask(emulator, visitor, params)).status).toBe(403)
    emulator.setFaults({ fedcm: 'none' })
    expect((await ask(emulator, visitor, params)).status).toBe(200)
  })

  it('comes without a state where none was sent', async () => {
    const visitor = await knownVisitor(emulator)
    const { state: _, ...params } = await newParameters(emulator, visitor)
    expect([...(await tokenOf(await ask(emulator, visitor, params))).keys()]).toEqual(['code', 'iss'])
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
