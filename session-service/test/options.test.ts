// Options that cannot be used: each is named, with what to do, and no secret is repeated.

import { describe, expect, it } from 'vitest'
import { createSessionService, OptionsError } from '../src/index.ts'
import { good, problemsOf } from './support/options.ts'
import { NEWS, SPORTS, siteNamed } from './support/service.ts'

const LOCAL = siteNamed('news', 'http://www.news.localhost:3000')

describe('the options', () => {
  it('are taken as they should be', () => {
    expect(problemsOf({})).toEqual([])
    expect(problemsOf({ cookieSecret: ['n'.repeat(32), 'o'.repeat(32)], cacheSeconds: undefined })).toEqual(
      [],
    )
    expect(problemsOf({ origin: 'http://id.news.localhost:8800', sites: [LOCAL] })).toEqual([])
    expect(problemsOf({ sites: { find: () => NEWS, all: () => [NEWS] } })).toEqual([])
  })

  it.each([
    ['http beyond this machine', { origin: 'http://id.news.test' }, /^origin: give the https address/],
    ['an origin with a path', { origin: 'https://id.news.test/sso' }, /^origin: give scheme and host alone/],
    ['no origin', { origin: undefined }, /^origin: give/],
    ['a cookie with a blank in its name', { presenceCookie: 'a b' }, /^presenceCookie: give a name/],
    [
      'a status of nobody that says something else',
      { anonymousStatus: 204 },
      /^anonymousStatus: give 200 or 400/,
    ],
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
      'a site that does not see the presence cookie',
      { origin: 'https://id.login.news.test' },
      /^sites: news has the redirect URI .* do not see the presence cookie of login\.news\.test/,
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
    ['a time that is none', { cacheSeconds: 0 }, /^cacheSeconds: give a whole number of seconds, from 1/],
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

  it('are named in the message, each in a line', () => {
    const sites = [NEWS]
    const start = () => createSessionService({ ...good, sites, idleSeconds: 1, anonymousStatus: 1 as never })
    expect(start).toThrow(OptionsError)
    expect(start).toThrow(
      /^The session service cannot start:\n- idleSeconds: give [^\n]+\n- anonymousStatus: give [^\n]+$/,
    )
    expect(start).toThrow(expect.objectContaining({ name: 'OptionsError' }))
  })

  it('have a word of their own for what is too much, and for too little', () => {
    const site = { clientId: 'x'.repeat(201), redirectUris: [], appearance: { name: 'x'.repeat(61) } }
    const codeRedemption = { signingKeys: [] }
    const problems = problemsOf({ codeRedemption, sites: [{ ...NEWS, ...site }] })
    expect(problems).toEqual([
      'codeRedemption.signingKeys: give at least one',
      'sites.0.clientId: give at most 200 characters',
      'sites.0.redirectUris: give at least one',
      'sites.0.appearance.name: give at most 60 characters',
    ])
  })

  it('name both of two secrets that are one', () => {
    const { clientSecret, signatureSecret } = NEWS
    const provider = { ...good.provider, clientSecret: good.cookieSecret }
    expect(problemsOf({ provider })).toEqual([
      'provider.clientSecret: it is the same as cookieSecret. Give each its own',
    ])
    expect(problemsOf({ sites: [{ ...NEWS, clientSecret: signatureSecret }] })).toEqual([
      'clientSecret of news: it is the same as signatureSecret of news. Give each its own',
    ])
    expect(problemsOf({ cookieSecret: [clientSecret, 'x'.repeat(40)] })).toEqual([
      'clientSecret of news: it is the same as cookieSecret. Give each its own',
    ])
  })

  it('may have secrets of the guide on this machine alone, and such as resemble them', () => {
    const cookieSecret = 'a-cookie-secret-for-this-machine-alone'
    const local = { origin: 'http://id.news.localhost:8800', sites: [LOCAL] }
    expect(problemsOf({ ...local, cookieSecret })).toEqual([])
    const hosts = [local, { origin: good.origin, sites: [SPORTS] }]
    const both = { origin: undefined, sites: undefined, hosts, cookieSecret }
    expect(problemsOf(both)).toEqual([expect.stringMatching(/^cookieSecret: this one stands in the guide/)])
    for (const like of [
      `${cookieSecret}-no`,
      'not-the-secret-of-the-session-service',
      'the-secret-of-the-session-service-2',
    ])
      expect(problemsOf({ cookieSecret: like })).toEqual([])
  })

  it('may have sites that would not see the presence cookie, if the service sets none', () => {
    expect(problemsOf({ origin: 'https://id.login.news.test', presenceCookie: false })).toEqual([])
    // A site of another domain has one problem.
    expect(problemsOf({ sites: [NEWS, siteNamed('other', 'https://www.other.test')] })).toHaveLength(1)
  })

  it('may leave out code challenge and secret where the client has another proof', () => {
    const provider = { ...good.provider, clientSecret: undefined, pkce: false }
    expect(problemsOf({ provider })).toHaveLength(1)
    expect(problemsOf({ provider: { ...provider, clientAuthentication: () => {} } })).toEqual([])
  })

  it('are all looked at before the service gives up', () => {
    expect(problemsOf({ origin: 'x', cookieSecret: 'y', cacheSeconds: -1 }).length).toBe(3)
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
    expect(() => createSessionService(undefined as never)).toThrow(
      'The session service cannot start:\n- options: give the options of the service',
    )
  })
})
