import { createContext, runInContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { SDKError } from '../../core/errors.ts'
import { createIdentity } from '../../core/kernel/create-identity.ts'
import { EXPLANATIONS } from '../../core/reasons.ts'
import { optionsFor, thrown } from '../support/fixtures.ts'
import { openPage } from '../support/page.ts'
import { firstLineOf } from '../support/stack.ts'

describe('SDKError', () => {
  it('is an Error with a reason, and with details only where there are some', () => {
    const cause = new Error('inner')
    const error = new SDKError('session-refused', 401, { code: 401, type: 'LoginException', cause })
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({
      name: 'SDKError',
      reason: 'session-refused',
      code: 401,
      type: 'LoginException',
    })
    expect(error.cause).toBe(cause)
    expect(error.stack).toContain('session-refused: 401')
    expect(JSON.stringify(new SDKError('timeout'))).toBe('{"name":"SDKError","reason":"timeout"}')
    expect('cause' in new SDKError('timeout')).toBe(false)
  })

  it.each([
    ['disposed', undefined, `disposed: ${EXPLANATIONS.disposed}`],
    ['timeout', '8000 ms', `timeout: 8000 ms. ${EXPLANATIONS.timeout}`],
    ['session-refused', 401, `session-refused: 401. ${EXPLANATIONS['session-refused']}`],
    ['session-refused', 0, `session-refused: 0. ${EXPLANATIONS['session-refused']}`],
  ] as const)('of %s about %s says both, and explains itself', (reason, subject, message) => {
    expect(new SDKError(reason, subject).message).toBe(message)
  })

  it('knows its own from other bundles and realms, and nothing else', () => {
    const foreign = runInContext(
      "Object.assign(new Error('x'), { name: 'SDKError', reason: 'timeout' })",
      createContext({}),
    )
    expect(foreign instanceof Error).toBe(false)
    expect(SDKError.is(foreign)).toBe(true)
    expect(SDKError.is(new SDKError('timeout', 'Late.'))).toBe(true)
    for (const other of [new Error('x'), null, undefined, 7, 'SDKError', {}, () => {}])
      expect(SDKError.is(other)).toBe(false)
  })

  it('is made of whatever was caught, unless that is one already', () => {
    const own = new SDKError('timeout')
    expect(SDKError.from(own, 'plugin-failed', 'setup')).toBe(own)
    for (const cause of [new TypeError('boom'), 'boom', null, undefined])
      expect(SDKError.from(cause, 'plugin-failed', 'setup')).toMatchObject({
        reason: 'plugin-failed',
        message: expect.stringContaining('setup'),
        cause,
      })
  })
})

describe('the stack of an error', () => {
  it.each<[string, () => unknown, string]>([
    ['an option', () => createIdentity({ ...optionsFor(openPage()), clientId: '' }, []), 'clientId'],
    ['a plugin', () => createIdentity(optionsFor(openPage()), [{ name: 'x' } as never]), 'factory'],
  ])('begins at the line of the page that has composed with %s that is wrong', (_, compose, message) => {
    const error = thrown(compose) as SDKError
    expect(firstLineOf(error)).toMatch(/^errors\.test\.ts:\d+$/)
    expect(error.stack).toContain(message)
  })

  it('begins at the very line, and not in the library', () => {
    // biome-ignore format: the two stand on one line
    const [error, here] = [thrown(() => createIdentity({} as never, [])), new Error('of this line')]
    expect(firstLineOf(error)).toBe(firstLineOf(here))
  })

  it('is left as it is where the browser cannot move it, or where no error was thrown', () => {
    const { captureStackTrace } = Error
    Object.assign(Error, { captureStackTrace: undefined })
    try {
      expect(thrown(() => createIdentity({} as never, []))).toMatchObject({ reason: 'option-invalid' })
    } finally {
      Object.assign(Error, { captureStackTrace })
    }
    const options = {
      get clientId() {
        throw 'boom'
      },
    }
    expect(thrown(() => createIdentity(options as never, []))).toBe('boom')
  })
})
