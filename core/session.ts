/**
 * The session call: request, answer, and the session known so far. Calls made while one is on its way share it.
 */
import { SDKError } from './errors.ts'
import type { Hooks } from './hooks.ts'
import type { ResolvedOptions } from './options.ts'
import {
  type AcceptedAnswer,
  type DatedAnswer,
  expiryOf,
  readSession,
  type SessionAnswer,
} from './session-answer.ts'
import type { ExpiringStore } from './storage.ts'
import type { Transport } from './transport.ts'
import type { HasSessionSuccessResponse } from './types.ts'
import type { QueryParameters, UrlBuilder } from './urls.ts'
import { VERSION } from './version.ts'

/** What the session call needs of its instance. */
export interface SessionParts {
  readonly options: ResolvedOptions
  readonly storage: ExpiringStore
  readonly hooks: Hooks
  readonly buildUrl: UrlBuilder
  readonly clientSdrn: string
  readonly transport: Transport | undefined
}

/** The session of one instance. */
export interface SessionKeeper {
  /** The answer that the session known so far came in. */
  readonly known: AcceptedAnswer | null
  hasSession(): Promise<HasSessionSuccessResponse>
  /** Makes the next call ask anew: drops what is cached and lets nobody join a call that is on its way. */
  drop(): void
  /** Drops, and forgets the user. */
  end(): void
}

const TAB_ID_KEY = 'portico.tab'

/** A random integer below 100 000, drawn once per tab. */
function tabId(storage: ExpiringStore): string {
  const kept = storage.get(TAB_ID_KEY)
  const id = Number.isInteger(kept) ? kept : Math.floor(Math.random() * 100_000)
  if (id !== kept) storage.set(TAB_ID_KEY, id, Number.MAX_SAFE_INTEGER)
  return String(id)
}

/** Sets up the session call of one instance. */
export function createSession(parts: SessionParts): SessionKeeper {
  const { options, hooks } = parts
  let known: AcceptedAnswer | null = null
  let flight: Promise<HasSessionSuccessResponse> | undefined
  // Counts the drops. An answer that was asked for before one speaks of a user who may be gone.
  let generation = 0

  const fetchAnswer = async (): Promise<SessionAnswer> => {
    if (!parts.transport)
      throw new SDKError('plugin-missing', 'No transport: compose fetchTransport() or ofetchTransport().')
    const { sessionDomain } = options
    const query: QueryParameters = {
      client_sdrn: parts.clientSdrn,
      redirect_uri: options.redirectUri,
      sdk_version: VERSION,
      tabId: tabId(parts.storage),
    }
    // A session service under a path is the older deployment, which has the older address.
    const path = /^https?:\/\/[^/]+\/*$/i.test(sessionDomain) ? 'v2/session' : 'session'
    const url = parts.buildUrl('session', sessionDomain, path, query)
    const answer = await parts.transport(url).catch((cause: unknown) => {
      if (SDKError.is(cause)) throw cause
      const message = `No answer from ${sessionDomain}: is it up, and does it allow this origin (CORS)?`
      throw new SDKError('session-unreachable', message, { cause })
    })
    const fetched = { query, answer }
    await hooks.call('session:fetched', fetched)
    return fetched.answer
  }

  const ask = async (asked: number): Promise<HasSessionSuccessResponse> => {
    const current = () => asked === generation
    let answer: DatedAnswer | undefined
    try {
      const request: { answer?: SessionAnswer } = {}
      await hooks.call('session:request', request)
      const given = request.answer ?? (await fetchAnswer())
      answer = { ...given, expiresAt: expiryOf(given, options.env) }
      const session = readSession(answer)
      if (current()) {
        const previous = known?.body ?? null
        known = { ...answer, body: session }
        hooks.callSync('session:accepted', { previous, session, answer })
      }
      return session
    } catch (cause) {
      const error = SDKError.is(cause)
        ? cause
        : new SDKError('plugin-failed', 'A plugin threw during the session call.', { cause })
      if (current()) {
        const previous = known?.body ?? null
        if (error.reason === 'session-missing') known = null
        hooks.callSync('session:failed', { previous, session: known?.body ?? null, error, answer })
      }
      throw error
    }
  }

  const drop = () => {
    generation++
    flight = undefined
    hooks.callSync('session:dropped', {})
  }

  return {
    get known() {
      return known
    },
    hasSession() {
      if (flight) return flight
      const mine = ask(generation).finally(() => {
        if (flight === mine) flight = undefined
      })
      flight = mine
      return mine
    },
    drop,
    end() {
      known = null
      drop()
    },
  }
}
