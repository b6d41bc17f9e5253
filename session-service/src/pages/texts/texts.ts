// The texts of the pages in one language. `{site}` stands for the site's name.

import type { PageKind } from '../page.ts'

/** A heading, and one sentence or two that a reader understands. */
export type PageText = readonly [heading: string, sentence: string]

export interface Texts {
  readonly pages: Readonly<Record<PageKind, PageText>>
  readonly actions: {
    readonly logIn: string
    readonly back: string
    readonly logOut: string
    readonly stay: string
    readonly logOutAgain: string
  }
}
