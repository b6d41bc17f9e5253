/**
 * Lets the tabs of one origin and one client share what they learn. A page that is seen asks at once, and shares while its request
 * is on its way. Of hidden pages one asks for all. A page whose call failed while it was hidden asks when it is seen. Each page, and each
 * identity of a page, hears of a login, a logout or another user. Without locks, channel or local storage each is on its own.
 * Source: tab. Hooks: session:started, session:check, request:started, request:ended, session:settled, session:cleared, login:started,
 * logout:before. Storage: `tabs1.mark`, `tabs1.offer` and `tabs1.leaving` in local storage, `tabs` in the tab's. Methods: none.
 */
import { isRequest, MAX_LIFETIME_MS } from '../../core/answer.ts'
import { sessionPauseOf } from '../../core/pause.ts'
import type { Plugin } from '../../core/plugin.ts'
import { storagePrefix } from '../../core/storage.ts'
import { isHidden } from '../../core/visibility.ts'
import { paced } from '../../core/waiting.ts'
import { createAgreement, FORMAT } from './agreement.ts'
import { loggedOutAnswer, tellLogouts } from './logout.ts'
import { isSameUser, NOBODY, tagOf, type UserTag } from './mark.ts'
import { createNeighbours } from './neighbours.ts'
import { hearPage, tellPage } from './page-news.ts'

// News from other tabs causes at most one request in this time, and fewer if it goes on.
const PACE_MS = 2000

/**
 * Shares session calls, and changes of the user, between tabs.
 * @example createIdentity(options, [fetchTransport(), sessionCache(), tabs(), sessionEvents()])
 */
