import { describe, expect, it } from 'vitest'
import { loginQuery } from '../../core/login-query.ts'
import { thrown } from '../support/fixtures.ts'

const DEFAULT_URI = 'https://www.site.example/callback'
const query = (options: object) => {
  const given = Object.entries(loginQuery({ state: 's', ...options } as never, 'client-1', DEFAULT_URI))
  return Object.fromEntries(given.filter(([, value]) => value))
}

const BARE = {
  client_id: 'client-1',
  response_type: 'code',
  redirect_uri: DEFAULT_URI,
  scope: 'openid',
  state: 's',
  prompt: 'select_account',
}

describe('the parameters of a login', () => {
  it('are the defaults and the state, when nothing else is given', () => {
    expect(query({})).toEqual(BARE)
  })

  it('are all of them, under the names and in the order of the protocol, when everything is given', () => {
    const all = query({
      acrValues: 'password otp sms eid eid-no eid-se eid-fi eid-dk',
      scope: 'openid profile',
      redirectUri: 'https://www.site.example/other?a=1',
      loginHint: 'ada@site.example',
      tag: 'front page',
      teaser: 'spring',
      maxAge: 3600,
      locale: 'nb_NO',
      oneStepLogin: true,
      prompt: 'login',
      xDomainId: 'x-1',
      xEnvironmentId: 'x-2',
      originCampaign: 'camp',
    })
    expect(Object.entries(all)).toEqual([
      ['client_id', 'client-1'],
      ['response_type', 'code'],
      ['redirect_uri', 'https://www.site.example/other?a=1'],
      ['scope', 'openid profile'],
      ['state', 's'],
      ['acr_values', 'password otp sms eid eid-no eid-se eid-fi eid-dk'],
      ['login_hint', 'ada@site.example'],
      ['tag', 'front page'],
      ['teaser', 'spring'],
      ['max_age', '3600'],
      ['locale', 'nb_NO'],
      ['one_step_login', 'true'],
      ['x_domain_id', 'x-1'],
      ['x_env_id', 'x-2'],
      ['utm_campaign', 'camp'],
    ])
  })

  it.each(['login', 'select_account'])('send prompt=%s', (prompt) => {
    expect(query({ prompt })).toMatchObject({ prompt })
  })

  it('leave prompt out once an acr decides, and one_step_login unless it is true', () => {
    const { prompt: _, ...rest } = BARE
    expect(query({ acrValues: 'otp-email', prompt: 'login', oneStepLogin: false })).toEqual({
      ...rest,
      acr_values: 'otp-email',
    })
  })

  it('take empty values for values not given', () => {
    const empty = {
      acrValues: '',
      scope: '',
      redirectUri: '',
      loginHint: '',
      maxAge: '',
      locale: '',
      prompt: '',
    }
    expect(query({ ...empty, tag: null, teaser: undefined, oneStepLogin: null })).toMatchObject(BARE)
  })

  it.each(
    (
      'acrValues scope redirectUri loginHint tag teaser maxAge locale prompt xDomainId xEnvironmentId ' +
      'originCampaign'
    ).split(' '),
  )('refuse a %s that is no text, and name it', (name) => {
    expect(thrown(() => query({ [name]: {} }))).toMatchObject({
      reason: 'argument-invalid',
      message: expect.stringMatching(`^${name} is an object: give .+\\.$`),
    })
  })

  it.each([
    ['locale', 'xnb_NO'],
    ['locale', 'nb_NOx'],
    ['prompt', 'xlogin'],
    ['prompt', 'loginx'],
  ])('refuse %s=%s, of which only a part is allowed', (name, value) => {
    expect(thrown(() => query({ [name]: value }))).toMatchObject({ reason: 'argument-invalid' })
  })

  it('quote no more of a value than says what it is', () => {
    expect(thrown(() => query({ locale: 'x'.repeat(200) }))).toMatchObject({
      message: `locale is "${'x'.repeat(80)}": give nb_NO, fi_FI, sv_SE or en_US.`,
    })
  })

  it.each([0, '0', 1.5, 1.25, '3600'])('take %j for a maximal age', (maxAge) => {
    expect(query({ maxAge })).toMatchObject({ max_age: String(maxAge) })
  })

  it.each([
    ['acrValues', 'fingerprint', 'acrValues is "fingerprint": give \'otp-email\', or some of'],
    ['acrValues', 'password otp-email', 'acrValues is "password otp-email"'],
    ['acrValues', 'password  otp', 'acrValues is "password  otp"'],
    ['acrValues', ' password', 'acrValues is " password"'],
    ['acrValues', 'eid-uk', 'acrValues is "eid-uk"'],
    ['acrValues', ['password'], 'acrValues is an array'],
    ['prompt', 'none', 'prompt is "none": give select_account or login'],
    ['locale', 'nb-NO', 'locale is "nb-NO": give nb_NO, fi_FI, sv_SE or en_US'],
    ['maxAge', -1, 'maxAge is "-1": give seconds, 0 or more'],
    ['maxAge', '1h', 'maxAge is "1h"'],
    ['maxAge', Number.NaN, 'maxAge is "NaN"'],
    ['maxAge', Number.POSITIVE_INFINITY, 'maxAge is "Infinity"'],
    ['maxAge', true, 'maxAge is a boolean'],
    ['maxAge', [5], 'maxAge is an array'],
    ['redirectUri', '/callback', 'redirectUri is "/callback": give an absolute http(s) URL'],
    ['redirectUri', 'javascript:alert(1)', 'redirectUri is "javascript:alert(1)"'],
    ['redirectUri', 7, 'redirectUri is a number'],
    ['oneStepLogin', 'true', 'oneStepLogin is "true": give true or false'],
    ['scope', ['openid'], 'scope is an array: give a string'],
    ['loginHint', {}, 'loginHint is an object: give a string'],
    ['tag', 1, 'tag is a number'],
  ])('refuse %s = %j, naming both', (name, value, message) => {
    expect(thrown(() => query({ [name]: value }))).toMatchObject({
      reason: 'argument-invalid',
      message: expect.stringContaining(message),
    })
  })

  it.each([
    [undefined, 'state is nothing: give an unguessable string.'],
    ['', 'state is an empty string: give an unguessable string.'],
    [12345, 'state is a number: give an unguessable string.'],
    [{ secret: 1 }, 'state is an object: give an unguessable string.'],
  ])('refuse state = %j, and never show it', (state, message) => {
    expect(thrown(() => query({ state }))).toMatchObject({ reason: 'argument-invalid', message })
  })

  it.each([undefined, null, 7, []])('refuse %j for options', (options) => {
    expect(thrown(() => loginQuery(options as never, 'c', DEFAULT_URI))).toMatchObject({
      reason: 'argument-invalid',
      message: expect.stringMatching(/^options is .+: give an object with at least a state\.$/),
    })
  })
})
