/**
 * The way from the page to the login page, for whoever has its address.
 */
import { leaveFor } from '../../core/leaving.ts'
import type { Kernel } from '../../core/plugin.ts'
import type { LoginBeforeContext, LoginOptions } from './login-hooks.ts'

/** Drops what is kept, and shows the login page: in the popup that a plugin has opened, or in place of this page. */
export function goToLogin(kernel: Kernel, options: LoginOptions, url: string): Window | null {
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
