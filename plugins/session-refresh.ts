/**
 * Refreshes the session cookie by a full-page visit to the session service, where a browser lets only such a visit
 * write it. Never leaves the service's own origin, and never goes round in circles.
 * Hooks: session:request, session:fetched. Storage: one entry per client, environment and session domain, for five
 * minutes. Methods: none.
 */
import { checkFunctionOption, isRecord } from '../core/checks.ts'
import { SDKError } from '../core/errors.ts'
import type { Plugin } from '../core/plugin.ts'
import { storageKey } from '../core/storage.ts'

/** Options of {@link sessionRefresh}. */
export interface SessionRefreshOptions {
  /** Called, and awaited, before the page is left. Should it throw, the page stays. */
  callbackBeforeRedirect?: () => void | Promise<void>
}

const FIVE_MINUTES_MS = 300_000

/** The address, if it lies on the session service's own origin. */
function confine(redirectUrl: unknown, sessionDomain: string): URL | undefined {
  try {
    const { origin } = new URL(sessionDomain)
    const target = new URL(redirectUrl as string, origin)
    // By the address as it was read: the origin of a blob: URL is that of its maker.
    if (typeof redirectUrl === 'string' && target.href.startsWith(`${origin}/`)) return target
  } catch {
    // No URL at all.
  }
  return undefined
}

/**
 * Follows the session service's wish for a redirect. Until the next page, further calls answer with the session known
 * so far. A refresh that did not help is not tried again for five minutes.
 *
 * @throws {SDKError} (from `hasSession`) `session-refreshing` while the page is being left and no session is known;
 * `refresh-failed` when the last refresh did not help, or storage is denied, so that it could not be told;
 * `redirect-refused` for an address on another origin; `callback-failed` when the callback throws
 * @example createIdentity(options, [fetchTransport(), sessionRefresh({ callbackBeforeRedirect: saveDraft })])
 */
export function sessionRefresh({ callbackBeforeRedirect }: SessionRefreshOptions = {}): Plugin {
  return {
    name: 'session-refresh',
    setup(kernel) {
      checkFunctionOption('callbackBeforeRedirect', callbackBeforeRedirect)
      const { window, storage, options } = kernel
      const key = storageKey('refresh', options)

      // Tells this page from the next one, which finds the same storage.
      const visit = () => `${window.performance?.timeOrigin}`
      const isLeaving = () => storage.get(key) === visit()
      const mark = (by: string) => storage.set(key, by, Date.now() + FIVE_MINUTES_MS)
      // Back from the back/forward cache: what this page left for is over, for instances that come later as well.
      const stay = () => {
        if (isLeaving()) mark('returned')
      }
      const shown = ({ persisted }: PageTransitionEvent) => {
        if (persisted) stay()
      }
      window.addEventListener?.('pageshow', shown)
      let hasLeft = false
      kernel.onDispose(() => {
        window.removeEventListener?.('pageshow', shown)
        // For a page that disposes when it is hidden, and constructs anew when it is shown.
        if (hasLeft) stay()
      })

      const known = () => {
        // Not to be kept anew: the page after the visit is to ask whether it helped.
        if (kernel.answer) return { ...kernel.answer, cached: true }
        throw new SDKError(
          'session-refreshing',
          'The page is being left to refresh the session: ask on the next.',
        )
      }

      kernel.hook('session:request', (request) => {
        if (!request.answer && isLeaving()) request.answer = known()
      })

      kernel.hook('session:fetched', async (fetched) => {
        const { status, body } = fetched.answer
        const ok = status >= 200 && status < 300
        const wanted = ok && isRecord(body) && 'redirectURL' in body && Object.keys(body).length === 1
        const tried = storage.get(key) !== undefined
        if (!wanted) {
          if (tried) storage.remove(key)
          return
        }
        if (tried)
          throw new SDKError('refresh-failed', 'Refreshing the session did not help: cookies may be blocked.')
        const target = confine(body.redirectURL, options.sessionDomain)
        if (!target)
          throw new SDKError(
            'redirect-refused',
            'The session service asked for a redirect to another origin.',
          )
        try {
          await callbackBeforeRedirect?.()
        } catch (cause) {
          throw new SDKError('callback-failed', 'callbackBeforeRedirect threw: the page stays.', { cause })
        }
        // It may be on its way to the login or logout page by now.
        if (!fetched.isCurrent())
          throw new SDKError('refresh-failed', 'No redirect: the session was dropped meanwhile. Ask again.')
        if (!mark(visit())) {
          // The page stays, so nothing is to be kept back from it.
          storage.remove(key)
          throw new SDKError(
            'refresh-failed',
            'No redirect: without storage, a loop of them could not be noticed.',
          )
        }
        hasLeft = true
        // The address has parameters of its own, but none that is ours.
        for (const name in fetched.query) target.searchParams.delete(name)
        const path = target.pathname.slice(1) + target.search
        window.location.assign(kernel.buildUrl('session', target.origin, path, fetched.query))
        fetched.answer = known()
      })
    },
  }
}
