/**
 * A stranger costs nothing: once the service has said that nobody is logged in, that holds for this host for a day, in all tabs, while the
 * *reader cookie* of the domain is absent. By that cookie a page also hears of a login and a logout on another host. The service's word is
 * kept in a cookie as well: before the first request, a slow phone takes longer to open local storage. The head snippet reads both.
 * Step: before all that is known. Hooks: session:settled, session:cleared. Storage: a cookie of the host, and one entry of the tab: what the reader
 * cookie was. Methods: none.
 */
import { isHidden } from '../../core/kernel/page.ts'
import type { Plugin } from '../../core/kernel/plugin.ts'
import { isPast, isRequest, MAX_LIFETIME_MS } from '../../core/session/reading.ts'
import { RANK } from '../../core/session/steps.ts'
import { readingEntry } from '../shared/kept-reading.ts'
import { nobody } from '../shared/nobody.ts'
import { paced } from '../shared/waiting.ts'

const DAY_S = 86_400
// Whoever changes the cookie causes at most one request in this time.
const PACE_MS = 5000
/** This host believes no word any more: the library believes none that is dated in the future, and writes none over it. */
const NEVER = 1e15

/**
 * Answers for strangers without a request, where the environment names a `readerCookie`. Elsewhere it does nothing. While that cookie is
 * absent, a page that nobody has seen yet waits with its first request until somebody looks.
 *
 * @example createIdentity(options, [fetchTransport(), sessionCache(), strangers()])
 */
export function strangers(): Plugin {
  return {
    name: 'strangers',
    setup(kernel) {
      const window: typeof kernel.window & { cookieStore?: EventTarget } = kernel.window
      const { document } = window
      const { readerCookie } = kernel.options.env
      // A sandboxed frame has no origin: to ask for its cookies throws.
      if (!readerCookie || window.origin === 'null') return
      // A host beside this one cannot set a cookie with the prefix. Plain http, as on a developer's machine, has none.
      const isSecure = window.location.protocol === 'https:'
      const word = `${isSecure ? '__Host-' : ''}${readerCookie}-none`
      const kept = readingEntry(kernel)
      /** What the reader cookie was when this tab has learned something last. */
      const known = kernel.storage.entry('reader', String)
      /** What it was when this page has asked last. */
      let asked = ''
      let isListening = false

      const cookieNamed = (name: string) => `; ${document.cookie}`.split(`; ${name}=`)[1]?.split(';')[0] ?? ''
      /** When the service has said that nobody is logged in; 0 where it has not. */
      const saidAt = () => Number(cookieNamed(word))
      const say = (at: number, seconds: number) => {
        const attributes = `path=/; SameSite=Lax; max-age=${seconds}${isSecure ? '; Secure' : ''}`
        document.cookie = `${word}=${at}; ${attributes}`
      }
      const untilSeen = () => new Promise((resolve) => kernel.listen('visibilitychange', resolve))

      kernel.step(RANK.given - 50, async (call, next) => {
        const value = cookieNamed(readerCookie)
        asked = value
        // Somebody has logged in or out since, on whichever host.
        if (known.get() !== value) kept.remove()
        if (!value) {
          const at = saidAt()
          const reading = kept.get()
          const isNewest = isPast(at) && at > Date.now() - DAY_S * 1000 && at >= (reading?.askedAt ?? 0)
          if (isNewest && at >= call.notBefore()) return nobody('cache', at, Date.now() + MAX_LIFETIME_MS)
          if (!reading && !isListening && document.visibilityState === 'hidden') await untilSeen()
        }
        const reading = await next()
        // The page's server has handed over somebody who has logged out since, on whichever host.
        if (value || reading.origin !== 'server' || !reading.session?.userId || saidAt() === NEVER) return reading
        kernel.ignoreBefore(Date.now())
        return next()
      })

      /** Asks, where somebody has logged in or out on another host. A page that shows nobody, and hears of nobody, has nothing to ask. */
      const look = paced(kernel, PACE_MS, () => {
        const value = cookieNamed(readerCookie)
        if (known.get() !== value && (value || kernel.knownSession()?.userId)) kernel.hasSession().catch(() => {})
      })
      kernel.hook('session:settled', ({ outcome, origin, answer }) => {
        const value = cookieNamed(readerCookie)
        known.set(value, Date.now() + MAX_LIFETIME_MS)
        if (answer && isRequest(origin)) {
          if (outcome !== 'loggedOut') say(value ? 0 : NEVER, value ? 0 : 400 * DAY_S)
          else if (!value && !asked && !(saidAt() > answer.askedAt)) say(answer.askedAt, DAY_S)
        }
        if (isListening) return
        isListening = true
        window.cookieStore?.addEventListener('change', look)
        kernel.onDispose(() => window.cookieStore?.removeEventListener('change', look))
        // For browsers without that event.
        kernel.listen('visibilitychange', () => isHidden(window) || look())
      })
      // Whoever clears the session wants to know what is true from now on.
      kernel.hook('session:cleared', () => {
        if (isPast(saidAt())) say(0, 0)
      })
    },
  }
}
