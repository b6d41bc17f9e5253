/**
 * Everything that a session service answers, as data and as a response.
 */
import type { Session } from '../../core/session/types.ts'
import type { SimplifiedLoginData } from '../../plugins/login/user-context.ts'
import { type AccessBody, accessOf, GRANTED, NO_SESSION, notConnectedOf, REFUSED, sessionOf } from './readers.ts'

type Reader = Partial<Session>

/** One answer of a service. */
export interface ServiceResponse {
  /** HTTP status; 0 where the connection breaks. */
  readonly status: number
  /** What is sent as JSON. Text is sent as it is, as a page. */
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
  /** Milliseconds until it comes. `Infinity`: never. */
  readonly afterMs: number
  /**
   * The response as a response, a new one each time, whenever it would have come. Where the test runner has no `Response`, as
   * jsdom, it is an object with as much of one as the library reads.
   *
   * @throws {TypeError} where the connection breaks, as fetch rejects then
   */
  response(): Response
}

/** The text of a body, as it is sent. */
export const textOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body))

/** As much of a response as the library reads. */
function standIn(status: number, headers: Readonly<Record<string, string>>, text: string): Response {
  const response = {
    status,
    ok: status < 300,
    headers: { get: (name: string) => headers[name.toLowerCase()] ?? null },
    text: async () => text,
    json: async () => JSON.parse(text),
  }
  // The rest of a response is not there.
  return response as unknown as Response
}

/**
 * Makes a response of your own. Those that services give are in {@link responses}.
 *
 * @example stubFetch(answer(200, { hasAccess: true }))
 */
export function response(
  status: number,
  body: unknown,
  { headers = {}, afterMs = 0 }: Partial<Pick<ServiceResponse, 'headers' | 'afterMs'>> = {},
): ServiceResponse {
  const type = typeof body === 'string' ? 'text/html' : 'application/json'
  const all = { 'content-type': type, ...headers }
  return {
    status,
    body,
    headers: all,
    afterMs,
    response() {
      if (!status) throw new TypeError('Failed to fetch')
      const { Response } = globalThis
      return Response ? new Response(textOf(body), { status, headers: all }) : standIn(status, all, textOf(body))
    },
  }
}

const now = () => Math.floor(Date.now() / 1000)

/** The answers of the services, each made anew: their clock is right. */
interface Responses {
  /** A reader who is connected: Ada, unless something else is given. */
  connected(reader?: Reader): ServiceResponse
  /** A reader who is logged in to the account service, and not connected to this merchant. */
  notConnected(reader?: Reader): ServiceResponse
  /** Nobody is logged in. */
  nobody(): ServiceResponse
  /** The service wants to be visited, to refresh its cookie. @param path beneath its own address */
  refresh(path?: string): ServiceResponse
  /** The service refuses this client. @param status @default 403 */
  refused(status?: number): ServiceResponse
  /** The service fails. The library hears of it at once, and does not ask again for a while. @param status @default 503 */
  down(status?: number): ServiceResponse
  /** The connection breaks. The library itself tries once more then, within 1.5 s, and after a `reset` in 0.3 s; an identity of `fakeIdentity` does not. */
  broken(): ServiceResponse
  /** A response that comes late, or never. @param late @default connected() */
  slow(afterMs?: number, late?: ServiceResponse): ServiceResponse
  /** A page, where a session is expected. */
  malformed(): ServiceResponse
  /** The reader has access to products: Ada, unless something else is given. */
  access(given?: Partial<AccessBody>): ServiceResponse
  /** The reader has none. */
  noAccess(given?: Partial<AccessBody>): ServiceResponse
  /** The account service knows a user in this browser: the response to `getUserContextData`. */
  known(user?: Partial<SimplifiedLoginData>): ServiceResponse
  /** The account service knows nobody, or its cookie is blocked. */
  unknown(): ServiceResponse
}

/** What the services answer, by its name. */
export const responses: Responses = {
  connected: (reader) => response(200, { ...sessionOf(reader), serverTime: now() }),
  notConnected: (reader) => response(200, { ...notConnectedOf(reader), serverTime: now() }),
  nobody: () => response(400, { ...NO_SESSION, response: { ...NO_SESSION.response, serverTime: now() } }),
  refresh: (path = '/session-refresh') => response(200, { redirectURL: path }),
  refused: (status = 403) => response(status, { error: { code: status, type: 'ForbiddenException' } }),
  down: (status = 503) => response(status, { error: { code: status, type: 'ServiceException' } }),
  broken: () => response(0, undefined),
  slow: (afterMs = Infinity, { status, body, headers } = responses.connected()) =>
    response(status, body, { headers, afterMs }),
  malformed: () => response(200, '<!doctype html><title>Not a session service</title>'),
  access: (given) => response(200, accessOf(GRANTED, given)),
  noAccess: (given) => response(200, accessOf(REFUSED, given)),
  known: (user) =>
    response(200, { identifier: 'uuid-ada', display_text: 'ada@site.example', client_name: 'The Site', ...user }),
  unknown: () => response(404, { error: 'not found' }),
}
