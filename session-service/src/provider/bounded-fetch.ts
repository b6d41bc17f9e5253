// A `fetch` with a limit: a response of the provider must not fill the memory of the service.

const MAX_BYTES = 1024 * 1024

/** Wraps `fetch`. @throws {Error} while the body is read, when it is longer than a megabyte */
export function boundedFetch(fetch: typeof globalThis.fetch = globalThis.fetch): typeof globalThis.fetch {
  return async (...request) => {
    const response = await fetch(...request)
    if (!response.body) return response
    let bytes = 0
    const bound = new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        bytes += piece.byteLength
        if (bytes > MAX_BYTES) controller.error(new Error('The response is too long'))
        else controller.enqueue(piece)
      },
    })
    const { status, statusText, headers } = response
    return new Response(response.body.pipeThrough(bound), { status, statusText, headers })
  }
}
