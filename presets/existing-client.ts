/**
 * The full identity with the habits of the client that sites use today: a plugin for those of the session call, and
 * methods that are put over those of the composed identity, since a plugin may not replace what another one contributes.
 */
import { check, type SDKError } from '../core/errors.ts'
import { windowOf } from '../core/options.ts'
import type { Plugin } from '../core/plugin.ts'
import type { HasSessionSuccessResponse } from '../core/types.ts'
import type { CacheCookieOptions } from '../plugins/reporting/cache-cookie.ts'
import { sessionNews } from '../plugins/reporting/session-events.ts'
import { fetchTransport } from '../plugins/transport/fetch-transport.ts'
import { eventsOver } from './existing-client-events.ts'
import { composeFull, type FullIdentity, type FullOptions } from './full.ts'

type AnyMethod = (...args: unknown[]) => unknown

/** What is said for an error's subject, or its reason. */
const MESSAGES: Record<string, string | undefined> = {
  'not-connected': 'The user is not connected to this merchant',
  'identifier-missing': 'The user is not connected to this merchant',
  sdrn: 'Failed to get SDRN from user session',
  pairId: 'pairId missing in user session!',
  externalParty: 'externalParty cannot be empty',
  user: 'Missing user data',
  script: 'Error when loading simplified login widget content',
}

/** Throws it on with that client's message, where it has one. */
function rethrow(error: SDKError): never {
  const subject = /: (\w+)/.exec(error.message)?.[1] as string
  error.message = MESSAGES[subject] ?? MESSAGES[error.reason] ?? error.message
  throw error
}

/** Composes it, over native fetch. Without a `redirectUri`, addresses have none, and each login needs its own. */
export function createAsExistingClient(options: FullOptions): FullIdentity {
  let refreshAddress: string | undefined

  const sessionHabits: Plugin = {
    name: __DEV__ ? 'habits' : '',
    setup(kernel) {
      const compare = sessionNews(kernel.emit)
      // Neither a logout nor a failure forgets it: it is what the next session is compared with.
      let last: HasSessionSuccessResponse | undefined

      kernel.hook('session:fetched', (fetched) => {
        // During a refresh it is the one that was known before.
        if (fetched.answer.expiresAt) return
        const body = Object(fetched.answer.body)
        // Without a result. A member of its own, since it is cached with the session, which has a result in any case.
        if (!('result' in body)) body.isBare = true
        if (+body.expiresIn) return
        // Five minutes, but none for the cookie.
        fetched.answer.expiresAt = Date.now() + 300_000
        body.expiresIn = 0
      })
      kernel.hook('session:accepted', (accepted) => {
        compare(last, accepted.session)
        last = accepted.session
      })
      kernel.hook('session:failed', (failed) => {
        refreshAddress = failed.address
        failed.error.message = 'HasSession failed'
        if (failed.error.reason !== 'session-refreshing') kernel.emit('error', failed.error)
      })
      kernel.hook('logout:before', () => kernel.emit('logout', null))
      // The stand-in has passed the check of the options; parameters without a value are left out.
      ;(kernel.options as { redirectUri: string }).redirectUri = options.redirectUri
      if (__DEV__)
        kernel.hook('url:build', (url) =>
          check(
            url.kind !== 'login' || url.query.has('redirect_uri'),
            'argument-invalid',
            'redirectUri is missing, give one here or to the constructor',
          ),
        )
    },
  }

  const settingsToConsole = (line: string) => {
    // No other line begins like that of the settings.
    if (/: set/.test(line)) windowOf(options).console.log(line)
  }
  const identity = composeFull(
    { ...options, log: options.log ?? settingsToConsole, redirectUri: options.redirectUri || 'x:' },
    fetchTransport(),
    sessionHabits,
  )
  for (const [name, method] of Object.entries<AnyMethod>(identity as never)) {
    ;(identity as never as Record<string, AnyMethod>)[name] = (...args) => {
      const answer = method(...args)
      return (answer as Promise<unknown> | null)?.catch?.(rethrow) ?? answer
    }
  }

  return {
    ...identity,
    ...eventsOver(identity),
    hasSession: () =>
      identity.hasSession().then(
        // The caller's own.
        (session) => ({ ...session }),
        (error: SDKError) => (error.reason === 'session-refreshing' ? (refreshAddress ?? {}) : Promise.reject(error)),
      ),
    isLoggedIn: () =>
      identity.hasSession().then(
        (session: HasSessionSuccessResponse & { isBare?: boolean }) => !session.isBare,
        (error: SDKError) => error.reason === 'disposed' && Promise.reject(error),
      ),
    getUserId: async () => (await identity.getUser()).userId || identity.getUserId(),
    enableVarnishCookie: (options: CacheCookieOptions | number) =>
      identity.enableCacheCookie(
        (options as number) > 0 ? { expiresIn: options as number } : (options as CacheCookieOptions),
      ),
  } as never
}
