// The texts of the pages in one language. `{site}` stands for the site's name.

import type { PageKind } from '../page.ts'

/** A heading, and one sentence or two that a reader understands. */
export type PageText = readonly [heading: string, sentence: string]

export interface Texts {
  readonly pages: Readonly<Record<PageKind, PageText>>
  readonly actions: {
    readonly logIn: string
    readonly tryAgain: string
    readonly back: string
    readonly logOut: string
    readonly stay: string
    readonly logOutAgain: string
    readonly logOutOthers: string
  }
  /** Of one session in the list. `{date}` stands for a day, and `{name}` for what `name` makes. */
  readonly sessions: {
    readonly name: string
    /** In place of a browser that is not known. */
    readonly unknown: string
    /** Beside the session of the browser that shows the page. */
    readonly current: string
    readonly began: string
    readonly lastSeen: string
    readonly end: string
  }
}
