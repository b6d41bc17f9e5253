/**
 * Lets the tabs of one origin and one client share what they learn: one asks for all, and each hears of a login, a
 * logout or another user. Without locks, channel or local storage each tab is on its own, as without this plugin.
 * Hooks: session:request, fetch:before, session:fetched, session:accepted, session:failed, session:cleared, logout:before.
 * Storage: an entry of the client in local storage, the mark, and one of the tab. Methods: none.
 */
import { SDKError } from '../../core/errors.ts'
import type { SessionCall, SessionRequestContext } from '../../core/hooks.ts'
import type { Plugin } from '../../core/plugin.ts'
import type { SDKErrorReason } from '../../core/reasons.ts'
import type { SessionAnswer } from '../../core/session-answer.ts'
import { MAX_LIFETIME_MS, storagePrefix } from '../../core/storage.ts'
import type { HasSessionSuccessResponse } from '../../core/types.ts'

declare module '../../core/session-answer.ts' {
  interface SessionAnswer {
    /** When it was asked for, in milliseconds since the epoch. One that was kept from before a change of the user is dropped. */
    askedAt?: number
  }
}

/** What tabs tell each other: an answer, or why there is none. Anything else is a question: who knows? */
type Told = Required<SessionAnswer> & { reason?: SDKErrorReason; code?: number; retryAt?: number }

/** When the user changed last, in whichever tab, and to whom; and until when other tabs are worth a question. */
type Mark = [changedAt: number, tag: string, freshUntil: number]

// At most twice as long. Another tab's reply before, or the transport's attempts after: all of a call ends within its 20 s.
const WAIT_MS = 1900

// A tab that knows replies at once, unless it has been closed.
const REPLY_MS = 250

// An answer that is older is no tab's but its own: who knows what has happened since. A logout has left the page by then.
const FRESH_MS = 10_000

/** Tells users apart, and whether they are connected; empty for nobody. Many users share one: it says of none who they are. */
const tagOf = (session: HasSessionSuccessResponse): string =>
  session.userId ? `${session.userId % 65_521}${session.result}` : ''

/**
 * Shares session calls, and changes of the user, between tabs. Compose it after plugins that keep answers, such as the cache.
 *
 * @example createIdentity(options, [fetchTransport(), sessionCache(), tabs(), sessionEvents()])
 */
