// What the provider answers, up to a size: whoever answers for it must not fill the memory of the service.

const MOST_BYTES = 1024 * 1024

/** Fetches as `fetch` does. @throws {Error} while the body is read, when it is longer than any of a provider */
export function boundedFetch(fetch: typeof globalThis.fetch = globalThis.fetch): typeof globalThis.fetch {
  return async (...request) => {
    const answer = await fetch(...request)
    if (!answer.body) return answer
    let bytes = 0
    const bound = new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        bytes += piece.byteLength
        if (bytes > MOST_BYTES) controller.error(new Error('The answer is too long'))
        else controller.enqueue(piece)
      },
    })
    const { status, statusText, headers } = answer
    return new Response(answer.body.pipeThrough(bound), { status, statusText, headers })
  }
}
