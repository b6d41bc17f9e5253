// How much the emulator listens to one client, and for how long. Its own pages stay far below all of it.

/** Longest body of a request, in bytes: the longest that is ever of use is a form of a few kB. */
export const MAX_BODY_BYTES: number = 256 * 1024

/** How much of a body is kept for the request list. */
export const SHOWN_BODY_BYTES: number = 4 * 1024

/** How long the headers of a request may take to arrive. */
export const HEADERS_TIMEOUT_MS: number = 10_000

/** How long a whole request may take to arrive, with its body. */
export const REQUEST_TIMEOUT_MS: number = 30_000

/** How often the server looks for requests that took longer. */
export const TIMEOUT_CHECK_MS: number = 1_000

/** How long a connection waits for its next request. */
export const KEEP_ALIVE_MS: number = 5_000

/** How long it is read, and dropped, what a client goes on sending after it was told that it is too much. */
export const LINGER_MS: number = 1_000
