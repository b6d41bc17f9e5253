/**
 * The session call, from its beginning to its end. Calls made while one is on its way share it.
 */
import type { Disposal } from './disposal.ts'
import { SDKError } from './errors.ts'
import type { Found, Hooks } from './hooks.ts'
import type { ResolvedOptions } from './options.ts'
import { settle } from './settle.ts'
import { createSources, NOTHING, type Search, type SourceList } from './sources.ts'
import type { ClientStorage } from './storage.ts'
import type { Transport } from './transport.ts'
import type { HasSessionSuccessResponse } from './types.ts'
import { clientParameters, sessionPath, type UrlBuilder } from './urls.ts'

type Session = HasSessionSuccessResponse

/** What a session call needs of the kernel. */
interface Needs extends Hooks, Pick<Disposal, 'onDispose' | 'throwIfDisposed'> {
  readonly options: ResolvedOptions
  readonly storage: ClientStorage
  readonly buildUrl: UrlBuilder
  /** Looked up at each call: a plugin sets it later. */
  transport: Transport
}

/** What this file adds to the kernel, which describes it. */
interface SessionPart {
  source: SourceList['source']
  knownSession(): Session | null
  hasSession(): Promise<Session>
  clearSession(): void
  endSession(): void
}

/** Makes the session call of one instance. */
export function createSession(kernel: Needs): SessionPart {
  const { options } = kernel
  let known: Session | null = null
  let flight: Promise<Session> | undefined
  /** The call that has begun, and has not ended. Only it may change what is known: an older one is about a user who may be gone. */
  let current: Search | undefined
  /** The call for which the page is about to be left. */
  let leaving: Search | undefined
  /** Rejects the calls that are on their way, when the instance is disposed. After a clearing there may be more than one. */
  const rejections = new Set<(cause: unknown) => void>()

  const sources = createSources(kernel, options.window, async (call) => {
    const askedAt = Date.now()
    // `expiresAt` is a member of its own, so that none which a script has added to `Object.prototype` is taken for it.
    return { expiresAt: undefined, ...(await kernel.transport(call.url())), origin: 'network', askedAt }
  })

  const run = async (): Promise<Session> => {
    // Yield once, so that `flight` is set: a handler that calls `hasSession` shares it.
    await null
    const call: Search = {
      startedAt: Date.now(),
      origin: undefined,
      stillHolds: false,
      isCurrent: () => call === current,
      prepareLeaving() {
        leaving = call
      },
      url: () =>
        kernel.buildUrl(
          'session',
          options.sessionDomain,
          sessionPath(options),
          clientParameters(options, options.redirectUri, kernel.storage.tabId()),
        ),
    }
    current = call
    kernel.notify('session:started', call)
    const end = (found: Found) => settle({ ...call, previous: known }, found, options.env.expiresInUnit)
    const settled = await sources
      .find(call)
      .then(end)
      // Not even reading is safe: a plugin may answer with something whose members throw.
      .catch((cause) => end({ ...NOTHING, error: SDKError.from(cause, 'session-unreachable', options.sessionDomain) }))
    const { session, error, stillHolds } = settled
    if (call.isCurrent()) {
      known = session
      // A handler may end what this is about, by clearing the session: the others are not told then.
      kernel.notify('session:settled', settled, () => !call.isCurrent())
    }
    if (call.isCurrent()) flight = current = undefined
    // A refresh resolves with the session that was known before. So does a failure, while an older answer still holds.
    if (session && (!error || stillHolds)) return session
    throw error ?? new SDKError('session-refreshing')
  }

  const start = () =>
    new Promise<Session>((resolve, reject) => {
      rejections.add(reject)
      run()
        .then(resolve, reject)
        .finally(() => rejections.delete(reject))
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
    kernel.notify('session:cleared', {})
  }

  kernel.onDispose(() => {
    current = undefined
    const disposed = new SDKError('disposed')
    for (const reject of rejections) reject(disposed)
  })

  return {
    source: sources.source,
    knownSession: () => known,
    hasSession() {
      // After a clearing the call that prepares the leaving is no longer the current one: the next one begins anew.
      if (current && current === leaving) return knownSoFar()
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
