/**
 * An anonymous reader costs nothing: once the service has said that nobody is logged in, that holds for this host for a day, in all tabs, while the
 * *presence cookie* of the domain is absent. By that cookie a page also hears of a login and a logout on another host. The service's word is
 * kept in a cookie as well: before the first request, a slow phone takes longer to open local storage. The head snippet reads both.
 * Middleware: presence. Hook: session:settled. Storage: a cookie of the host, and one entry of the tab: what the presence cookie was.
 * Methods: none.
 */
import { pageShows } from '../../core/kernel/page.ts'
import type { Plugin } from '../../core/kernel/plugin.ts'
import { isRequest, MAX_LIFETIME_MS } from '../../core/session/result.ts'
import { isInForce, resultEntry } from '../shared/kept-result.ts'
import { loggedOut } from '../shared/logged-out.ts'
import { paced } from '../shared/waiting.ts'

const DAY_S = 86_400
// Whoever changes the cookie causes at most one request in this time.
const PACE_MS = 5000
/** In place of the service's word: its cookie is not to be trusted, so this host believes no word. */
const NEVER = 'never'

/**
 * Answers for anonymous readers without a request, where the environment names a `presenceCookie`. Elsewhere it does nothing. While that cookie is
 * absent, a page that nobody has seen yet waits with its first request until somebody looks.
 *
 * @example createIdentity(options, [fetchTransport(), sessionCache(), presenceCookie()])
 */
export function presenceCookie(): Plugin {
  return {
    name: 'presence-cookie',
    setup(kernel) {
      const window: typeof kernel.window & { cookieStore?: EventTarget } = kernel.window
      const { document } = window
      const { presenceCookie } = kernel.options.env
      // A sandboxed frame has no origin: to ask for its cookies throws.
      if (!presenceCookie || window.origin === 'null') return
      // A host beside this one cannot set a cookie with the prefix. By plain http only localhost can.
      const word = `__Host-${presenceCookie}-none`
      const kept = resultEntry(kernel)
      /** What the presence cookie was when this tab has learned something last. */
      const known = kernel.storage.entry('reader', String)
      let isListening = false

      /** What all cookies of a name say. Another host of the domain may have set a second one, for a path. */
      const named = (name: string, value: RegExp, cookies = document.cookie) =>
        `; ${cookies}`
          .split(`; ${name}=`)
          .slice(1)
          .map((rest) => value.exec(rest)?.[0])
          .join('')
      /** A number of seconds: anything else is no presence cookie. The browser takes long to look up cookies: do that once, where it can be. */
      const reader = (cookies?: string) => named(presenceCookie, /^\d{1,12}(?=;|$)/, cookies)
      /** When the service has said that nobody is logged in, in milliseconds since the epoch; empty where it has not, or NEVER. */
      const said = (cookies?: string) => named(word, /^\w+/, cookies)
      const say = (text: string | number, seconds: number) => {
        document.cookie = `${word}=${text}; path=/; SameSite=Lax; max-age=${seconds}; Secure`
      }

      kernel.use('presence', async (call, next) => {
        const { cookie } = document
        const before = reader(cookie)
        // Somebody has logged in or out since, on whichever host.
        if (known.get() !== before) {
          if (kept.get()) kept.remove()
          // Another tab may not have noticed yet. What a new page has begun in its head, or its server has put there, is newer.
          if (isListening) kernel.invalidateBefore(Date.now())
        }
        if (!before) {
          const at = +said(cookie)
          const expiresAt = at + DAY_S * 1000
          if (at >= call.invalidatedAt() && isInForce(at, expiresAt)) return loggedOut('cache', at, expiresAt)
          if (!isListening && document.visibilityState === 'hidden' && !kept.get())
            await new Promise<void>((resolve) => pageShows(kernel, resolve))
        }
        const result = await next()
        const now = reader()
        // The cookie is newer than the response when it has changed on the way, or when the response is as old as the page's HTML or as what
        // another tab knows.
        const isNewest = now === before && result.source !== 'server' && result.source !== 'tab'
        // A session that was asked for while another one began may be of either reader.
        const isAnother = before && now && now !== before
        if (isNewest || (!isAnother && !result.session === !now) || said() === NEVER) return result
        kernel.invalidateBefore(Date.now())
        return next()
      })

      /** Asks, where somebody has logged in or out on another host. A page that shows nobody, and hears of nobody, has nothing to ask. */
      const askIfChanged = paced(kernel, PACE_MS, () => {
        const value = reader()
        if (known.get() !== value && (value || kernel.knownSession())) kernel.hasSession().catch(() => {})
      })
      kernel.hook('session:settled', ({ outcome, source, result }) => {
        const value = reader()
        if (result) known.set(value, Date.now() + MAX_LIFETIME_MS)
        if (result && isRequest(source)) {
          if (outcome === 'loggedOut') {
            if (said() !== NEVER && !value) say(result.askedAt, DAY_S)
          } else if (value) say('', 0)
          else {
            say(NEVER, 400 * DAY_S)
            if (__DEV__)
              kernel.log(`presence-cookie: a session came, but the service has not set the cookie ${presenceCookie}`)
          }
        }
        if (isListening) return
        isListening = true
        window.cookieStore?.addEventListener('change', askIfChanged)
        kernel.onDispose(() => window.cookieStore?.removeEventListener('change', askIfChanged))
        // For browsers without that event.
        pageShows(kernel, askIfChanged)
      })
    },
  }
}
