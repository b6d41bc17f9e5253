/**
 * What a reader may read: access to products, as the session service says it of the user of the session.
 * Hooks: session:settled, session:cleared, logout:before. Storage: two entries of the tab per client, environment and
 * session domain, and one of all tabs. Methods: hasAccess, clearCachedAccess, subscriptionsUrl, productsUrl.
 */
import { check, SDKError } from '../../core/errors.ts'
import { usable } from '../../core/json.ts'
import type { Plugin } from '../../core/kernel/plugin.ts'
import type { Session } from '../../core/session/types.ts'
import { returnUri, type UrlKind } from '../../core/urls.ts'
import { createAccessCalls } from './access-calls.ts'
import type { AccessResponse, KnownAccess } from './access-response.ts'
import type { Access } from './outcome.ts'
import { pathOf, sortedIds } from './product-ids.ts'

/** What listeners of `hasAccess` get. */
export interface AccessEvent {
  /** The products that were asked about, in alphabetical order. */
  readonly ids: readonly string[]
  readonly data: AccessResponse
}

declare module '../../core/session/types.ts' {
  interface IdentityEvents {
    /** `hasAccess()` was asked, and the user has access. */
    hasAccess: AccessEvent
  }
}

/** What the plugin contributes. */
export interface AccessApi {
  /**
   * Whether the user of the session has access to one of the products. Calls `hasSession`. Do not protect paid content by it
   * alone: readers can change what the page does. Protect it on your server, by `verifyAccess` of `portico/server`.
   *
   * @param productIds at least one, in any order
   * @throws {SDKError} (rejects) `argument-invalid`, `disposed`
   */
  hasAccess(productIds: readonly string[]): Promise<Access>
  /**
   * Drops what is known: the next `hasAccess` asks the service. It also ends the backoff after a failure.
   *
   * @param productIds as they were given to `hasAccess`. @default all
   * @throws {SDKError} `argument-invalid`
   */
  clearCachedAccess(productIds?: readonly string[]): void
  /**
   * URL of the page with the user's subscriptions.
   *
   * @param redirectUri where the page leads back to. @default the instance's `redirectUri`
   * @throws {SDKError} `argument-invalid` when it is no absolute URL, or of a scheme that runs code
   */
  subscriptionsUrl(redirectUri?: string): string
  /**
   * URL of the page with the user's products.
   *
   * @param redirectUri where the page leads back to. @default the instance's `redirectUri`
   * @throws {SDKError} `argument-invalid` when it is no absolute URL, or of a scheme that runs code
   */
  productsUrl(redirectUri?: string): string
}

// More than a login and a logout take that overtake a call. A page that clears the session whenever it hears of one would ask for ever.
const MOST_ROUNDS = 5

/** Whether a response is about the user of a session, by each identifier that both name. One that names nobody is about whoever was asked for. */
function isAbout({ data }: KnownAccess, session: Session): boolean {
  return (['userId', 'uuid'] as const).every((name) => {
    const [named, own] = [usable(data[name]), session[name]]
    return named === undefined || own === undefined || `${named}` === `${own}`
  })
}

/**
 * Contributes `hasAccess`. Calls for the same products share one request, and a response is kept in this tab for as long as it says, a
 * refusal too. A login, a logout or another user deletes all answers; with `tabs()`, in other tabs too. A tab that is loading a
 * page during the change notices only another user. If the same user is back, it keeps its answers. After a failure there is a backoff,
 * as long as that of `sessionBackoff()`.
 *
 * @example
 * const identity = createIdentity(options, [fetchTransport(), sessionCache(), access()])
 * const { outcome } = await identity.hasAccess(['harbour-post-digital'])
 * if (outcome === 'granted') showArticle()
 */
export function access(): Plugin<AccessApi> {
  return {
    name: 'access',
    requires: ['transport'],
    setup(kernel) {
      const { options } = kernel
      const calls = createAccessCalls(kernel)
      /** The searches that are on their way. One that a clearing has overtaken may be about a session that is over. */
      const searches = new Set<{ isOvertaken: boolean; isLoggedOut: boolean }>()

      kernel.hook('session:cleared', () => {
        for (const search of searches) search.isOvertaken = true
        calls.forget()
      })
      // The page is being left. Until the logout page is there, the cookie is still about the user.
      kernel.hook('logout:before', () => {
        for (const search of searches) search.isLoggedOut = true
      })
      kernel.hook('session:settled', ({ hasLearned, session }) => {
        // Where nothing was learned about the user, what is known of them holds.
        if (hasLearned) calls.keepOnly(session?.userId)
      })

      /** What is known; undefined when nobody is logged in. */
      const find = async (path: string, round = 1, isAgain = false): Promise<KnownAccess | undefined> => {
        const search = { isOvertaken: false, isLoggedOut: false }
        let isContradicted = false
        searches.add(search)
        try {
          const session = await kernel.hasSession()
          const isCurrent = () => !search.isOvertaken && kernel.knownSession()?.userId === session.userId
          if (isCurrent()) {
            if (!session.userId) return
            try {
              const known = await calls.find(session.userId, path)
              if (isCurrent() && isAbout(known, session)) return known
            } catch (error) {
              if (isCurrent() && (error as SDKError).reason !== 'session-missing') throw error
            }
          }
          isContradicted = isCurrent()
        } finally {
          searches.delete(search)
        }
        if (search.isLoggedOut) return
        if (!isContradicted) {
          check(round < MOST_ROUNDS, 'session-unreachable')
          return find(path, round + 1, isAgain)
        }
        // The session names one user, and the response another or nobody. Both are asked for once more. A service that goes on like this is wrong.
        kernel.clearSession()
        if (!isAgain) return find(path, round, true)
        throw calls.distrust(
          new SDKError('session-malformed', __DEV__ ? 'the answer is about another user than the session' : 'userId'),
        )
      }

      const pageUrl = (kind: UrlKind, path: string, redirectUri?: string) =>
        kernel.buildUrl(kind, options.accountUrl, `account/${path}?`, {
          client_id: options.clientId,
          redirect_uri: returnUri(options, redirectUri),
        })

      return {
        async hasAccess(productIds) {
          const ids = sortedIds(productIds)
          try {
            const known = await find(pathOf(ids))
            kernel.throwIfDisposed()
            if (!known) return { outcome: 'loggedOut' }
            const { data, until } = known
            if (!data.entitled) return { outcome: 'refused', until }
            kernel.emit('hasAccess', { ids, data })
            return { outcome: 'granted', features: data.allowedFeatures, until, data }
          } catch (cause) {
            kernel.throwIfDisposed()
            const { reason } = SDKError.from(cause, 'session-unreachable', options.sessionDomain)
            if (reason === 'session-missing') return { outcome: 'loggedOut' }
            return { outcome: 'unknown', reason, retryAt: calls.retryAt() }
          }
        },
        clearCachedAccess: (productIds) =>
          calls.forget(productIds === undefined ? undefined : pathOf(sortedIds(productIds))),
        subscriptionsUrl: (redirectUri) => pageUrl('subscriptions', 'subscriptions', redirectUri),
        productsUrl: (redirectUri) => pageUrl('products', 'products', redirectUri),
      }
    },
  }
}