export function tabs(): Plugin {
  return {
    name: 'tabs',
    setup(kernel) {
      const { window } = kernel
      const name = `${storagePrefix(kernel.options)}${FORMAT}`
      const agreement = createAgreement(kernel.sharedStorage)
      const endLogout = tellLogouts(kernel, agreement)
      const neighbours = createNeighbours(window, name, agreement, () => shownUser === NOBODY && look())
      /** Kept while the next answer has to come from the service, on the next page as well. */
      const mustAskService = kernel.storage.entry('tabs')

      let isListening = false
      /**
       * The user that the page shows, with whom a new mark is compared. Before the page has learned of one, it is the mark's user when a
       * call first failed or the session was first cleared, and undefined before that.
       */
      let shownUser: UserTag | undefined
      /** A call is on its way. Its answer is checked against the mark when it comes, so news is not acted on meanwhile. */
      let isAsking = false
      /** When the answer that the page knows was asked for. A new call wants a newer answer. */
      let toldAt = 0
      /** Another tab has something newer: its answer is worth waiting for. */
      let isWorthWaiting = false
      /** What has changed was learned by another identity of this page: the storage of both has the answer. */
      let isOfThisPage = false
      /** The last call has failed while nobody saw the page. It may have asked nobody: another tab had failed, or there was a pause. */
      let hasFailedUnseen = false

      /** Whether the tabs agree on another user than the page was told of. */
      const hasChanged = () => {
        const { changedAt, user } = agreement.readMark()
        return changedAt > 0 && !isAsking && shownUser !== undefined && shownUser !== user
      }
      /** Asks as the page would, so that all of the page hears of it. */
      const ask = () => {
        hasFailedUnseen = false
        kernel.hasSession().catch(() => {})
      }
      /** Asks for the user that the tabs agree on. */
      const renew = () => {
        if (!hasChanged()) return
        if (!isOfThisPage) {
          kernel.clearSession()
          // The clearing has set it. Here another tab's answer is enough.
          mustAskService.remove()
        }
        isOfThisPage = false
        isWorthWaiting = true
        ask()
      }
      const renewSoon = paced(kernel, PACE_MS, renew)
      const look = () => {
        if (!hasChanged()) return
        // A logout on its way makes no request, and nobody may see the user for longer.
        if (agreement.isLogoutUnderWay()) renew()
        else renewSoon()
      }
      /** Looks once the events of a call were emitted. */
      const lookAfterwards = () => void Promise.resolve().then(() => kernel.isDisposed() || look())

      const wake = () => {
        neighbours.open()
        look()
      }
      /** Hears of other tabs from now on. Not before it has to: a slow phone takes longer for it than for the request. */
      const listen = () => {
        if (isListening) return
        isListening = true
        kernel.listen('pageshow', wake)
        kernel.listen('pagehide', () => {
          endLogout()
          neighbours.close()
        })
        kernel.listen('visibilitychange', () => {
          if (isHidden(window)) return
          neighbours.stopWaiting()
          look()
          if (hasFailedUnseen && !sessionPauseOf(kernel).until()) ask()
        })
        kernel.listen('storage', ({ key }) => {
          if (agreement.isAboutUser(key)) look()
        })
        hearPage(kernel, name, () => {
          isOfThisPage = hasChanged()
          lookAfterwards()
        })
        wake()
      }
      kernel.onDispose(neighbours.close)

      kernel.source('tab', () => {
        // A page that is seen asks at once. It opens what tabs share during its first request.
        if (!isListening && !isHidden(window) && !isWorthWaiting) return
        listen()
        if (agreement.isLogoutUnderWay()) return loggedOutAnswer()
        if (mustAskService.get()) return
        const latest = neighbours.latest()
        if (latest && latest.askedAt > toldAt) return latest
        if (isHidden(window) || isWorthWaiting) return neighbours.ask()
      })

      kernel.hook('session:started', () => {
        isAsking = true
      })
      kernel.hook('session:check', (check) => {
        const isRequested = isRequest(check.answer.origin)
        // Until the browser has visited the logout page, the service's cookie is still about the user.
        const isBeforeLogout = isRequested && agreement.isLogoutUnderWay()
        check.isStale ||= isBeforeLogout || check.answer.askedAt < agreement.readMark().changedAt
        // The sources are asked once more: ours waits for the other tab then.
        isWorthWaiting ||= isRequested && check.isStale
      })
      kernel.hook('request:started', () => {
        listen()
        neighbours.offerComing()
      })
      // The lock is held while the request is on its way, and never while code of the page runs.
      kernel.hook('request:ended', neighbours.resign)

      kernel.hook('session:settled', ({ outcome, hasLearned, origin, session, answer, error }) => {
        // First, while `isAsking` is true: `listen` looks at the mark otherwise, and `shownUser` is set only below.
        listen()
        isAsking = false
        isWorthWaiting = false
        hasFailedUnseen = outcome === 'unavailable' && isHidden(window)
        neighbours.resign()
        if (isRequest(origin)) mustAskService.remove()
        if (!hasLearned) {
          // A page that shows nobody yet hears of what changes from now on.
          shownUser ??= agreement.readMark().user
          if (isRequest(origin)) neighbours.tellTrouble(error)
          // A plugin that has refused the call would refuse the next one, too.
          else if (origin !== 'tab') return
          // A logout that is under way needs no request, so it is shown now. One that is finished, or another user, is asked for at the
          // next news, or when the page is seen again.
          if (agreement.isLogoutUnderWay()) lookAfterwards()
          return
        }
        shownUser = tagOf(session)
        toldAt = answer?.askedAt ?? 0
        if (!answer || origin === 'cache' || origin === 'tab') return
        const mark = agreement.readMark()
        // Another tab has learned something newer while this call was on its way for the second time.
        if (mark.changedAt > answer.askedAt) return lookAfterwards()
        // The page's server may know less: not the user's number, or not whether they are connected by now.
        if (origin === 'server' && (shownUser === NOBODY || isSameUser(shownUser, mark.user))) shownUser = mark.user
        // What is offered comes first: another process hears of the mark before it sees what is written later.
        if (isRequest(origin)) neighbours.tell(answer)
        if (shownUser === mark.user) return
        agreement.writeMark({ changedAt: answer.askedAt, user: shownUser })
        tellPage(window, name)
      })
      // Whoever clears the session wants to know what is true from now on, also on the page that a login leads back to.
      kernel.hook('session:cleared', () => {
        // Nobody is told how a call ends that is on its way.
        isAsking = false
        shownUser ??= agreement.readMark().user
        mustAskService.set(true, Date.now() + MAX_LIFETIME_MS)
        neighbours.giveUp()
      })
      kernel.hook('login:started', ({ how }) => {
        // It ends on another page, which tells what it learns. Whomever the tabs have agreed on, a page that knows nobody has not shown them.
        if (how === 'popup') listen()
        if (!kernel.knownSession()?.userId) shownUser = NOBODY
      })
      kernel.hook('logout:before', () => {
        shownUser = NOBODY
        tellPage(window, name)
        listen()
      })
    },
  }
}
