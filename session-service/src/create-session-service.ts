// Puts the service together.

import { Context, Hono } from 'hono'
import { accountPageRoutes } from './account-pages.ts'
import { sealerOf } from './crypto/sealed.ts'
import { environmentOf, type SessionServiceEnvironment } from './environment.ts'
import { reasonOf } from './events.ts'
import { cookiesOf } from './http/cookies.ts'
import { FormRefused } from './http/form.ts'
import { harmless } from './http/harmless.ts'
import { observed } from './http/observed.ts'
import { siteOf } from './http/readable.ts'
import { loginRoutes } from './login/login-routes.ts'
import { providerLogoutRoutes } from './logout/provider-logout-routes.ts'
import { visitRoutes } from './logout/visit-routes.ts'
import { type ManagedSessions, managedSessions } from './managed-sessions.ts'
import type { SessionServiceOptions } from './options/options.ts'
import { settingsOf } from './options/settings.ts'
import type { Parts } from './parts.ts'
import { providerOf } from './provider/provider.ts'
import { redemptionRoutes } from './redemption/redemption-routes.ts'
import { failureAnswer } from './session/answers.ts'
import { idsOf } from './session/ids.ts'
import { sessionRoutes } from './session/session-routes.ts'
import { sessionsOf } from './session/sessions.ts'
import { guarded, RETRY_SECONDS, StoreFailure } from './store/guarded.ts'

/** A session service. */
export interface SessionService extends ManagedSessions {
  /** Answers a request. Never rejects. */
  fetch(request: Request): Promise<Response>
  /** What pages give as `env`; their `sessionDomain` is `origin`. */
  readonly environment: SessionServiceEnvironment
  /**
   * Begins a session for a reader whom somebody else has logged in, in the place of the one that the browser had. Whoever calls it
   * vouches for the reader, and for the browser being theirs.
   *
   * @param request of that browser, for its cookies
   * @returns the values of `Set-Cookie` for the answer; none when the provider has ended the reader's session meanwhile
   */
  begin(request: Request, login: OwnLogin): Promise<readonly string[]>
  /** Whether the store takes a write now, and whether the provider has answered in the last hour. It says so within a second. */
  check(): Promise<{ readonly store: boolean; readonly provider: boolean }>
  /** Closes the store. */
  close(): Promise<void>
}

/** A login that {@link SessionService.begin} is told of. */
export interface OwnLogin {
  /** The reader at the provider (`sub`). */
  readonly subject: string
  /** The site by which they logged in. */
  readonly clientId: string
  /** What else is known, as claims of an ID token, such as `sid` and `name`. */
  readonly claims?: Readonly<Record<string, unknown>>
}

/** Less than a second, after which whoever asks for the service's health takes it for dead. */
const HEALTH_MS = 900

/**
 * Makes a session service for any OpenID provider.
 *
 * @throws {OptionsError} with a line for each option that cannot be used
 * @example
 * const service = createSessionService({ origin: 'https://id.site.com', provider, sites, store, cookieSecret, identitySecret })
 * serve({ fetch: service.fetch, port: 8080 })
 */
export function createSessionService(options: SessionServiceOptions): SessionService {
  const settings = settingsOf(options)
  const store = guarded(settings.store, settings.onEvent)
  const cookies = cookiesOf(settings.isSecure)
  const sealer = sealerOf(settings.cookieSecrets)
  const ids = idsOf(settings, store)
  const sessions = sessionsOf(settings, { store, cookies, ids, sealer })
  const provider = providerOf(settings)
  const parts: Parts = { settings, store, cookies, sealer, ids, sessions, provider }

  const app = new Hono()
  app.use(observed(settings.onEvent), harmless)
  app.route('/', sessionRoutes(parts))
  app.route('/', loginRoutes(parts))
  app.route('/', visitRoutes(parts))
  app.route('/', providerLogoutRoutes(parts))
  app.route('/', accountPageRoutes(settings))
  if (settings.codeRedemption) app.route('/', redemptionRoutes(parts, settings.codeRedemption))

  app.onError((cause, c) => {
    if (cause instanceof FormRefused) return c.text(cause.message, cause.status)
    const isStore = cause instanceof StoreFailure
    // The guard has told of the store already.
    if (!isStore) settings.onEvent({ type: 'function-failed', reason: reasonOf(cause) })
    if (isStore) c.header('retry-after', RETRY_SECONDS)
    const [status, type] = isStore ? ([503, 'StoreException'] as const) : ([500, 'ServiceException'] as const)
    return c.json(failureAnswer(settings, siteOf(c, settings), status, type, 'Not available now'), status)
  })

  /** Whether this is so, as far as it can be told in time. */
  async function isSo(asking: Promise<boolean>): Promise<boolean> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(resolve, HEALTH_MS, false)
    })
    try {
      return await Promise.race([asking.catch(() => false), late])
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    fetch: async (request) => app.fetch(request),
    environment: environmentOf(settings),
    async begin(request, { subject, clientId, claims = {} }) {
      const c = new Context(request)
      await sessions.begin(c, { issuer: provider.issuer, subject, clientId, claims })
      return c.res.headers.getSetCookie()
    },
    ...managedSessions(parts),
    async check() {
      // It writes: a full disk, and a server that is no master any more, can be read from.
      const writes = store.once('health', 1).then(() => true)
      const [isStoreThere, isProviderThere] = await Promise.all([isSo(writes), isSo(provider.hasAnswered())])
      return { store: isStoreThere, provider: isProviderThere }
    },
    close: () => settings.store.close(),
  }
}
