/**
 * Offers to continue as the user who is logged in to the account service, in a dialog of the browser's own (FedCM). Where there is
 * none, the widget asks.
 * Hooks: url:build, login:started, logout:before, session:settled; calls continue-as:started,
 * continue-as:ended. Storage: none. Methods: continueAs, disconnect.
 */
import { checkArgument, checkOption, given, SDKError } from '../../core/errors.ts'
import { ownMembers } from '../../core/json.ts'
import type { Plugin } from '../../core/kernel/plugin.ts'
import { A_BASE_URL, BASE_URL } from '../../core/options.ts'
import { leaveFor } from '../shared/leaving.ts'
import { askBrowser, disconnectAt, hasDialog, preventSilentAccess } from './browser-dialog.ts'
import type { ContinueAsMode, ContinueAsOptions, ContinueAsResult, LoginBinding } from './continue-as.ts'
import { loginQuery } from './login-query.ts'
import { createOffers, type Offer, onLogout } from './offers.ts'
import { showWidget } from './simplified-login.ts'

/** What the plugin contributes. */
export interface FedcmApi {
  /**
   * Asks the reader whether to continue as the user who is logged in to the account service: by the browser's dialog where the
   * environment has `fedcmConfigUrl` and the browser has FedCM, else by the widget. Then the page goes to the redirect URI with the
   * code, unless `onCode` takes it. A call during an offer gets that offer's outcome. But an active call ends a passive offer
   * as `unavailable` and begins a new one, unless the widget asks, or the code is there already.
   *
   * @throws {SDKError} (rejects) `argument-invalid`, naming the field; `continue-as-forbidden` when a policy of the page forbids the
   * dialog; `callback-failed` when `state` or `onCode` threw; `disposed`
   */
  continueAs(options: ContinueAsOptions): Promise<ContinueAsResult>
  /**
   * Ends the connection that the browser's dialog has made between the reader and the site: the browser does not log them in by
   * itself again, and asks as on a first visit. The next session call asks again.
   *
   * @returns false if there was no connection, or the account service refused: the browser has forgotten it all the same. Also false,
   * and nothing is done, if the environment has no `fedcmConfigUrl`, or the browser has no such dialog or cannot end a connection
   * @throws {SDKError} (rejects) `continue-as-forbidden`, `disposed`; `timeout` after 20 s
   */
  disconnect(): Promise<boolean>
}

const MODES: readonly ContinueAsMode[] = ['passive', 'active']

/** The parameters that prove a login to be the one that the server has begun. */
const PROOFS = ['nonce', 'code_challenge', 'code_challenge_method'] as const

/** The own members of what was made for a login: a script of the page may have added a `nonce` to all objects. */
const bindingOf = (made: string | LoginBinding) =>
  ownMembers(typeof made === 'string' ? { state: made } : made) as Partial<LoginBinding>

// What is no text is refused where the login's parameters are checked.
const stateOf = (binding: Partial<LoginBinding>) => binding.state as string

/** Runs a function of the page. @throws {SDKError} (rejects) `callback-failed` */
async function callBack<T>(name: string, run: () => T): Promise<Awaited<T>> {
  try {
    return await run()
  } catch (cause) {
    throw new SDKError('callback-failed', name, { cause })
  }
}

/**
 * Contributes `continueAs` and `disconnect`. The browser sends the login's parameters, and those that `url:build` appends, to the
 * account service and gets a code. Your server exchanges it, as after a redirect. After a logout the browser does not log the reader
 * in by itself.
 *
 * @throws {SDKError} (at composition) `option-invalid` when the environment's `fedcmConfigUrl` is no address
 * @example
 * const identity = createIdentity(options, [fetchTransport(), login(), fedcm()])
 * const { outcome } = await identity.continueAs({ state: newState })
 */
