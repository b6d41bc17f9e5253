import { describe, expect, it } from 'vitest'
import { createIdentity } from '../../core/kernel/create-identity.ts'
import { optionsFor, thrown } from '../support/fixtures.ts'
import { openPage } from '../support/page.ts'

/** What is said of an option that was given so. */
const said = (value: unknown): string =>
  (thrown(() => createIdentity({ ...optionsFor(openPage()), sessionDomain: value as never }, [])) as Error)
    .message

describe('what was given, in words', () => {
  it('names the thing, its value and what to give', () => {
    const words = said('nb-NO')
    for (const part of ['sessionDomain', '"nb-NO"', 'an http(s) URL']) expect(words).toContain(part)
  })

  it.each([
    [' padded ', '" padded "'],
    ['', '""'],
    ['line\nbreak', '"line\\nbreak"'],
    [-1, '-1'],
    [0, '0'],
    [true, 'true'],
    [null, 'null'],
    [undefined, 'missing'],
    [[5], 'array'],
    [{ secret: 'token-1' }, 'object'],
    [() => 'token-1', 'function'],
    [Symbol('token-1'), 'symbol'],
    [Number.NaN, 'NaN'],
    [Number.POSITIVE_INFINITY, 'Infinity'],
    [12n, '12'],
  ])('shows %o as %s', (value, shown) => {
    expect(said(value)).toContain(shown)
    expect(said(value)).not.toContain('token-1')
  })

  it.each([
    'https://token-1@site.example/path',
    'https://user:token-1@site.example/path',
    'https://user:token-1?@site.example/path',
    'https://site.example/path?code=token-1',
    'https://site.example/path?a=1\n&code=token-1',
    'https://site.example/path#access_token=token-1',
    'https://user:token-1@site.example/path?code=token-1#token-1',
    'javascript:x?token-1',
  ])('hides the secrets of %j', (address) => {
    expect(said(address)).not.toContain('token-1')
  })

  it('shows the rest of an address: a typo is seen only where it stands', () => {
    expect(said('htps://user:pass@site.example/path?a=1#x')).toMatch(/"htps:\/\/.*@site\.example\/path\?.*"/)
  })

  it('quotes no more of a value than says what it is', () => {
    expect(said('x'.repeat(200))).toContain(`"${'x'.repeat(80)}"`)
  })
})
