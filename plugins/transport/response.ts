/**
 * Reads a response, or what stands in for one: a polyfill over XMLHttpRequest, or the stub of a publisher's own tests.
 */
import type { TransportAnswer } from '../../core/transport.ts'

// A session is about 1 kB. Whatever is larger is no session, and would stall the page.
const MAX_BYTES = 262_144

/** Reads a stream; empty where there is more in it than an answer of ours may have. The rest is not read. */
async function readStream(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for (let leftBytes = MAX_BYTES; ; ) {
    const { value } = await reader.read()
    if (!value) return text
    leftBytes -= value.length
    if (leftBytes < 0) {
      // Ends the request. What becomes of it is of no interest any more.
      reader.cancel().catch(() => {})
      return ''
    }
    text += decoder.decode(value, { stream: true })
  }
}

/** The text of a response. What stands in for one has at least one of `body`, `text` and `json`. */
export async function textOf(response: Partial<Response>): Promise<string> {
  const reader = response.body?.getReader?.()
  if (reader) return readStream(reader)
  if (response.text) return response.text()
  return response.json ? JSON.stringify(await response.json()) : `${response.body}`
}

/** The status of a response. What stands in for one may say only whether it is `ok`, or nothing of the kind. */
export const statusOf = ({ status, ok }: Partial<Response>): number => status ?? (ok === false ? 500 : 200)

/** The header `Retry-After` of a response. What stands in for one may have no headers, or other ones. */
export const retryAfterOf = ({ headers }: Partial<Response>): string | undefined =>
  headers?.get?.('retry-after') ?? undefined

/** Parses a body; undefined when it is no JSON. */
export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {}
}

/**
 * Reads the answer in a response. No more than 256 KiB of it is read: what is larger has no body.
 *
 * @throws (rejects) whatever the response rejects with while it is read
 */
export async function readResponse(response: Partial<Response>): Promise<TransportAnswer> {
  const text = await textOf(response)
  return { status: statusOf(response), body: parseBody(text), retryAfter: retryAfterOf(response) }
}
