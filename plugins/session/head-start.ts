/**
 * Sooner than the library itself: a script in the page's head, made by the server, has begun the session call, or holds the
 * session that the server knows. The library takes over either of them.
 * Sources: server, head. Hooks: session:cleared. Storage: none. One global, `porticoHead`, taken away when it is used.
 * Methods: none.
 */
import type { Answer, DatedAnswer } from '../../core/answer.ts'
import { begunCallIn, givenSessionIn, type HeadWindow } from '../../core/page-head.ts'
import type { Plugin } from '../../core/plugin.ts'
import type { TransportAnswer } from '../../core/transport.ts'

// Older, and something else has kept the page waiting: the reader may have changed since.
const FRESH_MS = 10_000

/**
 * Takes over what a script of `portico/server` has left in the page's head. The session that the server knows answers each call
 * of this page, until it expires or is cleared. The snippet's response is used once, if it is under ten seconds old and its address is
 * exactly the library's.
 *
 * @example createIdentity(options, [fetchTransport(), sessionCache(), headStart()])
 */
export function headStart(): Plugin {
  return {
    name: 'head-start',
    setup(kernel) {
      const window: HeadWindow = kernel.window
      /** What the server knows, once it was found. */
      let given: DatedAnswer | undefined

      const forget = () => {
        delete window.porticoHead
        given = undefined
      }
      const takeGiven = (): DatedAnswer | undefined => {
        const session = givenSessionIn(kernel.options)
        if (!session) return
        const [, expiresAt, body] = session
        delete window.porticoHead
        // When the browser asked for the page. Not by timeOrigin, which falls behind the clock while a computer sleeps.
        const askedAt = Date.now() - (window.performance?.now() ?? 0)
        return { origin: 'server', status: 200, body, askedAt, expiresAt }
      }

      kernel.source('server', () => {
        // Once a session is known there is nothing to look for, and the look takes longer than reading the cache.
        if (!given && !kernel.knownSession()) given = takeGiven()
        if (given && given.expiresAt > Date.now()) return given
      })

      kernel.source('head', (call) => {
        const begun = begunCallIn(window)
        if (!begun) return
        const [url, askedAt, response, controller] = begun
        if (url !== call.url() || Date.now() - askedAt > FRESH_MS) return
        // Once: another call is to have an answer of its own.
        forget()
        const request = { response, abort: (reason: unknown) => controller?.abort(reason) }
        // `expiresAt` is set although it is undefined: a script may have added the name to `Object.prototype`.
        const toAnswer = (answer: TransportAnswer): Answer => ({
          expiresAt: undefined,
          ...answer,
          origin: 'head',
          askedAt,
        })
        return kernel.transport(url, request).then(toAnswer)
      })

      // Whoever clears the session wants to know what is true from now on.
      kernel.hook('session:cleared', forget)
    },
  }
}
