/**
 * Lets the tabs of one origin and one client share what they learn. A page that is seen asks at once, and shares the response. Hidden
 * pages queue for a lock: the first one asks, the others hear its answer. Each page hears of a login, a logout or another user. Without locks,
 * channel or local storage each tab is on its own, as without this plugin.
 * Middleware: tabs. Hooks: session:settled, session:cleared, session:returned, login:started, logout:before. Storage: `tabs2.mark` and `tabs2.leaving` in local storage.
 * Methods: none.
 */
import { isHidden, pageLeaves, pageReturns, pageShows } from '../../core/kernel/page.ts'
import type { Plugin } from '../../core/kernel/plugin.ts'
import type { SessionCall } from '../../core/session/middleware.ts'
import { isRequest, type SessionResult } from '../../core/session/result.ts'
import { storagePrefix } from '../../core/storage.ts'
import { sessionBackoffOf } from '../shared/backoff.ts'
import { counts } from '../shared/kept-result.ts'
import { loggedOut } from '../shared/logged-out.ts'
import { paced } from '../shared/waiting.ts'
import { createChannel } from './channel.ts'
import { fingerprintOf, NO_USER, type UserFingerprint } from './epoch.ts'
import {
  announceLogout,
  FORMAT,
  isAboutUser,
  isLogoutUnderWay,
  openSharedState,
  readEpoch,
  writeEpoch,
} from './shared-state.ts'
import { createTabLock } from './tab-lock.ts'
import { beginLogout, differs, endCall, endLogout, expectUser, hearNews, show, type TabState } from './tab-state.ts'

// News from other tabs causes at most one request in this time: twelve a minute, whoever forges it.
const PACE_MS = 5000

/**
 * Shares session calls, and changes of the user, between tabs.
 *
 * @example createIdentity(options, [fetchTransport(), sessionCache(), tabs(), sessionEvents()])
 */
export function tabs(): Plugin {
  return {
    name: 'tabs',
    setup(kernel) {
      const { window } = kernel
      const name = storagePrefix(kernel.options) + FORMAT
      const sharedState = openSharedState(kernel.sharedStorage)
      const lock = createTabLock(window, name)
      const backoff = sessionBackoffOf(kernel)

      const state: TabState = {}
      let isListening = false

      const ask = () => void kernel.hasSession().catch(() => {})
      const askSoon = paced(kernel, PACE_MS, () => {
        if (hearNews(state, readEpoch(sharedState))) ask()
      })
      /** Asks for the user that the tabs agree on. What is kept is about the user before: it is older than the session epoch. */
      const askIfChanged = () => {
        if (!differs(state, readEpoch(sharedState))) return
        // A logout under way makes no request, and nobody may see the user for longer.
        if (isLogoutUnderWay(sharedState)) ask()
        else askSoon()
      }
      const channel = createChannel(window, name, askIfChanged)

      const agree = (changedAt: number, user: UserFingerprint) => {
        writeEpoch(sharedState, { changedAt, user })
        // Of what is written to local storage, the browser tells other pages alone. A window that was made for a test may lack it.
        if (window.Event) window.dispatchEvent(new window.Event(name))
      }
      const wake = () => {
        channel.open()
        askIfChanged()
      }
      const sleep = () => {
        if (endLogout(state)) {
          // The service has answered the logout, unless the reader closes the tab first.
          sharedState.leaving.remove()
          agree(Date.now(), NO_USER)
        }
        lock.release()
        channel.close()
      }
      /** Hears of other tabs from now on. Not before it has to: a slow phone takes longer for it than for the request. */
      const listen = () => {
        if (isListening) return
        isListening = true
        pageReturns(kernel, wake)
        pageLeaves(kernel, sleep)
        kernel.listen('storage', ({ key }) => {
          if (isAboutUser(sharedState, key)) askIfChanged()
        })
        // The compiler knows the types of the browser's own events alone.
        kernel.listen(name as 'online', askIfChanged)
        pageShows(kernel, () => {
          // The reader has turned to this page: it waits for nobody.
          lock.release()
          askIfChanged()
          if (state.owesCall && !backoff.until()) ask()
        })
        wake()
      }
      kernel.onDispose(() => {
        lock.release()
        channel.close()
      })

      /** While a tab is on its way to the logout page. It expires at once, so nobody keeps it. */
      const nobodyNow = () => loggedOut('tab', Date.now(), Date.now())
      /** What another tab has just heard, if it counts for this call. */
      const heard = (call: SessionCall) => {
        const result = channel.latest()
        if (counts(result, call) && result.askedAt >= call.freshSince) return result
      }
      /** Asks the service. What tabs share is opened meanwhile, a task later: the request has really been sent then. */
      const request = async (next: () => Promise<SessionResult>) => {
        const timer = window.setTimeout(listen)
        try {
          const result = await next()
          if (!isLogoutUnderWay(sharedState)) return result
        } catch (error) {
          if (!isLogoutUnderWay(sharedState)) throw error
        } finally {
          window.clearTimeout(timer)
        }
        // Until the browser has visited the logout page, the service's cookie is still about the user.
        return nobodyNow()
      }

      kernel.use('tabs', async (call, next) => {
        const isUnseen = isHidden(window)
        if (isUnseen) listen()
        if (!isListening) return request(next)
        if (isLogoutUnderWay(sharedState)) return nobodyNow()
        const known = heard(call)
        if (known || !(isUnseen || state.hasNews)) return known ?? request(next)
        await lock.acquire()
        try {
          if (!heard(call) && (state.hasNews || isHidden(window))) await channel.ask()
          return heard(call) ?? (await request(next))
        } finally {
          lock.release()
        }
      })
      // It is called where a response is there: local storage is not opened before the first request.
      kernel.invalidateBefore(() => readEpoch(sharedState).changedAt)

      kernel.hook('session:settled', ({ outcome, hasLearned, source, result }) => {
        listen()
        endCall(state, outcome === 'unavailable' && isHidden(window))
        if (!hasLearned) return expectUser(state, () => readEpoch(sharedState))
        if (source === 'cache' || source === 'tab') {
          // The local storage of all tabs is not opened for what it does not change.
          state.shown = fingerprintOf(result.session)
          return
        }
        const epoch = readEpoch(sharedState)
        const shown = show(state, result, epoch)
        // Another tab has learned something newer while this call was on its way for the second time.
        if (epoch.changedAt > result.askedAt) return void Promise.resolve().then(askIfChanged)
        if (isRequest(source)) channel.tell(result)
        if (shown !== epoch.user) agree(result.askedAt, shown)
      })
      kernel.hook('session:returned', (returned) => {
        const { changedAt, user } = readEpoch(sharedState)
        // The session epoch is of all tabs. The tab's own storage may be of the time when the page was left.
        if (changedAt <= returned.kept.askedAt && user === fingerprintOf(returned.kept.session))
          returned.isTrusted = true
      })
      kernel.hook('session:cleared', () => {
        lock.release()
        channel.forget()
        if (isListening) expectUser(state, () => readEpoch(sharedState))
      })
      kernel.hook('login:started', ({ how }) => {
        // It ends on another page, and that one tells what it learns.
        if (how === 'popup') listen()
        // Whomever the tabs have agreed on: a page that knows nobody has not shown them.
        if (!kernel.knownSession()?.userId) state.shown = NO_USER
      })
      kernel.hook('logout:before', () => {
        beginLogout(state)
        announceLogout(sharedState)
        agree(Date.now(), NO_USER)
        listen()
      })
    },
  }
}
