import { describe, expect, it } from 'vitest'
import { SDKError } from '../../core/errors.ts'
import { lifetimeOf, redirectOf } from '../../core/session/reading.ts'
import type { HasSessionSuccessResponse } from '../../core/session/types.ts'
import { failureLifetimeOf, isAboutReader, readAnswer } from '../../core/session-answer.ts'
import { ADA, NO_SESSION } from '../support/fixtures.ts'

/** The session that is read out of a body. */
function read(body: unknown, status = 200): HasSessionSuccessResponse {
  const { session, error } = readAnswer({ status, body })
  if (!session) throw error
  return session
}

/** The error that a body is read as. */
function failure(body: unknown, status = 200): SDKError {
  const { session, error } = readAnswer({ status, body })
  expect(session).toBeUndefined()
  if (!error) throw new Error('A session was read')
  return error
}

describe('a session', () => {
  it('is what was sent, in a frozen object of its own', () => {
    const body = { ...ADA, theirs: { deep: true } }
    const session = read(body)
    expect(session).toEqual(body)
    // Not even as absent: a page asks by `in`, and copies.
    expect(Object.keys(session).sort()).toEqual(Object.keys(body).sort())
    expect(session).not.toBe(body)
    expect(Object.isFrozen(session)).toBe(true)
    expect(Object.getPrototypeOf(session)).toBe(Object.prototype)
  })

  it('is none where a failure comes with the body of an earlier session', () => {
    const body = { result: true, userId: 7 }
    expect(readAnswer({ status: 200, body }).session).toMatchObject({ userId: 7 })
    expect(readAnswer({ status: 300, body })).toMatchObject({ error: { reason: 'session-refused' } })
    expect(readAnswer({ status: 503, body })).toMatchObject({ error: { reason: 'session-unreachable' } })
  })

  it('is the same object for whoever reads the same body again, or the session itself', () => {
    const body = { ...ADA }
    const session = read(body)
    expect(read(body)).toBe(session)
    expect(read(session)).toBe(session)
    expect(read({ ...ADA })).not.toBe(session)
  })

  it('may be empty: nobody, and not connected', () => {
    expect(read({})).toEqual({ result: false })
    expect(Object.keys(read({}))).toEqual(['result'])
  })

  it.each([200, 201, 204, 299])('comes with the status %d', (status) => {
    expect(read(ADA, status)).toEqual(ADA)
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
  ])('has %s %j read as %j', (name, sent, value) => {
    expect(read({ ...ADA, [name]: sent })).toEqual({ ...ADA, [name]: value })
  })

  it.each<unknown>([0, '', '0', ' ', '\t\n', null, undefined, false, true, {}, [], [7], { valueOf: 7 }])(
    'with the userId %j is of nobody',
    (userId) => {
      expect(read({ ...ADA, userId }).userId).toBeUndefined()
    },
  )

  it.each(['uuid', 'sp_id', 'pairId', 'sdrn', 'baseDomain', 'userStatus', 'expiresIn'])(
    'counts a %s that cannot be used as absent',
    (name) => {
      for (const unusable of [null, '', ' ', '\t\n', true, {}, [], ['text'], { toString: 1 }])
        expect(read({ ...ADA, [name]: unusable })).toEqual({ ...ADA, [name]: undefined })
    },
  )

  it('that holds for no time says so', () => {
    expect(read({ ...ADA, expiresIn: 0 }).expiresIn).toBe(0)
  })

  it.each([
    [true, true],
    [1, true],
    ['true', true],
    [false, false],
    [0, false],
    ['', false],
    [null, false],
    [undefined, false],
  ])('with the result %j is connected: %j', (result, connected) => {
    expect(read({ ...ADA, result }).result).toBe(connected)
  })

  it('has what others may not rely on as it was sent', () => {
    const theirs = { displayName: 5, tracking: 'yes', serverTime: '1', own: null, sig: {} }
    expect(read({ ...ADA, ...theirs })).toEqual({ ...ADA, ...theirs })
  })

  it.each([
    ['enumerable', true],
    ['not enumerable', false],
  ])('has its own members only, where a script has added some to all objects (%s)', (_, enumerable) => {
    const names = ['userId', 'uuid', 'sp_id', 'pairId', 'sdrn', 'baseDomain', 'userStatus', 'result', 'error']
    const polluted = [...names, 'expiresIn', 'redirectURL', 'response', 'code', 'type']
    for (const name of polluted)
      Object.defineProperty(Object.prototype, name, {
        value: name === 'error' ? { code: 400 } : '7',
        enumerable,
        writable: true,
        configurable: true,
      })
    try {
      const session = read({ uuid: 'u-1' })
      expect(session.uuid).toBe('u-1')
      expect(session.result).toBe(false)
      for (const name of [
        'userId',
        'sp_id',
        'pairId',
        'sdrn',
        'baseDomain',
        'userStatus',
        'expiresIn',
      ] as const)
        expect(session[name], name).toBeUndefined()
      expect(lifetimeOf({}, 'milliseconds')).toBe(300_000)
      expect(redirectOf({ status: 200, body: {} })).toBeUndefined()
      expect(redirectOf({ status: 200, body: { redirectURL: '/x' } })).toBe('/x')
      const refused = failure({ error: {} })
      expect([refused.code, refused.type]).toEqual([200, undefined])
    } finally {
      for (const name of polluted) Reflect.deleteProperty(Object.prototype, name)
    }
  })

  it('takes no prototype from the service', () => {
    const session = read(JSON.parse('{"uuid":"u-1","__proto__":{"userId":7},"constructor":1}'))
    expect(session.userId).toBeUndefined()
    expect(Object.getPrototypeOf(session)).toBe(Object.prototype)
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
      '2xx with the code 400 as text',
      200,
      { error: { code: '400' } },
      { reason: 'session-missing', code: 400 },
    ],
    [
      '2xx with an error',
      200,
      { error: { code: 401, type: 'LoginException' } },
      { reason: 'session-refused', code: 401, type: 'LoginException' },
    ],
    ['2xx with an error and a user', 200, { ...ADA, error: {} }, { reason: 'session-refused', code: 200 }],
    ['2xx with an error that is text', 200, { error: 'x' }, { reason: 'session-refused', code: 200 }],
    ['2xx with an error that is a list', 200, { error: [1] }, { reason: 'session-refused', code: 200 }],
    ['no type', 403, { error: { type: '' } }, { reason: 'session-refused', code: 403, type: undefined }],
    ['300', 300, undefined, { reason: 'session-refused', code: 300 }],
    ['401', 401, 'no', { reason: 'session-refused', code: 401 }],
    ['404', 404, undefined, { reason: 'session-refused', code: 404 }],
    ['499', 499, {}, { reason: 'session-refused', code: 499 }],
    ['500', 500, {}, { reason: 'session-unreachable', code: 500 }],
    [
      '503, whatever its body says',
      503,
      { error: { code: 400 } },
      { reason: 'session-unreachable', code: 503 },
    ],
  ])('is %s', (_, status, body, expected) => {
    expect(failure(body, status)).toMatchObject({
      name: 'SDKError',
      message: expect.stringMatching(`^${expected.reason}: ${expected.code}\\b`),
      ...expected,
    })
  })

  it.each([null, undefined, false, 0, ''])('is none where the error is %j', (error) => {
    expect(read({ ...ADA, error }).userId).toBe(101)
  })

  it.each([{}, [], null, '', 'a b', '<b>x</b>', 'x'.repeat(65)])('has no type where that is %j', (type) => {
    expect(failure({ error: { code: 401, type } }).type).toBeUndefined()
  })

  it('never carries what the server sent', () => {
    const body = {
      error: { code: 'token-0', type: '<b>token-1</b>', description: 'token-2' },
      sp_id: 'token-3',
    }
    const error = failure(body, 401)
    expect(`${error.message}${error.stack}${JSON.stringify(error)}`).not.toContain('token')
  })
})

