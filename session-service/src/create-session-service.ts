// Assembles the service.

import { Context, type Hono } from 'hono'
import type { Deps } from './deps.ts'
import { environmentOf, type SessionServiceEnvironment } from './environment.ts'
import { reasonOf } from './events.ts'
import { type Health, healthOf } from './health.ts'
import { depsOf, hostApp, unknownHostApp } from './host-app.ts'
import { type ManagedSessions, managedSessions } from './managed-sessions.ts'
import type { SessionServiceOptions } from './options/options.ts'
import { settingsOf } from './options/settings.ts'
import { configurationOf } from './provider/configuration.ts'
import { type LogoutAtProvider, logoutAtProvider } from './provider/logout-at-provider.ts'
import { idsOf } from './session/ids.ts'
import { withTimeout } from './store/with-timeout.ts'

/** A session service. */
export interface SessionService extends ManagedSessions {
  /** Handles a request. Never rejects. */
  fetch(request: Request): Promise<Response>
  /** What pages give as `env`; their `sessionDomain` is `origin`. That of the first host, where there are several. */
  readonly environment: SessionServiceEnvironment
  /** The same for each of `hosts`, in their order. */
  readonly environments: readonly SessionServiceEnvironment[]
  /**
   * Begins a session for a reader whom your own server has logged in. The session replaces the one that the browser had. The caller
   * vouches that this reader uses this browser.
   *
   * @param request from that browser, with its cookies
   * @returns the values of `Set-Cookie` for your response; none when the provider has ended the reader's session meanwhile
   */
  begin(request: Request, login: ExternalLogin): Promise<readonly string[]>
  /** Whether the store accepts a session now, and whether the provider has responded in the last hour. Settles within a second. */
  check(): Promise<Health>
  /** Closes the store. */
  close(): Promise<void>
}

/** A login outside of the service, for {@link SessionService.begin}. */
export interface ExternalLogin {
  /** The reader at the provider (`sub`). */
  readonly subject: string
  /** The site by which they logged in. */
  readonly clientId: string
  /** Further claims, as an ID token has them, such as `sid` and `name`. */
  readonly claims?: Readonly<Record<string, unknown>>
}

/**
 * Creates a session service for any OpenID provider.
 *
 * @throws {OptionsError} with a line for each option that cannot be used
 * @example
 * const service = createSessionService({ origin: 'https://id.site.com', provider, sites, store, cookieSecret, identitySecret })
 * serve({ fetch: service.fetch, port: 8080 })
 */
export function createSessionService(options: SessionServiceOptions): SessionService {
  const all = settingsOf(options)
  const [{ provider, onEvent }] = all
  const store = withTimeout(all[0].store, onEvent)
  let logout: LogoutAtProvider | undefined
  const configuration = configurationOf(
    provider,
    (metadata) => {
      const before = logout
      logout = logoutAtProvider(provider, metadata)
      if (logout !== before) onEvent({ type: 'provider-discovered', logout })
    },
    (cause) => onEvent({ type: 'provider-failed', reason: reasonOf(cause) }),
  )
  const shared = { store, configuration, ids: idsOf(all[0], store) }
  const hosts = all.map((settings) => depsOf(settings, shared))
  const [first] = hosts as [Deps]

  const appsByHostname = new Map(hosts.map((host) => [new URL(host.settings.origin).hostname, hostApp(host)]))
  const unknownHost = unknownHostApp(first)
  const [singleHost] = appsByHostname.size === 1 ? appsByHostname.values() : []
  /** The app for the hostname of the request. A single host serves every hostname: a proxy may have changed it. */
  const appFor = ({ url }: Request): Hono =>
    singleHost ?? appsByHostname.get(new URL(url).hostname) ?? unknownHost

  return {
    fetch: async (request) => appFor(request).fetch(request),
    environment: environmentOf(all[0]),
    environments: all.map(environmentOf),
    async begin(request, { subject, clientId, claims = {} }) {
      const c = new Context(request)
      const { sessions } = hosts.find(({ settings }) => settings.sites.find(clientId)) ?? first
      await sessions.begin(c, { issuer: provider.issuer, subject, clientId, claims, begunAt: Date.now() })
      return c.res.headers.getSetCookie()
    },
    ...managedSessions(first),
    check: () => healthOf(store, configuration),
    close: () => store.close(),
  }
}
