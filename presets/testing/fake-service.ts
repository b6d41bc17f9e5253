/**
 * A session service and an account service, as far as the library asks them: who is logged in is a value that tests change.
 */
import type { Session } from '../../core/session/types.ts'
import type { SimplifiedLoginData } from '../../plugins/login/user-context.ts'
import { responses, type ServiceResponse } from './responses.ts'

type Reader = Partial<Session>

/** What the services say at first. */
export interface FakeServiceOptions {
  /** What the session service says. @default nobody is logged in */
  session?: ServiceResponse
  /** What the account service says of the browser. @default it knows nobody */
  userContext?: ServiceResponse
  /** The products to which the reader has access, or what the session service says of it. @default none */
  access?: readonly string[] | ServiceResponse
  /** Answers whatever else is asked, such as by plugins of your own. */
  other?: (url: URL) => ServiceResponse | undefined
}

/** What tests hold. */
export interface FakeService {
  /** What the session service says. Put another answer in its place. */
  session: ServiceResponse
  /** What the account service says of the browser. */
  userContext: ServiceResponse
  /** The products to which the reader has access. Put another list in its place, or a response. */
  access: readonly string[] | ServiceResponse
  /** Every address that was asked, in order. */
  readonly requests: URL[]
  /** A reader is logged in, and connected. What is not given is Ada's. */
  logIn(reader?: Reader): void
  /** The account service knows a user in this browser, whatever the site. */
  know(user?: Partial<SimplifiedLoginData>): void
  /** Nobody is logged in any more. */
  logOut(): void
  /** Everything as it was at first. */
  reset(): void
  /** The response to a request; undefined for an address that is none of the services'. */
  answerTo(url: URL): ServiceResponse | undefined
}

/** Whether an address is the library's own: it names the client. */
const isOfLibrary = (url: URL) => url.searchParams.has('client_sdrn')

/**
 * Makes the services.
 *
 * @example
 * const service = fakeService()
 * vi.stubGlobal('fetch', stubFetch(service))
 * service.logIn({ givenName: 'Grace' })
 */
export function fakeService({
  session = responses.nobody(),
  userContext = responses.unknown(),
  access = [],
  other,
}: FakeServiceOptions = {}): FakeService {
  const requests: URL[] = []

  const accessTo = (ids: readonly string[]): ServiceResponse => {
    const { access, session } = service
    if ('status' in access) return access
    const { userId, uuid }: Reader = Object(session.body)
    // Where it does not say who the reader is, it does not say what they may read.
    if (!userId) return session
    const isEntitled = ids.some((id) => access.includes(id))
    return responses[isEntitled ? 'access' : 'noAccess']({ userId, uuid })
  }

  const own = (url: URL): ServiceResponse | undefined => {
    if (!isOfLibrary(url)) return
    // An older session service has a path of its own, and no version.
    if (/\/session$/.test(url.pathname)) return service.session
    if (url.pathname.endsWith('/user-context')) return service.userContext
    const [, ids] = /\/hasAccess\/([^/]+)$/.exec(url.pathname) ?? []
    if (ids) return accessTo(ids.split(',').map(decodeURIComponent))
  }

  const service: FakeService = {
    session,
    userContext,
    access,
    requests,
    logIn(reader) {
      service.session = responses.connected(reader)
    },
    know(user) {
      service.userContext = responses.known(user)
    },
    logOut() {
      service.session = responses.nobody()
      service.userContext = responses.unknown()
    },
    reset() {
      service.session = session
      service.userContext = userContext
      service.access = access
      requests.length = 0
    },
    answerTo(url) {
      const said = own(url) ?? other?.(url)
      if (said) requests.push(url)
      return said
    },
  }
  return service
}
