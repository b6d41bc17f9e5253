/**
 * Offers to continue as the user who is logged in to the account service already.
 * Hooks: none; calls user-context:request and login:request. Storage: none; the widget's function stays on the window.
 * Methods: showSimplifiedLoginWidget.
 */
import { check, checkArgument, SDKError } from '../core/errors.ts'
import { given } from '../core/given.ts'
import type { AsyncHooks, SyncHooks } from '../core/hooks.ts'
import type { BrowserWindow } from '../core/options.ts'
import type { Plugin } from '../core/plugin.ts'

type LoginOptions = SyncHooks['login:request']['options']

/** What is passed to `login` when the user continues (section 2.3). */
export interface SimplifiedLoginWidgetLoginOptions extends Omit<LoginOptions, 'state'> {
  /** The state, or a function that makes a new one each time the user continues. */
  state: string | (() => string | Promise<string>)
}

/** How the widget is shown (section 2.4). */
export interface SimplifiedLoginWidgetOptions {
  /** Encoding of the widget. @default 'utf-8' */
  encoding?: 'utf-8' | 'iso-8859-1' | 'iso-8859-15'
  /** Language of the widget, any tag. @default the `locale` of the login parameters, else the client's */
  locale?: string
  /** CSP nonce for the script tag. */
  nonce?: string
}

/** What the plugin contributes (section 4.1). */
export interface SimplifiedLoginApi {
  /**
   * Shows the widget, if a user is logged in to the account service in this browser. How often to do so is for the
   * caller to decide; once per user is preferred.
   *
   * @returns true when the widget will be displayed
   * @throws {SDKError} (rejects) `argument-invalid`, naming field and value; `widget-unavailable` when nobody is logged
   * in, or the widget cannot be loaded or shown. May be tried again.
   */
  showSimplifiedLoginWidget(
    loginParams: SimplifiedLoginWidgetLoginOptions,
    options?: SimplifiedLoginWidgetOptions,
  ): Promise<true>
}

type OpenWidget = (params: object, ...callbacks: (() => Promise<void>)[]) => unknown

interface TrustedTypes {
  createPolicy(name: string, rules: Policy): Policy
}
interface Policy {
  createScriptURL(url: string): string
}

const SCRIPT_TIMEOUT_MS = 20_000

/** What is known of the script in a window: two instances on one page share it. */
interface Loader {
  /** The address, as the page's Trusted Types ask for it; a page allows a policy's name once. */
  source?: string
  /** The script on its way. */
  load?: Promise<unknown> | undefined
}

const loaders: WeakMap<BrowserWindow, Loader> = new WeakMap()

/** Loads the widget's script; rejects when it fails, or the page forbids it. May be tried again. */
function loadScript(window: BrowserWindow, url: string, nonce = ''): Promise<unknown> {
  const loader = loaders.get(window) ?? {}
  loaders.set(window, loader)
  loader.load ??= new Promise((onload, onerror) => {
    const { document, trustedTypes } = window as BrowserWindow & { trustedTypes?: TrustedTypes }
    try {
      loader.source ??= trustedTypes?.createPolicy('portico', { createScriptURL: () => url }).createScriptURL(url)
    } catch {
      // The page allows no policy of this name. If it demands one all the same, setting the address says so.
    }
    const src = loader.source ?? url
    document.head.append(Object.assign(document.createElement('script'), { nonce, src, onload, onerror }))
  }).finally(() => {
    loader.load = undefined
  })
  return loader.load
}

/**
 * Contributes `showSimplifiedLoginWidget`, and emits simplifiedLoginOpened and simplifiedLoginCancelled.
 *
 * @example
 * const identity = createIdentity(options, [fetchTransport(), login(), userContext(), simplifiedLogin()])
 * await identity.showSimplifiedLoginWidget({ state: () => crypto.randomUUID() })
 */
export function simplifiedLogin(): Plugin<SimplifiedLoginApi> {
  return {
    name: 'simplified-login',
    requires: __DEV__ ? ['user-context', 'login'] : [],
    setup({ window, options, signal, emit, call, callSync, buildUrl }) {
      const { clientId, env } = options

      const globals = window as { openSimplifiedLoginWidget?: unknown }

      return {
        async showSimplifiedLoginWidget(login, { encoding, nonce, locale = login?.locale } = {}) {
          // Everything is checked before anything is loaded; what a function makes of the state, when it is called.
          const checked = typeof login?.state === 'function' ? { ...login, state: '-' } : login
          callSync('login:request', { options: checked as LoginOptions, isCheck: true })
          if (__DEV__)
            checkArgument(
              !encoding || /^(utf-8|iso-8859-15?)$/i.test(encoding),
              given('encoding', encoding, 'utf-8, iso-8859-1 or iso-8859-15'),
            )

          const context: AsyncHooks['user-context:request'] = {}
          await call('user-context:request', context)
          const { data } = context
          check(
            data,
            'widget-unavailable',
            __DEV__ ? 'no user is logged in to the account service, or the browser hides it' : 'user',
          )

          /** Logs in by the caller's parameters; the caller's object stays as it is. */
          const continuation = (more?: Partial<LoginOptions>) => async () => {
            try {
              const given = typeof login.state === 'function' ? login.state() : login.state
              // Without waiting where there is nothing to wait for: a popup opens only within the user's gesture.
              const state = typeof given === 'string' ? given : await given
              callSync('login:request', { options: { ...login, loginHint: data.identifier, ...more, state } })
            } catch (cause) {
              emit('error', SDKError.from(cause, 'callback-failed', 'state'))
            }
          }

          let timer: number | undefined
          try {
            // An element of the page may have the name as its id.
            if (typeof globals.openSimplifiedLoginWidget !== 'function') {
              const query = { client_id: clientId, encoding }
              const url = buildUrl('widget', options.widgetUrl, 'simplified-login-widget?', query)
              await new Promise((resolve, reject) => {
                timer = window.setTimeout(reject, SCRIPT_TIMEOUT_MS)
                signal.addEventListener('abort', () => {
                  window.clearTimeout(timer)
                  reject(signal.reason)
                })
                loadScript(window, url, nonce).then(resolve, reject)
              })
            }
            signal.throwIfAborted()
            ;(globals.openSimplifiedLoginWidget as OpenWidget)(
              {
                displayText: data.display_text,
                env: env.name,
                clientName: data.client_name,
                clientId,
                providerId: data.provider_id,
                windowWidth: () => window.innerWidth,
                windowOnResize: (listener: () => void) => window.addEventListener('resize', listener, { signal }),
                ...(locale && { locale }),
              },
              continuation(),
              continuation({ prompt: 'login' }),
              async () => emit('simplifiedLoginOpened', null),
              async () => emit('simplifiedLoginCancelled', null),
            )
          } catch (cause) {
            signal.throwIfAborted()
            throw SDKError.from(cause, 'widget-unavailable', __DEV__ ? 'its script did not load, or threw' : 'script')
          } finally {
            window.clearTimeout(timer)
          }
          return true
        },
      }
    },
  }
}