describe('an answer that is no session', () => {
  it.each([undefined, null, '', 'text', 7, true, [], [ADA]])('is %j', (body) => {
    expect(failure(body)).toMatchObject({
      reason: 'session-malformed',
      message: expect.stringContaining('no JSON object came'),
    })
  })

  it('is a redirect that no plugin followed', () => {
    expect(failure({ redirectURL: '/x' })).toMatchObject({
      reason: 'session-malformed',
      message: expect.stringContaining('sessionRefresh()'),
    })
  })
})

describe('an answer about the reader', () => {
  it.each([
    ['a session', 200, ADA, true],
    ['a session of nobody', 200, {}, true],
    ['that there is no session', 400, NO_SESSION, true],
    ['the same, with a good status', 200, NO_SESSION, true],
    ['a refusal', 401, undefined, false],
    ['a failure of the service', 503, ADA, false],
    ['something else', 200, 'text', false],
    ['a redirect', 200, { redirectURL: '/x' }, false],
  ])('is %s, with the status %d: %o, %s', (_, status, body, expected) => {
    expect(isAboutReader({ status, body })).toBe(expected)
  })
})

describe('a redirect', () => {
  it('is a redirectURL that stands alone in a good answer', () => {
    expect(redirectOf({ status: 200, body: { redirectURL: '/x' } })).toBe('/x')
    expect(redirectOf({ status: 299, body: { redirectURL: 7 } })).toBe(7)
    for (const answer of [
      { status: 400, body: { redirectURL: '/x' } },
      { status: 503, body: { redirectURL: '/x' } },
      { status: 200, body: { redirectURL: '/x', userId: 1 } },
      { status: 200, body: {} },
      { status: 200, body: null },
      { status: 200, body: 'text' },
      { status: 200, body: [] },
    ])
      expect(redirectOf(answer)).toBeUndefined()
  })

  it('is none in a session, which is one all the same', () => {
    expect(read({ ...ADA, redirectURL: '/x' }).userId).toBe(101)
  })
})

describe('a failure that the service did not state', () => {
  it('holds for no time, whatever the answer says', () => {
    const body = { ...ADA, expiresIn: 60 }
    expect(failureLifetimeOf({ status: 200, body }, new SDKError('refresh-failed'), 'seconds')).toBe(0)
  })
})
