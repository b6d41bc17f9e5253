import { describe, expect, it } from 'vitest'
import { cookiesIn } from '../../server/cookies.ts'
import { headerOf } from '../../server/request.ts'

describe('the header Cookie', () => {
  it.each([
    ['an object of Node', { cookie: 'a=1' }, 'a=1'],
    ['an object of Node, of a header that came twice', { cookie: ['a=1', 'b=2'] }, 'a=1; b=2'],
    ['an object whose names have capital letters', { Host: 'x', Cookie: 'a=1' }, 'a=1'],
    ['an object whose header is undefined', { cookie: undefined }, ''],
    ['Headers', new Headers({ cookie: 'a=1' }), 'a=1'],
    ['an object of Node without it', {}, ''],
    ['Headers without it', new Headers(), ''],
  ])('is read from %s', (_, headers, header) => {
    expect(headerOf({ url: '/', headers } as never, 'cookie')).toBe(header)
  })

  it('has names and values, without the spaces around them, in their order and as often as they come', () => {
    expect(cookiesIn('a=1;  b = 2 ;a=3;c=x=y')).toEqual([
      ['a', '1'],
      ['b', '2'],
      ['a', '3'],
      ['c', 'x=y'],
    ])
  })

  it('has names and values whose blanks are part of them, but for space and tab', () => {
    for (const blank of ['\u00a0', '\ufeff', '\u2003', '\v', '\f'])
      expect(cookiesIn(`${blank}a${blank}=${blank}1${blank}`)).toEqual([
        [`${blank}a${blank}`, `${blank}1${blank}`],
      ])
    expect(cookiesIn(' \t a \t = \t 1 2 \t ')).toEqual([['a', '1 2']])
  })

  it('has no cookie where there is no equals sign, and one without a name where it comes first', () => {
    expect(cookiesIn('=1; a; ')).toEqual([['', '1']])
    expect(cookiesIn('')).toEqual([])
  })
})
