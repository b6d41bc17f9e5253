/**
 * Handlers for Mock Service Worker 2: the addresses that the library asks, answered by services that tests hold.
 */
import type { HttpHandler } from 'msw'
import { HttpResponse, http } from 'msw'
import { type FakeService, fakeService } from './fake-service.ts'
import { wait } from './stub-fetch.ts'

/** Options of {@link handlers}. */
export interface HandlersOptions {
  /** The services. @default new ones, where nobody is logged in */
  service?: FakeService
  /** The session service's address. @default any */
  sessionDomain?: string
  /** The global session service's address. @default any */
  globalSessionUrl?: string
}

/** The handlers, and the services behind them. */
export interface Handlers extends Array<HttpHandler> {
  /** Who is logged in: tests change it. */
  readonly service: FakeService
}

// An identity takes an address with a slash at the end, too.
const prefixOf = (address = '*') => address.replace(/\/+$/, '')

/**
 * Makes the handlers: the session call (`/v2/session`, and `/session` of older services), access to products, the user context, and the
 * logout, which ends the session. Requests that are none of the library's are left to other handlers.
 *
 * @example
 * const portico = handlers()
 * const server = setupServer(...portico)
 * portico.service.logIn({ givenName: 'Ada' })
 */
export function handlers({ service = fakeService(), ...of }: HandlersOptions = {}): Handlers {
  const [sessionDomain, globalSessionUrl] = [of.sessionDomain, of.globalSessionUrl].map(prefixOf)
  const answer = async ({ request }: { request: Request }) => {
    const said = service.answerTo(new URL(request.url))
    if (!said) return
    if (said.afterMs) await wait(said.afterMs, request.signal)
    return said.status ? said.response() : HttpResponse.error()
  }
  const logout = ({ request }: { request: Request }) => {
    const { searchParams } = new URL(request.url)
    // The site may have a page of this name.
    if (!searchParams.has('client_sdrn')) return
    service.logOut()
    return new HttpResponse(null, { status: 302, headers: { location: `${searchParams.get('redirect_uri')}` } })
  }
  const list: HttpHandler[] = [
    http.get(`${sessionDomain}/v2/session`, answer),
    http.get(`${sessionDomain}/session`, answer),
    http.get(`${sessionDomain}/hasAccess/:ids`, answer),
    http.get(`${sessionDomain}/logout`, logout),
    http.get(`${globalSessionUrl}/user-context`, answer),
  ]
  return Object.assign(list, { service })
}
