// Attacks by and on a logout.

import { createPublicKey } from 'node:crypto'
import { generateKeyPair, SignJWT } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { CLIENT_ID, CLIENT_SECRET, LOGOUT_EVENT, nowSeconds } from '../support/scripted-provider.ts'
import { form, ID, NAVIGATION, SPORT, TestBrowser, WWW } from '../support/service.ts'
import { useService } from '../support/use-service.ts'

const { provider, service, browser: victim } = await useService({ sub: 'kari', sid: 'sid-1' })
beforeEach(async () => void (await victim.logIn(provider)))

const tell = (token: string, headers = {}): Promise<Response> =>
  new TestBrowser(service).ask('/backchannel-logout', form({ logout_token: token }, headers))

const stillThere = async (): Promise<boolean> => (await victim.told()) === 200

describe('a logout token', () => {
  const CLAIM = 'ERR_JWT_CLAIM_VALIDATION_FAILED'
  it.each<[string, Record<string, unknown>, string]>([
    ['of another audience', { aud: 'other' }, CLAIM],
    ['of another issuer', { iss: 'https://evil.test' }, CLAIM],
    ['with a nonce', { nonce: 'n' }, 'has-nonce'],
    ['without an event', { events: {} }, 'no-event'],
    ['with no events', { events: undefined }, 'no-event'],
    ['whose event is no object', { events: { [LOGOUT_EVENT]: true } }, 'no-event'],
    ['whose event is null', { events: { [LOGOUT_EVENT]: null } }, 'no-event'],
    ['without an id', { jti: undefined }, 'no-jti'],
    ['with an empty id', { jti: '' }, 'no-jti'],
    ['with an endless id', { jti: 'x'.repeat(300) }, 'no-jti'],
    ['that names nobody', { sid: undefined }, 'no-subject'],
    ['that names a list', { sid: ['sid-1'] }, 'no-subject'],
    ['that is of no time', { iat: undefined }, CLAIM],
    ['whose time is over', { exp: 1_700_000_000 }, 'ERR_JWT_EXPIRED'],
  ])('%s is refused', async (_what, claims, reason) => {
    const token = await provider.logoutToken({ sid: 'sid-1', ...claims })
    expect((await tell(token)).status).toBe(400)
    expect(await stillThere()).toBe(true)
    expect(service.events.filter(({ type }) => type.startsWith('provider-logout'))).toEqual([
      { type: 'provider-logout-refused', channel: 'back', reason },
    ])
  })

  it('that is old, or from the future, is refused', async () => {
    for (const issuedAt of [nowSeconds() - 3600, nowSeconds() + 3600]) {
      const token = await provider.logoutToken({ sid: 'sid-1', exp: nowSeconds() + 9999 }, { issuedAt })
      expect((await tell(token)).status).toBe(400)
    }
    expect(await stillThere()).toBe(true)
  })

  it('of another key, without a signature, or signed by a public secret is refused', async () => {
    const { privateKey } = await generateKeyPair('RS256')
    const claims = {
      sid: 'sid-1',
      iss: provider.issuer,
      aud: 'session-service',
      iat: nowSeconds(),
      jti: 'j',
      events: { [LOGOUT_EVENT]: {} },
    }
    const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
    const hs256 = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: 'one' })
      .sign(new TextEncoder().encode('provider-secret-of-the-session-service'))
    for (const token of [
      await provider.logoutToken({ sid: 'sid-1' }, { key: privateKey }),
      `${part({ alg: 'none' })}.${part(claims)}.`,
      hs256,
      '',
      'x.y.z',
    ])
      expect((await tell(token)).status).toBe(400)
    expect(await stillThere()).toBe(true)
  })

  it('signed by what is public, or by a secret, is refused though the provider names such algorithms', async () => {
    provider.metadata = { id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'] }
    const { keys } = await (await fetch(`${provider.issuer}/keys`)).json()
    const pem = createPublicKey({ key: keys[0], format: 'jwk' }).export({ type: 'spki', format: 'pem' })
    for (const secret of [`${pem}`, JSON.stringify(keys[0]), CLIENT_SECRET]) {
      const token = new SignJWT({ sid: 'sid-1', jti: 'j', events: { [LOGOUT_EVENT]: {} } })
        .setProtectedHeader({ alg: 'HS256', kid: 'one' })
        .setIssuer(provider.issuer)
        .setAudience(CLIENT_ID)
        .setIssuedAt()
      expect((await tell(await token.sign(new TextEncoder().encode(secret)))).status).toBe(400)
    }
    expect(await stillThere()).toBe(true)
  })

  it('cannot be an ID token, or a token of another type', async () => {
    for (const token of [
      await provider.sign({ sid: 'sid-1', nonce: 'n', jti: 'j' }),
      await provider.logoutToken({ sid: 'sid-1' }, { typ: 'at+jwt' }),
      await provider.logoutToken({ sid: 'sid-1' }, { typ: 'xlogout+jwt' }),
      await provider.logoutToken({ sid: 'sid-1' }, { typ: 'jwtx' }),
    ])
      expect((await tell(token)).status).toBe(400)
    expect(await stillThere()).toBe(true)
    const reasons = service.events.flatMap((event) =>
      event.type === 'provider-logout-refused' ? [event.reason] : [],
    )
    expect(reasons).toEqual(['no-event', 'wrong-type', 'wrong-type', 'wrong-type'])
  })

  it('that is sent again is refused, and ends nothing of a later login', async () => {
    const token = await provider.logoutToken({ sub: 'kari' }, { issuedAt: nowSeconds() - 2 })
    provider.claims = { sub: 'kari', iat: nowSeconds() - 100 }
    await victim.logIn(provider)
    expect((await tell(token)).status).toBe(200)
    expect(await stillThere()).toBe(false)
    provider.claims = { sub: 'kari' }
    await victim.logIn(provider)
    expect((await tell(token)).status).toBe(400)
    expect(await stillThere()).toBe(true)
  })

  it('is not taken from a page', async () => {
    const token = await provider.logoutToken({ sid: 'sid-1' })
    expect((await tell(token, { origin: 'https://evil.test' })).status).toBe(403)
    expect((await tell(token, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect(await stillThere()).toBe(true)
  })

  it('twice in one form is refused', async () => {
    const token = await provider.logoutToken({ sid: 'sid-1' })
    const twice = { ...form({}), body: `logout_token=${token}&logout_token=${token}` }
    expect((await new TestBrowser(service).ask('/backchannel-logout', twice)).status).toBe(400)
  })
})

describe('a logout', () => {
  it.each([
    'https://evil.test/',
    `${WWW}/other`,
    `${SPORT}/`,
    '//evil.test/',
    '/',
    'javascript:alert(1)',
    `${WWW}/#`,
  ])('does not lead to %s', async (next) => {
    const response = await victim.visit(
      `/logout?client_sdrn=sdrn:x:client:news&redirect_uri=${encodeURIComponent(next)}`,
    )
    expect(response.status).toBe(400)
    expect(await stillThere()).toBe(true)
    const refresh = await victim.visit(
      `/session-refresh?client_sdrn=sdrn:x:client:news&redirect_uri=${encodeURIComponent(next)}`,
    )
    expect(refresh.status).toBe(400)
  })

  it('that comes back from the provider leads nowhere without the service’s own word', async () => {
    for (const state of ['', 'x', WWW, await provider.sign({ value: 'https://evil.test/', aud: 'logout' })]) {
      const response = await victim.visit(`/logout/done?state=${encodeURIComponent(state)}`)
      expect(response.headers.get('location')).toBeNull()
    }
  })

  it('is not done by a frame, an image, a prefetch, or a page of another site or host', async () => {
    const path = `/logout?client_sdrn=sdrn:x:client:news&redirect_uri=${WWW}/`
    const others: Record<string, string>[] = [
      { ...NAVIGATION, 'sec-fetch-dest': 'iframe' },
      { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image', 'sec-fetch-site': 'same-site' },
      { ...NAVIGATION, 'sec-purpose': 'prefetch' },
      { ...NAVIGATION, 'sec-fetch-site': 'cross-site' },
      { ...NAVIGATION, referer: 'https://evil.news.test/' },
      { ...NAVIGATION, referer: `${SPORT}/` },
      { ...NAVIGATION, referer: 'null' },
    ]
    for (const headers of others) await victim.ask(path, { headers })
    expect(await stillThere()).toBe(true)
    for (const origin of ['https://evil.test', 'null', WWW]) {
      const headers = { ...NAVIGATION, 'sec-fetch-site': 'cross-site', origin }
      expect((await victim.ask(path, { method: 'POST', headers })).status).toBe(403)
    }
    // A browser that is too old to say who sends it.
    for (const origin of ['https://evil.test', 'null', WWW])
      expect((await victim.ask(path, { method: 'POST', headers: { origin } })).status).toBe(403)
    expect(await stillThere()).toBe(true)
  })

  it('is shown in nobody’s frame', async () => {
    const path = `/logout?client_sdrn=sdrn:x:client:news&redirect_uri=${WWW}/`
    const { headers } = await victim.ask(path, { headers: { ...NAVIGATION, 'sec-fetch-site': 'cross-site' } })
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('content-security-policy')).not.toContain(ID)
  })
})
