/** What an answer of the session service is read as, seen by whoever asks for the session. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SDKError } from '../../core/errors.ts'
import type { SessionSettled } from '../../core/session/ending.ts'
import type { TransportResponse } from '../../core/session/result.ts'
import type { Session } from '../../core/session/types.ts'
import { ADA, ENV, NO_SESSION, openKernel, optionsFor, rejection } from '../support/fixtures.ts'
import { openPage } from '../support/page.ts'
import { sdkError } from '../support/sdk-error.ts'

type Unit = 'milliseconds' | 'seconds' | undefined

const NOW = Date.UTC(2026, 0, 1)
const MINUTE = 60_000
const HOUR = 3_600_000
// What a timer of a browser takes at most. A request took half a second of it.
const LONGEST = 2 ** 31 - 1 - 500

beforeEach(() => void vi.useFakeTimers({ now: NOW, toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

/** Asks a service that answers so after half a second. */
function ask(answer: TransportResponse, unit?: Unit) {
  vi.setSystemTime(NOW)
  const env = { ...ENV, ...(unit && { expiresInUnit: unit }) }
  const { kernel, identity } = openKernel(optionsFor(openPage(), { env }))
  let ending: SessionSettled | undefined
  kernel.hook('session:settled', (settled) => {
    ending = settled
  })
  kernel.transport = async () => {
    vi.setSystemTime(NOW + 500)
    return answer
  }
  return { result: identity.hasSession(), ending: () => ending as SessionSettled }
}

/** The session that a body is read as. */
const read = (body: unknown, status = 200): Promise<Session> => ask({ status, body }).result

/** The error that a body is read as. */
const failure = async (body: unknown, status = 200): Promise<SDKError> =>
  (await rejection(read(body, status))) as SDKError

/** For how long what was learned holds, in milliseconds from the arrival of the answer; undefined where nothing was learned. */
async function lifetime(body: unknown, status = 200, unit?: Unit): Promise<number | undefined> {
  const { result: session, ending } = ask({ status, body }, unit)
  await session.catch(() => {})
  const { result } = ending()
  return result && result.expiresAt - (NOW + 500)
}

describe('a session', () => {
  it('is what was sent, in a frozen object of its own', async () => {
    const body = { ...ADA, theirs: { deep: true } }
    const session = await read(body)
    expect(session).toEqual(body)
    // Not even as absent: a page asks by `in`, and copies.
    expect(Object.keys(session).sort()).toEqual(Object.keys(body).sort())
    expect(Object.isFrozen(session)).toBe(true)
    expect(Object.isFrozen(body)).toBe(false)
  })

  it('may be empty: nobody, and not connected', async () => {
    const session = await read({})
    expect(session).toEqual({ result: false })
    expect(Object.keys(session)).toEqual(['result'])
  })

  it.each([200, 201, 204, 299])('comes with the status %d', async (status) => {
    expect(await read(ADA, status)).toEqual(ADA)
  })

  it.each([
    ['userId', '7', 7],
    ['userId', 7, 7],
    ['userId', '9007199254740991', 9007199254740991],
    // Beyond what a number holds, another user's id would come of it.
    ['userId', '9007199254740993', '9007199254740993'],
    ['userId', '12345678901234567890', '12345678901234567890'],
    ['userId', '007', '007'],
    ['userId', 'ada', 'ada'],
    ['uuid', 5, '5'],
    ['uuid', 'u-1', 'u-1'],
    ['sp_id', 12, '12'],
    ['pairId', 1.5, '1.5'],
    ['sdrn', 9, '9'],
    ['baseDomain', 3, '3'],
    ['userStatus', 1, '1'],
    ['expiresIn', '60000', 60_000],
    ['expiresIn', 0, 0],
  ])('has %s %j read as %j', async (name, sent, value) => {
    expect(await read({ ...ADA, [name]: sent })).toEqual({ ...ADA, [name]: value })
  })

  it.each<unknown>([
    0,
    '',
    '0',
    ' ',
    '\u00a0',
    '\t\n',
    null,
    undefined,
    false,
    true,
    {},
    [],
    [7],
    { valueOf: 7 },
  ])('with the userId %j is of nobody', async (userId) => {
    expect((await read({ ...ADA, userId })).userId).toBeUndefined()
  })

  it.each(['uuid', 'sp_id', 'pairId', 'sdrn', 'baseDomain', 'userStatus', 'expiresIn'])(
    'counts a %s that cannot be used as absent',
    async (name) => {
      for (const unusable of [null, '', ' ', '\t\n', true, {}, [], ['text'], { toString: 1 }])
        expect(await read({ ...ADA, [name]: unusable })).toEqual({ ...ADA, [name]: undefined })
    },
  )

  it.each([
    [true, true],
    [1, true],
    ['true', true],
    [false, false],
    [0, false],
    ['', false],
    [null, false],
    [undefined, false],
  ])('with the result %j is connected: %j', async (result, connected) => {
    expect((await read({ ...ADA, result })).result).toBe(connected)
  })

  it('has what others may not rely on as it was sent', async () => {
    const theirs = { displayName: 5, tracking: 'yes', serverTime: '1', own: null, sig: {} }
    expect(await read({ ...ADA, ...theirs })).toEqual({ ...ADA, ...theirs })
  })

  it('takes no prototype from the service', async () => {
    const session = await read(JSON.parse('{"uuid":"u-1","__proto__":{"userId":7},"constructor":1}'))
    expect(session.userId).toBeUndefined()
    expect(Object.getPrototypeOf(session)).toBe(Object.prototype)
  })

  it.each([null, undefined, false, 0, ''])('is one where the error is %j', async (error) => {
    expect((await read({ ...ADA, error })).userId).toBe(101)
  })

  it('is one also where it has a redirectURL', async () => {
    expect((await read({ ...ADA, redirectURL: '/x' })).userId).toBe(101)
  })
})

