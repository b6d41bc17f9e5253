/**
 * Offers to continue as the user who is already logged in to the account service.
 * Hooks: none. Storage: none; the widget's function stays on the window. Methods: showSimplifiedLoginWidget.
 */
import { check, checkArgument, expected, SDKError } from '../../core/errors.ts'
import type { Kernel, Plugin } from '../../core/kernel/plugin.ts'
import type { BrowserWindow } from '../../core/options.ts'
import { within } from '../shared/waiting.ts'
import { goToLogin, loginUrl } from './go-to-login.ts'
import type { LoginOptions } from './login-hooks.ts'
import { askUserContext, type SimplifiedLoginData } from './user-context.ts'

/** What is passed to `login` when the user continues (section 2.3). */
export interface SimplifiedLoginWidgetLoginOptions extends Omit<LoginOptions, 'state'> {
  /** The state, or a function that makes a new one each time the user continues. */
  state: string | (() => string | Promise<string>)
}

/** How the widget is shown (section 2.4). */
export interface SimplifiedLoginWidgetOptions {
  /** Encoding of the widget. @default 'utf-8' */
  encoding?: 'utf-8' | 'iso-8859-1' | 'iso-8859-15' | undefined
  /** Language of the widget, any tag. @default the `locale` of the login parameters, else the client's */
  locale?: string | undefined
  /** CSP nonce for the script tag. */
  nonce?: string | undefined
}

declare module '../../core/session/types.ts' {
  interface IdentityEvents {
    /** The widget is displayed. */
    simplifiedLoginOpened: null
    /** The user closed the widget. */
    simplifiedLoginCancelled: null
  }
}

/** What the plugin contributes (section 4.1). */
export interface SimplifiedLoginApi {
  /**
   * Shows the widget, if a user is logged in to the account service in this browser. The page decides how often; once per user is
   * preferred. After `widget-unavailable` it may try again.
   *
   * @returns true when the widget will be displayed
   * @throws {SDKError} (rejects) `argument-invalid` (in development), naming field and value;
   * `widget-unavailable` when the environment has no widget, nobody is logged in, or the widget cannot be loaded or shown; `disposed`
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

/** Only for addresses of the library. All instances share it, since a page may allow the name of a policy only once. */
let policy: Policy | undefined

/** Loads the widget's script; rejects when it fails, or the page forbids it. May be tried again. */
function loadScript(window: BrowserWindow, url: string, nonce = ''): Promise<unknown> {
  return new Promise((onload, onerror) => {
    const { document, trustedTypes } = window as BrowserWindow & { trustedTypes?: TrustedTypes }
    try {
      policy ??= trustedTypes?.createPolicy('portico', { createScriptURL: (own) => own })
    } catch {
      // The page allows no policy of this name. If it requires one, setting the address fails below.
    }
    const src = policy ? policy.createScriptURL(url) : url
    document.head.append(Object.assign(document.createElement('script'), { nonce, src, onload, onerror }))
  })
}

/** What takes the place of the library's own, and who is told. */
export interface WidgetActions {
  login?(options: LoginOptions): unknown
  getUserContextData?(): Promise<SimplifiedLoginData | null>
  /** The reader has closed the widget. */
  cancelled?(): void
  /** Once it has aborted, nothing more is loaded or opened. */
  readonly signal?: AbortSignal
}

/**
 * Shows the widget, for whoever offers to continue.
 *
 * @throws {SDKError} (rejects) as `showSimplifiedLoginWidget`
 */
export async function showWidget(
  kernel: Kernel,
  login: SimplifiedLoginWidgetLoginOptions,
  options?: SimplifiedLoginWidgetOptions,
  actions: WidgetActions = {},
): Promise<void> {
  // Sites that move over give null.
  const { encoding, nonce, locale = login?.locale } = options ?? {}
  const globals = kernel.window as { openSimplifiedLoginWidget?: unknown }
  const { widgetUrl } = kernel.options

  // Before anything is loaded. What a function of the page makes is checked when the reader continues.
  if (__DEV__ && !actions.login)
    loginUrl(kernel, (typeof login?.state === 'function' ? { ...login, state: '-' } : login) as LoginOptions)
  if (__DEV__)
    checkArgument(
      !encoding || /^(utf-8|iso-8859-15?)$/i.test(encoding),
      expected('encoding', encoding, 'utf-8, iso-8859-1 or iso-8859-15'),
    )

  check(widgetUrl, 'widget-unavailable', __DEV__ ? 'widgetUrl. The environment has none' : 'widgetUrl')
  const user = await (actions.getUserContextData?.() ?? askUserContext(kernel))
  if (actions.signal?.aborted) return
  check(
    user,
    'widget-unavailable',
    __DEV__ ? 'user. Nobody is logged in to the account service, or the browser blocks its cookie' : 'user',
  )

  /** Logs in with the caller's parameters. The caller's object is not changed. */
  const continuation = (more?: Partial<LoginOptions>) => async () => {
    try {
      const given = typeof login.state === 'function' ? login.state() : login.state
      // Do not wait for text: a popup opens only within the user's gesture.
      const state = typeof given === 'string' ? given : await given
      const asked = { ...login, loginHint: user.identifier, ...more, state }
      if (actions.login) actions.login(asked)
      else goToLogin(kernel, asked)
    } catch (cause) {
      kernel.emit('error', SDKError.from(cause, 'callback-failed', 'state'))
    }
  }

  try {
    // An element of the page may have the name as its id.
    if (typeof globals.openSimplifiedLoginWidget !== 'function') {
      const query = { client_id: kernel.options.clientId, encoding }
      const url = kernel.buildUrl('widget', widgetUrl, 'simplified-login-widget?', query)
      await within(kernel, SCRIPT_TIMEOUT_MS, () => loadScript(kernel.window, url, nonce))
    }
    kernel.throwIfDisposed()
    if (actions.signal?.aborted) return
    ;(globals.openSimplifiedLoginWidget as OpenWidget)(
      {
        displayText: user.display_text,
        env: kernel.options.env.name,
        clientName: user.client_name,
        clientId: kernel.options.clientId,
        providerId: user.provider_id,
        windowWidth: () => kernel.window.innerWidth,
        windowOnResize: (listener: () => void) => void kernel.listen('resize', listener),
        ...(locale && { locale }),
      },
      continuation(),
      continuation({ prompt: 'login' }),
      async () => kernel.emit('simplifiedLoginOpened', null),
      async () => {
        // First, so that a listener of the page finds the offer ended.
        actions.cancelled?.()
        kernel.emit('simplifiedLoginCancelled', null)
      },
    )
  } catch (cause) {
    kernel.throwIfDisposed()
    throw new SDKError('widget-unavailable', __DEV__ ? 'script. It did not load, or it threw an error' : 'script', {
      cause,
    })
  }
}

/**
 * Contributes `showSimplifiedLoginWidget`, and emits simplifiedLoginOpened and simplifiedLoginCancelled.
 *
 * @param actions take the place of the library's own
 * @example
 * const identity = createIdentity(options, [fetchTransport(), login(), simplifiedLogin()])
 * await identity.showSimplifiedLoginWidget({ state: () => crypto.randomUUID() })
 */
export function simplifiedLogin(actions?: WidgetActions): Plugin<SimplifiedLoginApi> {
  return {
    name: 'simplified-login',
    requires: ['transport'],
    setup: (kernel) => ({
      async showSimplifiedLoginWidget(loginParams, options) {
        await showWidget(kernel, loginParams, options, actions)
        return true
      },
    }),
  }
}
