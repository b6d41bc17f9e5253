import { describe, expect, it, vi } from 'vitest'
import { VERSION } from '../../core/names.ts'
import { type ResolvedOptions, resolveOptions } from '../../core/options.ts'
import { clientParameters, createUrlBuilder, returnUri, sessionPath } from '../../core/urls.ts'
import { optionsFor, thrown } from '../support/fixtures.ts'
import { openPage } from '../support/page.ts'

const nobody = () => {}
const resolved = (more: object = {}): ResolvedOptions => resolveOptions(optionsFor(openPage(), more))

describe('a URL that is built', () => {
  it('is base, path and parameters, in the order given', () => {
    const build = createUrlBuilder(nobody)
    expect(build('login', 'https://a.example/base', 'path?fixed=1&', { b: 'x', a: 'y', 1: 'first' })).toBe(
      'https://a.example/base/path?fixed=1&1=first&b=x&a=y',
    )
  })

  it('has the very values, whatever was built before: one login never carries what is nearly its own', () => {
    const alike = ['Ab c', 'ab c', 'AB C', 'Ab+c', 'Ab%20c', 'Ab c ', 'Å', 'A\u030a', '1', '01']
    // By one builder, by another, and in any order.
    for (const build of [createUrlBuilder(nobody), createUrlBuilder(nobody)])
      for (const state of [...alike, ...[...alike].reverse()]) {
        const url = build('login', 'https://a.example', 'p?', { state, tag: state })
        expect([...new URL(url).searchParams.values()]).toEqual([state, state])
      }
  })

  it('leaves out what has no value, and keeps 0', () => {
    const build = createUrlBuilder(nobody)
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
    const url = createUrlBuilder(nobody)('login', 'https://a.example', 'p?', pairs)
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual(pairs)
    expect(new URL(url).hash).toBe('')
  })

  it('carries what plugins append, who learn its kind and see the parameters before them', () => {
    const callSync = vi.fn((_, { kind, query }) => {
      expect(`${query}`).toBe('a=1')
      query.append('kind', kind)
    })
    const build = createUrlBuilder(callSync)
    expect(build('logout', 'https://a.example', 'p?', { a: '1' })).toBe('https://a.example/p?a=1&kind=logout')
    expect(callSync).toHaveBeenCalledExactlyOnceWith('url:build', expect.anything())
  })

  it('starts anew each time', () => {
    const build = createUrlBuilder((_, { query }) => query.append('more', '1'))
    const [first, second] = [1, 2].map(() => build('login', 'https://a.example', '?', { a: '1' }))
    expect(second).toBe(first)
  })

  it('is not built when a plugin throws', () => {
    const boom = new Error('boom')
    const build = createUrlBuilder(() => {
      throw boom
    })
    expect(thrown(() => build('login', 'https://a.example', '?', {}))).toBe(boom)
  })
})

describe('where the browser returns to', () => {
  const CALLBACK = 'https://www.site.example/callback'

  it.each([undefined, null, ''])('is the address of the instance when %j is given', (redirectUri) => {
    expect(returnUri(resolved(), redirectUri as string)).toBe(CALLBACK)
  })

  it.each(['https://www.site.example/other?a=1#part', 'myapp://callback', 'https://www.site.example/a b'])(
    'is the address given, as it is: %s',
    (redirectUri) => {
      expect(returnUri(resolved(), redirectUri)).toBe(redirectUri)
    },
  )

  it.each(['/callback', '//evil.example', 'javascript:alert(1)', 7, true, {}, []])(
    'is not %j',
    (redirectUri) => {
      expect(thrown(() => returnUri(resolved(), redirectUri as string))).toMatchObject({
        reason: 'argument-invalid',
        message: expect.stringContaining('redirectUri'),
      })
    },
  )

  it('shows a wrong address, and nothing in it that may be secret', () => {
    const { message } = thrown(() => returnUri(resolved(), '/callback?code=token-1')) as Error
    expect(message).toContain('"/callback?')
    expect(message).not.toContain('token-1')
  })
})

describe('the session call', () => {
  it.each([
    ['https://id.site.example', 'v2/session?'],
    ['https://id.site.example//', 'v2/session?'],
    ['http://localhost:8800', 'v2/session?'],
    ['https://id.site.example/sso', 'session?'],
    ['https://id.site.example/a/sso/', 'session?'],
    ['https://id.site.example/to/https://x', 'session?'],
  ])('to %s goes to %s', (sessionDomain, path) => {
    expect(sessionPath(resolved({ sessionDomain }))).toBe(path)
  })

  it('shares parameters with the logout and the user context, which have fewer', () => {
    const options = resolved()
    const client = { client_sdrn: 'sdrn:example:client:client-1', sdk_version: VERSION }
    const given = (parameters: object) =>
      Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== undefined))
    expect(given(clientParameters(options, options.redirectUri, '7'))).toEqual({
      ...client,
      redirect_uri: 'https://www.site.example/callback',
      tabId: '7',
    })
    expect(given(clientParameters(options, 'https://www.site.example/bye'))).toEqual({
      ...client,
      redirect_uri: 'https://www.site.example/bye',
    })
    expect(given(clientParameters(options))).toEqual(client)
    // The order of the contract.
    expect(Object.keys(clientParameters(options))).toEqual([
      'client_sdrn',
      'redirect_uri',
      'sdk_version',
      'tabId',
    ])
  })
})
