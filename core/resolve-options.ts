/**
 * The check of the kernel's options. They are read once.
 */
import { A_BASE_URL, A_RETURN_URI, BASE_URL, isReturnUri } from './addresses.ts'
import { checkFunction, checkOption } from './errors.ts'
import { given } from './given.ts'
import type { BaseUrls, BrowserWindow, KernelOptions, ResolvedOptions } from './options.ts'

/** The window of the options, or the page's own. This is the one place that reads a global. */
export function windowOf(options: Pick<KernelOptions, 'window'>): BrowserWindow {
  return options.window ?? globalThis.window
}

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
        ? given('window', window, 'the window of a page')
        : 'window is missing, because this was constructed on a server. Construct it in the browser. See "On a server" in docs/ways.md'
      : 'window',
  )
  checkOption(
    typeof own.clientId === 'string' && own.clientId.trim(),
    __DEV__ ? given('clientId', own.clientId, 'the client identifier') : 'clientId',
  )
  checkOption(
    isReturnUri(own.redirectUri),
    __DEV__ ? given('redirectUri', own.redirectUri, A_RETURN_URI) : 'redirectUri',
  )
  if (__DEV__) {
    checkFunction(own.log, 'log')
    // The class takes the name of an environment, too. The kernel knows none by name.
    checkOption(
      Object(own.env) === own.env,
      given('env', own.env, 'an Environment object, such as those of portico/presets/environments'),
    )
  }
  for (const [name, url] of Object.entries(bases)) {
    checkOption(
      typeof url === 'string' && BASE_URL.test(url.toLowerCase()),
      __DEV__ ? given(name, url, A_BASE_URL) : name,
    )
    bases[name as keyof BaseUrls] = url.replace(/\/+$/, '')
  }
  return { ...own, ...bases, window }
}
