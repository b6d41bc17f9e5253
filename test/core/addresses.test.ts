import { describe, expect, it } from 'vitest'
import { SDKError } from '../../core/errors.ts'
import { createIdentity } from '../../core/kernel/create-identity.ts'
import { optionsFor } from '../support/fixtures.ts'
import { openPage } from '../support/page.ts'

/** Whether an option takes an address; that it is refused by anything but a clear error is thrown on. */
function takes(name: 'sessionDomain' | 'redirectUri', address: unknown): boolean {
  try {
    createIdentity({ ...optionsFor(openPage()), [name]: address } as never, [])
    return true
  } catch (error) {
    if (SDKError.is(error) && error.reason === 'option-invalid' && error.message.includes(name)) return false
    throw error
  }
}

const isBaseUrl = (address: unknown) => takes('sessionDomain', address)
const isReturnUri = (address: unknown) => takes('redirectUri', address)

describe('an address that others are built on', () => {
  it.each([
    'https://id.site.example',
    'http://localhost:8800',
    'HTTPS://[::1]:8/x',
    'https://account.example/authn/',
    'https://blåbær.example/å',
  ])('may be %s', (address) => {
    expect(isBaseUrl(address)).toBe(true)
  })

  it.each([
    'https://id.site.example/a\\b',
    'https://id.site.example?a=1',
    'https://id.site.example#x',
    'https://id.site.example/\tpath',
    ' https://id.site.example',
    'https://id.site.example ',
  ])('must not be %j', (address) => {
    expect(isBaseUrl(address)).toBe(false)
  })

  it.each([undefined, null, 7, {}, ['https://id.site.example'], new URL('https://id.site.example')])(
    'must be text, and not %o',
    (address) => {
      expect(isBaseUrl(address)).toBe(false)
    },
  )
})

describe('an address to come back to', () => {
  it.each([
    'http://localhost:8800',
    'https://site.example/callback?to=%2Fa&b=c@d',
    'https://site.example/#fragment',
    'https://site.example/with a blank',
    'https://*.site.example',
    'https://user:pass@site.example',
    'HTTPS://[::1]:8/x',
    'myapp://callback',
    'com.site.app:/callback',
    'x+y-z.1:callback',
    // Schemes that only begin or end like those that run code.
    'javascripts:x',
    'my-data:x',
  ])('may be %s', (address) => {
    expect(isReturnUri(address)).toBe(true)
  })

  it.each(['javascript', 'data', 'vbscript', 'blob', 'file'])('must not be of the scheme %s', (scheme) => {
    for (const spelled of [scheme, scheme.toUpperCase(), scheme[0]?.toUpperCase() + scheme.slice(1)])
      for (const rest of ['alert(1)', '//www.site.example/%0aalert(1)', ''])
        expect(isReturnUri(`${spelled}:${rest}`)).toBe(false)
  })

  it.each([
    'callback',
    'site.example',
    '?a=1',
    '#x',
    ':x',
    // A browser would drop what stands before or within the scheme. More of those are in test/security/open-redirect.test.ts.
    'java\tscript:alert(1)',
    ' https://site.example',
  ])('must not be %j', (address) => {
    expect(isReturnUri(address)).toBe(false)
  })

  it.each([7, true, {}, []])('must be an address, and not %o', (address) => {
    expect(isReturnUri(address)).toBe(false)
  })
})
