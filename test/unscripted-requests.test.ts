/** What a unit test is told of requests to which it has scripted no answer. */
import { expect, it } from 'vitest'
import { createIdentity } from '../core/kernel/create-identity.ts'
import { fetchTransport } from '../plugins/transport/fetch-transport.ts'
import { user } from '../plugins/user/user.ts'
import { optionsFor, rejection } from './support/fixtures.ts'
import { closePages, openPage } from './support/page.ts'
import { firstLineOf } from './support/stack.ts'

const URL_OF_PAGE = 'https://www.site.example/front'

function openIdentity() {
  const options = optionsFor(openPage(URL_OF_PAGE))
  return createIdentity(options, [fetchTransport({ retries: 0 }), user()])
}

it('a request without a scripted answer fails the test, and names its line and the page', async () => {
  const identity = openIdentity()
  const [file, above] = `${firstLineOf(new Error('the line above the call'))}`.split(':')
  await identity.isLoggedIn()
  const failure = (await rejection(closePages())) as Error
  expect(failure.message).toContain(`requests of ${URL_OF_PAGE} without a scripted answer`)
  expect(failure.message).toContain('https://id.site.example/v2/session?')
  expect(firstLineOf(failure)).toBe(`${file}:${Number(above) + 1}`)
})

it('a request without a scripted answer that no line of the test awaits names the page', async () => {
  const identity = openIdentity()
  identity.isLoggedIn()
  await new Promise((resolve) => setImmediate(resolve))
  const failure = (await rejection(closePages())) as Error
  expect(failure.message).toContain(URL_OF_PAGE)
  expect(firstLineOf(failure)).toBeUndefined()
})
