/**
 * Refreshes the session cookie by a full-page visit to the session service, since some browsers let only such a visit write it. It
 * never leaves the service's own address, and never starts a loop of redirects.
 * Middleware: refresh. Hooks: session:settled. Storage: one entry per client, environment and session domain, for five
 * minutes. Methods: none.
 */
import { check, checkFunction, SDKError } from '../../core/errors.ts'
import { numberIn } from '../../core/json.ts'
import { pageLeaves } from '../../core/kernel/page.ts'
import type { Plugin } from '../../core/kernel/plugin.ts'
import type { BrowserWindow } from '../../core/options.ts'
import type { SessionCall } from '../../core/session/middleware.ts'
import { isRequest, redirectOf } from '../../core/session/result.ts'
import { clientParameters } from '../../core/urls.ts'

/** Options of {@link sessionRefresh}. */
export interface SessionRefreshOptions {
  /**
   * Called, and awaited, before the page is left. If it throws, the page stays. Session calls that are made meanwhile answer with the session
   * known so far.
   */
  callbackBeforeRedirect?: (() => void | Promise<void>) | undefined
}

const TRIED_FOR_MS = 300_000

/** Pages that are on their way to the session service, and the address: all instances on one page know it. */
const leaving: WeakMap<BrowserWindow, string> = new WeakMap()

// Stands for the session service while its wish is read: whatever leads away from it is no path of the service.
const BASE = 'http://path'

/** The path that the service wants the browser to visit, and its query; undefined when it is no path. */
function pathOf(redirect: unknown): URL | undefined {
  try {
    const url = new URL(redirect as string, BASE)
    if (url.origin === BASE) return url
  } catch {}
}

/**
 * Follows the session service when it asks for a redirect. Until the next page, further calls answer with the session known so far.
 * A refresh that did not help is not tried again for five minutes.
 *
 * @throws {SDKError} (from `hasSession`) `session-refreshing` while the page is being left and no session is known;
 * `refresh-failed` when the last refresh did not help, or when storage is denied: a loop could not be noticed;
 * `redirect-refused` for anything but a path beneath the session service's own address; `callback-failed` when the callback throws
 * @example createIdentity(options, [fetchTransport(), sessionRefresh({ callbackBeforeRedirect: saveDraft })])
 */
export function sessionRefresh({ callbackBeforeRedirect }: SessionRefreshOptions = {}): Plugin {
  return {
    name: 'session-refresh',
    setup(kernel) {
      checkFunction(callbackBeforeRedirect, 'callbackBeforeRedirect')
      // The next page learns from it that a refresh was tried.
      const tried = kernel.storage.entry('refresh', numberIn)

      /** Leaves the page. @throws {SDKError} where it stays */
      const leave = async (redirect: unknown, call: SessionCall): Promise<string> => {
        check(
          !tried.get(),
          'refresh-failed',
          __DEV__ ? 'the cookie is still missing. The browser may block it' : 'cookies',
        )
        const path = pathOf(redirect)
        check(path, 'redirect-refused', kernel.options.sessionDomain)
        const checkCurrent = () =>
          check(call.isCurrent(), 'refresh-failed', __DEV__ ? 'the session was cleared during the refresh' : 'cleared')
        // A page that stays is not told that it is left.
        checkCurrent()
        call.isLeaving = true
        try {
          await callbackBeforeRedirect?.()
        } catch (cause) {
          throw new SDKError('callback-failed', 'callbackBeforeRedirect', { cause })
        }
        // The page may be on its way to the login or logout page by now.
        checkCurrent()
        if (!tried.set(1, Date.now() + TRIED_FOR_MS)) {
          // The page stays: later calls must be able to ask.
          tried.remove()
          throw new SDKError(
            'refresh-failed',
            __DEV__ ? 'the page has no storage, so the library could not notice a loop of redirects' : 'storage',
          )
        }
        const parameters = clientParameters(kernel.options, kernel.options.redirectUri, kernel.storage.tabId())
        const own = path.search ? `${path.search}&` : '?'
        const address = path.pathname.slice(1) + own
        const url = kernel.buildUrl('session', kernel.options.sessionDomain, address, parameters)
        kernel.window.location.assign(url)
        leaving.set(kernel.window, url)
        return url
      }

      // The page is gone, or asleep in the back/forward cache. When it wakes, it is not on its way any more.
      pageLeaves(kernel, () => void leaving.delete(kernel.window))

      kernel.useFetch('refresh', async (call, next) => {
        const address = tried.get() ? leaving.get(kernel.window) : undefined
        if (address) throw new SDKError('session-refreshing', undefined, { address })
        const answer = await next()
        const redirect = redirectOf(answer)
        if (!redirect) return answer
        throw new SDKError('session-refreshing', undefined, { address: await leave(redirect, call) })
      })
      kernel.hook('session:settled', ({ hasLearned, source }) => {
        // A failure does not say whether the refresh has helped.
        if (hasLearned && isRequest(source)) tried.remove()
      })
    },
  }
}
