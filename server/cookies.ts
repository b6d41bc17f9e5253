/**
 * The header `Cookie` of a request, which comes from outside.
 */

/** Any request: of a fetch API, or of Node, Express and their like. */
export interface IncomingRequest {
  /** Its address. Path and query are enough. */
  readonly url?: string | undefined
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
}

/** The header `Cookie` of a request. */
export function cookieHeader({ headers }: IncomingRequest): string {
  const given =
    typeof headers.get === 'function' ? (headers as Headers).get('cookie') : (headers as Record<string, unknown>).cookie
  return Array.isArray(given) ? given.join('; ') : `${given ?? ''}`
}

/** Names and values, in the order in which they came. A name may come twice: a host beside this one can set it too. */
export function cookiesIn(header: string): [name: string, value: string][] {
  return header.split(';').flatMap((pair): [string, string][] => {
    const end = pair.indexOf('=')
    return end < 0 ? [] : [[pair.slice(0, end).trim(), pair.slice(end + 1).trim()]]
  })
}
