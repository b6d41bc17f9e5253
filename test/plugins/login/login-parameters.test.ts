import { describe, expect, it } from 'vitest'
import { createIdentity } from '../../../core/index.ts'
import { type LoginUrlOptions, login } from '../../../plugins/login/login.ts'
import { ENV, optionsFor, thrown } from '../../support/fixtures.ts'
import { openPage } from '../../support/page.ts'
import { sdkError } from '../../support/sdk-error.ts'

const CALLBACK = 'https://www.site.example/callback'
const compose = (env = ENV) => createIdentity(optionsFor(openPage(), { env }), [login()])

/** The parameters of the login URL that these options make. */
const query = (options: object, env = ENV) =>
  Object.fromEntries(
    new URL(compose(env).loginUrl({ state: 's', ...options } as LoginUrlOptions)).searchParams,
  )

const BARE = {
  client_id: 'client-1',
  response_type: 'code',
  redirect_uri: CALLBACK,
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
      redirectUri: 'https://www.site.example/other?a=1#part',
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
      ['response_type', 'code'],
      ['client_id', 'client-1'],
      ['redirect_uri', 'https://www.site.example/other?a=1#part'],
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

  it.each(['select_account', 'login', 'none', 'create', 'consent'])('send prompt=%s', (prompt) => {
    expect(query({ prompt })).toMatchObject({ prompt })
  })

  it('are those of the environment, where it names its own', () => {
    const env = { ...ENV, prompt: 'login', acrValues: ['gold', 'silver'], locales: ['de-AT'] }
    expect(query({}, env)).toEqual({ ...BARE, prompt: 'login' })
    expect(query({ prompt: 'none', locale: 'de-AT' }, env)).toMatchObject({ prompt: 'none', locale: 'de-AT' })
    expect(query({ acrValues: 'gold silver' }, env)).toMatchObject({ acr_values: 'gold silver' })
    for (const [name, value, wanted] of [
      ['acrValues', 'gold sms', 'Give gold, silver'],
      ['locale', 'nb_NO', 'Give de-AT'],
    ] as const)
      expect(
        thrown(() => compose(env).loginUrl({ state: 's', [name]: value } as LoginUrlOptions)),
      ).toMatchObject({ reason: 'argument-invalid', message: expect.stringContaining(wanted) })
  })

  it('say so where the environment names no words at all', () => {
    const env = { ...ENV, acrValues: [] }
    expect(thrown(() => compose(env).loginUrl({ state: 's', acrValues: 'sms' }))).toMatchObject(
      sdkError('argument-invalid', 'Give none: the environment names none'),
    )
  })

  it('have no prompt where the environment leaves it to the service', () => {
    const { prompt, ...rest } = BARE
    expect(query({}, { ...ENV, prompt: '' })).toEqual(rest)
  })

  it.each(['nb_NO', 'fi_FI', 'sv_SE', 'en_US'])('send locale=%s', (locale) => {
    expect(query({ locale })).toMatchObject({ locale })
  })

  it.each(['otp-email', 'password', 'eid-no', 'password otp', 'sms eid-dk password'])(
    'send acr_values=%s, and no prompt, since the acr decides',
    (acrValues) => {
      const { prompt: _, ...rest } = BARE
      expect(query({ acrValues, prompt: 'login' })).toEqual({ ...rest, acr_values: acrValues })
    },
  )

  it.each([true, 'true'])('send one_step_login for %j', (oneStepLogin) => {
    expect(query({ oneStepLogin })).toEqual({ ...BARE, one_step_login: 'true' })
  })

  it.each([false, 'false', '', null, undefined, 0, 1])('send no one_step_login for %j', (oneStepLogin) => {
    expect(query({ oneStepLogin })).toEqual(BARE)
  })

  it.each(['', null, undefined])('take %j for a value not given', (nothing) => {
    const names =
      'acrValues scope redirectUri loginHint tag teaser maxAge locale prompt xDomainId xEnvironmentId originCampaign'
    expect(query(Object.fromEntries(names.split(' ').map((name) => [name, nothing])))).toEqual(BARE)
  })

  it('that are free text may be numbers, 0 as well', () => {
    expect(query({ loginHint: 7, tag: 0, teaser: 1.5, xDomainId: 0 })).toEqual({
      ...BARE,
      login_hint: '7',
      tag: '0',
      teaser: '1.5',
      x_domain_id: '0',
    })
  })

  it.each([0, '0', 1.5, 1.25, '3600'])('take %j for a maximal age', (maxAge) => {
    expect(query({ maxAge })).toMatchObject({ max_age: String(maxAge) })
  })

  it.each([
    ['acrValues', 'fingerprint'],
    ['acrValues', 'password otp-email'],
    ['acrValues', 'otp-email password'],
    ['acrValues', 'password  otp'],
    ['acrValues', ' password'],
    ['acrValues', 'password '],
    ['acrValues', 'passwordotp'],
    ['acrValues', 'eid-uk'],
    ['acrValues', 'xpassword'],
    ['acrValues', 'passwordx'],
    ['prompt', 'ask'],
    ['prompt', 'xlogin'],
    ['prompt', 'loginx'],
    ['locale', 'nb-NO'],
    ['locale', 'xnb_NO'],
    ['locale', 'nb_NOx'],
    ['maxAge', -1],
    ['maxAge', '1h'],
    ['maxAge', ' 1'],
    ['maxAge', '1.'],
    ['redirectUri', '/callback'],
    ['redirectUri', 'javascript:alert(1)'],
    ['redirectUri', 7],
  ])('refuse %s = %j, naming both', (name, value) => {
    expect(thrown(() => query({ [name]: value }))).toMatchObject({
      reason: 'argument-invalid',
      message: expect.stringMatching(`^argument-invalid: ${name}\\b`),
    })
    const shown = typeof value === 'string' ? JSON.stringify(value) : `${value}`
    expect((thrown(() => query({ [name]: value })) as Error).message).toContain(shown)
  })

  it.each([
    ['acrValues', {}],
    ['locale', ['nb_NO', 'fi_FI']],
    ['prompt', {}],
    ['maxAge', true],
    ['maxAge', {}],
    // What comes of reading a number where none stands: the user would have to authenticate less often than asked for.
    ['maxAge', Number.NaN],
    ['maxAge', Number.POSITIVE_INFINITY],
    ['redirectUri', {}],
    ['redirectUri', []],
  ])('refuse %s = %j, and name it', (name, value) => {
    expect(thrown(() => query({ [name]: value }))).toMatchObject({
      reason: 'argument-invalid',
      message: expect.stringMatching(`^argument-invalid: ${name}\\b`),
    })
  })

  it.each([undefined, null, '', 12345, { secret: 12345 }, ['12345']])(
    'refuse state = %j, and never show it',
    (state) => {
      const error = thrown(() => query({ state })) as Error
      expect(error).toMatchObject(sdkError('argument-invalid', /^argument-invalid: state\b/))
      expect(error.message).not.toContain('12345')
    },
  )

  it.each([undefined, null, 7, [], ''])('refuse %j for options: the state is missing', (options) => {
    expect(thrown(() => compose().loginUrl(options as never))).toMatchObject(
      sdkError('argument-invalid', /^argument-invalid: state\b/),
    )
  })
})
