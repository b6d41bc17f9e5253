/** What a server believes of a `sig`, and what it does not. */
import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { signSession, type VerifySessionOptions, verifySession } from '../../server/verify-session.ts'
import { ADA, rejection } from '../support/fixtures.ts'

const SECRET = 'the signature secret of the client'
const NOW = 1_700_000_000_000
const { sig: _, ...FACTS } = ADA

/** A `sig` as a session service makes it, by another implementation than the one under test. */
function sign(payload: unknown, secret = SECRET): string {
  const encoded = Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload)).toString(
    'base64url',
  )
  return `${createHmac('sha256', secret).update(encoded).digest('base64url')}.${encoded}`
}

const signed = (more: object = {}, secret?: string) =>
  sign({ algorithm: 'HMAC-SHA256', ...FACTS, ...more }, secret)
const verify = (sig: unknown, options: VerifySessionOptions = {}) =>
  verifySession(sig, SECRET, { now: NOW, ...options })
const refused = (reason: string) => ({ ok: false, reason })

describe('a sig', () => {
  it('that the service has just made is the session, frozen', async () => {
    const known = await verify(signed())
    expect(known).toEqual({ ok: true, session: FACTS, expiresAt: NOW + 60_000 })
    expect(known.ok && Object.isFrozen(known.session)).toBe(true)
  })

  it('is signed over the payload as it is encoded: the test vector of the service', async () => {
    const vector =
      'vlXgu64BQGFSQrY0ZcJBZASMvYvTHu9GQ0YM9rjPSso.eyJhbGdvcml0aG0iOiJITUFDLVNIQTI1NiIsIjAiOiJwYXlsb2FkIn0'
    // Its signature is right, and so is its algorithm; it says nothing about when.
    expect(await verifySession(vector, 'secret')).toEqual(refused('undated'))
    expect(await verifySession(vector, 'Secret')).toEqual(refused('forged'))
  })

  it('is read as loosely as the page reads it', async () => {
    const known = await verify(signed({ userId: '101', result: 1 }))
    expect(known).toMatchObject({ ok: true, session: { userId: 101, result: true } })
  })

  it('may hold any letters', async () => {
    expect(await verify(signed({ givenName: 'Åse \u2028 😀' }))).toMatchObject({
      session: { givenName: 'Åse \u2028 😀' },
    })
  })

  it('is checked against the clock of the machine by itself', async () => {
    expect(await verifySession(signed({ serverTime: Date.now() / 1000 }), SECRET)).toMatchObject({ ok: true })
    expect(await verifySession(signed(), SECRET)).toEqual(refused('expired'))
  })
})

describe('the time of a sig', () => {
  const at = (now: number, more: object = {}, options: VerifySessionOptions = {}) =>
    verify(signed(more), { now, ...options })

  it('is over when serverTime and expiresIn say so', async () => {
    expect(await at(NOW + 59_999)).toMatchObject({ ok: true })
    expect(await at(NOW + 60_000)).toEqual(refused('expired'))
  })

  it('counts in the unit of the environment', async () => {
    const options = { expiresInUnit: 'seconds' } as const
    expect(await at(NOW + 59_999, { expiresIn: 60 }, options)).toMatchObject({
      ok: true,
      expiresAt: NOW + 60_000,
    })
    expect(await at(NOW + 60_000, { expiresIn: 60 }, options)).toEqual(refused('expired'))
  })

  it('is 300 seconds where it does not say, and never more than 2^31 ms', async () => {
    expect(await at(NOW, { expiresIn: undefined })).toMatchObject({ expiresAt: NOW + 300_000 })
    expect(await at(NOW, { expiresIn: 1e300 })).toMatchObject({ expiresAt: NOW + 2 ** 31 - 1 })
  })

  it('is narrowed by maxAgeSeconds, and never widened', async () => {
    expect(await at(NOW + 9_999, {}, { maxAgeSeconds: 10 })).toMatchObject({
      ok: true,
      expiresAt: NOW + 10_000,
    })
    expect(await at(NOW + 10_000, {}, { maxAgeSeconds: 10 })).toEqual(refused('expired'))
    expect(await at(NOW + 60_000, {}, { maxAgeSeconds: 1e9 })).toEqual(refused('expired'))
    expect(await at(NOW, {}, { maxAgeSeconds: 0 })).toEqual(refused('expired'))
  })

  it('refuses what is compared with something that is no number', async () => {
    expect(await at(Number.NaN)).toEqual(refused('expired'))
    expect(await at(NOW, {}, { maxAgeSeconds: Number.NaN })).toEqual(refused('expired'))
    expect(await at(NOW, {}, { maxAgeSeconds: 'soon' as never })).toEqual(refused('expired'))
  })

  it.each([undefined, null, '1700000000', {}, [NOW]])(
    'is unknown with the serverTime %j',
    async (serverTime) => {
      expect(await at(NOW, { serverTime })).toEqual(refused('undated'))
    },
  )
})

