/** What a server believes of a `sig`, and what it does not. */
import { createHmac } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { signSession, type VerifySessionOptions, verifySession } from '../../server/verify-session.ts'
import { ADA, rejection } from '../support/fixtures.ts'
import { sdkError } from '../support/sdk-error.ts'
import { signPayload } from './sign.ts'

const SECRET = 'the signature secret of the client'
const NOW = 1_700_000_000_000
const { sig: _, ...FACTS } = ADA

const sign = (payload: unknown, secret = SECRET) => signPayload(payload, secret)
const signed = (more: object = {}, secret?: string) =>
  sign({ algorithm: 'HMAC-SHA256', ...FACTS, ...more }, secret)
const verify = (sig: unknown, options: VerifySessionOptions = {}) =>
  verifySession(sig, SECRET, { now: NOW, ...options })
const refused = (reason: string) => ({ ok: false, reason })

describe('a sig', () => {
  it('a sig that the service has just made is the session, frozen', async () => {
    const known = await verify(signed())
    expect(known).toEqual({ ok: true, session: FACTS, expiresAt: NOW + 60_000 })
    expect(known.ok && Object.isFrozen(known.session)).toBe(true)
  })

  it('a sig is signed over the payload as it is encoded: the test vector of the service', async () => {
    const vector =
      'vlXgu64BQGFSQrY0ZcJBZASMvYvTHu9GQ0YM9rjPSso.eyJhbGdvcml0aG0iOiJITUFDLVNIQTI1NiIsIjAiOiJwYXlsb2FkIn0'
    // Its signature is right, and so is its algorithm; it says nothing about when.
    expect(await verifySession(vector, 'secret')).toEqual(refused('undated'))
    expect(await verifySession(vector, 'Secret')).toEqual(refused('forged'))
  })

  it('a sig is read as loosely as the page reads a session', async () => {
    const known = await verify(signed({ userId: '101', result: 1 }))
    expect(known).toMatchObject({ ok: true, session: { userId: 101, result: true } })
  })

  it('a sig may hold any letters', async () => {
    expect(await verify(signed({ givenName: 'Åse \u2028 😀' }))).toMatchObject({
      session: { givenName: 'Åse \u2028 😀' },
    })
  })

  it('a sig is checked against the clock of the machine, where no time is given', async () => {
    expect(await verifySession(signed({ serverTime: Date.now() / 1000 }), SECRET)).toMatchObject({ ok: true })
    expect(await verifySession(signed(), SECRET)).toEqual(refused('expired'))
  })
})

