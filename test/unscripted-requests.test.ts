/** What a unit test is told of requests to which it has scripted no answer. */
import { expect, it } from 'vitest'
import { createIdentity } from '../core/kernel/create-identity.ts'
import { fetchTransport } from '../plugins/transport/fetch-transport.ts'
import { user } from '../plugins/user/user.ts'
import { optionsFor, rejection } from './support/fixtures.ts'
import { closePages, openPage } from './support/page.ts'

const URL_OF_PAGE = 'https://www.site.example/front'

it('a request without a scripted answer fails the test, and names its address and the page', async () => {
  const identity = createIdentity(optionsFor(openPage(URL_OF_PAGE)), [fetchTransport({ retries: 0 }), user()])
  // Nobody awaits it: a test that has gone on fails all the same.
  identity.isLoggedIn()
  await new Promise((resolve) => setImmediate(resolve))
  const failure = (await rejection(closePages())) as Error
  expect(failure.message).toContain(`requests of ${URL_OF_PAGE} without a scripted answer`)
  expect(failure.message).toContain('https://id.site.example/v2/session?')
})
