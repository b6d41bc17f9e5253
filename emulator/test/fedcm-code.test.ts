// The code that the browser's own dialog (FedCM) brings: when it is given, what it says, and when a page is needed instead.

import { decodeJwt } from 'jose'
import { afterEach, describe, expect, it } from 'vitest'
import {
  accountsOf,
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
import { askSession, credentials, loginUrl, other, site } from './log-in.ts'

const emulator = await useEmulator()
afterEach(() => emulator.reset())

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
