import { describe, expect, it } from 'vitest'
import { createIdentity } from '../../core/index.ts'
import { devtools } from '../../devtools/devtools.ts'
import { login } from '../../plugins/login/login.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { ADA, optionsFor } from '../support/fixtures.ts'
import { json, openPageWith } from '../support/page.ts'

/** The numbers that two session calls, a login URL and a logout URL carry, with services at these addresses. */
async function numbersAt(sessionDomain: string, accountUrl: string): Promise<(string | null)[]> {
  const page = openPageWith(json(200, ADA), json(200, ADA))
  const { env, ...options } = optionsFor(page)
  const plugins = [fetchTransport(), login(), devtools()] as const
  const identity = createIdentity({ ...options, sessionDomain, env: { ...env, accountUrl } }, plugins)
  await identity.hasSession()
  await identity.hasSession()
  const urls = [...page.requests.map(String), identity.loginUrl({ state: 's' }), identity.logoutUrl()]
  return urls.map((url) => new URL(url).searchParams.get('devtools_id'))
}

describe('the requests of a page with devtools', () => {
  it('have a number each, by which a local account service lists them; addresses to visit have none', async () => {
    const [first, second, ...links] = await numbersAt(
      'http://id.site.localhost:8800',
      'http://account.localhost:8800',
    )
    expect(first).toMatch(/^\w+-1$/)
    expect(second).toMatch(/^\w+-2$/)
    expect(links).toEqual([null, null])
  })

  it.each([
    ['https://id.site.com', 'https://account.example'],
    ['https://id.site.com', 'http://account.localhost:8800'],
    ['http://id.site.localhost:8800', 'https://account.example'],
    ['https://localhost.site.com', 'https://account.localhost.example'],
  ])('have none for %s and %s, which are not both this machine', async (sessionDomain, accountUrl) => {
    expect(await numbersAt(sessionDomain, accountUrl)).toEqual([null, null, null, null])
  })
})
