/**
 * The settings of this site's server, and which reader is known.
 */
import type { H3Event } from 'h3'
import type { PageRequest } from '~~/site/message.mjs'
import { clientOf, settingsOf } from '~~/site/page.mjs'
import { readerIn } from '~~/site/reader-session.mjs'

export const settings = settingsOf(process.env)
export const client = clientOf(process.env)

/** What a page sends, as a request of fetch has it. The body is read when it is asked for. */
export const pageRequest = (event: H3Event): PageRequest => ({
  headers: { get: (name) => getHeader(event, name) },
  text: () => readRawBody(event),
})

/** The reader's session; undefined for an anonymous reader. */
export const readerSession = (event: H3Event) => readerIn(pageRequest(event).headers, process.env)

/** Each cookie has a header of its own. */
export function sendCookies(event: H3Event, setCookies: readonly string[]): void {
  for (const cookie of setCookies) appendResponseHeader(event, 'set-cookie', cookie)
}
