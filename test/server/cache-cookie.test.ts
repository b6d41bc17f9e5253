/** The cookie `SP_ID` in the header of a request. */
import { describe, expect, it } from 'vitest'
import { readCacheCookie } from '../../server/cache-cookie.ts'

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const OF_THE_EMULATOR = `c2lnbmF0dXJl.${encode({ sub: 'u-1', exp: 1 })}`

describe('readCacheCookie', () => {
  it.each([
    ['SP_ID=abc', 'abc'],
    ['a=b; SP_ID=abc; c=d', 'abc'],
    ['a=b;SP_ID = abc', 'abc'],
    ['SP_ID=a%2Bb%3D', 'a+b='],
    ['SP_ID=100%', '100%'],
    ['SP_ID=a=b', 'a=b'],
    ['SP_ID=; SP_ID=abc', 'abc'],
    ['SP_ID=first; SP_ID=second', 'first'],
  ])('readCacheCookie finds the id, which is opaque: %s', (header, spId) => {
    expect(readCacheCookie(header)).toEqual({ spId })
  })

  it.each([
    undefined,
    null,
    '',
    'a=b',
    'SP_ID',
    'SP_ID=',
    'XSP_ID=abc',
    'SP_ID_old=abc',
    'SP_ID =',
    'sp_id=abc',
    ';;=;',
  ])('readCacheCookie finds no id: %j', (header) => {
    expect(readCacheCookie(header)).toBeUndefined()
  })

  it('readCacheCookie reads what an id of the emulator says, and calls it unverified', () => {
    expect(readCacheCookie(`SP_ID=${OF_THE_EMULATOR}`)).toEqual({
      spId: OF_THE_EMULATOR,
      unverified: { sub: 'u-1', exp: 1 },
    })
  })

  it.each([
    ...['a.b', `a.${encode('text')}`, `a.${encode([1])}`, `a.${encode(null)}`],
    // Of three parts, as a token of another service.
    ...[`a.b.${encode({ sub: 'u-1' })}`, `a.${encode({ sub: 'u-1' })}.c`],
  ])('readCacheCookie reads nothing out of any other id: %s', (spId) => {
    expect(readCacheCookie(`SP_ID=${spId}`)).toEqual({ spId })
  })
})
