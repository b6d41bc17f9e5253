/**
 * Refreshes the session cookie by a full-page visit to the session service, since some browsers let only such a visit write it. It
 * never leaves the service's own address, and never starts a loop of redirects.
 * Hooks: session:request, session:fetched. Storage: one entry per client, environment and session domain, for five
 * minutes. Methods: none.
 */
import { check, checkFunction, SDKError } from '../../core/errors.ts'
import type { BrowserWindow } from '../../core/options.ts'
import type { Plugin } from '../../core/plugin.ts'
import { isAboutReader, redirectOf } from '../../core/session-answer.ts'
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

/** On `pagehide` the page is gone, or asleep in the back/forward cache. When it wakes, it is not on its way any more. */
const forgetLeaving = ({ currentTarget }: Event): void => void leaving.delete(currentTarget as BrowserWindow)

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
      const tried = kernel.storage.entry('refresh')

      kernel.hook('session:request', (request) => {
        if (tried.get()) request.refreshAddress = leaving.get(kernel.window)
      })

      kernel.hook('session:fetched', async (fetched) => {
        const redirect = redirectOf(fetched.answer)
        if (!redirect) {
          // A failure does not say whether the refresh has helped.
          if (isAboutReader(fetched.answer)) tried.remove()
          return
        }
        check(
          !tried.get(),
          'refresh-failed',
          __DEV__ ? 'the cookie is still missing. The browser may block it' : 'cookies',
        )
        const path = pathOf(redirect)
        check(path, 'redirect-refused', kernel.options.sessionDomain)
        const checkCurrent = () =>
          check(
            fetched.isCurrent(),
            'refresh-failed',
            __DEV__ ? 'the session was cleared during the refresh' : 'cleared',
          )
        // A page that stays is not told that it is left.
        checkCurrent()
        // It may ask for the session, and this call waits for it.
        fetched.prepareLeaving()
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
        // The address may have parameters of its own, but none of the library's names.
        for (const name of Object.keys(parameters)) path.searchParams.delete(name)
        const own = path.search ? `${path.search}&` : '?'
        const address = path.pathname.slice(1) + own
        const url = kernel.buildUrl('session', kernel.options.sessionDomain, address, parameters)
        kernel.window.location.assign(url)
        leaving.set(kernel.window, url)
        // Dispose does not keep the page from going: so this listener is not taken off then. It is one for all instances.
        kernel.window.addEventListener?.('pagehide', forgetLeaving)
        fetched.refreshAddress = url
      })
    },
  }
}
