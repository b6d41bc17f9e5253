/**
 * Offers to continue as the user who is already logged in to the account service.
 * Hooks: none; calls user-context:request, login:request and simplified-login:cancelled. Storage: none; the widget's function stays on
 * the window. Methods: showSimplifiedLoginWidget.
 */
import { check, checkArgument, SDKError } from '../../core/errors.ts'
import { given } from '../../core/given.ts'
import type { BrowserWindow } from '../../core/options.ts'
import type { Kernel, Plugin } from '../../core/plugin.ts'
import { within } from '../../core/waiting.ts'
import type { LoginOptions } from './login.ts'
import type { UserContextRequestContext } from './user-context.ts'

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

declare module '../../core/events.ts' {
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
   * @throws {SDKError} (rejects) `argument-invalid`, naming field and value (`encoding` is checked in development only);
   * `widget-unavailable` when nobody is logged in, or the widget cannot be loaded or shown; `disposed`
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

/**
 * Shows the widget, for whoever offers to continue.
 *
 * @param signal once it has aborted, nothing more is loaded or opened
 * @throws {SDKError} (rejects) as `showSimplifiedLoginWidget`
 */
export async function showWidget(
  kernel: Kernel,
  login: SimplifiedLoginWidgetLoginOptions,
  options?: SimplifiedLoginWidgetOptions,
  signal?: AbortSignal,
): Promise<void> {
  // Sites that move over give null.
  const { encoding, nonce, locale = login?.locale } = options ?? {}
  const globals = kernel.window as { openSimplifiedLoginWidget?: unknown }

  // Check everything before anything is loaded. A state that a function makes is checked when the function is called.
  const checked = typeof login?.state === 'function' ? { ...login, state: '-' } : login
  kernel.callSync('login:request', { options: checked as LoginOptions, isCheck: true })
  if (__DEV__)
    checkArgument(
      !encoding || /^(utf-8|iso-8859-15?)$/i.test(encoding),
      given('encoding', encoding, 'utf-8, iso-8859-1 or iso-8859-15'),
    )

  const context: UserContextRequestContext = {}
  await kernel.call('user-context:request', context)
  if (signal?.aborted) return
  check(
    context.data,
    'widget-unavailable',
    __DEV__ ? 'user. Nobody is logged in to the account service, or the browser blocks its cookie' : 'user',
  )

  /** Logs in with the caller's parameters. The caller's object is not changed. */
  const continuation = (more?: Partial<LoginOptions>) => async () => {
    try {
      const given = typeof login.state === 'function' ? login.state() : login.state
      // Do not wait for text: a popup opens only within the user's gesture.
      const state = typeof given === 'string' ? given : await given
      kernel.callSync('login:request', {
        options: { ...login, loginHint: context.data?.identifier, ...more, state },
      })
    } catch (cause) {
      kernel.emit('error', SDKError.from(cause, 'callback-failed', 'state'))
    }
  }

  try {
    // An element of the page may have the name as its id.
    if (typeof globals.openSimplifiedLoginWidget !== 'function') {
      const query = { client_id: kernel.options.clientId, encoding }
      const url = kernel.buildUrl('widget', kernel.options.widgetUrl, 'simplified-login-widget?', query)
      await within(kernel, SCRIPT_TIMEOUT_MS, () => loadScript(kernel.window, url, nonce))
    }
    kernel.throwIfDisposed()
    if (signal?.aborted) return
    ;(globals.openSimplifiedLoginWidget as OpenWidget)(
      {
        displayText: context.data.display_text,
        env: kernel.options.env.name,
        clientName: context.data.client_name,
        clientId: kernel.options.clientId,
        providerId: context.data.provider_id,
        windowWidth: () => kernel.window.innerWidth,
        windowOnResize: (listener: () => void) => void kernel.listen('resize', listener),
        ...(locale && { locale }),
      },
      continuation(),
      continuation({ prompt: 'login' }),
      async () => kernel.emit('simplifiedLoginOpened', null),
      async () => {
        // First, so that a listener of the page finds the offer ended.
        kernel.notify('simplified-login:cancelled', {})
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
 * @example
 * const identity = createIdentity(options, [fetchTransport(), login(), userContext(), simplifiedLogin()])
 * await identity.showSimplifiedLoginWidget({ state: () => crypto.randomUUID() })
 */
export function simplifiedLogin(): Plugin<SimplifiedLoginApi> {
  return {
    name: 'simplified-login',
    requires: ['user-context', 'login'],
    setup(kernel) {
      return {
        async showSimplifiedLoginWidget(loginParams, options) {
          await showWidget(kernel, loginParams, options)
          return true
        },
      }
    },
  }
}