describe('a failure', () => {
  it.each([
    ['400', 400, NO_SESSION, { reason: 'session-missing', code: 400, type: 'BadRequestException' }],
    ['400 without a body', 400, undefined, { reason: 'session-missing', code: 400, type: undefined }],
    ['400 with a session', 400, ADA, { reason: 'session-missing', code: 400 }],
    ['400 with a code of its own', 400, { error: { code: 7 } }, { reason: 'session-missing', code: 7 }],
    ['2xx with the code 400', 200, NO_SESSION, { reason: 'session-missing', code: 400 }],
    [
      ...['2xx with the code 400 as text', 200, { error: { code: '400' } }],
      { reason: 'session-missing', code: 400 },
    ],
    [
      ...['2xx with an error', 200, { error: { code: 401, type: 'LoginException' } }],
      { reason: 'session-refused', code: 401, type: 'LoginException' },
    ],
    ['2xx with an error and a user', 200, { ...ADA, error: {} }, { reason: 'session-refused', code: 200 }],
    ['2xx with an error that is text', 200, { error: 'x' }, { reason: 'session-refused', code: 200 }],
    ['2xx with an error that is a list', 200, { error: [1] }, { reason: 'session-refused', code: 200 }],
    ['no type', 403, { error: { type: '' } }, { reason: 'session-refused', code: 403, type: undefined }],
    ['300 with a session', 300, ADA, { reason: 'session-refused', code: 300 }],
    ['401', 401, 'no', { reason: 'session-refused', code: 401 }],
    ['404', 404, undefined, { reason: 'session-refused', code: 404 }],
    ['499', 499, {}, { reason: 'session-refused', code: 499 }],
    ['500 with a redirect', 500, { redirectURL: '/x' }, { reason: 'session-unreachable', code: 500 }],
    ['503 with a session', 503, ADA, { reason: 'session-unreachable', code: 503 }],
    // It may be that of a proxy, about a call of its own.
    ['503 with a code of its own', 503, NO_SESSION, { reason: 'session-unreachable', code: 503 }],
  ] as [string, number, unknown, { reason: string; code: number }][])(
    'is %s',
    async (_, status, body, expected) => {
      expect(await failure(body, status)).toMatchObject({
        name: 'SDKError',
        message: expect.stringMatching(`^${expected.reason}: ${expected.code}\\b`),
        ...expected,
      })
    },
  )

  it.each([{}, [], null, '', 'a b', '<b>x</b>', 'x'.repeat(65)])(
    'has no type where that is %j',
    async (type) => {
      expect((await failure({ error: { code: 401, type } })).type).toBeUndefined()
    },
  )

  it('never carries what the server sent', async () => {
    const body = {
      error: { code: 'token-0', type: '<b>token-1</b>', description: 'token-2' },
      sp_id: 'token-3',
    }
    const error = await failure(body, 401)
    expect(`${error.message}${error.stack}${JSON.stringify(error)}`).not.toContain('token')
  })
})

