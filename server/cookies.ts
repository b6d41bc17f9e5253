/**
 * The header `Cookie` of a request, which comes from outside.
 */
import { checkArgument } from '../core/errors.ts'

/** Any request: of a fetch API, or of Node, Express and their like. */
export interface IncomingRequest {
  /** Its address. Path and query are enough. */
  readonly url?: string | undefined
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

/** The header `Cookie` of a request. Node writes its name in small letters. Others, such as AWS Lambda, do not. */
export function cookieHeader({ headers }: IncomingRequest): string {
  if (typeof headers.get === 'function') return (headers as Headers).get('cookie') ?? ''
  const given = Object.entries(headers).filter(([name]) => name.toLowerCase() === 'cookie')
  return given.flatMap(([, value]) => value ?? []).join('; ')
}

/**
 * Takes off what browsers take off a name or a value: spaces and tabs (RFC 6265, section 5.2). `trim` takes off more. With it, a name
 * that any host of the domain may set would become one with the prefix `__Host-`.
 */
const stripped = (text: string): string => text.replace(/^[ \t]+|(?<![ \t])[ \t]+$/g, '')

/** Names and values, in the order in which they came. A name may come twice: a host beside this one can set it too. */
export function cookiesIn(header: string): [name: string, value: string][] {
  return header.split(';').flatMap((pair): [string, string][] => {
    const end = pair.indexOf('=')
    return end < 0 ? [] : [[stripped(pair.slice(0, end)), stripped(pair.slice(end + 1))]]
  })
}
