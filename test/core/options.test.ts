// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest'
import { resolveOptions } from '../../core/options.ts'
import { ENV, optionsFor, thrown } from '../support/fixtures.ts'
import { openPage } from '../support/page.ts'

const resolve = (more: object) => resolveOptions({ ...optionsFor(openPage()), ...more } as never)

describe('options', () => {
  it.each([
    ['clientId', undefined, 'Option clientId is nothing: give the client identifier.'],
    ['clientId', '  ', 'Option clientId is a string: give the client identifier.'],
    ['clientId', 12, 'Option clientId is a number: give the client identifier.'],
    ['sessionDomain', '', 'Option sessionDomain is an empty string: give an absolute http(s) URL'],
    ['sessionDomain', 'id.site.com', 'Option sessionDomain is a string: give an absolute http(s) URL'],
    ['sessionDomain', 'https://id.site.com/?a=1', 'wildcard or fragment, and without query.'],
    ['redirectUri', null, 'Option redirectUri is nothing: give an absolute http(s) URL'],
    ['redirectUri', ['https://a.b'], 'Option redirectUri is an array: give an absolute http(s) URL'],
    ['log', 'console', 'Option log is a string: give a function, or leave it out.'],
    ['env', undefined, 'Option env is nothing: give an Environment object.'],
    ['env', 'PRE', 'Option env is a string: give an Environment object.'],
    [
      'env',
      { ...ENV, accountUrl: 'ftp://x.y' },
      'Option env.accountUrl is a string: give an absolute http(s) URL',
    ],
    [
      'env',
      { ...ENV, widgetUrl: undefined },
      'Option env.widgetUrl is nothing: give an absolute http(s) URL',
    ],
    ['env', { ...ENV, globalSessionUrl: 'https://x.y?z' }, 'Option env.globalSessionUrl is a string'],
    ['env', { ...ENV, name: '' }, 'Option env.name is an empty string: give letters, digits'],
    ['env', { ...ENV, name: 5 }, 'Option env.name is a number: give letters, digits'],
    ['env', { ...ENV, sdrnNamespace: 'a:b' }, 'Option env.sdrnNamespace is a string: give letters, digits'],
    [
      'env',
      { ...ENV, expiresInUnit: 'minutes' },
      "Option env.expiresInUnit is a string: give 'milliseconds'",
    ],
    ['window', {}, ': give a window: construct in a browser, or pass one.'],
    ['window', 'window', ': give a window: construct in a browser, or pass one.'],
  ])('refuses %s = %j', (name, value, message) => {
    expect(thrown(() => resolve({ [name]: value }))).toMatchObject({
      name: 'SDKError',
      reason: 'option-invalid',
      message: expect.stringContaining(message),
    })
  })

  it.each([undefined, null, 'client-1', []])('refuses %j as options', (options) => {
    expect(thrown(() => resolveOptions(options as never))).toMatchObject({
      reason: 'option-invalid',
      message: expect.stringMatching(
        /^Option object is .+: give clientId, sessionDomain, redirectUri and env\.$/,
      ),
    })
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    '/\\evil.example',
    'https://user:pass@site.example',
    'https://site.example@evil.example',
    'https://*.site.example',
    'https://site.example\\@evil.example',
    'ht\ntps://site.example',
    'https://site.example/\tpath',
    ' https://site.example',
    'https://site.example/#fragment',
    'https://',
    'https://a b',
    'https://[::1',
  ])('refuses %j as redirectUri', (redirectUri) => {
    expect(thrown(() => resolve({ redirectUri }))).toMatchObject({ reason: 'option-invalid' })
  })

  it.each(['http://localhost:8800', 'https://site.example/callback?to=%2Fa&b=c@d', 'HTTPS://[::1]:8/x'])(
    'accepts %j as redirectUri, unchanged',
    (redirectUri) => {
      expect(resolve({ redirectUri }).redirectUri).toBe(redirectUri)
    },
  )

  it('never shows the value of an option', () => {
    const error = thrown(() => resolve({ redirectUri: 'secret-token' })) as Error
    expect(error.message).not.toContain('secret-token')
  })

  it('takes the global window by default', () => {
    const { window: _, ...options } = optionsFor(openPage())
    expect(resolveOptions(options).window).toBe(globalThis.window)
  })

  it('refuses to construct without any window', () => {
    const { window: _, ...options } = optionsFor(openPage())
    vi.stubGlobal('window', undefined)
    expect(thrown(() => resolveOptions(options))).toMatchObject({
      reason: 'option-invalid',
      message: 'Option window is nothing: give a window: construct in a browser, or pass one.',
    })
    vi.unstubAllGlobals()
  })

  it('keeps a copy, so that later changes of the caller change nothing', () => {
    const env = { ...ENV }
    const resolved = resolve({ env })
    env.accountUrl = 'https://evil.example'
    expect(resolved.env.accountUrl).toBe(ENV.accountUrl)
  })

  it.each([undefined, 'milliseconds', 'seconds'])(
    'accepts an environment whose expiresInUnit is %s',
    (expiresInUnit) => {
      expect(resolve({ env: { ...ENV, expiresInUnit } }).env.expiresInUnit).toBe(expiresInUnit)
    },
  )
})
