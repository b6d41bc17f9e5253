/**
 * Offers to continue as the user who is logged in to the account service already.
 * Hooks: user-context:request, by way of the kernel. Storage: none; the widget's function stays on the window.
 * Methods: showSimplifiedLoginWidget.
 */
import { checkArgument, isRecord, kindOf } from '../core/checks.ts'
import { SDKError } from '../core/errors.ts'
import type { UserContextRequestContext } from '../core/hooks.ts'
import type { Kernel, Plugin } from '../core/plugin.ts'
import { loadScript } from '../core/script.ts'
import type { Locale, LoginOptions, SimplifiedLoginData } from '../core/types.ts'

/** What is passed to `login` when the user continues (section 2.3). */
export interface SimplifiedLoginWidgetLoginOptions extends Omit<LoginOptions, 'state'> {
  /** The state, or a function that makes a new one each time the user continues. */
  state: string | (() => string | Promise<string>)
}

/** How the widget is shown (section 2.4). */
export interface SimplifiedLoginWidgetOptions {
  /** Encoding of the widget. @default 'utf-8' */
  encoding?: 'utf-8' | 'iso-8859-1' | 'iso-8859-15'
  /** Language of the widget. @default the `locale` of the login parameters, else the client's */
  locale?: Locale
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

type OpenWidget = (params: object, ...callbacks: ((value?: never) => unknown)[]) => unknown

const ENCODING = /^(utf-8|iso-8859-15?)$/

const unavailable = (why: string, cause?: unknown) =>
  new SDKError('widget-unavailable', `The widget cannot be shown: ${why}`, { cause })

/** Checks everything before anything is loaded; the state of a function is its own business until it is called. */
function check(
  kernel: Kernel,
  login: SimplifiedLoginWidgetLoginOptions,
  options: SimplifiedLoginWidgetOptions,
): void {
  checkArgument(isRecord(login), 'loginParams', login, 'an object with at least a state')
  const { state } = login
  kernel.loginUrl({ ...login, state: typeof state === 'function' ? 'later' : state })
  checkArgument(isRecord(options), 'options', options, 'an object, or leave it out')
  const { encoding, locale, nonce } = options
  const isEncoding = encoding == null || (typeof encoding === 'string' && ENCODING.test(encoding))
  checkArgument(isEncoding, 'encoding', encoding, 'utf-8, iso-8859-1 or iso-8859-15')
  if (locale != null) kernel.loginUrl({ state: 'later', locale: locale as Locale })
  if (nonce != null && typeof nonce !== 'string')
    throw new SDKError('argument-invalid', `nonce is ${kindOf(nonce)}: give a string.`)
}

/** Logs in by the caller's parameters; the caller's object stays as it is. */
function continuation(kernel: Kernel, login: SimplifiedLoginWidgetLoginOptions, more: Partial<LoginOptions>) {
  const go = (state: string) => {
    kernel.login({ ...login, ...more, state })
  }
  const fail = (cause: unknown) => {
    const error = SDKError.is(cause)
      ? cause
      : new SDKError('callback-failed', 'The state function threw: nobody was logged in.', { cause })
    kernel.emit('error', error)
  }
  return () => {
    try {
      const state = typeof login.state === 'function' ? login.state() : login.state
      // Without waiting where there is nothing to wait for: a popup opens only within the user's gesture.
      if (state instanceof Object) return state.then(go).catch(fail)
      go(state)
    } catch (cause) {
      fail(cause)
    }
  }
}

/**
 * Contributes `showSimplifiedLoginWidget`, and emits simplifiedLoginOpened and simplifiedLoginCancelled.
 *
 * @example
 * const identity = createIdentity(options, [fetchTransport(), userContext(), simplifiedLogin()])
 * await identity.showSimplifiedLoginWidget({ state: () => crypto.randomUUID() })
 */
export function simplifiedLogin(): Plugin<SimplifiedLoginApi> {
  return {
    name: 'simplified-login',
    requires: ['user-context'],
    setup(kernel) {
      const { window, environment, options: settings } = kernel
      const widget = () => (window as { openSimplifiedLoginWidget?: OpenWidget }).openSimplifiedLoginWidget

      const load = async ({ encoding, nonce }: SimplifiedLoginWidgetOptions): Promise<OpenWidget> => {
        if (!widget()) {
          const query = { client_id: settings.clientId, encoding }
          const url = kernel.buildUrl('widget', environment.widgetUrl, 'simplified-login-widget', query)
          await loadScript(window, url, nonce).catch((cause: unknown) => {
            throw unavailable('its script did not load.', cause)
          })
        }
        const open = widget()
        if (typeof open !== 'function') throw unavailable('its script defines no widget.')
        return open
      }

      const paramsOf = (data: SimplifiedLoginData, locale: unknown) => ({
        displayText: data.display_text,
        env: environment.name,
        clientName: data.client_name,
        clientId: settings.clientId,
        providerId: data.provider_id,
        windowWidth: () => window.innerWidth,
        windowOnResize(listener: () => void) {
          window.addEventListener('resize', listener)
          kernel.onDispose(() => window.removeEventListener('resize', listener))
        },
        ...(locale ? { locale } : {}),
      })

      return {
        async showSimplifiedLoginWidget(login, options = {}) {
          check(kernel, login, options)
          const context: UserContextRequestContext = {}
          await kernel.call('user-context:request', context)
          const { data } = context
          if (!data)
            throw unavailable('no user is logged in to the account service, or the browser hides it.')
          const hint = { loginHint: data.identifier }
          try {
            const open = await load(options)
            open(
              paramsOf(data, options.locale ?? login.locale),
              continuation(kernel, login, hint),
              continuation(kernel, login, { ...hint, prompt: 'login' }),
              () => kernel.emit('simplifiedLoginOpened', null),
              () => kernel.emit('simplifiedLoginCancelled', null),
            )
          } catch (cause) {
            throw SDKError.is(cause) ? cause : unavailable('it threw.', cause)
          }
          return true
        },
      }
    },
  }
}
