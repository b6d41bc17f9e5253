/**
 * The options of the kernel, and their check. The options of a feature belong to its plugin. An environment is data: the addresses of
 * one deployment of the account service, and how it states times. The kernel knows no environment by name.
 */
import { checkFunction, checkOption, expected } from './errors.ts'

// Addresses are tested in small letters: a slow phone takes long to compile an expression that ignores case.
// `new URL` accepts what must not stand in an address that others are built on: backslashes, and credentials before the host. A
// query would end up in the middle of them.
export const BASE_URL: RegExp = /^https?:\/\/[^\s\\@*/?#]+(\/[^\s\\?#]*)?$/
export const A_BASE_URL = 'an http(s) URL without credentials, wildcard, query or fragment'

/** Whether a service may send the browser back to an address, if it is registered there. The library itself never goes to it. */
export const isReturnUri = (value: unknown): boolean =>
  typeof value === 'string' && /^(?!(javascript|data|vbscript|blob|file):)[a-z][a-z\d+.-]*:/.test(value.toLowerCase())
export const A_RETURN_URI = 'an absolute URL that does not begin with javascript:, data:, vbscript:, blob: or file:'

/** Where an account service lives. */
export interface Environment {
  /** Short name, passed on to the widget. */
  readonly name: string
  /** Base URL of the account and OAuth service. */
  readonly accountUrl: string
  /** Base URL of the continue-as widget's script. Without it the library shows no widget. */
  readonly widgetUrl?: string | undefined
  /** Base URL of the global session service. Without it the library does not ask whether a reader is known on other sites. */
  readonly globalSessionUrl?: string | undefined
  /** Namespace of the SDRNs (`sdrn:<namespace>:client:<clientId>`). */
  readonly sdrnNamespace: string
  /**
   * Address of the file by which browsers find the service as an identity provider (FedCM), for `fedcm()`. Leave it out if the
   * service does not offer that.
   */
  readonly fedcmConfigUrl?: string
  /** Unit in which this deployment's session service states `expiresIn`. @default 'milliseconds' */
  readonly expiresInUnit?: 'milliseconds' | 'seconds'
  /** `prompt` of a login that names none; empty: the service decides. @default 'select_account' */
  readonly prompt?: string | undefined
  /** Each value that `acrValues` of a login may hold. @default those of section 2.2 */
  readonly acrValues?: readonly string[] | undefined
  /** Each `locale` that a login may ask for. @default those of section 2.2 */
  readonly locales?: readonly string[] | undefined
  /**
   * Origins of other pages on which readers log in, such as `https://idp.site.com`: a reader who comes from there has been at a login,
   * for `loginReturn()`. @default none beside that of `accountUrl`
   */
  readonly loginOrigins?: readonly string[] | undefined
  /**
   * Name of a cookie that the service sets for the whole domain from login to logout, which pages can read, and which holds no id: for
   * `presenceCookie()`. Give it only if the service really sets that cookie.
   *
   * @default none
   */
  readonly presenceCookie?: string | undefined
}

/**
 * Returns the environment it is given, typed. Its addresses are checked when an identity is composed with it.
 *
 * @example const env = defineEnvironment({ name, accountUrl, sdrnNamespace })
 */
export const defineEnvironment = (env: Environment): Environment => env

/** The window of a page, with the globals that live on it. */
export type BrowserWindow = Window & typeof globalThis

/** Receives one line of debug information. Lines never hold state, tokens, signatures or cookies. */
export type LogFunction = (message: string) => void

/** What every identity needs (section 2.1). */
export interface KernelOptions {
  /** Client identifier. */
  clientId: string
  /** Base URL of the publisher's own session service, such as `https://id.site.com`. */
  sessionDomain: string
  /** Where the browser returns to unless a call says otherwise. Without it, each login needs its own. */
  redirectUri?: string | undefined
  /** The account service to talk to. */
  env: Environment
  /** Receives debug information. If unset, nothing is logged. Checked in the development build. */
  log?: LogFunction | undefined
  /** The window to work in. @default the global one */
  window?: BrowserWindow | undefined
}

/** The base URLs of an environment. */
export type BaseUrls = Pick<Environment, 'accountUrl' | 'widgetUrl' | 'globalSessionUrl'>

/** Options as the kernel has them: read once, checked, with all base URLs side by side. None of them ends in a slash. */
export type ResolvedOptions = Readonly<KernelOptions & BaseUrls & { window: BrowserWindow }>

/** The window of the options, or the page's own. This is the one place that reads a global. */
export function windowOf(options: Pick<KernelOptions, 'window'>): BrowserWindow {
  return options.window ?? globalThis.window
}

/** Addresses that not each account service has. */
const OPTIONAL: readonly string[] = ['widgetUrl', 'globalSessionUrl']
/** Lists of an environment. */
const LISTS = ['acrValues', 'locales', 'loginOrigins'] as const

/** Checks the options. @throws {SDKError} `option-invalid`, naming the option */
export function resolveOptions(options: KernelOptions): ResolvedOptions {
  // A copy first, so that what was checked is what is used, whatever the page does to its object.
  const own = { ...options }
  const window = windowOf(own)
  const { accountUrl, widgetUrl, globalSessionUrl } = own.env ?? {}
  const bases = { sessionDomain: own.sessionDomain, accountUrl, widgetUrl, globalSessionUrl }

  checkOption(
    window?.location,
    __DEV__
      ? window
        ? expected('window', window, 'the window of a page')
        : 'window is missing, because this was constructed on a server. Construct it in the browser. See "On a server" in docs/ways.md'
      : 'window',
  )
  checkOption(
    typeof own.clientId === 'string' && own.clientId.trim(),
    __DEV__ ? expected('clientId', own.clientId, 'the client identifier') : 'clientId',
  )
  checkOption(
    !own.redirectUri || isReturnUri(own.redirectUri),
    __DEV__ ? expected('redirectUri', own.redirectUri, A_RETURN_URI) : 'redirectUri',
  )
  if (__DEV__) {
    checkFunction(own.log, 'log')
    // The class takes the name of an environment, too. The kernel knows none by name.
    checkOption(
      Object(own.env) === own.env,
      expected('env', own.env, 'an Environment object, such as those of portico/presets/environments'),
    )
    for (const name of LISTS) {
      const list: unknown = own.env[name]
      checkOption(list === undefined || Array.isArray(list), expected(name, list, 'a list of texts'))
    }
  }
  for (const [name, url] of Object.entries(bases)) {
    if (url === undefined && OPTIONAL.includes(name)) continue
    checkOption(
      typeof url === 'string' && BASE_URL.test(url.toLowerCase()),
      __DEV__ ? expected(name, url, A_BASE_URL) : name,
    )
    bases[name as keyof BaseUrls] = url.replace(/\/+$/, '')
  }
  return { ...own, ...bases, window }
}
