// Options that cannot be used: each is named, with what to do, and no secret is repeated.

import { describe, expect, it } from 'vitest'
import { createSessionService, OptionsError, type SessionServiceOptions } from '../src/index.ts'
import { sqliteStore } from '../src/store/sqlite.ts'
import { NEWS, SPORTS, siteNamed, WWW } from './support/service.ts'

const LOCAL = siteNamed('news', 'http://www.news.localhost:3000')

const good: SessionServiceOptions = {
  origin: 'https://id.news.test',
  provider: { issuer: 'https://login.test', clientId: 'service', clientSecret: 'a-secret-of-the-provider' },
  sites: [NEWS],
  store: sqliteStore(':memory:'),
  cookieSecret: 'c'.repeat(40),
  identitySecret: 'i'.repeat(40),
}

const YEAR_SECONDS = 366 * 86_400
const KEY = { kty: 'EC', crv: 'P-256', d: 'd', x: 'x', y: 'y' }

/** The options with a value at a path, such as `sites.0.clientId`. */
function withValue(path: string, value: unknown, into: unknown = good): object {
  const [name = '', ...below] = path.split('.')
  const known = (typeof into === 'object' ? into : {}) as Record<string, unknown>
  const changed = below.length > 0 ? withValue(below.join('.'), value, known[name] ?? {}) : value
  return /^\d/.test(name) ? [changed] : { ...known, [name]: changed }
}

function problemsOf(more: object): readonly string[] {
  try {
    createSessionService({ ...good, ...more })
  } catch (error) {
    expect(error).toBeInstanceOf(OptionsError)
    return (error as OptionsError).problems
  }
  return []
}

