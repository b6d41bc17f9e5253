/**
 * The session call: request, answer, and the session known so far. Calls made while one is on its way share it.
 */
import { SDKError } from './errors.ts'
import type { SessionRequestContext } from './hooks.ts'
import type { Kernel } from './plugin.ts'
import { type DatedAnswer, expiryOf, readSession, type SessionAnswer } from './session-answer.ts'
import type { ExpiringStore } from './storage.ts'
import type { HasSessionSuccessResponse } from './types.ts'
import { VERSION } from './version.ts'

/** The part of the kernel that stands here. */
export type SessionMethods = Pick<Kernel, 'hasSession' | 'dropSession'>

/** The kernel with its answer writable, as the session call and the logout see it; nobody else may. */
export type SessionKernel = Kernel & { answer: Kernel['answer'] }

const TAB_ID_KEY = 'portico.tab'

/** A random integer below 100 000, drawn once per tab. */
function tabId(storage: ExpiringStore): string {
  const kept = storage.get(TAB_ID_KEY)
  const id = Number.isInteger(kept) ? kept : Math.floor(Math.random() * 100_000)
  if (id !== kept) storage.set(TAB_ID_KEY, id, Number.MAX_SAFE_INTEGER)
  return `${id}`
}

/** Sets up the session call of one instance. */
export function createSession(kernel: SessionKernel): SessionMethods {
  const { sessionDomain, redirectUri, env } = kernel.options
  let flight: Promise<HasSessionSuccessResponse> | undefined
  // Counts the drops. An answer that was asked for before one speaks of a user who may be gone.
  let generation = 0

  const fetchAnswer = async (): Promise<SessionAnswer> => {
    if (!kernel.transport)
      throw new SDKError('plugin-missing', 'No transport: compose fetchTransport() or ofetchTransport().')
    const query = {
      client_sdrn: kernel.clientSdrn,
      redirect_uri: redirectUri,
      sdk_version: VERSION,
      tabId: tabId(kernel.storage),
    }
    // A session service under a path is the older deployment, which has the older address.
    const path = /^https?:\/\/[^/]+\/*$/i.test(sessionDomain) ? 'v2/session' : 'session'
    const answer = await kernel
      .transport(kernel.buildUrl('session', sessionDomain, path, query))
      .catch((cause: unknown) => {
        const message = `No answer from ${sessionDomain}: is it up, and does it allow this origin (CORS)?`
        throw SDKError.is(cause) ? cause : new SDKError('session-unreachable', message, { cause })
      })
    const fetched = { query, answer }
    await kernel.call('session:fetched', fetched)
    return fetched.answer
  }

  const ask = async (asked: number): Promise<HasSessionSuccessResponse> => {
    const previous = () => kernel.answer?.body ?? null
    let answer: DatedAnswer | undefined
    try {
      const request: SessionRequestContext = {}
      await kernel.call('session:request', request)
      const given = request.answer ?? (await fetchAnswer())
      answer = { ...given, expiresAt: expiryOf(given, env) }
      const session = readSession(answer)
      if (asked === generation) {
        const context = { previous: previous(), session, answer }
        kernel.answer = { ...answer, body: session }
        kernel.callSync('session:accepted', context)
      }
      return session
    } catch (cause) {
      const error = SDKError.is(cause)
        ? cause
        : new SDKError('plugin-failed', 'A plugin threw during the session call.', { cause })
      if (asked === generation) {
        const before = previous()
        if (error.reason === 'session-missing') kernel.answer = null
        kernel.callSync('session:failed', { previous: before, session: previous(), error, answer })
      }
      throw error
    }
  }

  return {
    hasSession() {
      if (flight) return flight
      const mine = ask(generation).finally(() => {
        if (flight === mine) flight = undefined
      })
      flight = mine
      return mine
    },
    dropSession() {
      generation++
      flight = undefined
      kernel.callSync('session:dropped', {})
    },
  }
}
