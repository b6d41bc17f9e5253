// The word by which log and metrics name an error: there is one for whatever was thrown, and it holds nothing of what the error holds.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { reasonOf } from '../src/events.ts'

const refuse = (): never => {
  throw new Error('of kari@site.com')
}
const refusing = () => new Proxy({}, { get: refuse, has: refuse, getPrototypeOf: refuse, ownKeys: refuse })
function revoked(): unknown {
  const { proxy, revoke } = Proxy.revocable([], {})
  revoke()
  return proxy
}

/** What a member of an error gives when it is read, where the errors are these. */
type Member = (errors: readonly Error[]) => unknown

const anError = fc.nat(4).map(
  (at): Member =>
    (errors) =>
      errors[at % errors.length],
)
const errorsWithin = anError.map(
  (member): Member =>
    (errors) => [member(errors)],
)
const text = fc.constantFrom('EPIPE', 'ReplyError', 'READONLY You can’t', 'invalid_grant', 'kari@site.com')
const member = fc.oneof(
  anError,
  errorsWithin,
  fc.oneof(text, fc.anything()).map(
    (value): Member =>
      () =>
        value,
  ),
  fc.constantFrom<Member>(refuse, refusing, revoked),
)
const names = ['code', 'name', 'message', 'previousErrors', 'error', 'cause', 'parameters'] as const
const shape = fc.dictionary(fc.constantFrom(...names), member)

/** Errors that lead to one another, and to themselves. */
function errorsOf(shapes: readonly Readonly<Record<string, Member>>[]): readonly Error[] {
  const errors = shapes.map(() => new Error())
  for (const [at, members] of shapes.entries())
    for (const [name, get] of Object.entries(members))
      Object.defineProperty(errors[at], name, { get: () => get(errors) })
  return errors
}

const nameless = expect.stringMatching(/^(?!kari)[\w-]{1,64}$/)

it('names whatever was thrown: what leads back to itself, and what refuses to be read', () => {
  fc.assert(
    fc.property(fc.array(shape, { minLength: 1, maxLength: 5 }), (shapes) => {
      for (const error of errorsOf(shapes)) expect(reasonOf(error)).toEqual(nameless)
    }),
    { numRuns: 300 },
  )
})

it('names what is no error', () => {
  fc.assert(
    fc.property(fc.anything(), (thrown) => {
      expect(reasonOf(thrown)).toEqual(nameless)
    }),
  )
  for (const thrown of [refusing(), revoked()]) expect(reasonOf(thrown)).toBe('unknown')
})

class Named extends Error {
  constructor(members: object = {}) {
    super('of kari@site.com')
    Object.assign(this, members)
  }
}
const own = new Named({ name: 'MaxRetriesPerRequestError' })
Object.assign(own, { previousErrors: [own, own] })
const reply = (message: string): Error => Object.assign(new Error(message), { name: 'ReplyError' })

it.each([
  ['the first refusal within a transaction', { previousErrors: [reply('OOM command not allowed')] }, 'OOM'],
  ['itself, where a transaction leads back to it', own, 'MaxRetriesPerRequestError'],
  [
    'what kept a request from its server',
    new TypeError('fetch failed', { cause: new Named({ code: 'ENOTFOUND' }) }),
    'ENOTFOUND',
  ],
  [
    'its own code before an inner one',
    new Named({ code: 'OAUTH_TIMEOUT', cause: new Named({ code: 'ABORT_ERR' }) }),
    'OAUTH_TIMEOUT',
  ],
  ['its own name before an inner one', new TypeError('', { cause: new RangeError('') }), 'TypeError'],
  [
    'what a provider has answered',
    new Named({ code: 'OAUTH_RESPONSE', error: 'invalid_grant' }),
    'invalid_grant',
  ],
  ['no more than that it is unknown', { name: 'kari@site.com' }, 'unknown'],
])('names %s', (_what, thrown, reason) => {
  expect(reasonOf(thrown)).toBe(reason)
})
