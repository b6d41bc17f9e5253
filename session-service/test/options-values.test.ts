// What each option may be, and what is said of a value that it may not be: at the edge of what is taken, and beyond.

import { describe, expect, it } from 'vitest'
import { good, problemsOf } from './support/options.ts'
import { NEWS, WWW } from './support/service.ts'

const YEAR_SECONDS = 366 * 86_400
const KEY = { kty: 'EC', crv: 'P-256', d: 'd', x: 'x', y: 'y' }

/** The options with a value at a path, such as `sites.0.clientId`. */
function withValue(path: string, value: unknown, into: unknown = good): object {
  const [name = '', ...below] = path.split('.')
  const known = (typeof into === 'object' ? into : {}) as Record<string, unknown>
  const changed = below.length > 0 ? withValue(below.join('.'), value, known[name] ?? {}) : value
  return /^\d/.test(name) ? [changed] : { ...known, [name]: changed }
}

describe('the options', () => {
  it.each<[string, ...unknown[]]>([
    [
      'origin',
      undefined,
      1,
      '',
      'x',
      'ftp://id.news.test',
      'http://localhost.news.test',
      `${good.origin}/`,
      'https://x.test:443',
    ],
    ['baseDomain', 1, ''],
    ['sites', 1, [], null, { find: () => NEWS }, { find: 1, all: () => [NEWS] }],
    ['sites.0', 1, null],
    ['sites.0.clientId', 1, '', 'x'.repeat(201)],
    ['sites.0.redirectUris', 1, []],
    ['sites.0.redirectUris.0', 1, '', '/callback', `${WWW}/#`, `${WWW}/`.padEnd(1001, 'x')],
    ['sites.0.logoutUris', 1],
    ['sites.0.logoutUris.0', 1, '', '/'],
    ['sites.0.signatureSecret', 1, '', 'x'.repeat(31), []],
    ['sites.0.clientSecret', 1, '', ` ${'x'.repeat(31)} `, []],
    ['sites.0.clientSecret.0', 1, ''],
    ['sites.0.pairwiseGroup', 1, ''],
    ['sites.0.appearance', 1],
    ['sites.0.appearance.name', 1, '', 'x'.repeat(61)],
    ['sites.0.appearance.logo', 1, '', 'x', 'xdata:image/png;base64,', 'data:text/html,'],
    ['sites.0.appearance.home', 1, '', '/'],
    ['sites.0.appearance.colors', 1, { text: '#fffffe' }, { background: '#1c1c1d' }],
    ['sites.0.appearance.darkColors', 1, { text: '#161619' }, { background: '#f2f2f2' }],
    ['sites.0.appearance.colors.button', 1, '#0a6cf', '#0a6cff0', 'x#0a6cff', '#0a6cfg'],
    ['provider', 1, null],
    [
      'provider.issuer',
      undefined,
      1,
      '',
      'x',
      'http://login.test',
      'http://localhost.test',
      'ftp://localhost',
    ],
    ['provider.discoveryUrl', 1, '', 'x', 'http://login.test/config'],
    ['provider.clientId', undefined, 1, ''],
    ['provider.clientSecret', 1, ''],
    ['provider.clientAuthentication', 1, 'digest'],
    ['provider.scopes', 1, [], ['profile']],
    ['provider.prompts', 1],
    ['provider.prompts.0', 1, ''],
    ['provider.acrValues', 1],
    ['provider.acrValues.otp', 1],
    ['provider.acrValues.otp.0', 1, ''],
    ['provider.forward', 1],
    ['provider.parameters', 1],
    ['provider.parameters.audience', 1],
    ['provider.accountPages', 1, '', 'x'],
    ['provider.accountPages.account', 1, '', 'x'],
    ['provider.accountPages.phones', 1, '', 'x'],
    ['provider.rpInitiatedLogout', 1],
    ['provider.logoutUrl', 1, '', 'x', 'http://login.test/logout'],
    ['provider.frontChannelLogout', 1],
    ['provider.fetch', 1],
    ['provider.pkce', 1],
    ['store', undefined, null, 1, { read: 1 }],
    ['cookieSecret', undefined, 1, '', 'x'.repeat(31), []],
    ['identitySecret', undefined, 1, '', 'x'.repeat(31), ['i'.repeat(40)]],
    ['sdrnNamespace', 1, '', ' a', 'a ', 'x'.repeat(101)],
    ['cacheSeconds', '1', 0, 1.5, YEAR_SECONDS + 1],
    ['idleSeconds', '60', 59, 60.5, YEAR_SECONDS + 1],
    ['absoluteSeconds', '60', 59, 60.5, YEAR_SECONDS + 1],
    ['refreshAfterSeconds', '0', -1, 0.5, YEAR_SECONDS + 1],
    ['presenceCookie', true, '', ' a', 'a ', 'x'.repeat(65)],
    ['anonymousStatus', 204, '200'],
    ['devices', 1, 'false'],
    ...['ids', 'profile', 'isConnected', 'pairId', 'extraMembers', 'access', 'page', 'onEvent'].map(
      (name) => [name, 1] as [string, unknown],
    ),
    ['codeRedemption', 1],
    ['codeRedemption.signingKeys', undefined, 1, []],
    ['codeRedemption.signingKeys.0', 1, null, ...Object.keys(KEY).map((name) => ({ ...KEY, [name]: 1 }))],
  ])('say in one line what to do about %s', (path, ...values) => {
    for (const value of values) {
      const problems = problemsOf(withValue(path, value))
      expect([value, problems]).toEqual([value, [expect.stringMatching(/^[\w.]+: (give|openid must) .{5}/)]])
      const [told = ''] = problems[0]?.split(':') ?? []
      expect(`${path}.`.startsWith(`${told}.`) || told.startsWith(`${path}.`)).toBe(true)
    }
  })

  it.each<[string, ...unknown[]]>([
    ['origin', 'http://localhost', 'http://127.0.0.1:8080', 'http://[::1]:8080'],
    ['sites.0.clientId', 'x'.repeat(200)],
    ['sites.0.redirectUris.0', `${WWW}/`.padEnd(1000, 'x')],
    ['sites.0.signatureSecret', 'x'.repeat(32)],
    ['sites.0.clientSecret', ['x'.repeat(32), 'y'.repeat(32)]],
    ['sites.0.logoutUris', []],
    ['sites.0.pairwiseGroup', 'house'],
    ['sites.0.appearance', {}],
    ['sites.0.appearance.name', 'x'.repeat(60)],
    ['sites.0.appearance.logo', 'http://pictures.test/logo.png', 'data:image/png;base64,'],
    ['sites.0.appearance.colors', { button: '#FFd400' }, { text: '#767676' }],
    ['sites.0.appearance.darkColors', { background: '#000000' }],
    ['provider.discoveryUrl', undefined, 'https://login.test/config'],
    ['provider.scopes', ['openid'], ['profile', 'openid']],
    ['provider.clientAuthentication', 'basic', 'post', 'none', () => {}],
    ['provider.pkce', true, false],
    ['provider.accountPages', {}, 'https://login.test/me', () => undefined],
    ['provider.acrValues', {}, { otp: ['mfa'] }],
    ['provider.prompts', []],
    ['provider.forward', ['tag']],
    ['provider.parameters', { audience: '' }],
    ['provider.rpInitiatedLogout', true, false],
    ['provider.frontChannelLogout', true, false],
    ['sdrnNamespace', 'x'.repeat(100), 'news.test', 'a-b_c'],
    ['cacheSeconds', 1, YEAR_SECONDS],
    ['idleSeconds', 60, YEAR_SECONDS],
    ['absoluteSeconds', 60, YEAR_SECONDS],
    ['refreshAfterSeconds', 0, YEAR_SECONDS],
    ['presenceCookie', false, 'x'.repeat(64), 'a-b_c'],
    ['anonymousStatus', 200, 400],
    ['codeRedemption', { signingKeys: [KEY] }],
  ])('take for %s all that it may be', (path, ...values) => {
    for (const value of values) {
      const local = path === 'origin' ? { sites: { find: () => NEWS, all: () => [NEWS] } } : {}
      expect([value, problemsOf({ ...withValue(path, value), ...local })]).toEqual([value, []])
    }
  })

  it.each([
    ['#ffffff', '#767676', '#777777'],
    ['#ffffff', '#ee0000', '#ef0000'],
    ['#ffffff', '#008a00', '#008b00'],
    ['#ffffff', '#76767e', '#76767f'],
    ['#000000', '#757575', '#747474'],
    ['#000000', '#eb0000', '#ea0000'],
    ['#000000', '#008800', '#008700'],
    ['#0a0a0a', '#797979', '#787878'],
  ])('take text that can be read, on %s: %s, and not %s', (background, readable, unreadable) => {
    const problemsWith = (text: string) =>
      problemsOf(withValue('sites.0.appearance.colors', { background, text }))
    expect(problemsWith(readable)).toEqual([])
    expect(problemsWith(unreadable)).toHaveLength(1)
  })

  it('that are left out are not there, and so are those that are given as undefined', () => {
    const names = ['clientSecret', 'clientAuthentication', 'scopes', 'prompts', 'acrValues', 'forward']
    for (const name of [...names, 'parameters', 'accountPages', 'rpInitiatedLogout', 'fetch', 'pkce'])
      expect(problemsOf(withValue(`provider.${name}`, undefined))).toEqual([])
    for (const name of ['logoutUris', 'clientSecret', 'pairwiseGroup', 'appearance'])
      expect(problemsOf(withValue(`sites.0.${name}`, undefined))).toEqual([])
    for (const name of ['baseDomain', 'sdrnNamespace', 'presenceCookie', 'codeRedemption', 'page', 'onEvent'])
      expect(problemsOf({ [name]: undefined })).toEqual([])
  })
})
