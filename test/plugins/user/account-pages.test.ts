import { describe, expect, it } from 'vitest'
import { createIdentity } from '../../../core/index.ts'
import { accountPages } from '../../../plugins/user/account-pages.ts'
import { optionsFor } from '../../support/fixtures.ts'
import { openPage } from '../../support/page.ts'

const identity = () => createIdentity(optionsFor(openPage()), [accountPages()])

describe.each([
  ['accountUrl', 'https://account.example/profile-pages'],
  ['phonesUrl', 'https://account.example/profile-pages/about-you/phone'],
] as const)('%s', (method, page) => {
  it('is the page with the client and the way back, by default to the redirectUri of the instance', () => {
    const query = 'response_type=code&client_id=client-1&redirect_uri='
    expect(identity()[method]()).toBe(`${page}?${query}https%3A%2F%2Fwww.site.example%2Fcallback`)
    expect(identity()[method]('https://www.site.example/me')).toBe(
      `${page}?${query}https%3A%2F%2Fwww.site.example%2Fme`,
    )
    expect(identity()[method]('')).toBe(identity()[method]())
  })

  it.each(['https://www.site.example/a?b=c&d#part', 'https://www.site.example/a b', 'app://callback'])(
    'leads back to %s, to the letter',
    (address) => {
      const query = new URL(identity()[method](address)).searchParams
      expect([...query.keys()]).toEqual(['response_type', 'client_id', 'redirect_uri'])
      expect(query.get('redirect_uri')).toBe(address)
    },
  )
})
