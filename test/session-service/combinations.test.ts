/**
 * The session service with the library as it is built, end to end: each provider with each store, in each browser. Not part of
 * `npm run test:all`: run by `npm run verify session-service`.
 */
import { describe } from 'vitest'
import { hasPostgres } from '../../session-service/test/store/postgres-server.mjs'
import { hasRedis } from '../../session-service/test/store/redis-server.ts'
import { coreFlows, furtherFlows, sessionListFlows, useFlow } from './flows.ts'
import type { BrowserName } from './support/browser.ts'
import { hasGlewlwyd, type ProviderName } from './support/providers.ts'
import type { StoreName } from './support/world.ts'

if (!hasGlewlwyd)
  process.stderr.write('Left out: what runs with Glewlwyd. There is none: apt-get install glewlwyd.\n')

const BROWSERS: BrowserName[] = ['chromium', 'firefox']
const PROVIDERS: ProviderName[] = [
  'oidc-provider',
  'better-auth',
  ...(hasGlewlwyd ? ['glewlwyd' as const] : []),
]
const STORES: StoreName[] = [
  'sqlite',
  ...(hasRedis ? ['redis' as const] : []),
  ...(hasPostgres ? ['postgres' as const] : []),
]

for (const name of BROWSERS)
  for (const provider of PROVIDERS)
    for (const store of STORES)
      describe(`${provider}, ${store}, ${name}:`, () => {
        const flow = useFlow({ provider, store }, name)
        coreFlows(flow)
        sessionListFlows(flow)
        furtherFlows(flow)
      })