describe('an answer that is no session', () => {
  it.each([undefined, null, '', 'text', 7, true, [], [ADA]])('is %j', async (body) => {
    expect(await failure(body)).toMatchObject(sdkError('session-malformed', 'no JSON object came'))
  })

  it.each([200, 299])('is a redirect that no plugin followed, with the status %d', async (status) => {
    expect(await failure({ redirectURL: 7 }, status)).toMatchObject(
      sdkError('session-malformed', 'sessionRefresh()'),
    )
  })
})

describe('what an answer says holds', () => {
  it.each<[unknown, number]>([
    [{ expiresIn: 60 }, 60],
    [{ expiresIn: '60' }, 60],
    [{ expiresIn: 0 }, 0],
    [{}, 5 * MINUTE],
    [{ expiresIn: null }, 5 * MINUTE],
    [{ expiresIn: '' }, 5 * MINUTE],
    [{ expiresIn: 'soon' }, 5 * MINUTE],
    [{ expiresIn: -5 }, 5 * MINUTE],
    [{ expiresIn: {} }, 5 * MINUTE],
    [{ expiresIn: [60] }, 5 * MINUTE],
    [{ expiresIn: true }, 5 * MINUTE],
    [{ expiresIn: 1e15 }, LONGEST],
    [{ expiresIn: Number.POSITIVE_INFINITY }, LONGEST],
    [{ ...ADA, response: { expiresIn: 5 } }, MINUTE],
  ])('as long as it says, in milliseconds, from its arrival: %j, %d ms', async (body, ms) => {
    for (const unit of [undefined, 'milliseconds'] as const) expect(await lifetime(body, 200, unit)).toBe(ms)
  })

  it.each([
    [{ expiresIn: 60 }, MINUTE],
    [{}, 5 * MINUTE],
    [{ expiresIn: 1e9 }, LONGEST],
  ])('as long as it says in seconds, where the environment says so: %j, %d ms', async (body, ms) => {
    expect(await lifetime(body, 200, 'seconds')).toBe(ms)
  })

  it.each<[number, unknown, Unit, number]>([
    [400, NO_SESSION, 'milliseconds', MINUTE],
    [200, NO_SESSION, 'milliseconds', MINUTE],
    [400, { error: {}, response: { expiresIn: 60 } }, 'seconds', MINUTE],
    [400, { error: {}, expiresIn: 5000 }, 'milliseconds', 5000],
    [400, { expiresIn: 5000 }, 'milliseconds', 5000],
    [400, undefined, 'milliseconds', 5 * MINUTE],
    [400, { error: {}, response: {} }, 'milliseconds', 5 * MINUTE],
    [400, { error: {}, response: 'text' }, 'milliseconds', 5 * MINUTE],
    [400, { error: {}, response: { expiresIn: HOUR + 1 } }, 'milliseconds', HOUR],
    [200, { error: { code: 400 }, response: { expiresIn: 1e15 } }, 'milliseconds', HOUR],
    [400, { expiresIn: 86_400 }, 'seconds', HOUR],
  ])('an hour at most where nobody is logged in: %d %j in %s', async (status, body, unit, ms) => {
    expect(await lifetime(body, status, unit)).toBe(ms)
  })

  it.each<[string, number, unknown, number]>([
    ['where nobody is logged in, as long as it says', 400, NO_SESSION, MINUTE],
    ['where it stands in a success, as long as it says', 200, { error: {}, expiresIn: 5000 }, 5000],
    ['where it stands in a success, an hour at most', 200, { error: {}, expiresIn: 1e15 }, HOUR],
    ['where it stands in a success and does not say, for no time', 200, { error: {} }, 0],
    ['where the service refuses, for no time', 401, { expiresIn: 60_000 }, 0],
    ['where the service is in trouble, for no time', 503, { expiresIn: 60_000 }, 0],
  ])('of a failure: %s', async (_, status, body, holdsMs) => {
    expect((await failure(body, status)).holdsMs).toBe(holdsMs)
  })

  it.each<[string, number | undefined]>([
    ['120', 120_000],
    [new Date(NOW + 30_500).toUTCString(), 29_500],
    [new Date(NOW - 5000).toUTCString(), undefined],
    ['0', undefined],
    ['-5', undefined],
    ['soon', undefined],
    ['', undefined],
  ])('with Retry-After %j asks to be spared for %s ms', async (retryAfter, retryAfterMs) => {
    const { result } = ask({ status: 503, body: {}, retryAfter })
    expect(((await rejection(result)) as SDKError).retryAfterMs).toBe(retryAfterMs)
  })
})
