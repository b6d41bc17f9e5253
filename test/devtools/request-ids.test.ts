import { describe, expect, it } from 'vitest'
import { createIdentity } from '../../core/create-identity.ts'
import { devtools } from '../../devtools/devtools.ts'
import { login } from '../../plugins/login/login.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { ADA, optionsFor } from '../support/fixtures.ts'
import { json, openPage } from '../support/page.ts'

/** The numbers that a session call and a login URL carry, with services at these addresses. */
async function numbersAt(sessionDomain: string, accountUrl: string): Promise<(string | null)[]> {
  const page = openPage()
  page.answer(json(200, ADA))
  const options = optionsFor(page)
  const env = { ...(options.env as object), accountUrl } as typeof options.env
  const identity = createIdentity({ ...options, sessionDomain, env }, [fetchTransport(), login(), devtools()])
  await identity.hasSession()
  const [request] = page.requests
  return [new URL(`${request?.href}`), new URL(identity.loginUrl({ state: 's' }))].map((url) =>
    url.searchParams.get('devtools_id'),
  )
}

describe('requests of a page with devtools', () => {
  it('carry a number each, by which a local account service lists them', async () => {
    const [call, link] = await numbersAt('http://id.site.localhost:8800', 'http://account.localhost:8800')
    expect(call).toMatch(/^\w+-\d+$/)
    expect(link).not.toBe(call)
  })

  it.each([
    ['https://id.site.com', 'https://account.example'],
    ['https://id.site.com', 'http://account.localhost:8800'],
    ['http://id.site.localhost:8800', 'https://account.example'],
    ['https://localhost.site.com', 'https://account.localhost.example'],
  ])('carry none to %s and %s, which are not both of this machine', async (sessionDomain, accountUrl) => {
    expect(await numbersAt(sessionDomain, accountUrl)).toEqual([null, null])
  })
})
