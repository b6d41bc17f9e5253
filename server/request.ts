/**
 * What a server is asked: requests, which come from outside.
 */
import { checkArgument } from '../core/errors.ts'

/** Any request: of a fetch API, or of Node, Express and their like. */
export interface IncomingRequest {
  /** Its address. Path and query are enough. */
  readonly url?: string | undefined
  /** In capital letters. @default 'GET' */
  readonly method?: string | undefined
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
}

/** Checks that a site gives a request: some frameworks hand out an object around it. @throws {SDKError} `argument-invalid` */
export function checkRequest(request: IncomingRequest): void {
  const { headers } = Object(request)
  checkArgument(
    headers && typeof headers === 'object',
    'request has no headers. Give the request itself: in Hono that is c.req.raw, in SvelteKit event.request',
  )
}

/** Whether a browser fetches or renders a page ahead of a click that may never come. */
export const isFetchedAhead = (request: IncomingRequest): boolean =>
  headerOf(request, 'sec-purpose').startsWith('prefetch')

/**
 * A header of a request; empty where there is none. Node writes its name in small letters. Others, such as AWS Lambda, do not.
 *
 * @param name in small letters
 */
export function headerOf({ headers }: IncomingRequest, name: string): string {
  if (typeof headers.get === 'function') return (headers as Headers).get(name) ?? ''
  const given = Object.entries(headers).filter(([own]) => own.toLowerCase() === name)
  return given.flatMap(([, value]) => value ?? []).join('; ')
}
