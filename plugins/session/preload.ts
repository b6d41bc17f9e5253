/**
 * Sooner than the library itself: a script in the page's head, made by the server, has begun the session call, or holds the
 * session that the server knows. The library takes over either of them.
 * Middleware: server, head. Hooks: session:cleared. Storage: none. One global, `porticoHead`, taken away when it is used.
 * Methods: none.
 */
import type { Plugin } from '../../core/kernel/plugin.ts'
import type { BrowserWindow } from '../../core/options.ts'
import type { SessionResult } from '../../core/session/result.ts'
import { counts, resultEntry, resultFrom } from '../shared/kept-result.ts'
import { begunCallIn, type HeadWindow, serverSessionIn } from '../shared/page-head.ts'

// Older, and something else has kept the page waiting: the reader may have changed since.
const FRESH_MS = 10_000

/**
 * When the server was asked for the page. The page's own clock tells, but for a page that the browser had fetched ahead or kept: it is as old
 * as its server says. A server whose clock is off cannot make it younger than that.
 */
function askedForPageAt({ performance }: BrowserWindow, madeAt = 0): number {
  // Not by timeOrigin, which falls behind the clock while a computer sleeps.
  const openedAt = Date.now() - (performance?.now() ?? 0)
  const [navigation] = performance?.getEntriesByType?.('navigation') ?? []
  const { deliveryType } = (navigation ?? {}) as { deliveryType?: string }
  return deliveryType ? Math.min(openedAt, madeAt) : openedAt
}

/**
 * Takes over what a script of `portico/server` has left in the page's head. The session that the server knows answers each call
 * of this page, until it expires or is cleared. The snippet's response is used once, if it is under ten seconds old and its address is
 * exactly the library's.
 *
 * @example createIdentity(options, [fetchTransport(), sessionCache(), preload()])
 */
export function preload(): Plugin {
  return {
    name: 'preload',
    setup(kernel) {
      const window: HeadWindow = kernel.window
      const kept = resultEntry(kernel)
      /** What the server knows, once it was found. */
      let serverSession: SessionResult | undefined

      const forget = () => {
        delete window.porticoHead
        serverSession = undefined
      }
      const takeServerSession = (): SessionResult | undefined => {
        const [, expiresAt, session, madeAt] = serverSessionIn(kernel.options) ?? []
        if (!session || !expiresAt) return
        delete window.porticoHead
        const askedAt = askedForPageAt(window, madeAt)
        // It holds for this page alone. The next one must not show the reader before, though.
        const before = kept.get()
        if (before && before.askedAt < askedAt && before.session?.userId !== session.userId) kept.remove()
        return { source: 'server', askedAt, expiresAt, session }
      }

      kernel.use('server', async (call, next) => {
        // Once a session is known there is nothing to look for, and the look takes longer than reading the cache.
        if (!serverSession && !kernel.knownSession()) serverSession = takeServerSession()
        if (!counts(serverSession, call)) return next()
        const result = await resultFrom(serverSession, call, next)
        // The service has said something newer.
        if (result.source !== 'server') serverSession = undefined
        return result
      })

      kernel.useFetch('head', async (call, next) => {
        const [url, askedAt, response, controller] = begunCallIn(window) ?? []
        if (!response || !askedAt || url !== call.url() || Date.now() - askedAt > FRESH_MS) return next()
        // Once: another call is to have a response of its own.
        forget()
        call.asked = 'head'
        const begun = { response, abort: (reason: unknown) => controller?.abort(reason) }
        return { ...(await kernel.transport(url, begun)), source: 'head', askedAt }
      })

      // Whoever clears the session wants to know what is true from now on.
      kernel.hook('session:cleared', forget)
    },
  }
}
