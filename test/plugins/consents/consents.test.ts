import { describe, expect, it, vi } from 'vitest'
import { createIdentity, type Plugin } from '../../../core/index.ts'
import { type ConsentReader, consents } from '../../../plugins/consents/consents.ts'
import { login } from '../../../plugins/login/login.ts'
import { accountPages } from '../../../plugins/user/account-pages.ts'
import { optionsFor, thrown } from '../../support/fixtures.ts'
import { openPage } from '../../support/page.ts'
import { sdkError } from '../../support/sdk-error.ts'

const identityWith = (getConsents?: unknown, log?: (line: string) => void) =>
  createIdentity(optionsFor(openPage(), { log }), [
    consents({ getConsents: getConsents as ConsentReader }),
    accountPages(),
    login(),
  ])

/** The part of a login URL that consents could have added. */
const added = (getConsents?: unknown) => {
  const plain = createIdentity(optionsFor(openPage()), [login()]).loginUrl({ state: 's' })
  const url = identityWith(getConsents).loginUrl({ state: 's' })
  expect(url.startsWith(plain)).toBe(true)
  return url.slice(plain.length)
}

describe('consents', () => {
  it('follow the parameters of the protocol in each login URL, read anew each time', () => {
    let n = 0
    const identity = identityWith(() => new URLSearchParams({ gdpr: '1', count: String(n++) }))
    expect(identity.loginUrl({ state: 's' })).toMatch(/&prompt=select_account&gdpr=1&count=0$/)
    expect(identity.loginUrl({ state: 's' })).toMatch(/&gdpr=1&count=1$/)
  })

  it('are in no other URL', () => {
    const identity = identityWith(() => new URLSearchParams({ gdpr: '1' }))
    for (const url of [identity.logoutUrl(), identity.accountUrl(), identity.phonesUrl()])
      expect(url).not.toContain('gdpr')
  })

  it.each(['pre-login', 'login-hint'])('are in no URL of the kind %s, which is another plugin’s', (kind) => {
    let url = ''
    const own: Plugin = {
      name: 'own',
      setup: (kernel) => {
        url = kernel.buildUrl(kind, 'https://a.example', '?', {})
      },
    }
    createIdentity(optionsFor(openPage()), [
      consents({ getConsents: () => new URLSearchParams({ gdpr: '1' }) }),
      own,
    ])
    expect(url).toBe('https://a.example/?')
  })

  it.each([
    ['null', () => null],
    ['nothing', () => undefined],
    ['empty params', () => new URLSearchParams()],
    ['a promise', async () => new URLSearchParams({ gdpr: '1' })],
    ['a string', () => 'gdpr=1'],
    ['an object', () => ({ gdpr: '1' })],
    ['what plays parameters', () => ({ [Symbol.toStringTag]: 'URLSearchParams' })],
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

  it('are not those that another plugin has set already', () => {
    const before: Plugin = {
      name: 'before',
      setup: (kernel) => kernel.hook('url:build', ({ query }) => query.append('gdpr', 'first')),
    }
    const reader = () => new URLSearchParams({ gdpr: '1', other: '2' })
    const identity = createIdentity(optionsFor(openPage()), [
      before,
      consents({ getConsents: reader }),
      login(),
    ])
    expect(identity.loginUrl({ state: 's' })).toMatch(/&gdpr=first&other=2$/)
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
    }, log).loginUrl({ state: 's' })
    expect(log).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^portico: consents/))
    expect(log.mock.calls.join()).not.toContain('token-1')
  })

  it('refuse a reader that is no function', () => {
    expect(thrown(() => identityWith('consents'))).toMatchObject(
      sdkError('option-invalid', 'getConsents is "consents"'),
    )
  })
})
