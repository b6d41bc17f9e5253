/**
 * Refreshes the session cookie by a full-page visit to the session service, where a browser lets only such a visit
 * write it. Never leaves the service's own address, and never goes round in circles.
 * Hooks: session:request, session:fetched. Storage: one entry per client, environment and session domain, for five
 * minutes. Methods: none.
 */
import { check, checkFunction, SDKError } from '../../core/errors.ts'
import type { BrowserWindow } from '../../core/options.ts'
import type { Plugin } from '../../core/plugin.ts'
import { redirectOf } from '../../core/session-answer.ts'
import { clientParameters } from '../../core/urls.ts'

/** Options of {@link sessionRefresh}. */
export interface SessionRefreshOptions {
  /** Called, and awaited, before the page is left. Should it throw, the page stays. */
  callbackBeforeRedirect?: () => void | Promise<void>
}

declare module '../../core/hooks.ts' {
  interface SessionCall {
    /** Where the page is sent for a new session cookie. */
    address?: string
  }
}

const FIVE_MINUTES_MS = 300_000

/** Pages that are on their way to the session service: all instances on one know it. */
const leaving: WeakSet<BrowserWindow> = new WeakSet()

/** The page is gone then, or asleep in the back/forward cache: what it left for is over when it wakes. */
const hidden = ({ currentTarget }: Event): void => void leaving.delete(currentTarget as BrowserWindow)

// Stands for the session service while its wish is read: who leaves it is no path of the service.
const BASE = 'http://path'

/** The path that the service wants to be visited, and its query; undefined when it is no path. */
function pathOf(redirect: unknown): URL | undefined {
  try {
    const url = new URL(redirect as string, BASE)
    if (url.origin === BASE) return url
  } catch {}
}

/**
 * Follows the session service's wish for a redirect. Until the next page, further calls answer with the session known
 * so far. A refresh that did not help is not tried again for five minutes.
 *
 * @throws {SDKError} (from `hasSession`) `session-refreshing` while the page is being left and no session is known;
 * `refresh-failed` when the last refresh did not help, or storage is denied, so that it could not be told;
 * `redirect-refused` for anything but a path beneath the session service's own address; `callback-failed` when the callback throws
 * @example createIdentity(options, [fetchTransport(), sessionRefresh({ callbackBeforeRedirect: saveDraft })])
 */
export function sessionRefresh({ callbackBeforeRedirect }: SessionRefreshOptions = {}): Plugin {
  return {
    name: __DEV__ ? 'session-refresh' : '',
    setup(kernel) {
      checkFunction(callbackBeforeRedirect, 'callbackBeforeRedirect')
      // The next page finds in the storage that a refresh was tried.
      const tried = kernel.storage.entry('refresh')

      const known = () => {
        if (kernel.answer) return kernel.answer
        throw new SDKError('session-refreshing')
      }

      kernel.hook('session:request', (request) => {
        if (!request.answer && leaving.has(kernel.window) && tried.get()) request.answer = known()
      })

      kernel.hook('session:fetched', async (fetched) => {
        const redirect = redirectOf(fetched.answer)
        if (!redirect) return tried.remove()
        check(!tried.get(), 'refresh-failed', __DEV__ ? 'the cookie is still missing, it may be blocked' : 'cookies')
        const path = pathOf(redirect)
        check(path, 'redirect-refused', kernel.options.sessionDomain)
        try {
          await callbackBeforeRedirect?.()
        } catch (cause) {
          throw new SDKError('callback-failed', 'callbackBeforeRedirect', { cause })
        }
        // It may be on its way to the login or logout page by now.
        check(fetched.isCurrent(), 'refresh-failed', __DEV__ ? 'the session was cleared meanwhile' : 'cleared')
        if (!tried.set(1, Date.now() + FIVE_MINUTES_MS)) {
          // The page stays, so nothing is to be kept back from it.
          tried.remove()
          throw new SDKError(
            'refresh-failed',
            __DEV__ ? 'without storage, a loop of redirects could not be noticed' : 'storage',
          )
        }
        const parameters = clientParameters(kernel.options, kernel.options.redirectUri, kernel.storage.tabId())
        // The address has parameters of its own, but none that is ours.
        for (const name of Object.keys(parameters)) path.searchParams.delete(name)
        const own = path.search ? `${path.search}&` : '?'
        const address = path.pathname.slice(1) + own
        fetched.address = kernel.buildUrl('session', kernel.options.sessionDomain, address, parameters)
        kernel.window.location.assign(fetched.address)
        leaving.add(kernel.window)
        // Not ended on dispose, which does not keep the page from going; one for all instances.
        kernel.window.addEventListener?.('pagehide', hidden)
        fetched.answer = known()
      })
    },
  }
}
