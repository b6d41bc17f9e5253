/**
 * The way from the page to the login page.
 */
import type { Kernel } from '../../core/kernel/plugin.ts'
import { leaveFor } from '../shared/leaving.ts'
import type { LoginBeforeContext, LoginOptions } from './login-hooks.ts'
import { LOGIN_PATH } from './login-link.ts'
import { type LoginUrlOptions, loginQuery } from './login-query.ts'

/** URL of the login page. @throws {SDKError} `argument-invalid`, naming the field */
export const loginUrl = (kernel: Kernel, login: LoginUrlOptions): string =>
  kernel.buildUrl('login', kernel.options.accountUrl, LOGIN_PATH, loginQuery(login, kernel.options))

/** Drops what is kept, and shows the login page: in the popup that a plugin has opened, or in place of this page. */
export function goToLogin(
  kernel: Kernel,
  options: LoginOptions,
  url: string = loginUrl(kernel, options),
): Window | null {
  const login: LoginBeforeContext = { options, url, window: undefined, wasBlocked: false }
  // Before, since a popup gets a copy of what this tab's storage holds when it opens.
  kernel.clearSession()
  kernel.callSync('login:before', login)
  const popup = login.window
  if (popup === undefined) leaveFor(kernel, url)
  kernel.notify('login:started', {
    how: popup ? 'popup' : popup === null ? 'blocked' : 'redirect',
    wasBlocked: popup === null || !!login.wasBlocked,
  })
  return popup ?? null
}
