// What the provider answers, up to a size: whoever answers for it must not fill the memory of the service.

const MOST_BYTES = 1024 * 1024

/** An answer that is longer than any of a provider. */
export class AnswerTooLong extends Error {
  readonly code = 'answer-too-long'
}

/** Fetches as `fetch` does. @throws {AnswerTooLong} while the body is read */
export function boundedFetch(fetch: typeof globalThis.fetch = globalThis.fetch): typeof globalThis.fetch {
  return async (...request) => {
    const answer = await fetch(...request)
    if (!answer.body) return answer
    let bytes = 0
    const bound = new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        bytes += piece.byteLength
        if (bytes > MOST_BYTES) controller.error(new AnswerTooLong())
        else controller.enqueue(piece)
      },
    })
    const { status, statusText, headers } = answer
    return new Response(answer.body.pipeThrough(bound), { status, statusText, headers })
  }
}
