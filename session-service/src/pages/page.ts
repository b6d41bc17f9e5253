// A page for readers: what has happened, in the reader's language, and what to do next.

import type { Site } from '../options/site.ts'

/** What a page says. */
export type PageKind =
  /** The login took longer than it may. */
  | 'login-expired'
  /** The login was finished before. */
  | 'login-used'
  /** The login was begun in another browser, or finished before: its cookie is not there. */
  | 'login-elsewhere'
  /** The store fails: the reader can load the page again. */
  | 'login-retry'
  /** The reader was logged out while they logged in. */
  | 'login-ended'
  /** The provider logged nobody in: the reader cancelled, or may not. */
  | 'access-denied'
  /** The provider, the store, or a function of the site fails. */
  | 'unavailable'
  /** A client or an address that is not registered. */
  | 'not-registered'
  /** A page of another site has sent the reader to the logout: the reader confirms it. */
  | 'logout-confirm'
  | 'logged-out'
  /** The store has failed: the session goes on. */
  | 'logout-failed'
  /** The reader's sessions. */
  | 'sessions'
  /** The reader's sessions, where nobody is logged in. */
  | 'not-logged-in'
  | 'not-found'

/** Languages of the pages. */
export type PageLanguage = 'en' | 'nb' | 'sv' | 'fi' | 'da' | 'de'

/** What a reader can do on a page: follow a link, or post a form. */
export type PageAction =
  | { readonly label: string; readonly href: string }
  | {
      readonly label: string
      readonly posts: true
      /** Where the form goes. @default the page's own address */
      readonly to?: string
      /** What is in the form. @default nothing */
      readonly field?: { readonly name: string; readonly value: string }
    }

/** One of the reader's sessions. */
export interface PageSession {
  /** Such as “Firefox on Android”. */
  readonly name: string
  /** What readers call the site by which they logged in. */
  readonly site: string
  /** Sentences: whether it is this browser, since when, and when it was used last. */
  readonly facts: readonly string[]
  /** Ends the session. */
  readonly action: PageAction
}

/** A page as it is about to be shown. All of it is plain text: escape it. */
export interface PageView {
  readonly kind: PageKind
  readonly language: PageLanguage
  /** To which the page leads; undefined where the service has none. */
  readonly site: Site | undefined
  /** What readers call the site. */
  readonly siteName: string
  readonly title: string
  readonly heading: string
  readonly sentence: string
  /** The first one is the button. */
  readonly actions: readonly PageAction[]
  /** Those of the reader, on the page of that kind. */
  readonly sessions: readonly PageSession[]
  /** What a developer needs, in English. */
  readonly details: readonly string[]
}
