/** A `sig` that an attacker made, changed or kept, at a server that checks it. */
import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { signText } from '../../server/signed-text.ts'
import { verifySession } from '../../server/verify-session.ts'
import { ADA, GRACE } from '../support/fixtures.ts'

const SECRET = 'the signature secret of the client'
const NOW = 1_700_000_000_000
const { sig: _, ...FACTS } = ADA

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const hmac = (text: string, key: string, hash = 'sha256') =>
  createHmac(hash, key).update(text).digest('base64url')
const sign = (payload: object, key = SECRET) => `${hmac(encode(payload), key)}.${encode(payload)}`
const payloadOf = (more: object = {}) => ({ algorithm: 'HMAC-SHA256', ...FACTS, ...more })

const GENUINE = sign(payloadOf())
const [SIGNATURE = '', PAYLOAD = ''] = GENUINE.split('.')
const verify = (sig: unknown, now = NOW) => verifySession(sig, SECRET, { now })

it('the genuine one is accepted: what follows is refused for what it changes', async () => {
  expect(await verify(GENUINE)).toMatchObject({ ok: true, session: { userId: 101 } })
})

describe('a forged sig', () => {
  it('with the facts of another user beneath a genuine signature', async () => {
    expect(await verify(`${SIGNATURE}.${encode(payloadOf(GRACE))}`)).toEqual({ ok: false, reason: 'forged' })
  })

  it('with a longer life beneath a genuine signature', async () => {
    expect(await verify(`${SIGNATURE}.${encode(payloadOf({ expiresIn: 1e12 }))}`)).toEqual({
      ok: false,
      reason: 'forged',
    })
  })

  it('with any single character changed', async () => {
    for (const [at, char] of [...GENUINE].entries()) {
      const other = char === 'A' ? 'B' : 'A'
      const sig = GENUINE.slice(0, at) + other + GENUINE.slice(at + 1)
      expect([at, (await verify(sig)).ok]).toEqual([at, false])
    }
  })

  it('with the same bytes spelt in another way', async () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const last = alphabet.indexOf(SIGNATURE.at(-1) as string)
    const twin = SIGNATURE.slice(0, -1) + alphabet[last + 1]
    expect(Buffer.from(twin, 'base64url')).toEqual(Buffer.from(SIGNATURE, 'base64url'))
    expect(await verify(`${twin}.${PAYLOAD}`)).toEqual({ ok: false, reason: 'malformed' })
  })

  it('signed over what the payload says, and not over its encoding', async () => {
    const payload = payloadOf()
    expect(await verify(`${hmac(JSON.stringify(payload), SECRET)}.${encode(payload)}`)).toEqual({
      ok: false,
      reason: 'forged',
    })
  })

  it.each(['', '0', SECRET.slice(1), `${SECRET} `, encode({ k: SECRET }), 'undefined'])(
    'signed with another key: %j',
    async (key) => {
      expect(await verify(sign(payloadOf(), key))).toEqual({ ok: false, reason: 'forged' })
    },
  )

  it('made by this library for another purpose, such as a login that is on its way', async () => {
    const other = await signText(payloadOf(), SECRET, 'portico-login:')
    expect(await verify(other)).toEqual({ ok: false, reason: 'forged' })
  })
})

describe('a sig of another algorithm', () => {
  it.each([
    'none',
    'NONE',
    '',
    'HS256',
    'HMAC-SHA1',
    'hmac-sha256',
    'RS256',
    null,
    undefined,
    ['HMAC-SHA256'],
    { toString: 1 },
  ])('is refused even when its signature is right: %j', async (algorithm) => {
    expect(await verify(sign(payloadOf({ algorithm })))).toEqual({ ok: false, reason: 'algorithm' })
  })

  it('is refused when it was really used', async () => {
    const encoded = encode(payloadOf({ algorithm: 'HMAC-SHA512' }))
    expect((await verify(`${hmac(encoded, SECRET, 'sha512')}.${encoded}`)).ok).toBe(false)
    expect((await verify(`${hmac(encoded, SECRET, 'sha512').slice(0, 43)}.${encoded}`)).ok).toBe(false)
    expect((await verify(`.${encoded}`)).ok).toBe(false)
  })

  it('is refused when it stands in the prototype', async () => {
    const sneaky = `{"__proto__":{"algorithm":"HMAC-SHA256"},"serverTime":${NOW / 1000},"expiresIn":60000}`
    const encoded = Buffer.from(sneaky).toString('base64url')
    expect(await verify(`${hmac(encoded, SECRET)}.${encoded}`)).toEqual({ ok: false, reason: 'algorithm' })
  })
})

describe('a sig that is shown again', () => {
  it('is accepted until it expires: it says who the reader is, and not that this browser is theirs', async () => {
    expect(await verify(GENUINE, NOW + 30_000)).toMatchObject({ ok: true })
    expect(await verify(GENUINE, NOW + 30_000)).toMatchObject({ ok: true })
    expect(await verify(GENUINE, NOW + 60_000)).toEqual({ ok: false, reason: 'expired' })
  })
})
