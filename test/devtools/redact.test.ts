import { describe, expect, it } from 'vitest'
import { originOf, plainWords, withoutValues } from '../../devtools/redact.ts'

describe('an address without values', () => {
  it.each([
    ['https://id.site.com/v2/session?sig=secret&tabId=7#frag', 'https://id.site.com/v2/session?sig&tabId'],
    ['https://user:password@site.com/path', 'https://site.com/path'],
    ['https://site.com/?a=1&a=2', 'https://site.com/?a'],
    ['no address', '(no address)'],
  ])('%s is shown as %s', (address, shown) => {
    expect(withoutValues(address)).toBe(shown)
  })

  it('has an origin, if it is one', () => {
    expect(originOf('https://site.com:8443/path')).toBe('https://site.com:8443')
    expect(originOf('path')).toBe('')
  })
})

describe('the words of a service', () => {
  it('are shown when they are words', () => {
    expect(plainWords('No such client at this session service')).toBe(
      'No such client at this session service',
    )
  })

  it.each([
    ['<b>x</b>', 'eyJhbGciOiJIUzI1NiJ9.e30.abc', 'token=abc', 'user 100001', 'a'.repeat(25)],
    ['sig signature.payload', 'aBcDeF', 'abcdefghijklmnopqrstuvwxyz'],
    [null, 7, {}, ['words']],
  ])('are left out where they could be data', (...values) => {
    for (const value of values) expect(plainWords(value)).toBe('')
  })
})