describe('what is no session is refused', () => {
  it.each([
    ['nothing', undefined],
    ['no text', { toString: () => signed() }],
    ['no text but a list of it', [signed()]],
    ['empty', ''],
    ['without a dot', signed().replace('.', '')],
    ['with a third part', `${signed()}.e30`],
    ['with a blank', `${signed()} `],
    ['with a line below', `${signed()}\n`],
    ['in base64 of the other alphabet', signed().replace(/[-_]|(?<=\..{9})./, '+')],
    ['with padding', `${signed()}=`],
    ['with a signature that is too short', signed().slice(1)],
    ['with a signature that is too long', `A${signed()}`],
    ['without a signature', signed().replace(/.*\./, '.')],
    ['without a payload', signed().replace(/\..*/, '.')],
    ['without an end', `${signed()}${'A'.repeat(65_536)}`],
  ])('%s', async (_, sig) => {
    expect(await verify(sig)).toEqual(refused('malformed'))
  })

  it.each([
    ['no JSON', 'session'],
    ['half of it', '{"algorithm":"HMAC-SHA256"'],
    ['a list', '[{"algorithm":"HMAC-SHA256"}]'],
    ['null', 'null'],
    ['text', '"HMAC-SHA256"'],
  ])('although the service has signed it: %s', async (_, payload) => {
    expect(await verify(sign(payload))).toEqual(refused('malformed'))
  })

  it('although the service has signed it: no UTF-8, and base64url that is none', async () => {
    const raw = (encoded: string) =>
      `${createHmac('sha256', SECRET).update(encoded).digest('base64url')}.${encoded}`
    expect(await verify(raw(Buffer.from([0x22, 0xff, 0x22]).toString('base64url')))).toEqual(
      refused('malformed'),
    )
    expect(await verify(raw('eyJ9A'))).toEqual(refused('malformed'))
  })

  it('although the service has signed it: a failure', async () => {
    expect(await verify(signed({ error: { code: 400 } }))).toEqual(refused('malformed'))
  })

  it('a secret that is not there opens nothing', async () => {
    for (const secret of [undefined, '', null, 7] as never[])
      expect(await verifySession(sign('{}', ''), secret)).toEqual(refused('secret-missing'))
  })
})

describe('signSession', () => {
  const OWN = 'a secret of the server, with 32 letters and more'

  it('writes what verifySession reads, for as long as it was told', async () => {
    const text = await signSession({ uuid: 'u-1', givenName: 'Åse', sig: 'secret' }, OWN, {
      expiresInSeconds: 10,
      now: NOW,
    })
    expect(await verifySession(text, OWN, { now: NOW + 9_999 })).toMatchObject({
      ok: true,
      session: { uuid: 'u-1', givenName: 'Åse' },
      expiresAt: NOW + 10_000,
    })
    expect(await verifySession(text, OWN, { now: NOW + 10_000 })).toEqual(refused('expired'))
    expect(Buffer.from(text.split('.')[1] ?? '', 'base64url').toString()).not.toContain('sig')
  })

  it('holds for five minutes, and counts from now', async () => {
    const before = Math.floor(Date.now() / 1000) * 1000
    const known = await verifySession(await signSession({ uuid: 'u-1' }, OWN), OWN)
    expect(known.ok && known.expiresAt - before).toBeGreaterThanOrEqual(300_000)
    expect(known.ok && known.expiresAt - Date.now()).toBeLessThanOrEqual(300_000)
  })

  it('takes no algorithm and no time from the session', async () => {
    const wrong = { uuid: 'u-1', algorithm: 'none', serverTime: 1, expiresIn: 1e12 }
    const known = await verifySession(await signSession(wrong, OWN, { now: NOW }), OWN, { now: NOW })
    expect(known).toMatchObject({ ok: true, expiresAt: NOW + 300_000 })
  })

  it.each([undefined, '', 'tiny-secret', 70_707])(
    'refuses the secret %j, and does not repeat it',
    async (secret) => {
      const error = (await rejection(signSession({}, secret as never))) as Error
      expect(error).toMatchObject({ name: 'SDKError', reason: 'argument-invalid' })
      expect(error.message).toContain('32 characters')
      if (secret) expect(error.message).not.toContain(`${secret}`)
    },
  )
})
