// What the session service answers, to whom, and how a session ends.

import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { useEmulator, Visitor } from './helpers.ts'
import { askSession, logIn, other, site } from './log-in.ts'

const emulator = await useEmulator()

describe('the session endpoint', () => {
  it.each(['/v2/session', '/session'])(
    '%s says 400 with a failure body when there is no cookie',
    async (path) => {
      const { status, body } = await askSession(emulator, new Visitor(), site, path)
      expect(status).toBe(400)
      expect(body).toMatchObject({
        error: { code: 400, type: 'SessionException' },
        response: { result: false, baseDomain: 'site.localhost', expiresIn: 300_000 },
      })
    },
  )

  it('says every field of a session', async () => {
    const visitor = new Visitor()
    const before = Math.floor(Date.now() / 1000)
    await logIn(emulator, visitor, 'ingrid')
    const { body } = await askSession(emulator, visitor)
    const user = emulator.users[0]
    expect(body).toMatchObject({
      result: true,
      userStatus: 'connected',
      baseDomain: 'site.localhost',
      userId: user?.userId,
      uuid: user?.uuid,
      sdrn: `sdrn:localhost:user:${user?.userId}`,
      displayName: 'Ingrid S.',
      givenName: 'Ingrid',
      familyName: 'Solberg',
      gender: 'female',
      clientAgreementAccepted: true,
    })
    const photo = await visitor.request(String(body.photo))
    expect(photo.headers.get('content-type')).toBe('image/svg+xml')
    expect(body.expiresIn).toBeGreaterThan(3_600_000)
    expect(body.serverTime).toBeGreaterThanOrEqual(before)
    expect(body.serverTime).toBeLessThan(before + 600)
  })

  it('signs the session: an HMAC-SHA-256, a dot, the session as JSON', async () => {
    const visitor = new Visitor()
    await logIn(emulator, visitor, 'matti')
    const { body } = await askSession(emulator, visitor)
    const [signature, payload = ''] = String(body.sig).split('.')
    const expected = createHmac('sha256', emulator.signingKey).update(payload).digest('base64url')
    expect(signature).toBe(expected)
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
      userId: 100002,
      uuid: body.uuid,
    })
  })

  it('does not know another publisher’s client', async () => {
    const url = new URL(emulator.url(site.sessionHost, '/v2/session'))
    url.searchParams.set('client_sdrn', `sdrn:localhost:client:${other.clientId}`)
    expect((await new Visitor().request(url.href)).status).toBe(404)
  })

  it('lets the registered origin read the answer with credentials, and no other', async () => {
    const url = `${emulator.url(site.sessionHost, '/v2/session')}?client_sdrn=sdrn:localhost:client:${site.clientId}`
    const origin = new URL(emulator.url(site.siteHost)).origin
    const mine = await new Visitor().request(url, { headers: { origin } })
    expect(mine.headers.get('access-control-allow-origin')).toBe(origin)
    expect(mine.headers.get('access-control-allow-credentials')).toBe('true')
    for (const foreign of [new URL(emulator.url(other.siteHost)).origin, 'http://evil.example', 'null']) {
      const answer = await new Visitor().request(url, { headers: { origin: foreign } })
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    }
  })
})

describe('logging out', () => {
  function logoutUrl(redirectUri: string): string {
    const url = new URL(emulator.url(site.sessionHost, '/logout'))
    url.searchParams.set('client_sdrn', `sdrn:localhost:client:${site.clientId}`)
    url.searchParams.set('redirect_uri', redirectUri)
    return url.href
  }

  it('goes nowhere that is not registered, and then changes nothing', async () => {
    const visitor = new Visitor()
    await logIn(emulator, visitor, 'ingrid')
    expect((await visitor.open(logoutUrl('http://evil.example/'))).status).toBe(400)
    expect((await askSession(emulator, visitor)).status).toBe(200)
  })
})
