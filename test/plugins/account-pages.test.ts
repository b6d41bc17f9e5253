import { describe, expect, it } from 'vitest'
import { createIdentity } from '../../core/create-identity.ts'
import type { Plugin } from '../../core/plugin.ts'
import { accountPages } from '../../plugins/account-pages.ts'
import { optionsFor, thrown } from '../support/fixtures.ts'
import { openPage } from '../support/page.ts'

const identity = () => createIdentity(optionsFor(openPage()), [accountPages()])

describe.each([
  ['accountUrl', 'https://account.example/profile-pages'],
  ['phonesUrl', 'https://account.example/profile-pages/about-you/phone'],
] as const)('%s', (method, page) => {
  it('is the page with the client and the way back, by default to the redirectUri of the instance', () => {
    const query = 'client_id=client-1&response_type=code&redirect_uri='
    expect(identity()[method]()).toBe(`${page}?${query}https%3A%2F%2Fwww.site.example%2Fcallback`)
    expect(identity()[method]('https://www.site.example/me')).toBe(
      `${page}?${query}https%3A%2F%2Fwww.site.example%2Fme`,
    )
  })

  it('tells plugins which URL they join', () => {
    const kinds: string[] = []
    const watcher: Plugin = {
      name: 'watcher',
      setup: (kernel) => kernel.hook('url:build', ({ kind }) => void kinds.push(kind)),
    }
    createIdentity(optionsFor(openPage()), [accountPages(), watcher])[method]()
    expect(kinds).toEqual([method.replace('Url', '')])
  })

  it('refuses a way back that is no http(s) URL', () => {
    expect(thrown(() => identity()[method]('javascript:alert(1)'))).toMatchObject({
      reason: 'argument-invalid',
      message: expect.stringContaining('redirectUri is "javascript:alert(1)"'),
    })
  })
})
