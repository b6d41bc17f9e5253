// Options that cannot be used: each is named, with what to do, and no secret is repeated.

import { describe, expect, it } from 'vitest'
import { createSessionService, OptionsError } from '../src/index.ts'
import { good, problemsOf } from './support/options.ts'
import { NEWS, SPORTS, siteNamed } from './support/service.ts'

const LOCAL = siteNamed('news', 'http://www.news.localhost:3000')

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
