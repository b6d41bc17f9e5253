import { describe, expect, it } from 'vitest'
import { createIdentity, type KernelOptions } from '../../core/index.ts'
import { isLoopback, originOf, parseUrl } from '../../devtools/shown/addresses.ts'
import { shownAddress, shownReason, shownSeconds, shownStatus } from '../../devtools/shown/redact.ts'
import { shownType, shownWords } from '../../devtools/shown/words.ts'
import { login } from '../../plugins/login/login.ts'
import { openKernel, optionsFor } from '../support/fixtures.ts'
import { openPage } from '../support/page.ts'

/** The options as an identity has them. */
const resolved = (more: Partial<KernelOptions> = {}) =>
  openKernel(optionsFor(openPage(), more)).kernel.options

describe('an address that is shown', () => {
  it.each([
    [
      'https://id.site.example/v2/session?sig=secret&tabId=7#frag',
      'https://id.site.example/v2/session?…&tabId',
    ],
    ['https://user:password@www.site.example/', 'https://www.site.example/'],
    ['https://www.site.example/?state=1&state=2', 'https://www.site.example/?state'],
    ['https://www.site.example/?9f86d081884c7d65', 'https://www.site.example/?…'],
    ['https://www.site.example/reset/9f86d081884c7d65', 'https://www.site.example/…/…'],
    ['https://www.site.example:8443/session/ada', 'https://www.site.example:8443/session/…'],
    ['https://id.sso.example/own-path/session', 'https://id.sso.example/own-path/session'],
    ['data:text/html,secret', 'data:…'],
    ['blob:https://www.site.example/9f86d081', 'blob:…'],
    ['no address', '(no address)'],
  ])('%s is shown as %s', (address, shown) => {
    const sessionDomain = 'https://id.sso.example/own-path'
    expect(shownAddress(address, resolved({ sessionDomain }))).toBe(shown)
  })

  it('has the name of each parameter of a login', () => {
    const given = {
      acrValues: 'sms',
      loginHint: 'h',
      tag: 't',
      teaser: 't',
      maxAge: 1,
      locale: 'nb_NO',
    } as const
    const more = { oneStepLogin: true, xDomainId: 'd', xEnvironmentId: 'e', originCampaign: 'c' }
    const identity = createIdentity(optionsFor(openPage()), [login()])
    const urls = [{ ...given, ...more }, {}].map((asked) => identity.loginUrl({ state: 's', ...asked }))
    for (const url of urls) expect(shownAddress(url, resolved())).not.toContain('…')
    expect(shownAddress(`${urls[0]}`, resolved())).toContain(
      '?response_type&client_id&redirect_uri&scope&state',
    )
  })

  it('is shown the same a second time', () => {
    const options = resolved()
    const shown = shownAddress('https://id.site.example/v2/session/ada?secret&tabId=7', options)
    expect(shown).toBe('https://id.site.example/v2/session/…?…&tabId')
    expect(shownAddress(shown, options)).toBe(shown)
  })
})

describe('what may be no address', () => {
  it('has no origin then', () => {
    expect(originOf('https://site.com:8443/path')).toBe('https://site.com:8443')
    expect(originOf('path')).toBe('')
    expect(parseUrl('path')).toBeUndefined()
  })

  it.each([
    ['localhost', true],
    ['www.site.localhost', true],
    ['127.0.0.1', true],
    ['[::1]', true],
    ['localhost.site.com', false],
    ['127.site.com', false],
  ])('%s is this machine: %s', (host, isThisMachine) => {
    expect(isLoopback(host)).toBe(isThisMachine)
  })
})

describe('the words of a service', () => {
  it('are shown when they are known', () => {
    expect(shownWords('No such client at this session service')).toBe(
      'No such client at this session service',
    )
  })

  it.each([
    ['User Ada Lovelace is blocked', 'User … is blocked'],
    ['No session for ada@example.com, code 4711.', 'No session for … code …'],
    ['token=abc is invalid', '… is invalid'],
    ['Ada Lovelace', ''],
    ['<b>x</b>', ''],
    ['', ''],
    [undefined, ''],
    [{ description: 'No session' }, ''],
  ])('%s are shown as "%s"', (words, shown) => {
    expect(shownWords(words)).toBe(shown)
  })

  it.each([
    ['ClientException', 'ClientException'],
    ['OAuthException', 'OAuthException'],
    ['Unauthorized', 'Unauthorized'],
    ['AdaException', '…'],
    ['eyJhbGciOiJIUzI1NiJ9', '…'],
    ['client_exception', '…'],
    [undefined, ''],
  ])('that name the type %s are shown as "%s"', (type, shown) => {
    expect(shownType(type)).toBe(shown)
  })
})

describe('a number', () => {
  it.each([
    [404, '404'],
    [4_712_345_678, ''],
    [404.5, ''],
    ['404', ''],
    [undefined, ''],
  ])('%s is shown as the status "%s"', (status, shown) => {
    expect(shownStatus(status)).toBe(shown)
  })

  it.each([
    [59.6, '60 s'],
    [86_400, '86400 s'],
    [1_800_000_000, 'more than a day'],
    [-1, 'an unknown time'],
    [Number.NaN, 'an unknown time'],
  ])('of %s seconds is shown as "%s"', (seconds, shown) => {
    expect(shownSeconds(seconds)).toBe(shown)
  })
})

describe('a reason', () => {
  it('is shown when it is one of the library', () => {
    expect(shownReason('session-missing')).toBe('session-missing')
    expect(shownReason('eyJhbGciOiJIUzI1NiJ9')).toBe('a failure')
    expect(shownReason('toString')).toBe('a failure')
  })
})
