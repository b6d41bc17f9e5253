// What most files of tests begin with: a provider, and for each test a service beside it, and a browser that knows nothing yet.

import { beforeEach } from 'vitest'
import type { SessionServiceOptions } from '../../src/index.ts'
import { type ScriptedProvider, useProvider } from './scripted-provider.ts'
import { TestBrowser, type TestService, testService } from './service.ts'

export interface Used {
  readonly provider: ScriptedProvider
  /** The service of the test that runs. */
  readonly service: TestService
  /** A browser at that service. */
  readonly browser: TestBrowser
  /** Puts a service with these options in the place of the test's own, and lets the browser forget its cookies. */
  start(options: Partial<SessionServiceOptions>): void
}

/**
 * The provider, service and browser of one file of tests.
 *
 * @param claims what the provider says of the reader
 * @param options of the service, beside those of {@link testService}
 */
export async function useService(
  claims: ScriptedProvider['claims'] = { sub: 'kari' },
  options: Partial<SessionServiceOptions> = {},
): Promise<Used> {
  const provider = await useProvider()
  const service = {} as TestService
  const browser = new TestBrowser(service)
  const start = (more: Partial<SessionServiceOptions>): void => {
    Object.assign(service, testService(provider, more))
    browser.cookies.clear()
  }
  beforeEach(() => {
    provider.claims = { ...claims }
    start(options)
  })
  return { provider, service, browser, start }
}
