// What a page says and where it leads, in one language.

import type { Site } from '../options/site.ts'
import { TEXTS } from './language.ts'
import type { PageAction, PageKind, PageLanguage, PageView } from './page.ts'
import type { Texts } from './texts/texts.ts'

/** What a view is made of, beside kind and language. */
export interface ViewSubject {
  readonly site: Site | undefined
  readonly name: string
  readonly home: string | undefined
  /** The page's own address. */
  readonly here: string
  readonly details: readonly string[]
}

type Label = keyof Texts['actions']

/** What a reader can do, the button first. What leads to the site is left out where there is none. */
const ACTIONS: Readonly<Record<PageKind, readonly Label[]>> = {
  'login-expired': ['logIn'],
  'login-used': ['logIn'],
  'login-elsewhere': ['logIn'],
  'access-refused': ['logIn'],
  unavailable: ['back'],
  'not-registered': ['back'],
  'logout-question': ['logOut', 'stay'],
  'logged-out': ['back'],
  'still-logged-in': ['logOutAgain', 'back'],
  'not-found': ['back'],
}

export function viewOf(
  kind: PageKind,
  language: PageLanguage,
  { site, name, home, here, details }: ViewSubject,
): PageView {
  const { pages, actions } = TEXTS[language]
  const named = (text: string): string => text.replaceAll('{site}', () => name)

  function actionsFor(label: Label): PageAction[] {
    const text = named(actions[label])
    if (label === 'logOut') return [{ label: text, posts: true }]
    const href = label === 'logOutAgain' ? here : home
    return href === undefined ? [] : [{ label: text, href }]
  }

  const [heading, sentence] = pages[kind]
  return {
    kind,
    language,
    site,
    siteName: name,
    title: `${heading} – ${name}`,
    heading,
    sentence: named(sentence),
    actions: ACTIONS[kind].flatMap(actionsFor),
    details,
  }
}