describe('the options', () => {
  it('are taken as they should be', () => {
    expect(problemsOf({})).toEqual([])
    expect(problemsOf({ cookieSecret: ['n'.repeat(32), 'o'.repeat(32)], answerSeconds: undefined })).toEqual(
      [],
    )
    expect(problemsOf({ origin: 'http://id.news.localhost:8800', sites: [LOCAL] })).toEqual([])
    expect(problemsOf({ sites: { find: () => NEWS, all: () => [NEWS] } })).toEqual([])
  })

  it.each([
    ['http beyond this machine', { origin: 'http://id.news.test' }, /^origin: give the https address/],
    ['an origin with a path', { origin: 'https://id.news.test/sso' }, /^origin: give scheme and host alone/],
    ['no origin', { origin: undefined }, /^origin: give/],
    ['a cookie with a blank in its name', { readerCookie: 'a b' }, /^readerCookie: give a name/],
    ['a status of nobody that says something else', { nobodyStatus: 204 }, /^nobodyStatus: give 200 or 400/],
    ['a secret of blanks', { cookieSecret: ' '.repeat(40) }, /^cookieSecret: give 32 characters/],
    [
      'a login without a code challenge and without a secret',
      { provider: { issuer: 'https://login.test', clientId: 'service', pkce: false } },
      /^provider\.pkce: only a client with a secret/,
    ],
    [
      'a secret of the guide on the internet',
      { cookieSecret: 'a-cookie-secret-for-this-machine-alone' },
      /^cookieSecret: this one stands in the guide/,
    ],
    [
      'one secret for two purposes',
      { identitySecret: 'c'.repeat(40) },
      /^identitySecret: it is the same as cookieSecret/,
    ],
    [
      'one secret for the signatures of two sites',
      { sites: [NEWS, { ...SPORTS, signatureSecret: NEWS.signatureSecret }] },
      /^signatureSecret of sport: it is the same as signatureSecret of news/,
    ],
    [
      'a site of another domain',
      { sites: [NEWS, siteNamed('other', 'https://www.other.test')] },
      /^sites: other has the redirect URI https:\/\/www\.other\.test\/callback, which is not on news\.test/,
    ],
    [
      'a site that does not see the reader cookie',
      { origin: 'https://id.login.news.test' },
      /^sites: news has the redirect URI .* do not see the reader cookie of login\.news\.test/,
    ],
    [
      'a site of another customer of a host',
      { origin: 'https://id.one.github.io', sites: [siteNamed('two', 'https://two.github.io')] },
      /^sites: two has the redirect URI .* not on one\.github\.io/,
    ],
    ['a short secret', { cookieSecret: 'hush' }, /^cookieSecret: give 32 characters/],
    ['no secret in the list', { cookieSecret: [] }, /^cookieSecret: give 32 characters/],
    ['a list of permanent secrets', { identitySecret: ['i'.repeat(40)] }, /^identitySecret: give/],
    ['no sites', { sites: [] }, /^sites: give at least one/],
    ['sites that are none', { sites: 'news' }, /^sites: give a list/],
    ['two sites with one id', { sites: [NEWS, NEWS] }, /^sites: two have the clientId news/],
    [
      'a return address in a script',
      { sites: [{ ...NEWS, redirectUris: ['javascript:0'] }] },
      /^sites\.0\.redirectUris\.0: give an https/,
    ],
    [
      'a return address with a fragment',
      { sites: [{ ...NEWS, logoutUris: ['https://www.news.test/#'] }] },
      /without #/,
    ],
    [
      'a return address on plain http',
      { sites: [{ ...NEWS, redirectUris: ['http://www.news.test/'] }] },
      /give an https/,
    ],
    [
      'a name that is mistyped',
      { sites: [{ ...NEWS, redirectUri: 'x' }] },
      /^sites\.0\.redirectUri: there is no such option/,
    ],
    ['an option that there is not', { orign: 'x' }, /^orign: there is no such option/],
    [
      'an issuer on plain http',
      { provider: { ...good.provider, issuer: 'http://login.test' } },
      /^provider\.issuer: give/,
    ],
    [
      'scopes without openid',
      { provider: { ...good.provider, scopes: ['profile'] } },
      /^provider\.scopes: openid/,
    ],
    [
      'another way to authenticate',
      { provider: { ...good.provider, clientAuthentication: 'digest' } },
      /basic, post or none/,
    ],
    ['a time that is none', { answerSeconds: 0 }, /^answerSeconds: give a whole number of seconds, from 1/],
    ['no store', { store: 'sessions.db' }, /^store: give a store/],
    ['a function that is none', { access: true }, /^access: give a function/],
    [
      'a public signing key',
      { codeRedemption: { signingKeys: [{ kty: 'EC', crv: 'P-256', x: 'x', y: 'y' }] } },
      /signingKeys/,
    ],
    ['nothing at all', { provider: undefined, sites: undefined }, /provider/],
  ])('say what to do about %s', (_what, more, message) => {
    const problems = problemsOf(more)
    expect(problems.join('\n')).toMatch(message)
    expect(problems.length).toBeLessThanOrEqual(2)
  })

  it.each<[string, ...unknown[]]>([
    ['origin', undefined, 1, '', 'x', 'ftp://id.news.test', `${good.origin}/`, 'https://x.test:443'],
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
    ['sites.0.baseDomain', 1, ''],
    ['sites.0.appearance', 1],
    ['sites.0.appearance.name', 1, '', 'x'.repeat(61)],
    ['sites.0.appearance.logo', 1, '', 'x', 'xdata:image/png;base64,', 'data:text/html,'],
    ['sites.0.appearance.home', 1, '', '/'],
    ['sites.0.appearance.colors', 1, { text: '#fffffe' }, { background: '#1c1c1d' }],
    ['sites.0.appearance.darkColors', 1, { text: '#161619' }, { background: '#f2f2f2' }],
    ['sites.0.appearance.colors.button', 1, '#0a6cf', '#0a6cff0', 'x#0a6cff', '#0a6cfg'],
    ['provider', 1, null],
    ['provider.issuer', undefined, 1, '', 'x', 'http://login.test', 'ftp://localhost'],
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
    ['provider.logsOutAtProvider', 1],
    ['provider.frontChannelLogout', 1],
    ['provider.fetch', 1],
    ['provider.pkce', 1],
    ['store', undefined, null, 1, { read: 1 }],
    ['cookieSecret', undefined, 1, '', 'x'.repeat(31), []],
    ['identitySecret', undefined, 1, '', 'x'.repeat(31), ['i'.repeat(40)]],
    ['sdrnNamespace', 1, '', ' a', 'a ', 'x'.repeat(101)],
    ['answerSeconds', '1', 0, 1.5, YEAR_SECONDS + 1],
    ['idleSeconds', '60', 59, 60.5, YEAR_SECONDS + 1],
    ['absoluteSeconds', '60', 59, 60.5, YEAR_SECONDS + 1],
    ['refreshAfterSeconds', '0', -1, 0.5, YEAR_SECONDS + 1],
    ['readerCookie', true, '', ' a', 'a ', 'x'.repeat(65)],
    ['nobodyStatus', 204, '200'],
    ...['ids', 'profile', 'isConnected', 'pairId', 'more', 'access', 'page', 'onEvent'].map(
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
    ['provider.clientAuthentication', 'basic', 'post', 'none', () => {}],
    ['provider.pkce', true, false],
    ['provider.accountPages', {}, 'https://login.test/me', () => undefined],
    ['provider.acrValues', {}, { otp: ['mfa'] }],
    ['provider.prompts', []],
    ['provider.forward', ['tag']],
    ['provider.parameters', { audience: '' }],
    ['provider.logsOutAtProvider', true, false],
    ['provider.frontChannelLogout', true, false],
    ['sdrnNamespace', 'x'.repeat(100), 'news.test', 'a-b_c'],
    ['answerSeconds', 1, YEAR_SECONDS],
    ['idleSeconds', 60, YEAR_SECONDS],
    ['absoluteSeconds', 60, YEAR_SECONDS],
    ['refreshAfterSeconds', 0, YEAR_SECONDS],
    ['readerCookie', false, 'x'.repeat(64), 'a-b_c'],
    ['nobodyStatus', 200, 400],
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
    for (const name of [...names, 'parameters', 'accountPages', 'logsOutAtProvider', 'fetch', 'pkce'])
      expect(problemsOf(withValue(`provider.${name}`, undefined))).toEqual([])
    for (const name of ['logoutUris', 'clientSecret', 'pairwiseGroup', 'baseDomain', 'appearance'])
      expect(problemsOf(withValue(`sites.0.${name}`, undefined))).toEqual([])
    for (const name of ['baseDomain', 'sdrnNamespace', 'readerCookie', 'codeRedemption', 'page', 'onEvent'])
      expect(problemsOf({ [name]: undefined })).toEqual([])
  })

  it('are all looked at before the service gives up', () => {
    expect(problemsOf({ origin: 'x', cookieSecret: 'y', answerSeconds: -1 }).length).toBe(3)
  })

  it('never show a secret in an error', () => {
    const secret = 'hush-hush'
    const wrong = {
      cookieSecret: secret,
      sites: [{ ...NEWS, signatureSecret: secret }],
      provider: { clientSecret: secret },
    }
    expect(problemsOf(wrong).join('\n')).not.toContain(secret)
  })

  it('may be missing as a whole', () => {
    expect(() => createSessionService(undefined as never)).toThrow(OptionsError)
  })
})
