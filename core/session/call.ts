/**
 * The session call, from its beginning to its end. Calls made while one is on its way share it.
 */
import { SDKError } from '../errors.ts'
import { numberIn } from '../json.ts'
import type { Hooks } from '../kernel/hooks.ts'
import type { Lifecycle } from '../kernel/lifecycle.ts'
import type { Kernel } from '../kernel/plugin.ts'
import type { ResolvedOptions } from '../options.ts'
import type { ClientStorage } from '../storage.ts'
import { sessionUrl, type UrlBuilder } from '../urls.ts'
import { endingOf, failedEndingOf } from './ending.ts'
import { createChain, type FetchName, type SessionCall, type SessionName } from './middleware.ts'
import {
  isPast,
  MAX_LIFETIME_MS,
  read,
  type SessionResponse,
  type SessionResult,
  type TransportResponse,
} from './result.ts'
import type { Session } from './types.ts'

/** What a session call needs of the kernel. */
interface Needs extends Hooks, Lifecycle {
  readonly options: ResolvedOptions
  readonly storage: ClientStorage
  readonly buildUrl: UrlBuilder
  /** Looked up at each call: a plugin sets it later. */
  transport(url: string): Promise<TransportResponse>
}

/** What this file adds to the kernel, which describes it. */
type SessionPart = Pick<
  Kernel,
  'use' | 'useFetch' | 'invalidateBefore' | 'knownSession' | 'hasSession' | 'clearSession' | 'endSession'
>

/** Makes the session call of one instance. */
export function createSession(kernel: Needs): SessionPart {
  const { options } = kernel
  let known: Session | null = null
  let flight: Promise<Session> | undefined
  /** The next call to begin wants a response from this moment or later. */
  let freshSince = 0
  /** The call that has begun, and has not ended. Only it may change what is known: an older one is about a user who may be gone. */
  let current: SessionCall | undefined

  // The next page of this tab must not believe an older answer either.
  const ignored = kernel.storage.entry('not-before', numberIn)
  const moments = [() => ignored.get() ?? 0]
  // Were the clock set back, a moment to come would make all responses old.
  const invalidatedAt = () => Math.max(0, ...moments.map((moment) => moment()).filter(isPast))

  const responses = createChain<SessionResponse, FetchName>(async (call) => {
    call.asked = 'network'
    const askedAt = Date.now()
    return { ...(await kernel.transport(call.url())), source: 'network', askedAt }
  })

  const results = createChain<SessionResult, SessionName>(async (call) => {
    try {
      const fetched = { ...call, response: await responses.run(call) }
      await kernel.call('session:fetched', fetched)
      return read(fetched.response, options.env.expiresInUnit)
    } catch (cause) {
      throw SDKError.from(cause, 'session-unreachable', options.sessionDomain)
    }
  })

  const find = async (call: SessionCall): Promise<SessionResult> => {
    const result = await results.run(call)
    // What is kept was looked at already, a moment ago.
    if (!call.asked || !call.isCurrent() || result.askedAt >= invalidatedAt()) return result
    // The user has changed while the response was on its way. What comes now is taken unchecked: a page must not ask for ever.
    call.asked = undefined
    return results.run(call)
  }

  const begin = async (): Promise<Session> => {
    // Yield once, so that `flight` is set: middleware that calls `hasSession` shares it.
    await null
    kernel.throwIfDisposed()
    const call: SessionCall = {
      startedAt: Date.now(),
      freshSince,
      asked: undefined,
      invalidatedAt,
      url: () => sessionUrl(options, kernel.buildUrl, kernel.storage.tabId()),
      isCurrent: () => call === current,
    }
    current = call
    freshSince = 0
    const settled = await find(call).then(
      (result) => endingOf(call, known, result),
      (cause) => failedEndingOf(call, known, SDKError.from(cause, 'plugin-failed', 'session')),
    )
    const { session, error, outcome } = settled
    if (call.isCurrent()) {
      known = session
      // A handler may end what this is about, by clearing the session: the others are not told then.
      kernel.notify('session:settled', settled, () => !call.isCurrent())
    }
    if (call.isCurrent()) flight = current = undefined
    // A refresh resolves with the session that was known before.
    if (session && outcome !== 'unavailable') return session
    throw error ?? new SDKError('session-refreshing')
  }

  const start = () =>
    new Promise<Session>((resolve, reject) => {
      const forget = kernel.onDispose(() => {
        current = undefined
        reject(new SDKError('disposed'))
      })
      begin().finally(forget).then(resolve, reject)
    })

  /** For whoever asks while the page does something before it is left. */
  const knownSoFar = async (): Promise<Session> => {
    if (known) return known
    throw new SDKError('session-refreshing')
  }

  const clearSession = () => {
    kernel.throwIfDisposed()
    // A call that has not begun yet asks after the clearing, so it stays.
    if (current) flight = current = undefined
    ignored.set(Date.now(), Date.now() + MAX_LIFETIME_MS)
    kernel.notify('session:cleared', {})
  }

  return {
    use: results.use,
    useFetch: responses.use,
    invalidateBefore(moment) {
      if (typeof moment === 'function') moments.push(moment)
      else if (moment > (ignored.get() ?? 0)) ignored.set(moment, Date.now() + MAX_LIFETIME_MS)
    },
    knownSession: () => known,
    hasSession(since = 0) {
      if (current?.isLeaving) return knownSoFar()
      freshSince = Math.max(freshSince, since)
      flight ??= start()
      return flight
    },
    clearSession,
    endSession() {
      known = null
      clearSession()
    },
  }
}
