import { createContext, runInContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { SDKError } from '../../core/errors.ts'

describe('SDKError', () => {
  it('is an Error with a reason, and with details only where there are some', () => {
    const cause = new Error('inner')
    const error = new SDKError('session-refused', 'No.', { code: 401, type: 'LoginException', cause })
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({
      name: 'SDKError',
      reason: 'session-refused',
      code: 401,
      type: 'LoginException',
    })
    expect(error.cause).toBe(cause)
    expect(error.stack).toContain('No.')
    expect(JSON.stringify(new SDKError('timeout', 'Late.'))).toBe('{"name":"SDKError","reason":"timeout"}')
    expect('cause' in new SDKError('timeout', 'Late.')).toBe(false)
  })

  it('knows its own from other bundles and realms, and nothing else', () => {
    const foreign = runInContext(
      "Object.assign(new Error('x'), { name: 'SDKError', reason: 'timeout' })",
      createContext({}),
    )
    expect(foreign instanceof Error).toBe(false)
    expect(SDKError.is(foreign)).toBe(true)
    expect(SDKError.is(new SDKError('timeout', 'Late.'))).toBe(true)
    for (const other of [new Error('x'), null, undefined, 'SDKError', { name: 'SDKError' }])
      expect(SDKError.is(other)).toBe(false)
  })
})
