/**
 * A fetch that answers as the services do, for a window.
 */

import { type FakeService, fakeService } from './fake-service.ts'
import type { ServiceResponse } from './responses.ts'

/** What `stubFetch` returns. */
export interface StubbedFetch {
  (input: RequestInfo | URL, init?: RequestInit): Promise<Response>
  /** The services behind it: what they say may be changed at any time, and `requests` says what was asked. */
  readonly service: FakeService
}

function addressOf(input: RequestInfo | URL): URL {
  const address = typeof input === 'object' && 'url' in input ? input.url : `${input}`
  // The library asks by whole addresses alone.
  if (!URL.canParse(address)) throw new TypeError(`portico/testing: nobody answers ${address}`)
  return new URL(address)
}

/** Waits as long as a response takes; rejects when the request is ended before. */
export const wait = (ms: number, signal: AbortSignal | null | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
    if (ms < Infinity) globalThis.setTimeout(resolve, ms)
  })

/**
 * Makes a fetch that answers as the services do. A request that is for none of them rejects, with its address.
 *
 * @param said what the session service says, or the services
 * @example
 * vi.stubGlobal('fetch', stubFetch(answers.connected({ givenName: 'Ada' })))
 * window.fetch = stubFetch(answers.nobody())
 */
export function stubFetch(said: ServiceResponse | FakeService): StubbedFetch {
  const service = 'answerTo' in said ? said : fakeService({ session: said })
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = addressOf(input)
    const found = service.answerTo(url)
    if (!found) throw new TypeError(`portico/testing: nobody answers ${url.origin}${url.pathname}`)
    if (found.afterMs) await wait(found.afterMs, init?.signal)
    return found.response()
  }
  return Object.assign(fetch, { service })
}
