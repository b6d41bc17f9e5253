/**
 * The internals of an instance: the plugins of the full identity, with the legacy behaviour of the account-sdk-browser, and by the members of the instance. Those
 * whose methods the class has itself are left out, and three that only pages know which were written for this library: `status`,
 * `loginReturn`, and `tabs`, which takes as many bytes as all of that legacy behaviour. A page may add them. `preferPopup` and
 * `sessionEvents` have a stand-in of their own (`by-members.ts`, `session.ts`). `revalidate` is an option of the class alone.
 */
import { createIdentity } from '../../core/kernel/create-identity.ts'
import type { AnyPlugin, IdentityCore } from '../../core/kernel/plugin.ts'
import { consoleFindings } from '../../devtools/development.ts'
import { consentManagement } from '../../plugins/consents/consent-management.ts'
import { consents } from '../../plugins/consents/consents.ts'
import { type LoginApi, login } from '../../plugins/login/login.ts'
import { loginLinks } from '../../plugins/login/login-links.ts'
import { type SimplifiedLoginApi, simplifiedLogin } from '../../plugins/login/simplified-login.ts'
import { type UserContextApi, userContext } from '../../plugins/login/user-context.ts'
import { log } from '../../plugins/reporting/log.ts'
import { presenceCookie } from '../../plugins/session/presence-cookie.ts'
import { sessionBackoff } from '../../plugins/session/session-backoff.ts'
import { type SessionCacheApi, sessionCache } from '../../plugins/session/session-cache.ts'
import { sessionRefresh } from '../../plugins/session/session-refresh.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { type AccountPagesApi, accountPages } from '../../plugins/user/account-pages.ts'
import { type Actions, type Instance, throughInstance, widgetActions } from './by-members.ts'
import { type Hidden, hidden } from './emitter.ts'
import { type CheckedOptions, environmentFor } from './options.ts'
import { createOutcomes, createSessionCall, type Outcomes, sessionHabits } from './session.ts'
import { varnishCookie } from './varnish-cookie.ts'

/** What the plugins add up to. */
interface Composed
  extends IdentityCore,
    LoginApi,
    SimplifiedLoginApi,
    UserContextApi,
    AccountPagesApi,
    SessionCacheApi {
  readonly actions: Actions
}

/** The internals of an instance. */
interface Internals {
  readonly identity: Composed
  readonly outcomes: Outcomes
  readonly askSession: ReturnType<typeof createSessionCall>
  readonly sessionDomain: string
}

export const internals: Hidden<Internals> = /* @__PURE__ */ hidden()

/**
 * Composes it.
 *
 * @throws {SDKError} `option-invalid`
 */
export function compose(instance: Instance, options: CheckedOptions): Internals {
  const { env, getConsents, refreshLoginLinks, transport = fetchTransport(), plugins = [] } = options
  const outcomes = createOutcomes()
  const more: readonly AnyPlugin[] = [
    ...(getConsents ? [] : [consentManagement()]),
    ...(__DEV__ ? [consoleFindings()] : []),
    ...plugins,
  ]
  const identity: Composed = createIdentity(
    {
      ...options,
      env: environmentFor(env),
      log: (line) => instance.log?.(line),
    },
    [
      throughInstance(instance),
      login(),
      simplifiedLogin(widgetActions(instance)),
      userContext(),
      accountPages(),
      sessionCache(),
      varnishCookie(instance),
      loginLinks({ refreshLoginLinks }),
      consents({ getConsents }),
      transport,
      sessionBackoff(),
      presenceCookie(),
      sessionRefresh({ callbackBeforeRedirect: () => instance.callbackBeforeRedirect?.() }),
      log(),
      sessionHabits(outcomes),
      ...more,
    ],
  )
  return {
    identity,
    outcomes,
    askSession: createSessionCall(identity, outcomes),
    sessionDomain: options.sessionDomain,
  }
}
