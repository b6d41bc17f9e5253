import { describe, expect, it, vi } from 'vitest'
import { readConsents } from '../../core/consents.ts'
import { createIdentity } from '../../core/create-identity.ts'
import type { ConsentReader } from '../../core/types.ts'
import { accountPages } from '../../plugins/account-pages.ts'
import { consents } from '../../plugins/consents.ts'
import { optionsFor, thrown } from '../support/fixtures.ts'
import { openPage } from '../support/page.ts'

const identityWith = (getConsents?: unknown, log?: (line: string) => void) =>
  createIdentity(optionsFor(openPage(), { log }), [
    consents({ getConsents: getConsents as ConsentReader }),
    accountPages(),
  ])

/** The part of a login URL that consents could have added. */
const added = (getConsents?: unknown) => {
  const plain = createIdentity(optionsFor(openPage()), []).loginUrl('s')
  const url = identityWith(getConsents).loginUrl('s')
  expect(url.startsWith(plain)).toBe(true)
  return url.slice(plain.length)
}

describe('consents', () => {
  it('follow the parameters of the protocol in each login URL, read anew each time', () => {
    let n = 0
    const identity = identityWith(() => new URLSearchParams({ gdpr: '1', count: String(n++) }))
    expect(identity.loginUrl('s')).toMatch(/&prompt=select_account&gdpr=1&count=0$/)
    expect(identity.loginUrl('s')).toMatch(/&gdpr=1&count=1$/)
  })

  it('are in no other URL', () => {
    const identity = identityWith(() => new URLSearchParams({ gdpr: '1' }))
    for (const url of [identity.logoutUrl(), identity.accountUrl(), identity.phonesUrl()])
      expect(url).not.toContain('gdpr')
  })

  it.each([
    ['null', () => null],
    ['nothing', () => undefined],
    ['empty params', () => new URLSearchParams()],
    ['a promise', async () => new URLSearchParams({ gdpr: '1' })],
    ['a string', () => 'gdpr=1'],
    ['an object', () => ({ gdpr: '1' })],
    [
      'a throw',
      () => {
        throw new Error('boom')
      },
    ],
    ['no reader', undefined],
  ])('count as unavailable with %s', (_, reader) => {
    expect(added(reader)).toBe('')
  })

  it('are taken from another realm of the browser', () => {
    const { window } = openPage()
    expect(added(() => new window.URLSearchParams({ gdpr: '1' }))).toBe('&gdpr=1')
  })

  it.each([
    ...['client_id', 'response_type', 'redirect_uri', 'scope', 'state', 'acr_values', 'login_hint', 'tag'],
    ...['teaser', 'max_age', 'locale', 'one_step_login', 'prompt', 'x_domain_id', 'x_env_id', 'utm_campaign'],
    ...[
      'nonce',
      'response_mode',
      'request',
      'request_uri',
      'code_challenge',
      'claims',
      'ui_locales',
      'PROMPT',
    ],
  ])('cannot set %s', (name) => {
    expect(added(() => new URLSearchParams({ [name]: 'evil', gdpr: '0' }))).toBe('&gdpr=0')
  })

  it('may have names that only look like those', () => {
    const names = 'my_scope=1&scopes=2&state_of_consent=3&xnonce=4'
    expect(added(() => new URLSearchParams(names))).toBe(`&${names}`)
  })

  it('that only play parameters are none', () => {
    const kernel = (params: unknown) => ({
      callSync: (_: string, context: { params?: unknown }) => void Object.assign(context, { params }),
    })
    expect(readConsents(kernel({ [Symbol.toStringTag]: 'URLSearchParams' }))).toBeNull()
    expect(readConsents(kernel({ a: '1' }))).toBeNull()
    expect(readConsents(kernel(new URLSearchParams()))).toBeNull()
    expect(`${readConsents(kernel(new URLSearchParams('a=1')))}`).toBe('a=1')
  })

  it('come once each', () => {
    expect(added(() => new URLSearchParams('gdpr=1&gdpr=0&x=1&gdpr=2'))).toBe('&gdpr=1&x=1')
  })

  it('are encoded', () => {
    expect(added(() => new URLSearchParams({ 'a&b': 'c=d#e' }))).toBe('&a%26b=c%3Dd%23e')
  })

  it('leave a line in the log when the reader throws, without what it threw', () => {
    const log = vi.fn()
    identityWith(() => {
      throw new Error('token-1')
    }, log).loginUrl('s')
    expect(log).toHaveBeenCalledExactlyOnceWith('portico: getConsents threw: consents are unavailable')
  })

  it('refuse a reader that is no function', () => {
    expect(thrown(() => identityWith('consents'))).toMatchObject({
      reason: 'option-invalid',
      message: 'Option getConsents is a string: give a function, or leave it out.',
    })
  })
})
