/**
 * Sooner than the library itself: a script in the page's head, made by the server, has begun the session call, or holds the
 * session that the server knows. The library takes either for its own.
 * Hooks: session:request, fetch:before, session:cleared. Storage: none. One global, `porticoHead`, taken away when it is used.
 * Methods: none.
 */
import type { Plugin } from '../../core/plugin.ts'

declare module '../../core/session-answer.ts' {
  interface SessionAnswer {
    /** Says so where the page's server gave it, which leaves `sig` and `sp_id` out. */
    source?: 'server'
  }
}

/** What a script leaves on the window: of a call, its address, when it began, the response on its way, and its end. */
type Head =
  | [url: string, startedAt: number, response: Promise<Response>, controller: AbortController]
  // Of a session: whose it is, the first client's if it does not say, until when it holds, and the session.
  | [clientId: string, expiresAt: number, session: object]

// Older, and the page was kept waiting by something else: who knows what has happened since.
const FRESH_MS = 10_000

/**
 * Takes over what a script of `portico/server` has left in the page's head. The session that the server knows is the first answer,
 * until it expires. The response to a call is taken once, as the first attempt, and only if it is fresh and the address is the
 * library's own to the letter.
 *
 * @example createIdentity(options, [fetchTransport(), sessionCache(), headStart()])
 */
export function headStart(): Plugin {
  return {
    name: __DEV__ ? 'head-start' : '',
    setup(kernel) {
      const globals = kernel.window as { porticoHead?: Head }
      /** What was left, unless it is too old. */
      const left = (): Head | [] => {
        // Its own alone: an element of the page may have the name as its id.
        const head = Object.hasOwn(globals, 'porticoHead') && globals.porticoHead
        return head && Date.now() - head[1] <= FRESH_MS ? head : []
      }

      kernel.hook('session:request', (request) => {
        // Skip the look once a session is known: to ask the window takes longer than to read the cache.
        if (request.previous) return
        const [name, at = 0, body] = left()
        if (name === '' || name === kernel.options.clientId) {
          delete globals.porticoHead
          // Even where the tab has kept an answer: this page was made since.
          if (at > Date.now()) {
            request.source = 'server'
            request.answer = {
              status: 200,
              body,
              expiresAt: at,
              // When the browser asked for the page. Not by timeOrigin, which falls behind the clock while a computer sleeps.
              askedAt: Date.now() - kernel.window.performance.now(),
              source: 'server',
            }
          }
        } else if (name && name === request.url()) {
          // Where something is kept it is not needed; and if that turns out too old, so is this.
          if (request.answer) delete globals.porticoHead
          else {
            request.askedAt = at
            request.source = 'head'
          }
        }
      })
      kernel.hook('fetch:before', (request) => {
        const [name, , response, controller] = left()
        if (name !== request.url) return
        // Once: another attempt is a call of its own.
        delete globals.porticoHead
        request.response = response as Promise<Response>
        request.signal.addEventListener('abort', () => controller?.abort(null))
      })
      // Whoever clears the session wants to know what is true from now on.
      kernel.hook('session:cleared', () => void delete globals.porticoHead)
    },
  }
}
