/**
 * Lets the tabs of one origin and one client share what they learn. A page that is seen asks at once, and shares while its request
 * is on its way. Of hidden pages one asks for all. Each page hears of a login, a logout or another user. Without locks, channel
 * or local storage each tab is on its own, as without this plugin.
 * Source: tab. Hooks: session:started, session:check, request:started, request:ended, session:settled, session:cleared,
 * logout:before. Storage: three entries of the client in local storage, and one of the tab. Methods: none.
 */
import { type DatedAnswer, isRequest, MAX_LIFETIME_MS } from '../../core/answer.ts'
import type { Plugin } from '../../core/plugin.ts'
import { storagePrefix } from '../../core/storage.ts'
import { isHidden } from '../../core/visibility.ts'
import { paced } from '../../core/waiting.ts'
import { createAgreement, FORMAT } from './agreement.ts'
import { isSameUser, NOBODY, tagOf, type UserTag } from './mark.ts'
import { createNeighbours } from './neighbours.ts'

// The news of other tabs make at most one request in this time, and fewer when they go on.
const PACE_MS = 2000

/** What this tab answers itself with, in place of asking, while a tab is on its way to the logout page. Nobody keeps it. */
const loggedOutAnswer = (): DatedAnswer => {
  const now = Date.now()
  return { origin: 'tab', status: 400, body: { error: { code: 400 } }, askedAt: now, expiresAt: now }
}

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
      const agreement = createAgreement(kernel.sharedStorage)
      const neighbours = createNeighbours(window, `${storagePrefix(kernel.options)}${FORMAT}`, agreement)
      /** Kept while the next answer has to come from the service, on the next page as well. */
      const mustAskService = kernel.storage.entry('tabs')

      let isListening = false
      /**
       * A new mark is compared with this user. It is the user that the page was told of. If the page was told of nobody yet, it is the
       * user of the mark when a call ended or the session was cleared. It is undefined before that.
       */
      let comparedWith: UserTag | undefined
      /** A call is on its way. What the tabs agree on meanwhile is looked at when it has ended. */
      let isAsking = false
      /** When the answer was asked for that the page was told last. Whoever asks again wants a newer one. */
      let toldAt = 0
      /** Another tab has something newer: its answer is worth waiting for. */
      let isWorthWaiting = false
      let isLoggingOut = false

      /** Whether the tabs agree on another user than the page was told of. */
      const hasChanged = () => {
        const { changedAt, user } = agreement.readMark()
        return changedAt > 0 && !isAsking && comparedWith !== undefined && comparedWith !== user
      }
      /** Asks as the page would, so that all of the page hears what has changed. */
      const renew = () => {
        if (!hasChanged()) return
        kernel.clearSession()
        // Another tab's answer will do. The handler of `session:cleared` has just said that it will not.
        mustAskService.remove()
        isWorthWaiting = true
        kernel.hasSession().catch(() => {})
      }
      const renewSoon = paced(kernel, PACE_MS, renew)
      const look = () => {
        if (!hasChanged()) return
        // A logout on its way makes no request, and nobody may see the user for longer.
        if (agreement.isLogoutUnderWay()) renew()
        else renewSoon()
      }
      /** Looks once all of the page was told how a call has ended. */
      const lookAfterwards = () => void Promise.resolve().then(() => kernel.isDisposed() || look())

      const wake = () => {
        neighbours.open()
        look()
      }
      const sleep = () => {
        if (isLoggingOut) {
          // By now the service has answered the logout.
          isLoggingOut = false
          agreement.endLogout()
          agreement.writeMark({ changedAt: Date.now(), user: NOBODY })
        }
        neighbours.close()
      }
      /** Hears of other tabs from now on. Not before it has to: a slow phone takes longer for it than for the request. */
      const listen = () => {
        if (isListening) return
        isListening = true
        kernel.listen('pageshow', wake)
        kernel.listen('pagehide', sleep)
        kernel.listen('visibilitychange', () => {
          if (!isHidden(window)) neighbours.stopWaiting()
          look()
        })
        kernel.listen('storage', ({ key }) => {
          if (agreement.isNews(key)) look()
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
        neighbours.promise()
      })
      // The lock is held while the request is on its way, and never while code of the page runs.
      kernel.hook('request:ended', () => neighbours.resign())

      kernel.hook('session:settled', ({ hasLearned, origin, session, answer, error }) => {
        // First, while `isAsking` is true: `listen` looks at the mark otherwise, and `comparedWith` is set only below.
        listen()
        isAsking = false
        isWorthWaiting = false
        neighbours.resign()
        if (isRequest(origin)) mustAskService.remove()
        if (!hasLearned) {
          // A page that shows nobody yet hears of what changes from now on.
          comparedWith ??= agreement.readMark().user
          if (!isRequest(origin)) return
          neighbours.disappoint(error)
          // A logout elsewhere needs no request. Whatever else has changed is asked for at the next news, or when the page is seen again.
          if (agreement.isLogoutUnderWay()) lookAfterwards()
          return
        }
        comparedWith = tagOf(session)
        toldAt = answer?.askedAt ?? 0
        if (!answer || origin === 'cache' || origin === 'tab') return
        const mark = agreement.readMark()
        // Another tab has learned something newer while this call was on its way for the second time.
        if (mark.changedAt > answer.askedAt) return lookAfterwards()
        // The page's server may know less: not the user's number, or not whether they are connected by now.
        if (origin === 'server' && (comparedWith === NOBODY || isSameUser(comparedWith, mark.user)))
          comparedWith = mark.user
        // What is offered comes first: another process hears of the mark before it sees what is written later.
        if (isRequest(origin)) neighbours.tell(answer)
        if (comparedWith !== mark.user) agreement.writeMark({ changedAt: answer.askedAt, user: comparedWith })
      })
      // Whoever clears the session wants to know what is true from now on, also on the page that a login leads back to.
      kernel.hook('session:cleared', () => {
        // Nobody is told how a call ends that is on its way.
        isAsking = false
        comparedWith ??= agreement.readMark().user
        mustAskService.set(true, Date.now() + MAX_LIFETIME_MS)
        neighbours.giveUp()
      })
      kernel.hook('logout:before', () => {
        isLoggingOut = true
        comparedWith = NOBODY
        agreement.withdraw()
        agreement.beginLogout()
        agreement.writeMark({ changedAt: Date.now(), user: NOBODY })
        listen()
      })
    },
  }
}
