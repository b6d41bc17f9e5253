// What the request list shows of headers, and why a request was refused. No value of a cookie, of a credential or of
// anything else that is secret.

import type { IncomingMessage, OutgoingHttpHeader, ServerResponse } from 'node:http'

/** Header in which a service says why it refuses: seen in the browser's own tools too. */
export const REASON_HEADER = 'x-emulator-reason'

/** Headers of a request whose values tell what a browser does, and hold nothing secret. */
const SHOWN = [
  ...['host', 'origin', 'user-agent', 'accept', 'accept-language', 'content-type', 'content-length'],
  ...['sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest', 'sec-fetch-storage-access'],
]

/** Headers of a response that decide what a page may do with it. */
const SHOWN_OF_RESPONSE = ['access-control-allow-origin', 'content-type', 'retry-after', 'cache-control']

/** Longest value that is shown: whoever sends more shall not fill the list with it. */
const MAX_LENGTH = 200

/** The names of the cookies of a header, or of several; one without a name is all value. */
const cookieNames = (header: OutgoingHttpHeader | undefined, separator: RegExp): string =>
  [header ?? []]
    .flat()
    .flatMap((text) => `${text}`.split(separator))
    .map((pair) => (pair.includes('=') ? (pair.split('=')[0] ?? '').trim() : '…'))
    .join(' ')

/** The headers of a request and, after an arrow, those of its response. */
export function headersOf({ headers }: IncomingMessage, response: ServerResponse): Record<string, string> {
  const shown = SHOWN.flatMap((name) => (headers[name] === undefined ? [] : [[name, `${headers[name]}`]]))
  const answered = SHOWN_OF_RESPONSE.flatMap((name) => {
    const value = response.getHeader(name)
    return value === undefined ? [] : [[`→ ${name}`, `${value}`]]
  })
  const setCookie = response.getHeader('set-cookie')
  const all = [
    ...shown,
    ...(headers.cookie === undefined ? [] : [['cookie', cookieNames(headers.cookie, /;/)]]),
    ...(headers.authorization === undefined
      ? []
      : [['authorization', /^basic |^bearer /i.exec(headers.authorization)?.[0].trim() ?? '…']]),
    ...answered,
    ...(setCookie === undefined ? [] : [['→ set-cookie', cookieNames(setCookie, /\n/)]]),
  ]
  return Object.fromEntries(all.map(([name, value]) => [name, `${value}`.slice(0, MAX_LENGTH)]))
}

/** Why the request was refused, in the service's words; undefined when it was not, or nobody says. */
export function reasonOf(response: ServerResponse): string | undefined {
  const reason = response.getHeader(REASON_HEADER)
  return reason === undefined ? undefined : `${reason}`.slice(0, MAX_LENGTH)
}
