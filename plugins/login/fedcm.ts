/**
 * Offers to continue as the user who is logged in to the account service, in a dialog of the browser's own (FedCM). Where there is
 * none, the widget asks.
 * Hooks: url:build, login:started, logout:before, session:settled; calls continue-as:started,
 * continue-as:ended. Storage: none. Methods: continueAs, disconnect.
 */
import { checkArgument, checkOption, expected, SDKError } from '../../core/errors.ts'
import type { Plugin } from '../../core/kernel/plugin.ts'
import { A_BASE_URL, BASE_URL } from '../../core/options.ts'
import { leaveFor } from '../shared/leaving.ts'
import { askBrowser, disconnectAt, hasDialog, preventSilentAccess } from './browser-dialog.ts'
import type { ContinueAsMode, ContinueAsOptions, ContinueAsResult, FedcmOptions, OtherProvider } from './continue-as.ts'
import { bindLogins, stateIn } from './login-binding.ts'
import { loginQuery } from './login-query.ts'
import { createOffers, type Offer, onLogout } from './offers.ts'
import { showWidget } from './simplified-login.ts'

export type { FedcmOptions, OtherProvider } from './continue-as.ts'

/** What the plugin contributes. */
export interface FedcmApi {
  /**
   * Asks the reader whether to continue as the user who is logged in to the account service: by the browser's dialog where the
   * environment has `fedcmConfigUrl` and the browser has FedCM, else by the widget. Then the page goes to the redirect URI with the
   * code, unless `onCode` takes it. A call during an offer gets that offer's outcome. But an active call ends a passive offer
   * as `unavailable` and begins a new one, unless the widget asks, or the code is there already.
   *
   * @throws {SDKError} (rejects) `argument-invalid`, naming the field; `continue-as-forbidden` when a policy of the page forbids the
   * dialog; `callback-failed` when `state`, `onCode`, or `onToken` or `params` of another provider threw; `disposed`
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

/** A provider with what it gets made. */
const withParams = (other: OtherProvider): OtherProvider => ({
  ...other,
  params: typeof other.params === 'function' ? other.params() : other.params,
})

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
 * @throws {SDKError} (at composition) `option-invalid` when the environment's `fedcmConfigUrl` is no address; in development also for
 * another provider without an address, `clientId` or `onToken`
 * @example
 * const identity = createIdentity(options, [fetchTransport(), login(), fedcm()])
 * const { outcome } = await identity.continueAs({ state: newState })
 */
export function fedcm({ others = [] }: FedcmOptions = {}): Plugin<FedcmApi> {
  return {
    name: 'fedcm',
    requires: ['transport'],
    setup(kernel) {
      const { options, window } = kernel
      const { fedcmConfigUrl } = options.env
      checkOption(
        fedcmConfigUrl === undefined || BASE_URL.test(`${fedcmConfigUrl}`.toLowerCase()),
        __DEV__ ? expected('fedcmConfigUrl', fedcmConfigUrl, A_BASE_URL) : 'fedcmConfigUrl',
      )
      if (__DEV__)
        for (const { configUrl, clientId, onToken } of others)
          checkOption(
            BASE_URL.test(`${configUrl}`.toLowerCase()) && clientId && typeof onToken === 'function',
            expected('others', configUrl, 'providers with configUrl, clientId and onToken'),
          )
      const configUrl = fedcmConfigUrl && hasDialog(window) ? fedcmConfigUrl : ''
      const offer = createOffers(kernel)
      const bind = bindLogins(kernel)
      onLogout(kernel, () => {
        if (configUrl) preventSilentAccess(window)
      })

      /** The reader continues by another provider. */
      const byOther = async (provider: OtherProvider, token: unknown, { signal, keepPlace, continueBy }: Offer) => {
        keepPlace()
        await callBack('onToken', () => provider.onToken(token))
        if (signal.aborted) return
        continueBy(provider.configUrl)
        kernel.clearSession()
        kernel.hasSession().catch(() => {})
        return 'connected' as const
      }

      /** Asks by the browser. Undefined: it has no dialog after all. */
      const byBrowser = async (given: ContinueAsOptions, own: Offer) => {
        const { mode, signal, keepPlace, announce } = own
        const { state: makeState, mode: _mode, onCode, widget: _widget, ...login } = given
        const made = typeof makeState === 'function' ? await callBack('state', makeState) : makeState
        const state = bind(made)
        const query = loginQuery({ ...login, state }, options)
        if (signal.aborted) return
        const params = Object.fromEntries(new URLSearchParams(kernel.buildUrl('login', '', '', query).slice(1)))
        announce('browser')
        // A browser takes one provider alone where the reader has clicked on a button.
        const more = await callBack('params', () => (mode === 'passive' ? others : []).map(withParams))
        if (signal.aborted) return
        const { loginHint } = login
        const reply = await askBrowser(kernel, { configUrl, others: more, mode, loginHint, params, signal })
        if (signal.aborted || reply === 'unsupported') return
        if (typeof reply === 'string') return reply
        if (reply.by) return byOther(reply.by, reply.token, own)
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
          checkArgument(MODES.includes(mode), __DEV__ ? expected('mode', mode, 'passive or active') : 'mode')
          checkArgument(
            onCode == null || typeof onCode === 'function',
            __DEV__ ? expected('onCode', onCode, 'a function, or leave it out') : 'onCode',
          )
          // Everything is checked before anybody is asked. What a function makes is checked when it is called.
          loginQuery({ ...login, state: typeof state === 'function' ? '-' : stateIn(state) }, options)
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
