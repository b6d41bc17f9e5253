/**
 * The hooks of a login, and what a login takes.
 */
import type { LoginUrlOptions } from './login-query.ts'

/** What `login` takes (section 2.2). */
export interface LoginOptions extends LoginUrlOptions {
  /** Try to open a popup; falls back to a redirect when it is blocked. @default false */
  preferPopup?: boolean | undefined
}

/** `login:request`: a plugin asks for a login. */
export interface LoginRequestContext {
  readonly options: LoginOptions
  /** True to check the options only: nobody is sent anywhere. */
  readonly isCheck?: boolean
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

declare module '../../core/hooks.ts' {
  interface SyncHooks {
    'login:request': LoginRequestContext
    'login:before': LoginBeforeContext
    /** The reader has closed the widget. Plugins use this hook, not the event `simplifiedLoginCancelled`: a page may emit that event, or remove its listeners. */
    'simplified-login:cancelled': object
  }
}
