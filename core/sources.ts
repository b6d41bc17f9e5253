/**
 * Who can answer a session call, in the order in which they are asked. It is the order of their origins, whatever the order of
 * the plugins: first what this page knows by itself, then whoever else can be asked.
 */
import { type Answer, isRequest, type Origin } from './answer.ts'
import { check } from './errors.ts'
import type { Found, Hooks, SessionCall, SessionFetchedContext, SessionRequestContext } from './hooks.ts'
import type { BrowserWindow } from './options.ts'

/** What this page knows. */
const LOCAL = ['server', 'cache'] as const
/** Whom this page can ask. */
const OTHERS = ['head', 'tab', 'network'] as const

/**
 * Asks one source. It returns undefined when it does not know; `head`, when it has made no request. If all answers are
 * stale, the call asks `head`, `tab` and `network` once more, and takes the first answer unchecked. A source must end its own waiting.
 * After `session:cleared` it must not answer with anything from before. `askedAt` of its answer is when the service was asked.
 */
export interface Sources {
  server(call: SessionCall): Answer | undefined
  cache(call: SessionCall): Answer | undefined
  head(call: SessionCall): Promise<Answer> | undefined
  tab(call: SessionCall): Answer | undefined | Promise<Answer | undefined>
  network(call: SessionCall): Promise<Answer>
}

/** What a search has come to before anything was found. All members are set, since a script may have added their names to `Object.prototype`. */
export const NOTHING: Found = { answer: undefined, error: undefined, refreshAddress: undefined }

/** The search of one call. */
export interface Search extends SessionCall {
  /** Whom it has asked last; `find` fills it in. Undefined while nobody was asked, and where a plugin refused. */
  origin: Origin | undefined
  /** It has passed over an answer that holds, since a newer one is wanted; `find` fills it in. */
  stillHolds: boolean
  /** As in {@link SessionFetchedContext}. */
  prepareLeaving(): void
}

export interface SourceList {
  /** Adds who can answer. @throws {SDKError} (in development) `plugin-conflict`, when there is one of this origin already */
  source<Name extends Exclude<Origin, 'network'>>(origin: Name, ask: Sources[Name]): void
  /** Finds the first answer that is not stale. Rejects with the failure of whoever is asked. */
  find(search: Search): Promise<Found>
}

/**
 * Makes the sources of one instance.
 *
 * @param network asks the session service. It comes last
 */
export function createSources(
  { call, callSync, notify }: Hooks,
  window: BrowserWindow,
  network: Sources['network'],
): SourceList {
  // Without a prototype, to which an old script may have added a name of ours.
  const sources = { __proto__: null, network } as Partial<Sources>

  const isWanted = (search: Search, answer: Answer): boolean => {
    const context = { answer, isStale: false, isNewerWanted: false }
    callSync('session:check', context)
    const { isStale, isNewerWanted } = context
    // One that is stale says that the user has changed. Then nothing from before holds.
    search.stillHolds = !isStale && (search.stillHolds || isNewerWanted)
    return !isStale && !isNewerWanted
  }

  /** Waits for a request that is on its way. Plugins use the time. */
  const receive = async (search: Search, request: Promise<Answer>): Promise<Answer> => {
    // A task later, so that the request has really been sent before plugins do slow work: a transport may wait before it calls fetch.
    const timer = window.setTimeout(() => notify('request:started', search))
    let answer: Answer | undefined
    try {
      answer = await request
      return answer
    } finally {
      window.clearTimeout(timer)
      notify('request:ended', { ...search, answer })
    }
  }

  /** Asks the others in turn. Undefined when each of them had an answer that is stale, or none. */
  const askOthers = async (search: Search, isTaken: (answer: Answer) => boolean): Promise<Found | undefined> => {
    for (const origin of OTHERS) {
      search.origin = origin
      const asked = sources[origin]?.(search)
      const answer = asked && isRequest(origin) ? await receive(search, asked as Promise<Answer>) : await asked
      if (!answer || !isTaken(answer)) continue
      const found: SessionFetchedContext & Found = { ...search, ...NOTHING, answer }
      if (!isRequest(origin)) return found
      await call('session:fetched', found)
      // Once more: a handler may have waited, or put another answer in its place.
      if (found.refreshAddress || isTaken(found.answer)) return found
    }
  }

  return {
    source(origin, ask) {
      if (__DEV__) check(!sources[origin], 'plugin-conflict', `two plugins answer from the source ${origin}`)
      sources[origin] = ask
    },

    async find(search) {
      for (const origin of LOCAL) {
        search.origin = origin
        const answer = sources[origin]?.(search)
        if (answer && isWanted(search, answer)) return { ...NOTHING, answer }
      }
      search.origin = undefined
      const request: SessionRequestContext & Found = { ...search, ...NOTHING }
      callSync('session:request', request)
      if (request.error || request.refreshAddress) return request
      const wanted = await askOthers(search, (answer) => isWanted(search, answer))
      // The user has changed while the answer was on its way: the others are asked once more. What comes now is taken unchecked, since
      // a clock that was set back must not make a page ask for ever. The network always has an answer.
      return wanted ?? ((await askOthers(search, () => true)) as Found)
    },
  }
}
