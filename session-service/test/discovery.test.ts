// Where the provider's discovery document is: at its usual address, under another one, or where a redirect of the same host leads.

import { describe, expect, it } from 'vitest'
import type { ProviderOptions } from '../src/options/provider-options.ts'
import { CLIENT_ID, CLIENT_SECRET, useProvider } from './support/scripted-provider.ts'
import { TestBrowser, testService } from './support/service.ts'

const provider = await useProvider()
const other = await useProvider()
const DOCUMENT = '/.well-known/openid-configuration'

/**
 * How a login ends for the site, why, and which addresses were asked for.
 *
 * @param alter what is put in the place of the response with the document
 */
async function logIn(
  more: Partial<ProviderOptions> = {},
  alter: (response: Response) => Response = (response) => response,
) {
  const asked: string[] = []
  const service = testService(provider, {
    provider: {
      issuer: provider.issuer,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      fetch: async (url, init) => {
        const path = `${url}`.replace(provider.issuer, '')
        asked.push(path)
        const response = await fetch(url, init)
        return path === DOCUMENT ? alter(response) : response
      },
      ...more,
    },
  })
  const browser = new TestBrowser(service)
  const begun = await browser.begin()
  const back = begun.startsWith(provider.issuer)
    ? (await browser.visit(`/callback${provider.approve(begun)}`)).headers.get('location')
    : begun
  const failed = service.events.find(({ type }) => type === 'provider-failed')
  return {
    error: new URL(back ?? '').searchParams.get('error'),
    reason: failed && 'reason' in failed && failed.reason,
    asked,
  }
}

describe('the discovery document', () => {
  it('is found where a redirect of its host leads, and keys are asked for where it says', async () => {
    provider.redirects = { [DOCUMENT]: `${DOCUMENT}/`, [`${DOCUMENT}/`]: `${provider.issuer}/there` }
    const { error, asked } = await logIn()
    expect(error).toBeNull()
    expect(asked).toEqual([DOCUMENT, `${DOCUMENT}/`, '/there', '/token', '/keys'])
  })

  it('may be under another address', async () => {
    provider.redirects = { [DOCUMENT]: '/nowhere/at/all' }
    const { error, asked } = await logIn({ discoveryUrl: `${provider.issuer}/config.json` })
    expect(error).toBeNull()
    expect(asked).toEqual(['/config.json', '/token', '/keys'])
  })

  it.each([
    ['to another host', () => ({ [DOCUMENT]: other.issuer + DOCUMENT })],
    ['to no address', () => ({ [DOCUMENT]: 'http://' })],
    ['in a circle', () => ({ [DOCUMENT]: DOCUMENT })],
  ])('is not looked for where a redirect leads %s', async (_where, redirects) => {
    provider.redirects = redirects()
    const { error, reason, asked } = await logIn()
    expect([error, reason]).toEqual(['temporarily_unavailable', 'OAUTH_RESPONSE_IS_NOT_CONFORM'])
    expect(new Set(asked)).toEqual(new Set([DOCUMENT]))
  })

  it('is asked for four times at most, where a redirect leads in a circle', async () => {
    provider.redirects = { [DOCUMENT]: DOCUMENT }
    expect((await logIn()).asked).toHaveLength(4)
  })

  it.each([
    [200, { location: '/there' }, ['/token', '/keys']],
    [404, { location: '/there' }, []],
    [302, {}, []],
  ])('is not elsewhere by a response of status %d with the headers %o', async (status, headers, then) => {
    const { asked } = await logIn({}, ({ body }) => new Response(body, { status, headers }))
    expect(asked).toEqual([DOCUMENT, ...then])
  })

  it('is found by a redirect without a body', async () => {
    const location = '/there'
    const { error } = await logIn({}, () => new Response(null, { status: 302, headers: { location } }))
    expect(error).toBeNull()
  })

  it('is asked for alone: no code is sent where a redirect leads', async () => {
    provider.redirects = { '/token': '/elsewhere' }
    const { error, asked } = await logIn()
    expect(error).toBe('server_error')
    expect(asked).toEqual([DOCUMENT, '/token'])
  })

  it('has to name the issuer that the options name, wherever it was found', async () => {
    const { error, reason } = await logIn({ discoveryUrl: other.issuer + DOCUMENT })
    expect([error, reason]).toEqual(['temporarily_unavailable', 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED'])
  })
})
