/** The address at which a page asks for its session, for tests in which something asks before the library does. */
import { createIdentity } from '../../core/kernel/create-identity.ts'
import { definePlugin } from '../../core/kernel/plugin.ts'
import { optionsFor, rejection } from './fixtures.ts'
import type { Page } from './page.ts'

export async function addressOf(page: Page): Promise<string> {
  let url = ''
  const address = definePlugin({
    name: 'address',
    setup: ({ use }) =>
      use('first', (call, next) => {
        url = call.url()
        return next()
      }),
  })
  await rejection(createIdentity(optionsFor(page), [address]).hasSession())
  return url
}
