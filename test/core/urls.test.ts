import { describe, expect, it } from 'vitest'
import { createIdentity } from '../../core/kernel/create-identity.ts'
import { login } from '../../plugins/login/login.ts'
import { openKernel, optionsFor, thrown } from '../support/fixtures.ts'
import { openPage } from '../support/page.ts'

const open = () => openKernel(optionsFor(openPage())).kernel

describe('a URL that is built', () => {
  it('is base, path and parameters, in the order given', () => {
    const build = open().buildUrl
    expect(build('login', 'https://a.example/base', 'path?fixed=1&', { b: 'x', a: 'y', 1: 'first' })).toBe(
      'https://a.example/base/path?fixed=1&1=first&b=x&a=y',
    )
  })

  it('leaves out what has no value, and keeps 0', () => {
    const build = open().buildUrl
    const parameters = {
      a: undefined,
      b: '',
      c: null as never,
      d: '0',
      e: 0,
      f: Number.NaN as never,
      g: false as never,
    }
    expect(build('login', 'https://a.example', '?', parameters)).toBe('https://a.example/?d=0&e=0')
  })

  it('encodes names and values, whatever they hold', () => {
    const pairs = { 'a&b': 'c=d&e', 'é ': '#?/\\', x: '\n"<script>' }
    const url = open().buildUrl('login', 'https://a.example', 'p?', pairs)
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual(pairs)
    expect(new URL(url).hash).toBe('')
  })

  it('carries what plugins append, who learn its kind and see the parameters before them', () => {
    const kernel = open()
    kernel.hook('url:build', ({ kind, query }) => {
      expect(`${query}`).toBe('a=1')
      query.append('kind', kind)
    })
    // Each time anew.
    for (let time = 0; time < 2; time++) {
      const url = kernel.buildUrl('logout', 'https://a.example', 'p?', { a: '1' })
      expect(url).toBe('https://a.example/p?a=1&kind=logout')
    }
  })
})

describe('where the browser returns to', () => {
  const returnUri = (redirectUri: unknown) => {
    const url = createIdentity(optionsFor(openPage()), [login()]).logoutUrl(redirectUri as string)
    return new URL(url).searchParams.get('redirect_uri')
  }

  it.each(['https://www.site.example/other?a=1#part', 'myapp://callback', 'https://www.site.example/a b'])(
    'is the address given, as it is: %s',
    (redirectUri) => {
      expect(returnUri(redirectUri)).toBe(redirectUri)
    },
  )

  it('shows a wrong address, and nothing in it that may be secret', () => {
    const { message } = thrown(() => returnUri('/callback?code=token-1')) as Error
    expect(message).toContain('"/callback?')
    expect(message).not.toContain('token-1')
  })
})
