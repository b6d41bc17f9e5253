/**
 * The session call: request, answer, and the session known so far. Calls made while one is on its way share it.
 */
import { pluginFailure, SDKError } from './errors.ts'
import type { SessionFetchContext, SessionRequestContext } from './hooks.ts'
import type { Kernel } from './plugin.ts'
import {
  type AcceptedAnswer,
  type DatedAnswer,
  expiryOf,
  readSession,
  type SessionAnswer,
} from './session-answer.ts'
import { sessionParameters, sessionPath } from './session-url.ts'
import { tabId } from './tab-id.ts'
import type { HasSessionSuccessResponse } from './types.ts'

/** The part of the kernel that stands here. */
export type SessionMethods = Pick<Kernel, 'hasSession' | 'dropSession'>

/** The kernel with its answer writable, as the session call and the logout see it; nobody else may. */
export type SessionKernel = Kernel & { answer: Kernel['answer'] }

const isDated = (answer: SessionAnswer): answer is DatedAnswer => answer.expiresAt !== undefined

/** Sets up the session call of one instance. */
export function createSession(kernel: SessionKernel): SessionMethods {
  const { window, options } = kernel
  let flight: Promise<HasSessionSuccessResponse> | undefined
  let tab: string | undefined
  // The question of whoever asks now. After a drop, an answer to an older one speaks of a user who may be gone.
  let current: () => boolean
  const renew = () => {
    const own = () => own === current
    current = own
  }
  renew()

  const overTheNetwork = (url: string): Promise<SessionAnswer> => {
    if (!kernel.transport)
      throw new SDKError('plugin-missing', 'No transport: compose fetchTransport() or ofetchTransport().')
    return kernel.transport(url).catch((cause: unknown) => {
      const message = `No answer from ${options.sessionDomain}: is it up, and does it allow this origin (CORS)?`
      throw SDKError.is(cause) ? cause : new SDKError('session-unreachable', message, { cause })
    })
  }

  const fetchAnswer = async (isCurrent: () => boolean): Promise<SessionAnswer> => {
    tab ??= tabId(window)
    const query = sessionParameters(options, tab)
    const url = kernel.buildUrl('session', options.sessionDomain, sessionPath(options), query)
    const asked: SessionFetchContext = { url }
    await kernel.call('session:fetch', asked)
    const fetched = { query, answer: asked.answer ?? (await overTheNetwork(url)), isCurrent }
    await kernel.call('session:fetched', fetched)
    return fetched.answer
  }

  const previous = () => kernel.answer?.body ?? null

  /** Awaits at least once, so that a flight is known before it ends. */
  const ask = async (isCurrent: () => boolean): Promise<HasSessionSuccessResponse> => {
    let answer: DatedAnswer | undefined
    try {
      const request: SessionRequestContext = {}
      await kernel.call('session:request', request)
      const given = request.answer ?? (await fetchAnswer(isCurrent))
      answer = isDated(given) ? given : { ...given, expiresAt: expiryOf(given, options.env) }
      // What was read before, such as the cache's own, is read and frozen already.
      const known = kernel.answer
      const session = known && known.body === given.body ? known.body : readSession(answer)
      if (isCurrent()) {
        const context = { previous: previous(), session, answer }
        kernel.answer = answer as AcceptedAnswer
        // A listener may drop the very session it is told of: nobody keeps it after that.
        kernel.callSync('session:accepted', context, isCurrent)
      }
      return session
    } catch (cause) {
      const error = pluginFailure(cause, 'the session call')
      if (isCurrent()) {
        const before = previous()
        if (error.reason === 'session-missing') kernel.answer = null
        try {
          kernel.callSync(
            'session:failed',
            { previous: before, session: previous(), error, answer },
            isCurrent,
          )
        } catch {
          // The caller is to learn why there is no session.
          kernel.log('a plugin threw from session:failed')
        }
      }
      throw error
    } finally {
      // After a drop, the flight of now is another.
      if (isCurrent()) flight = undefined
    }
  }

  return {
    hasSession() {
      flight ??= ask(current)
      return flight
    },
    dropSession() {
      renew()
      flight = undefined
      kernel.callSync('session:dropped', {})
    },
  }
}