describe('the time of a sig', () => {
  const at = (now: number, more: object = {}, options: VerifySessionOptions = {}) =>
    verify(signed(more), { now, ...options })

  it('a sig is over when serverTime and expiresIn say so', async () => {
    expect(await at(NOW + 59_999)).toMatchObject({ ok: true })
    expect(await at(NOW + 60_000)).toEqual(refused('expired'))
  })

  it('verifySession reads expiresIn in the unit of the environment', async () => {
    const options = { expiresInUnit: 'seconds' } as const
    expect(await at(NOW + 59_999, { expiresIn: 60 }, options)).toMatchObject({
      ok: true,
      expiresAt: NOW + 60_000,
    })
    expect(await at(NOW + 60_000, { expiresIn: 60 }, options)).toEqual(refused('expired'))
  })

  it.each([undefined, null, '', 'soon', {}])(
    'a sig that does not say how long it holds is refused, unless the server says: %j',
    async (expiresIn) => {
      expect(await at(NOW, { expiresIn })).toEqual(refused('undated'))
      expect(await at(NOW, { expiresIn }, { maxAgeSeconds: 60 })).toMatchObject({
        ok: true,
        expiresAt: NOW + 60_000,
      })
      expect(await at(NOW + 60_000, { expiresIn }, { maxAgeSeconds: 60 })).toEqual(refused('expired'))
    },
  )

  it.each([-1, -60_000, '-1', 0])('a sig whose expiresIn is %j has expired', async (expiresIn) => {
    expect(await at(NOW, { expiresIn })).toEqual(refused('expired'))
    expect(await at(NOW, { expiresIn }, { maxAgeSeconds: 60 })).toEqual(refused('expired'))
  })

  it('an expiresIn that something has added to all objects is not read', async () => {
    Object.assign(Object.prototype, { expiresIn: 1e9 })
    try {
      expect(await at(NOW, { expiresIn: undefined })).toEqual(refused('undated'))
    } finally {
      delete (Object.prototype as { expiresIn?: number }).expiresIn
    }
  })

  it('a sig holds for 2^31 ms at most', async () => {
    expect(await at(NOW, { expiresIn: 1e300 })).toMatchObject({ expiresAt: NOW + 2 ** 31 - 1 })
  })

  it('maxAgeSeconds shortens the time of a sig, and never lengthens it', async () => {
    expect(await at(NOW + 9_999, {}, { maxAgeSeconds: 10 })).toMatchObject({
      ok: true,
      expiresAt: NOW + 10_000,
    })
    expect(await at(NOW + 10_000, {}, { maxAgeSeconds: 10 })).toEqual(refused('expired'))
    expect(await at(NOW + 60_000, {}, { maxAgeSeconds: 1e9 })).toEqual(refused('expired'))
    expect(await at(NOW, {}, { maxAgeSeconds: 0 })).toEqual(refused('expired'))
  })

  it('a serverTime may lie a minute ahead, since two clocks differ, and the sig does not hold for longer', async () => {
    const serverTime = NOW / 1000 + 60
    expect(await at(NOW, { serverTime })).toMatchObject({ ok: true, expiresAt: NOW + 60_000 })
    expect(await at(NOW, { serverTime }, { maxAgeSeconds: 10 })).toMatchObject({ expiresAt: NOW + 10_000 })
  })

  it.each([61, 3600, 365 * 86_400])('a serverTime that lies %i seconds ahead is refused', async (seconds) => {
    const serverTime = NOW / 1000 + seconds
    for (const options of [{}, { maxAgeSeconds: 60 }])
      expect(await at(NOW, { serverTime }, options)).toEqual(refused('future'))
  })

  it('a serverTime in milliseconds is refused, and the reason names it', async () => {
    for (const serverTime of [NOW, Date.now(), 1e11])
      expect(await at(NOW, { serverTime }, { maxAgeSeconds: 60 })).toEqual(refused('milliseconds'))
    expect(await at(NOW, { serverTime: 1e11 - 1 })).toEqual(refused('future'))
  })

  it('a sig is refused where now or maxAgeSeconds is no number', async () => {
    expect(await at(Number.NaN)).toEqual(refused('expired'))
    expect(await at(NOW, {}, { maxAgeSeconds: Number.NaN })).toEqual(refused('expired'))
    expect(await at(NOW, {}, { maxAgeSeconds: 'soon' as never })).toEqual(refused('expired'))
  })

  it.each([undefined, null, '1700000000', '', true, {}, [NOW / 1000]])(
    'a sig whose serverTime is no number is refused: %j',
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
  ])('a text that is no sig is malformed: %s', async (_, sig) => {
    expect(await verify(sig)).toEqual(refused('malformed'))
  })

  it.each([
    ['no JSON', 'session'],
    ['half of it', '{"algorithm":"HMAC-SHA256"'],
    ['a list', '[{"algorithm":"HMAC-SHA256"}]'],
    ['null', 'null'],
    ['text', '"HMAC-SHA256"'],
  ])('a signed payload that holds no object is malformed: %s', async (_, payload) => {
    expect(await verify(sign(payload))).toEqual(refused('malformed'))
  })

  it('a signed payload that is no UTF-8, or no base64url, is malformed', async () => {
    const raw = (encoded: string) =>
      `${createHmac('sha256', SECRET).update(encoded).digest('base64url')}.${encoded}`
    const session = JSON.stringify({ algorithm: 'HMAC-SHA256', ...FACTS, givenName: '?' })
    const [before = '', after = ''] = session.split('?')
    const bytes = (...middle: number[]) =>
      Buffer.concat([Buffer.from(before), Buffer.from(middle), Buffer.from(after)]).toString('base64url')
    expect(await verify(raw(bytes(0x41)))).toMatchObject({ ok: true, session: { givenName: 'A' } })
    for (const wrong of [[0xff], [0xc3], [0xc0, 0x80], [0xed, 0xa0, 0x80]])
      expect(await verify(raw(bytes(...wrong)))).toEqual(refused('malformed'))
    expect(await verify(raw('eyJ9A'))).toEqual(refused('malformed'))
  })

  it('a signed payload that begins with a byte-order mark is malformed', async () => {
    const session = JSON.stringify({ algorithm: 'HMAC-SHA256', ...FACTS })
    expect(await verify(sign(session))).toMatchObject({ ok: true })
    expect(await verify(sign(`\ufeff${session}`))).toEqual(refused('malformed'))
  })

  it('a signed failure is malformed', async () => {
    expect(await verify(signed({ error: { code: 400 } }))).toEqual(refused('malformed'))
  })

  it('a secret that is missing opens nothing', async () => {
    for (const secret of [undefined, '', null, 7] as never[])
      expect(await verifySession(sign('{}', ''), secret)).toEqual(refused('secret-missing'))
  })

  it.each(['undefined', 'null', ' ', '"undefined"', "''", 'NaN', '[object Object]'])(
    'the secret %j, which was never set, opens nothing',
    async (secret) => {
      expect(await verifySession(signed({}, secret), secret, { now: NOW })).toEqual(refused('secret-missing'))
    },
  )

  it('a signature is compared by the runtime, in constant time', async () => {
    const [sign, verifyBytes] = [vi.spyOn(crypto.subtle, 'sign'), vi.spyOn(crypto.subtle, 'verify')]
    try {
      expect(await verify(signed())).toMatchObject({ ok: true })
      expect(verifyBytes).toHaveBeenCalledOnce()
      // Whoever computes the right signature can only compare it as text.
      expect(sign).not.toHaveBeenCalled()
      verifyBytes.mockResolvedValue(false)
      expect(await verify(signed())).toEqual(refused('forged'))
    } finally {
      sign.mockRestore()
      verifyBytes.mockRestore()
    }
  })
})

