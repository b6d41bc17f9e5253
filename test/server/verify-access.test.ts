/** What a server believes of what it is told about access, and what it does not. */
import { describe, expect, it } from 'vitest'
import { type VerifyAccessOptions, verifyAccess } from '../../server/verify-access.ts'
import { verifySession } from '../../server/verify-session.ts'
import { signPayload } from './sign.ts'

const SECRET = 'the signature secret of the client'
const NOW = 1_700_000_000_000
const CLAIMS = {
  algorithm: 'HMAC-SHA256',
  entitled: true,
  allowedFeatures: ['read'],
  ttl: 60,
  userId: 101,
  uuid: 'uuid-ada',
  serverTime: NOW / 1000,
}

const sign = (claims: object = CLAIMS, secret = SECRET) => signPayload(claims, secret)

const verify = (sig: unknown, options: VerifyAccessOptions = {}) =>
  verifyAccess(sig, SECRET, { now: NOW, ...options })
const refused = (reason: string) => ({ ok: false, reason })

describe('the sig of an answer about access', () => {
  it('says what the access includes, of whom, and until when', async () => {
    expect(await verify(sign())).toEqual({
      ok: true,
      features: ['read'],
      userId: 101,
      uuid: 'uuid-ada',
      expiresAt: NOW + 60_000,
    })
  })

  it.each([
    ['a number', 101, 101],
    ['text, where a number cannot hold it', '9007199254740993', '9007199254740993'],
    ['anything else', { id: 101 }, undefined],
    ['true', true, undefined],
  ])('has the user as %s', async (_, userId, said) => {
    expect(await verify(sign({ ...CLAIMS, userId }))).toMatchObject({ ok: true, userId: said })
  })

  it('is for the products that open what is asked for, and no other', async () => {
    const of = (productIds: unknown) =>
      verify(sign({ ...CLAIMS, productIds }), { productIds: ['digital', 'plus'] })
    expect(await of(['digital'])).toMatchObject({ ok: true })
    expect(await of(['plus', 'digital'])).toMatchObject({ ok: true })
    // Its reader may have the newsletter alone.
    for (const said of [['newsletter'], ['digital', 'newsletter'], [], 'digital', undefined])
      expect(await of(said)).toEqual(refused('other-product'))
  })

  it('that refuses is no access', async () => {
    expect(await verify(sign({ ...CLAIMS, entitled: false }))).toEqual(refused('not-entitled'))
  })

  it.each([undefined, null, 'true', 1])('with the decision %s is none', async (entitled) => {
    expect(await verify(sign({ ...CLAIMS, entitled }))).toEqual(refused('malformed'))
  })

  it('of a session is none, and none of its own passes for that of a session', async () => {
    const { entitled: _, allowedFeatures: __, ...session } = CLAIMS
    expect(await verify(sign(session))).toEqual(refused('malformed'))
    for (const claims of [CLAIMS, { ...CLAIMS, entitled: false }, { ...CLAIMS, expiresIn: 60_000 }])
      for (const options of [{}, { maxAgeSeconds: 60 }])
        expect(await verifySession(sign(claims), SECRET, { now: NOW, ...options })).toEqual(
          refused('malformed'),
        )
  })

  it.each([
    ['of another secret', sign(CLAIMS, 'another'), 'forged'],
    [
      'with other claims',
      `${sign().split('.')[0]}.${sign({ ...CLAIMS, userId: 202 }).split('.')[1]}`,
      'forged',
    ],
    ['of another algorithm', sign({ ...CLAIMS, algorithm: 'none' }), 'algorithm'],
    ['that is no text', { sig: 1 }, 'malformed'],
    ['that is absent', undefined, 'malformed'],
  ])('%s is refused', async (_, sig, reason) => {
    expect(await verify(sig)).toEqual(refused(reason))
  })

  it.each([undefined, ''])('is not checked by the secret %j', async (secret) => {
    expect(await verifyAccess(sign(), secret, { now: NOW })).toEqual(refused('secret-missing'))
  })

  it('names what cannot be used as absent', async () => {
    const claims = { ...CLAIMS, allowedFeatures: 'read', userId: {}, uuid: 5 }
    expect(await verify(sign(claims))).toMatchObject({ features: [], userId: undefined, uuid: undefined })
    expect(await verify(sign({ ...CLAIMS, allowedFeatures: ['read', 1] }))).toMatchObject({
      features: ['read'],
    })
  })
})

