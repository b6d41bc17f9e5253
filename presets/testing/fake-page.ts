/**
 * One page that is nowhere: the full identity on a window without a network, which asks services that answer at once.
 */
import { SDKError } from '../../core/errors.ts'
import type { Plugin } from '../../core/kernel/plugin.ts'
import type { TransportResponse } from '../../core/session/result.ts'
import { composeFull, type FullIdentity, type FullOptions } from '../full.ts'
import { type FakeBrowser, fakeBrowser } from './fake-browser.ts'
import { type FakeService, type FakeServiceOptions, fakeService } from './fake-service.ts'
import { type ServiceResponse, textOf } from './responses.ts'
import { stubFetch } from './stub-fetch.ts'

/** What a page is made of. */
export interface FakePageOptions {
  readonly options: Omit<FullOptions, 'window'>
  readonly url: string
  /** What the session service says at first. */
  readonly said: ServiceResponse | SDKError
  /** What the account service says at first. */
  readonly userContext: ServiceResponse
  /** The products to which the reader has access at first. */
  readonly access: FakeServiceOptions['access']
  readonly other: ((url: URL) => ServiceResponse | undefined) | undefined
}

export interface FakePage {
  readonly identity: FullIdentity
  readonly browser: FakeBrowser
  /** What the services say. The session is said by {@link FakePage.say}. */
  readonly service: Pick<FakeService, 'userContext' | 'access'>
  /** From now on the session service says this. Resolves when the identity knows; at once where the response never comes. */
  say(said: ServiceResponse | SDKError): Promise<void>
}

/** As a transport reads it: what is no JSON has no body. */
const read = ({ status, body, headers }: ServiceResponse): TransportResponse => ({
  status,
  body: typeof body === 'string' ? undefined : JSON.parse(textOf(body)),
  retryAfter: headers['retry-after'],
})

/** Opens a page. */
export function openFakePage({ options, url, said: first, userContext, access, other }: FakePageOptions): FakePage {
  let said = first
  /** Requests whose answer has not come. They are made again when the service says something else. */
  const waiting = new Map<() => void, (reason: SDKError) => void>()
  const service = fakeService({ userContext, access, other })
  const browser = fakeBrowser(url, stubFetch(service))

  const answerTo = (address: string): ServiceResponse => {
    if (!SDKError.is(said)) service.session = said
    const found = service.answerTo(new URL(address))
    if (!found) throw new SDKError('session-unreachable', `nobody answers ${address.split('?')[0]}`)
    if (found === service.session && SDKError.is(said)) throw said
    return found
  }

  const ask = (address: string) =>
    new Promise<TransportResponse>((resolve, reject) => {
      const request = () => {
        try {
          const found = answerTo(address)
          if (found.afterMs) waiting.set(request, reject)
          else if (found.status) resolve(read(found))
          else reject(new TypeError('Failed to fetch'))
        } catch (error) {
          reject(error)
        }
      }
      request()
    })

  const transport: Plugin = {
    name: 'transport',
    setup(kernel) {
      kernel.transport = async (address) => {
        kernel.throwIfDisposed()
        return ask(address)
      }
      // The service ends the session before the browser is back from the logout page.
      kernel.hook('logout:before', () => {
        service.logOut()
        said = service.session
      })
      kernel.onDispose(() => {
        for (const reject of waiting.values()) reject(new SDKError('disposed'))
      })
    },
  }
  const identity = composeFull({ ...options, window: browser.window }, transport)

  return {
    identity,
    browser,
    service,
    async say(next) {
      said = next
      browser.comeBack()
      identity.clearCachedUserSession()
      const again = [...waiting.keys()]
      waiting.clear()
      for (const request of again) request()
      const call = identity.hasSession().catch(() => {})
      // One that never comes is asked for all the same: the page sees that it is on its way.
      await (SDKError.is(next) || !next.afterMs ? call : undefined)
    },
  }
}