describe('signSession', () => {
  const OWN = 'a secret of the server, with 32 letters and more'

  it('signSession writes what verifySession reads, for as long as it is told, without sig and sp_id', async () => {
    const session = { uuid: 'u-1', givenName: 'Åse', sig: 'secret-sig', sp_id: 'secret-id' }
    const text = await signSession(session, OWN, {
      expiresInSeconds: 10,
      now: NOW,
    })
    expect(await verifySession(text, OWN, { now: NOW + 9_999 })).toMatchObject({
      ok: true,
      session: { uuid: 'u-1', givenName: 'Åse' },
      expiresAt: NOW + 10_000,
    })
    expect(await verifySession(text, OWN, { now: NOW + 10_000 })).toEqual(refused('expired'))
    expect(Buffer.from(text.split('.')[1] ?? '', 'base64url').toString()).not.toMatch(/sig|sp_id|secret/)
  })

  it('a text of signSession holds for five minutes from now, unless it is told otherwise', async () => {
    const before = Math.floor(Date.now() / 1000) * 1000
    const known = await verifySession(await signSession({ uuid: 'u-1' }, OWN), OWN)
    expect(known.ok && known.expiresAt - before).toBeGreaterThanOrEqual(300_000)
    expect(known.ok && known.expiresAt - Date.now()).toBeLessThanOrEqual(300_000)
  })

  it('signSession refuses what browsers would drop as a cookie, says why, and repeats nothing of it', async () => {
    const sign = (letters: number) => signSession({ uuid: 'u-1', givenName: 'x'.repeat(letters) }, OWN)
    let letters = 2500
    while ((await sign(letters + 1).catch(() => '')) && letters < 4000) letters++
    const { length } = await sign(letters)
    // Browsers keep 4096 bytes of name and value. Three letters take four bytes.
    expect(length).toBeGreaterThan(4000 - 4)
    expect(length).toBeLessThanOrEqual(4000)
    const error = (await rejection(sign(letters + 1))) as Error
    expect(error).toMatchObject({ name: 'SDKError', reason: 'argument-invalid' })
    expect(error.message).toMatch(
      /session takes 400\d bytes when it is signed.*Give the members that the site needs/,
    )
    expect(error.message).not.toContain('xxx')
  })

  it('signSession takes a secret of 32 characters, and none of 31', async () => {
    expect(await signSession({}, 'x'.repeat(32))).toEqual(expect.any(String))
    expect(await rejection(signSession({}, 'x'.repeat(31)))).toMatchObject({ reason: 'argument-invalid' })
  })

  it('signSession takes no algorithm and no time from the session', async () => {
    const wrong = { uuid: 'u-1', algorithm: 'none', serverTime: 1, expiresIn: 1e12 }
    const known = await verifySession(await signSession(wrong, OWN, { now: NOW }), OWN, { now: NOW })
    expect(known).toMatchObject({ ok: true, expiresAt: NOW + 300_000 })
  })

  it.each([-1, 0, Number.NaN, Number.POSITIVE_INFINITY, null, '60'])(
    'signSession refuses to sign for %j seconds',
    async (expiresInSeconds) => {
      const signing = signSession({ uuid: 'u-1' }, OWN, { expiresInSeconds: expiresInSeconds as never })
      expect(await rejection(signing)).toMatchObject(
        sdkError('argument-invalid', /expiresInSeconds is .*\. Give a number of seconds above 0/),
      )
    },
  )

  it.each([undefined, '', 'undefined', 'null', ' '.repeat(40), 'tiny-secret', 70_707])(
    'signSession refuses the secret %j, and does not repeat it',
    async (secret) => {
      const error = (await rejection(signSession({}, secret as never))) as Error
      expect(error).toMatchObject({ name: 'SDKError', reason: 'argument-invalid' })
      expect(error.message).toMatch(/secret is (missing|too short)\. Give 32 characters/)
      if (`${secret ?? ''}`.trim()) expect(error.message).not.toContain(`${secret}`)
    },
  )
})
