/** When the script in the page's head leaves the session call to the library. */
import { expect, it } from 'vitest'
import { createIdentity } from '../../core/index.ts'
import { sessionCache } from '../../plugins/session/session-cache.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { optionsFor, rejection } from '../support/fixtures.ts'
import { json, openPageWith } from '../support/page.ts'
import { runHead } from '../support/run-head.ts'

it('a head snippet asks nobody while a refusal holds that has said for how long', async () => {
  const page = openPageWith(json(200, { error: { code: 401 }, expiresIn: 60_000 }))
  const identity = createIdentity(optionsFor(page), [fetchTransport(), sessionCache()])
  expect(await rejection(identity.hasSession())).toMatchObject({ reason: 'session-refused' })
  runHead(page)
  expect(page.requests).toHaveLength(1)
})
