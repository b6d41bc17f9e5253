import './runs.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fullOn } from '../security/full.ts'
import { ADA } from '../support/fixtures.ts'
import { openPage } from '../support/page.ts'
import { answerBy, nearlySession, outcomeOf, responseOf, text, value } from './outside.ts'

const body = fc.oneof(
  nearlySession.map((session) => JSON.stringify(session)),
  fc.tuple(nearlySession, fc.nat(200)).map(([session, end]) => JSON.stringify(session).slice(0, end)),
  value.map((any) => JSON.stringify(any)),
  text,
)
const status = fc.oneof(
  { weight: 3, arbitrary: fc.constant(200) },
  fc.constantFrom(201, 204, 400, 401, 404, 429, 500, 503),
  fc.integer({ min: 200, max: 599 }),
)

const REASONS =
  /^session-(missing|refused|unreachable|malformed|refreshing)$|^redirect-refused$|^refresh-failed$/

const LOOSE = ['result', 'userId', 'expiresIn', 'uuid', 'sp_id', 'pairId', 'sdrn', 'baseDomain', 'userStatus']
const isWord = (value: unknown) =>
  typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')

/** Holds a session against what was sent: the members that the library relies on in their kind, the rest untouched. */
function expectReading(session: Record<string, unknown>, sent: Record<string, unknown>): void {
  for (const name of new Set([...Object.keys(session), ...Object.keys(sent)])) {
    const [value, was] = [session[name], Object.hasOwn(sent, name) ? sent[name] : undefined]
    if (!LOOSE.includes(name)) expect(JSON.stringify(value)).toBe(JSON.stringify(was))
    else if (name === 'result') expect(value).toBe(!!was)
    else if (!isWord(was)) expect(value).toBeUndefined()
    else if (name === 'userId' && +(was as string) === 0) expect([undefined, was]).toContain(value)
    else expect(`${value}`).toBe(`${was}`)
  }
  expect(session.userId).not.toBe(0)
  for (const name of LOOSE.slice(3)) expect(['string', 'undefined']).toContain(typeof session[name])
  for (const name of ['userId', 'expiresIn'])
    if (Number.isSafeInteger(+`${session[name]}`) && `${+`${session[name]}`}` === session[name])
      expect(typeof session[name]).toBe('number')
}

describe('whatever the session service answers', () => {
  it('is a frozen session as it was meant, or an SDKError, and the next good answer heals', async () => {
    const page = openPage()
    let next = (): Response => responseOf(200, '')
    answerBy(page, () => next())
    await fc.assert(
      fc.asyncProperty(status, body, async (status, body) => {
        page.window.sessionStorage.clear()
        page.navigations.length = 0
        const identity = fullOn(page)
        identity.enableCacheCookie()
        next = () => responseOf(status, body)
        const outcome = await outcomeOf(identity)
        if (typeof outcome === 'string') {
          expect(outcome).toMatch(REASONS)
          if (status === 400) expect(outcome).toBe('session-missing')
        } else {
          expect(status).toBeLessThan(300)
          expect(Object.isFrozen(outcome)).toBe(true)
          expectReading(outcome as Record<string, unknown>, JSON.parse(body))
        }
        for (const url of page.navigations) expect(new URL(url).origin).toBe('https://id.site.example')
        expect(page.navigations.length).toBe(outcome === 'session-refreshing' ? 1 : 0)
        if (page.navigations.length) expect(status).toBeLessThan(300)

        page.window.sessionStorage.clear()
        identity.clearCachedUserSession()
        next = () => responseOf(200, JSON.stringify(ADA))
        expect(await identity.hasSession()).toEqual(ADA)
        identity.dispose()
      }),
      {
        examples: [
          // Has no encoding, so there is no cookie; the session is good all the same.
          [200, '{"sp_id":"\\ud800"}'],
          // A failure sends the browser nowhere, whatever its body says.
          [400, '{"redirectURL":"/x"}'],
          [503, '{"redirectURL":"/x"}'],
          [200, '{"redirectURL":"blob:https://id.site.example/0"}'],
          [200, '{"userId":1e999,"expiresIn":-1e999}'],
          [200, '{"userId":"7","uuid":5,"sp_id":0,"result":1,"sdrn":[],"pairId":""}'],
        ],
      },
    )
  })
})
