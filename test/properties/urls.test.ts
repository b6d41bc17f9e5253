import './runs.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createIdentity } from '../../core/kernel/create-identity.ts'
import { consents } from '../../plugins/consents/consents.ts'
import { type LoginUrlOptions, login as loginPlugin } from '../../plugins/login/login.ts'
import { optionsFor } from '../support/fixtures.ts'
import { openPage } from '../support/page.ts'
import { hasText, pageUrl } from './outside.ts'

/** Any text, with a liking for what delimits parameters. */
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.constantFrom(...'&=?#+% /\\;:@"<>\n\u0000é€😀') }),
  // Few, so that one is often what the URL before it had, in the same place or in another.
  fc.constantFrom('a', 'a b', 'A B', 'a+b', 'a%20b'),
)
const given = text.filter((value) => value !== '')
const acr = fc.constantFrom('password', 'otp', 'sms', 'eid', 'eid-no', 'eid-se', 'eid-fi', 'eid-dk')

const login: fc.Arbitrary<LoginUrlOptions> = fc.record(
  {
    state: given,
    acrValues: fc.oneof(
      fc.constant('otp-email'),
      fc.array(acr, { minLength: 1, maxLength: 4 }).map((values) => values.join(' ')),
    ),
    scope: given,
    redirectUri: pageUrl,
    loginHint: text,
    tag: text,
    teaser: text,
    maxAge: fc.oneof(fc.nat(), fc.nat().map(String)),
    locale: fc.constantFrom('nb_NO', 'fi_FI', 'sv_SE', 'en_US'),
    oneStepLogin: fc.boolean(),
    prompt: fc.constantFrom('select_account', 'login'),
    xDomainId: text,
    xEnvironmentId: text,
    originCampaign: text,
  },
  { requiredKeys: ['state'] },
)

/** What the contract says becomes of the options. */
function expected(options: LoginUrlOptions): [string, string][] {
  const all: [string, string | number | undefined][] = [
    ['response_type', 'code'],
    ['client_id', 'client-1'],
    ['redirect_uri', options.redirectUri ?? 'https://www.site.example/callback'],
    ['scope', options.scope ?? 'openid'],
    ['state', options.state],
    ['acr_values', options.acrValues],
    ['login_hint', options.loginHint],
    ['tag', options.tag],
    ['teaser', options.teaser],
    ['max_age', options.maxAge],
    ['locale', options.locale],
    ['one_step_login', options.oneStepLogin ? 'true' : ''],
    ['prompt', options.acrValues ? '' : (options.prompt ?? 'select_account')],
    ['x_domain_id', options.xDomainId],
    ['x_env_id', options.xEnvironmentId],
    ['utm_campaign', options.originCampaign],
  ]
  return all
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => [name, `${value}`])
}

/** A lone surrogate has no UTF-8; what URLSearchParams makes of it is not the library's affair. */
const wellFormed = (pairs: [string, string][]) => new URLSearchParams(pairs).toString()

describe('a login URL', () => {
  it('gives back what went in, in order, and nothing else', () => {
    const identity = createIdentity(optionsFor(openPage()), [loginPlugin()])
    fc.assert(
      fc.property(login, (options) => {
        // To the letter: as URLSearchParams writes it, whatever was built before.
        expect(identity.loginUrl(options)).toBe(
          `https://account.example/oauth/authorize?${wellFormed(expected(options))}`,
        )
      }),
    )
  })

  it('never repeats a parameter, whatever the consents are, and keeps its own', () => {
    let reader: unknown
    const getConsents = () => reader as URLSearchParams
    const identity = createIdentity(optionsFor(openPage()), [loginPlugin(), consents({ getConsents })])
    const names = fc.oneof(
      text,
      fc.constantFrom('state', 'prompt', 'redirect_uri', 'SCOPE', 'gdpr', 'gpp', 'nonce'),
    )
    fc.assert(
      fc.property(login, fc.array(fc.tuple(names, text)), (options, pairs) => {
        reader = new URLSearchParams(pairs)
        const query = [...new URL(identity.loginUrl(options)).searchParams]
        const own = expected(options)
        expect(new URLSearchParams(query.slice(0, own.length)).toString()).toBe(wellFormed(own))
        const all = query.map(([name]) => name)
        expect(new Set(all).size).toBe(all.length)
        const added = query.slice(own.length).map(([name]) => name)
        for (const name of ['state', 'prompt', 'redirect_uri', 'SCOPE', 'nonce'])
          expect(added).not.toContain(name)
      }),
    )
  })

  it('is an SDKError or a URL for any options that JSON has', () => {
    const identity = createIdentity(optionsFor(openPage()), [loginPlugin()])
    const any = fc.jsonValue().filter(hasText)
    const names = ['acrValues', 'scope', 'redirectUri', 'tag', 'maxAge', 'locale', 'oneStepLogin', 'prompt']
    const some = fc.dictionary(fc.constantFrom(...names, '__proto__'), any, { maxKeys: 3 })
    const options = fc.oneof(
      any,
      fc.tuple(any, some).map(([state, some]) => ({ ...some, state })),
      some.map((some) => ({ ...some, state: 's' })),
    )
    fc.assert(
      fc.property(options, (options) => {
        try {
          const { origin, searchParams } = new URL(identity.loginUrl(options as never))
          expect(origin).toBe('https://account.example')
          expect(searchParams.get('client_id')).toBe('client-1')
          expect(searchParams.get('state')).not.toBe('')
        } catch (error) {
          expect(error).toMatchObject({ name: 'SDKError', reason: 'argument-invalid' })
        }
      }),
    )
  })
})
