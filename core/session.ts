/**
 * The session call: request, answer, and the session known so far. Calls made while one is on its way share it.
 */
import { check, SDKError } from './errors.ts'
import type { SessionAcceptedContext, SessionFetchedContext } from './hooks.ts'
import type { Kernel } from './plugin.ts'
import { type AcceptedAnswer, readSession } from './session-answer.ts'
import type { Transport } from './transport.ts'
import type { HasSessionSuccessResponse } from './types.ts'
import { clientParameters, sessionPath } from './urls.ts'

/** One call as it is filled, step by step; each of its hooks sees a part. */
type Call = { -readonly [Key in keyof SessionFetchedContext]: SessionFetchedContext[Key] } & {
  session: HasSessionSuccessResponse | null
  error: SDKError
}

/** What this file adds to the kernel; it alone writes the answer. */
type Parts = { answer: AcceptedAnswer | null } & Pick<Kernel, 'hasSession' | 'clearSession'>

/** Adds the session call to the kernel of one instance. */
export function addSession(kernel: Kernel & Parts): void {
  let flight: Promise<HasSessionSuccessResponse> | undefined
  /** The call that counts. After a clearing, an older one speaks of a user who may be gone. */
  let current: Call | undefined

  /** How each call that is on its way is rejected; after a clearing, there may be more than one. */
  const pending = new Set<(cause: unknown) => void>()

  /** One call, from its beginning to its end: what the promise of `hasSession` waits for. */
  const ask = async (
    resolve: (session: HasSessionSuccessResponse) => void,
    reject: (cause: unknown) => void,
  ): Promise<void> => {
    const call = {
      answer: undefined,
      previous: kernel.answer?.body ?? null,
      url: () =>
        kernel.buildUrl(
          'session',
          kernel.options.sessionDomain,
          sessionPath(kernel.options),
          clientParameters(kernel.options, kernel.options.redirectUri, kernel.storage.tabId()),
        ),
      isCurrent: () => call === current,
    } as unknown as Call
    pending.add(reject)
    current = call
    try {
      // Wait once, so that the flight is known: a handler that asks again shares it.
      await null
      await kernel.call('session:request', call)
      if (!call.answer?.expiresAt) {
        if (__DEV__) check(kernel.transport, 'plugin-missing', 'transport, compose fetchTransport()')
        if (!call.answer) {
          call.askedAt ??= Date.now()
          // A member of its own, so that none which a script has added to all objects is taken for it.
          call.answer = { expiresAt: undefined, ...(await (kernel.transport as Transport)(call.url())) }
        }
        await kernel.call('session:fetched', call)
      }
      // An answer that was read before, such as the cache's own, is not read again.
      call.session =
        call.answer === kernel.answer
          ? (call.previous as HasSessionSuccessResponse)
          : readSession(call.answer, kernel.options.env)
      if (call.isCurrent()) {
        call.answer.body = call.session
        kernel.answer = call.answer as AcceptedAnswer
        kernel.callSync('session:accepted', call as SessionAcceptedContext)
      }
      resolve(call.session)
    } catch (cause) {
      call.error = SDKError.from(cause, 'session-unreachable', kernel.options.sessionDomain)
      if (call.isCurrent() && call.error.reason === 'session-missing') kernel.answer = null
      call.session = kernel.answer?.body ?? null
      try {
        // Nobody is told of a call that is not current any more.
        kernel.callSync('session:failed', call)
      } catch {
        // The caller is to learn why there is no session.
        if (__DEV__) kernel.log('a plugin threw from session:failed')
      }
      reject(call.error)
    } finally {
      pending.delete(reject)
      if (call.isCurrent()) flight = undefined
    }
  }

  kernel.signal.onabort = () => {
    current = undefined
    for (const reject of pending) reject(kernel.signal.reason)
  }

  kernel.answer = null
  kernel.hasSession = () => (flight ??= new Promise(ask))
  kernel.clearSession = (isGone) => {
    flight = current = undefined
    if (isGone) kernel.answer = null
    kernel.callSync('session:cleared', {})
  }
}
