/**
 * The header `Cookie` of a request.
 */

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