describe('the time of an answer about access', () => {
  it('is over when serverTime and ttl say so', async () => {
    expect(await verify(sign(), { now: NOW + 59_999 })).toMatchObject({ ok: true })
    expect(await verify(sign(), { now: NOW + 60_000 })).toEqual(refused('expired'))
  })

  it('is narrowed by maxAgeSeconds, and never widened', async () => {
    expect(await verify(sign(), { maxAgeSeconds: 10 })).toMatchObject({ expiresAt: NOW + 10_000 })
    expect(await verify(sign(), { maxAgeSeconds: 1e9 })).toMatchObject({ expiresAt: NOW + 60_000 })
    expect(await verify(sign({ ...CLAIMS, ttl: 1e300 }))).toMatchObject({ expiresAt: NOW + 2 ** 31 - 1 })
  })

  it.each([
    ['a ttl of 0', { ttl: 0 }, {}],
    ['no ttl', { ttl: undefined }, {}],
    ['a ttl that is no number', { ttl: 'soon' }, {}],
    ['an age that is no number', {}, { maxAgeSeconds: Number.NaN }],
    ['a time that is no number', {}, { now: Number.NaN }],
  ])('is over with %s', async (_, claims, options) => {
    expect(await verify(sign({ ...CLAIMS, ...claims }), options)).toEqual(refused('expired'))
  })

  it.each([undefined, null, '1700000000'])(
    'is unknown with the serverTime %j: that must be wanted',
    async (serverTime) => {
      const sig = sign({ ...CLAIMS, serverTime })
      expect(await verify(sig)).toEqual(refused('undated'))
      expect(await verify(sig, { acceptUndated: true })).toMatchObject({ ok: true, expiresAt: undefined })
      // How old it is nobody can tell.
      expect(await verify(sig, { acceptUndated: true, maxAgeSeconds: 60 })).toEqual(refused('undated'))
    },
  )

  it('counts where it is said, also when it need not be', async () => {
    expect(await verify(sign(), { acceptUndated: true, now: NOW + 60_000 })).toEqual(refused('expired'))
  })

  it.each([
    ['future', NOW / 1000 + 61],
    ['milliseconds', NOW],
  ])('is not believed of a serverTime that is %s, wanted undated or not', async (reason, serverTime) => {
    const sig = sign({ ...CLAIMS, serverTime })
    expect(await verify(sig)).toEqual(refused(reason))
    expect(await verify(sig, { acceptUndated: true })).toEqual(refused(reason))
  })

  it.each(['', ' ', 'undefined', 'null'])(
    'is not checked with a secret that was never set: %j',
    async (secret) => {
      expect(await verifyAccess(sign(), secret, { now: NOW })).toEqual(refused('secret-missing'))
    },
  )

  it('is that of the machine by itself', async () => {
    expect(await verifyAccess(sign({ ...CLAIMS, serverTime: Date.now() / 1000 }), SECRET)).toMatchObject({
      ok: true,
    })
    expect(await verifyAccess(sign(), SECRET)).toEqual(refused('expired'))
  })
})

describe('the reader of an answer about access', () => {
  it.each([[{ userId: 101, uuid: 'uuid-ada' }], [{ userId: '101' }], [{ uuid: 'uuid-ada' }]])(
    'is %j',
    async (user) => {
      expect(await verify(sign(), { user })).toMatchObject({ ok: true })
    },
  )

  it('is known by the identifier that both sides have', async () => {
    const user = { userId: 101, uuid: 'uuid-ada' }
    expect(await verify(sign({ ...CLAIMS, uuid: undefined }), { user })).toMatchObject({ ok: true })
    const asText = await verify(sign({ ...CLAIMS, userId: '101' }), { user })
    expect(asText).toMatchObject({ ok: true, userId: '101' })
  })

  it.each([
    ['somebody else', { userId: 202, uuid: 'uuid-grace' }],
    ['somebody else of the same number', { userId: 101, uuid: 'uuid-grace' }],
    ['nobody', {}],
    ['a reader whose session was refused', undefined],
  ])('is not %s', async (_, user) => {
    expect(await verify(sign(), { user })).toEqual(refused('other-user'))
  })

  it('is not known where the service names nobody', async () => {
    const sig = sign({ ...CLAIMS, userId: undefined, uuid: undefined })
    expect(await verify(sig, { user: { userId: 101 } })).toEqual(refused('other-user'))
  })

  it('is the one of the session that came with it', async () => {
    const session = await verifySession(
      sign({
        algorithm: 'HMAC-SHA256',
        userId: 101,
        uuid: 'uuid-ada',
        serverTime: NOW / 1000,
        expiresIn: 60_000,
      }),
      SECRET,
      { now: NOW },
    )
    expect(session.ok && (await verify(sign(), { user: session.session }))).toMatchObject({ ok: true })
  })
})
