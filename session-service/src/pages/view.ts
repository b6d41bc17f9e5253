// What a page says and where it leads, in one language.

import type { Site } from '../options/site.ts'
import type { ListedSession } from '../reader-sessions/listed-session.ts'
import { TEXTS } from './language.ts'
import type { PageAction, PageKind, PageLanguage, PageSession, PageView } from './page.ts'
import type { Texts } from './texts/texts.ts'

/** Options of a view, beside its kind and language. */
export interface ViewOptions {
  readonly site: Site | undefined
  readonly name: string
  readonly home: string | undefined
  /** The page's own address. */
  readonly here: string
  readonly details: readonly string[]
  readonly sessions: readonly ListedSession[]
  /** Where a logout of this browser is posted to; undefined where the site has no address for after it. */
  readonly logout: string | undefined
}

type Label = keyof Texts['actions']

/** What a reader can do, the button first. What leads to the site is left out where there is none. */
const ACTIONS: Readonly<Record<PageKind, readonly Label[]>> = {
  'login-expired': ['logIn'],
  'login-used': ['logIn'],
  'login-elsewhere': ['logIn'],
  'login-retry': ['tryAgain', 'back'],
  'login-ended': ['logIn'],
  'access-denied': ['logIn'],
  unavailable: ['back'],
  'not-registered': ['back'],
  'logout-confirm': ['logOut', 'stay'],
  'logged-out': ['back'],
  'logout-failed': ['logOutAgain', 'back'],
  sessions: ['logOutOthers', 'back'],
  'not-logged-in': ['logIn'],
  'not-found': ['back'],
}

export function viewOf(
  kind: PageKind,
  language: PageLanguage,
  { site, name, home, here, details, sessions, logout }: ViewOptions,
): PageView {
  const { pages, actions, sessions: texts } = TEXTS[language]
  const named = (text: string): string => text.replaceAll('{site}', () => name)

  function actionsFor(label: Label): PageAction[] {
    const text = named(actions[label])
    if (label === 'logOut') return [{ label: text, posts: true }]
    if (label === 'logOutOthers')
      return sessions.length > 1
        ? [{ label: text, posts: true, field: { name: 'others', value: 'true' } }]
        : []
    const href = label === 'tryAgain' || label === 'logOutAgain' ? here : home
    return href === undefined ? [] : [{ label: text, href }]
  }

  const days = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })

  function sessionOf({
    id,
    current,
    browser,
    device,
    site,
    beganAt,
    lastSeenAt,
  }: ListedSession): PageSession {
    const fill = (text: string, values: Record<string, string>): string =>
      text.replace(/\{(\w+)\}/g, (_, key) => values[key] as string)
    const name =
      browser && device ? fill(texts.name, { browser, device }) : (browser ?? device ?? texts.unknown)
    const label = fill(texts.end, { name })
    return {
      name,
      site,
      facts: [
        ...(current ? [texts.current] : []),
        fill(texts.began, { date: days.format(beganAt) }),
        fill(texts.lastSeen, { date: days.format(lastSeenAt) }),
      ],
      action: {
        label,
        posts: true,
        ...(current && logout ? { to: logout } : { field: { name: 'id', value: id } }),
      },
    }
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
    sessions: sessions.map(sessionOf),
    details,
  }
}