export function fedcm(): Plugin<FedcmApi> {
  return {
    name: 'fedcm',
    requires: ['transport'],
    setup(kernel) {
      const { options, window } = kernel
      const { fedcmConfigUrl } = options.env
      checkOption(
        fedcmConfigUrl === undefined || BASE_URL.test(`${fedcmConfigUrl}`.toLowerCase()),
        __DEV__ ? given('fedcmConfigUrl', fedcmConfigUrl, A_BASE_URL) : 'fedcmConfigUrl',
      )
      const configUrl = fedcmConfigUrl && hasDialog(window) ? fedcmConfigUrl : ''
      const offer = createOffers(kernel)
      /** What was made for the login that is on its way. */
      let bound: Partial<LoginBinding> | undefined

      kernel.hook('url:build', ({ kind, query }) => {
        if (kind !== 'login' || !bound || query.get('state') !== bound.state) return
        for (const name of PROOFS) {
          const value = bound[name]
          if (value && !query.has(name)) query.append(name, value)
        }
      })
      onLogout(kernel, () => {
        if (configUrl) preventSilentAccess(window)
      })

      const bind = (made: string | LoginBinding) => {
        bound = bindingOf(made)
        return stateOf(bound)
      }

      /** Asks by the browser. Undefined: it has no dialog after all. */
      const byBrowser = async (given: ContinueAsOptions, { mode, signal, keepPlace, announce }: Offer) => {
        const { state: makeState, mode: _mode, onCode, widget: _widget, ...login } = given
        const made = typeof makeState === 'function' ? await callBack('state', makeState) : makeState
        const state = bind(made)
        const query = loginQuery({ ...login, state }, options)
        if (signal.aborted) return
        const params = Object.fromEntries(new URLSearchParams(kernel.buildUrl('login', '', '', query).slice(1)))
        announce('browser')
        const reply = await askBrowser(kernel, { configUrl, mode, loginHint: login.loginHint, params, signal })
        if (signal.aborted || reply === 'unsupported') return
        if (typeof reply === 'string') return reply
        const response = new URLSearchParams(`${reply.token}`)
        const code = response.get('code')
        if (!code || response.get('state') !== state) {
          if (__DEV__)
            kernel.log('fedcm: the token is no authorization response with the code and the state of the request')
          return 'unavailable'
        }
        // Who has agreed is not asked once more.
        keepPlace()
        const url = new URL(`${query.redirect_uri}`)
        for (const [name, value] of response) url.searchParams.append(name, value)
        const { href } = url
        if (onCode) await callBack('onCode', () => onCode({ code, state, url: href }))
        if (signal.aborted) return
        // What is kept is about the reader before the login.
        kernel.clearSession()
        if (onCode) kernel.hasSession().catch(() => {})
        else leaveFor(kernel, href)
        return 'connected'
      }

      const byWidget = async (
        { state, mode: _mode, onCode: _onCode, widget, ...login }: ContinueAsOptions,
        { signal, keepPlace, announce, end, fail }: Offer,
      ) => {
        // Each time the reader continues. What is known is given at once: a popup opens only within the gesture.
        const newState = () =>
          typeof state === 'function'
            ? callBack('state', state)
                .then(bind)
                .catch((error) => {
                  fail(error)
                  throw error
                })
            : bind(state)
        // A page has one widget: a second one would show in place of it.
        keepPlace()
        announce('widget')
        try {
          await showWidget(kernel, { ...login, state: newState }, widget, { signal, cancelled: () => end('dismissed') })
        } catch (error) {
          if ((error as SDKError).reason === 'widget-unavailable') return 'unavailable'
          throw error
        }
      }

      return {
        async continueAs(asked) {
          kernel.throwIfDisposed()
          const { state, mode = 'passive', onCode, widget: _widget, ...login } = asked ?? {}
          checkArgument(MODES.includes(mode), __DEV__ ? given('mode', mode, 'passive or active') : 'mode')
          checkArgument(
            onCode == null || typeof onCode === 'function',
            __DEV__ ? given('onCode', onCode, 'a function, or leave it out') : 'onCode',
          )
          // Everything is checked before anybody is asked. What a function makes is checked when it is called.
          loginQuery({ ...login, state: typeof state === 'function' ? '-' : stateOf(bindingOf(state)) }, options)
          return offer(mode, async (own) => {
            const outcome = configUrl ? await byBrowser(asked, own) : undefined
            return outcome || own.signal.aborted ? outcome : byWidget(asked, own)
          })
        },
        async disconnect() {
          kernel.throwIfDisposed()
          if (!configUrl || !(await disconnectAt(kernel, configUrl, kernel.knownSession()?.uuid ?? ''))) return false
          // What is kept is about a reader who was connected.
          kernel.clearSession()
          return true
        },
      }
    },
  }
}
