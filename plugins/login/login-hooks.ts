/**
 * What a login takes, and the hook by which a plugin may take it over.
 */
import type { LoginUrlOptions } from './login-query.ts'

/** What `login` takes (section 2.2). */
export interface LoginOptions extends LoginUrlOptions {
  /** Try to open a popup; falls back to a redirect when it is blocked. @default false */
  preferPopup?: boolean | undefined
}

/** `login:before`: the browser is about to go to the login page. */
export interface LoginBeforeContext {
  readonly options: LoginOptions
  readonly url: string
  /** Fill it with the window that shows the login page, or with null when none could open: the page stays where it is. Undefined: it goes there. */
  window?: Window | null
  /** Set it to true where the browser has blocked a popup, and the login goes by redirect. */
  wasBlocked?: boolean
}

declare module '../../core/kernel/hooks.ts' {
  interface SyncHooks {
    'login:before': LoginBeforeContext
  }
}
