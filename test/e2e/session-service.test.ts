/** The session service in front of a provider of its own kind. All providers, stores and browsers: `npm run verify session-service`. */
import { describe } from 'vitest'
import { coreFlows, sessionListFlows, useFlow } from '../session-service/flows.ts'
import { BROWSER } from './support/browser.ts'

describe('a session service in front of oidc-provider', () => {
  const flow = useFlow({ provider: 'oidc-provider', store: 'sqlite' }, BROWSER)
  coreFlows(flow)
  sessionListFlows(flow)
})
