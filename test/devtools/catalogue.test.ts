import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FINDINGS, type FindingId, found } from '../../devtools/catalogue.ts'
import { withoutContradictions } from '../../devtools/checks/exclusions.ts'

describe('the catalogue', () => {
  it.each(Object.entries(FINDINGS))(
    'says of %s in sentences what is wrong, why, how one can see it, and what to do',
    (id, entry) => {
      expect(id).toMatch(/^[a-z]+(-[a-z]+)+$/)
      expect(['error', 'warning', 'info']).toContain(entry.severity)
      for (const sentence of [entry.what, entry.why, entry.sign, entry.fix])
        expect(sentence).toMatch(/^\p{Lu}.{15,}[.?)]$/u)
    },
  )

  it('has no finding that no test produces in a browser', () => {
    const files = readdirSync('test/diagnosis').map((file) => `test/diagnosis/${file}`)
    const tests = [...files, 'test/e2e/devtools.test.ts'].map((file) => readFileSync(file, 'utf8')).join('\n')
    expect(Object.keys(FINDINGS).filter((id) => !tests.includes(`'${id}'`))).toEqual([])
  })
})

/** Findings of which at most one is true of a call. */
const REASONS: FindingId[] = [
  ...([
    'origin-refused',
    'service-down',
    'network-down',
    'service-failing',
    'service-busy',
    'no-response',
  ] as const),
  ...(['service-slow', 'client-unknown', 'session-refused', 'response-malformed', 'fetch-broken'] as const),
  ...(['refresh-loop', 'session-lost-after-login', 'session-domain-is-site'] as const),
]

describe('findings that are told together', () => {
  const told = (...ids: FindingId[]) =>
    withoutContradictions(ids.map((id) => found(id, 'seen'))).map(({ id }) => id)

  it('never name two reasons why a call brought no session', () => {
    const some = fc.subarray(Object.keys(FINDINGS) as FindingId[])
    fc.assert(
      fc.property(some, (ids) => {
        const reasons = told(...ids).filter((id) => REASONS.includes(id))
        expect(reasons.length).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('keep whatever excludes and explains nothing', () => {
    const others: FindingId[] = [
      'clock-off',
      'option-unknown',
      'two-instances',
      'csp-script',
      'storage-denied',
    ]
    expect(told(...others)).toEqual(others)
  })

  it.each<[FindingId, FindingId, FindingId]>([
    ['session-domain-cross-site', 'origin-refused', 'session-domain-cross-site'],
    ['session-domain-cross-site', 'no-response', 'session-domain-cross-site'],
    ['session-domain-cross-site', 'session-lost-after-login', 'session-domain-cross-site'],
    ['service-failing', 'refresh-loop', 'service-failing'],
    ['fetch-broken', 'fetch-wrapped', 'fetch-broken'],
  ])('of %s and %s are %s alone', (one, other, left) => {
    expect(told(one, other)).toEqual([left])
    expect(told(other, one)).toEqual([left])
  })

  it('tell of a service that is down on a page of another site, since both are so', () => {
    expect(told('session-domain-cross-site', 'service-down')).toHaveLength(2)
  })
})
