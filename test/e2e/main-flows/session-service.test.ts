/** The session service in front of a provider of its own kind. All providers, stores and browsers: `npm run verify session-service`. */
import { describe } from 'vitest'
import { coreFlows, useFlow } from '../../session-service/flows.ts'
import { BROWSER } from '../support/browser.ts'

describe('a session service in front of oidc-provider', () => {
  coreFlows(useFlow({ provider: 'oidc-provider', store: 'sqlite' }, BROWSER))
})