export function tabs(): Plugin {
  return {
    name: __DEV__ ? 'tabs' : '',
    ...(__DEV__ && { after: ['session-cache', 'head-start'] }),
    setup(kernel) {
      // The digit is the format's version: libraries that speak differently do not hear each other.
      const name = `${storagePrefix(kernel.options)}tabs1`
      /** Says that the next answer is to come from the service, on the next page, too. */
      const anew = kernel.storage.entry('tabs')
      /** Undefined until it is needed, and null while the page is away. */
      let channel: BroadcastChannel | null | undefined
      /** What was told last, by this tab or another. */
      let heard: Told | undefined
      /** The answer that this page has been told of last: whoever asks again wants another one. */
      let used: Told | undefined
      /** The tag of whom the page was told of; undefined until it has asked, and while a call is on its way. */
      let seen: string | undefined
      let isLoggingOut = false
      let timer: number | undefined
      let release: (() => void) | undefined
      let wake: ((told?: Told) => void) | undefined

      // Kept, since asking the window for it takes longer than reading an entry; and so does reading the mark from its text.
      let opened: Storage | undefined
      let text: string | undefined
      let mark: Mark

      /** The mark as it stands, after it has been written where there is a new one. */
      const markOf = (next?: (string | number)[]): Mark => {
        try {
          opened ??= kernel.window.localStorage
          if (next) opened.setItem(name, `${next}`)
          const found = opened.getItem(name) as string
          if (found !== text) {
            mark = found.split(',') as unknown as Mark
            mark[0] = +mark[0]
            text = found
          }
          // What is from the future is forged, or of a clock that has been set since. A logout is a moment ahead.
          if (mark[0] - Date.now() <= FRESH_MS) return mark
        } catch {}
        return [0, '', 0]
      }

      /** Says until when other tabs are worth a question. */
      const offer = (until: number) => {
        const [changedAt, tag] = markOf()
        markOf([changedAt, tag, until])
      }

      const freshUntil = (told: Told) => Math.min(told.askedAt + FRESH_MS, told.expiresAt)
      const isFresh = (told?: Told) => !!told && told.askedAt >= markOf()[0] && freshUntil(told) > Date.now()

      /** Asks as if the page did: so all of the page hears of what has changed. */
      const renew = () => {
        kernel.clearSession()
        anew.remove()
        return kernel.hasSession()
      }
      const look = () => {
        if (seen != null && seen !== markOf()[1] && markOf()[0] > 0) renew().catch(() => {})
      }

      /** No answer comes of what is on its way, though one was promised. */
      const giveUp = () => {
        if (release) offer(0)
        release?.()
      }
      // A lock that is held keeps a page out of the back/forward cache, and a message throws it out.
      const close = () => {
        // By now the service has answered the logout.
        if (isLoggingOut) isLoggingOut = !markOf([Date.now(), ''])
        giveUp()
        channel?.close()
        channel = null
        heard = undefined
      }
      /** The page is shown, for the first time or again. */
      const reopen = () => {
        // What was closed is to be opened again.
        channel ??= undefined
        open()
      }
      /**
       * Hears of other tabs from now on, unless the page is away. With the first call, while it waits, and not before: a slow
       * phone takes longer for it than for all else here.
       */
      const open = () => {
        if (channel !== undefined) return
        // By name, since "visibilitychange" comes after "pagehide", and would open the channel of a page that sleeps.
        for (const [type, listener] of Object.entries({
          pageshow: reopen,
          pagehide: close,
          storage: look,
          visibilitychange: look,
        }))
          kernel.window.addEventListener?.(type, listener, { signal: kernel.signal })
        try {
          channel = new kernel.window.BroadcastChannel(name)
          channel.onmessage = (message: MessageEvent<Told>) => {
            if (message.data?.reason || isFresh(message.data)) {
              heard = message.data
              wake?.(message.data)
            } else if (!message.data && isFresh(heard)) channel?.postMessage(heard)
          }
        } catch {}
        look()
      }
      kernel.onDispose(() => {
        close()
        kernel.window.clearTimeout(timer)
      })

      /** Waits until this tab is to ask, or another one tells. */
      const turn = () =>
        new Promise<Told | undefined>((resolve, reject) => {
          wake = resolve
          kernel.window.navigator.locks
            .request(name, { ifAvailable: true }, (lock) => {
              kernel.signal.throwIfAborted()
              // Ask unless another tab has, or will have, an answer that this one has not heard: it comes after the mark that tells of it.
              if (lock && (!(markOf()[2] > Date.now()) || isFresh(heard))) {
                // Said before the request, since it reaches other processes later than the news that the lock is free.
                offer(Date.now() + FRESH_MS)
                resolve(undefined)
              } else {
                // Where there is no channel this throws, and the tab asks by itself.
                ;(channel as BroadcastChannel).postMessage(0)
                timer = kernel.window.setTimeout(resolve, lock ? REPLY_MS : WAIT_MS * (1 + Math.random()))
              }
              return (
                lock &&
                new Promise<void>((done) => {
                  release = () => {
                    release = undefined
                    done()
                  }
                })
              )
            })
            .catch(reject)
        }).catch(() => undefined)

      const ask = async (request: SessionRequestContext, changedAt: number) => {
        let told: Told | undefined
        if (changedAt > Date.now()) throw new SDKError('session-missing', 400, { code: 400 })
        if (anew.get()) anew.remove()
        else if (heard !== used && isFresh(heard)) told = heard
        // A head start has asked already: there is nothing to save.
        else if (!request.askedAt) told = await turn()
        if (told?.reason) throw new SDKError(told.reason, told.code, told)
        if (told) {
          request.answer = told
          request.source = 'tab'
          request.askedAt = undefined
        } else request.askedAt ??= Date.now()
      }
      kernel.hook('session:request', (request) => {
        const [changedAt] = markOf()
        seen = undefined
        const { answer } = request
        const asked = answer ? undefined : ask(request, changedAt)
        // Too old: it is held against the mark once more, like an answer of the service that comes too late.
        if ((answer?.askedAt as number) < changedAt)
          request.answer = { ...(answer as SessionAnswer), expiresAt: undefined }
        open()
        return asked
      })
      // The lock is held while the request is on its way, and never while code of the page runs.
      kernel.hook('fetch:before', (request) => {
        request.signal.addEventListener('abort', () => release?.())
      })
      kernel.hook('session:fetched', async (fetched) => {
        fetched.answer.askedAt ??= fetched.askedAt
        // Something newer came meanwhile: nobody keeps this one, or writes a cookie of it, and whoever asked gets the newer.
        if (fetched.isCurrent() && (fetched.answer.askedAt as number) < markOf()[0]) {
          // A page that leaves for a refresh has what it knew before, and no more: the next page asks.
          if (fetched.address) throw new SDKError('session-refreshing')
          await renew()
          fetched.answer = { ...(kernel.answer as SessionAnswer) }
        }
      })

      /** Of what this tab has asked for itself, the others are told. */
      const settle = (call: SessionCall, answer: Told | undefined, tag: string) => {
        release?.()
        seen = tag
        used = answer
        // What was kept, or told by another tab, was held against the mark a moment ago.
        if (!answer || !(call.askedAt || answer.source)) return
        const [changedAt, marked] = markOf()
        // Something newer came meanwhile.
        if (changedAt > answer.askedAt) look()
        else if (!call.askedAt) {
          // The page's server leaves out what other pages may need: they are to ask. Of a user it may know less than they do.
          if (tag && parseInt(tag, 10) !== parseInt(marked, 10)) markOf([answer.askedAt, tag, 0])
          else seen = marked
        } else {
          heard = answer
          channel?.postMessage(answer)
          markOf([tag === marked ? changedAt : call.askedAt, tag, freshUntil(answer)])
        }
      }
      kernel.hook('session:accepted', (call) => settle(call, call.answer as Told, tagOf(call.session)))
      kernel.hook('session:failed', (call) => {
        const answer = call.answer as Told | undefined
        if (call.error.reason === 'session-missing') return settle(call, answer, '')
        release?.()
        // It may have been refused before it came to this plugin.
        open()
        seen = markOf()[1]
        if (!call.askedAt) return
        offer(0)
        // Others wait: they need not ask what cannot be answered. What came of a redirect is this tab's own affair.
        if (!((answer?.status as number) < 300))
          channel?.postMessage({ reason: call.error.reason, code: call.error.code, retryAt: call.error.retryAt })
      })
      // Whoever clears the session wants to know what is true from now on, also on the page that a login leads back to.
      kernel.hook('session:cleared', () => {
        anew.set(1, Date.now() + MAX_LIFETIME_MS)
        giveUp()
      })
      // Until the browser has visited the service, the cookie says the contrary.
      kernel.hook('logout:before', () => {
        isLoggingOut = true
        seen = ''
        markOf([Date.now() + FRESH_MS, ''])
        open()
      })
    },
  }
}
