/** Where a reader is logged in, at a session service in front of a provider of its own kind. Its core is a main flow. */
import { describe } from 'vitest'
import { sessionListFlows, useFlow } from '../session-service/flows.ts'
import { BROWSER } from './support/browser.ts'

describe('a session service in front of oidc-provider', () => {
  sessionListFlows(useFlow({ provider: 'oidc-provider', store: 'sqlite' }, BROWSER))
})
