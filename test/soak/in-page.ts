/** Runs in each page of a soak: the full identity, and an end to command it by. The page goes by events as well, as a site does. */
import { Identity, type Plugin } from 'portico'
import { type LoginPopupApi, loginPopup } from 'portico/plugins'
import type { First } from './in-page-first.ts'
import { NOBODY, wordOf } from './readers.ts'

/** What a page shows, and what it keeps. */
export interface Look {
  /** Of whom `getSnapshot` says that they read, and its status. */
  readonly shown: string
  readonly status: string
  /** Of whom the events have told. */
  readonly told: string
  /** Numbers of the users whose sessions the tab's storage holds. */
  readonly kept: readonly string[]
}

export interface InPage extends First {
  /** Asks so many times at once. @returns what each was answered */
  ask(times: number): Promise<string[]>
  /** Asks, and does not wait: `taken` settles with the answer. */
  begin(): void
  taken(): Promise<string>
  look(): Look
  clear(): void
  /** Writes over what is kept. */
  spoil(text: string): void
  /** Ends the identity, and makes another one. @returns what the one before answers */
  construct(): Promise<string>
  login(state: string): void
  loginPopup(redirectUri: string): Promise<string>
  logout(redirectUri: string): void
}

const { soakFirst, options } = window as unknown as { soakFirst: First; options: object }
let plugins: readonly Plugin[] = []
let identity: Identity & LoginPopupApi
let told = NOBODY
let begun: Promise<string> = Promise.resolve('')

function construct(): void {
  told = NOBODY
  identity = new Identity({ ...options, plugins: [loginPopup(), ...plugins] } as never) as typeof identity
  identity.enableCacheCookie()
  for (const name of ['login', 'userChange', 'sessionChange'] as const)
    identity.on(name, (session) => void (told = wordOf(session)))
  identity.on('logout', () => void (told = NOBODY))
}

const answerOf = (asked: Identity): Promise<string> =>
  asked
    .hasSession()
    .then(wordOf, ({ reason, message }) => (reason === 'session-missing' ? NOBODY : `!${reason ?? message}`))

async function ask(times: number): Promise<string[]> {
  const calls = Promise.all(Array.from({ length: times }, () => answerOf(identity)))
  const [isLoggedIn, isConnected] = await Promise.all([identity.isLoggedIn(), identity.isConnected()])
  // Whichever way a page asks, it is told the same.
  const isOther = (word: string) =>
    isLoggedIn !== /^\d/.test(word) || isConnected !== /^\d+ connected/.test(word)
  return (await calls).map((word) =>
    isOther(word) ? `${word}, isLoggedIn ${isLoggedIn}, isConnected ${isConnected}` : word,
  )
}

/** The texts that the tab keeps; none where storage is denied. */
function keptTexts(): [name: string, text: string][] {
  try {
    return Object.entries({ ...sessionStorage })
  } catch {
    return []
  }
}

const page: InPage = {
  ...soakFirst,
  ask,
  begin: () => void (begun = answerOf(identity)),
  taken: () => begun,
  look() {
    const { status, session } = identity.getSnapshot()
    const kept = keptTexts().flatMap(([, text]) =>
      [...text.matchAll(/"userId":(\d+)/g)].map(([, id]) => `${id}`),
    )
    return { shown: wordOf(session), status, told, kept }
  },
  clear: () => identity.clearCachedUserSession(),
  spoil(text) {
    for (const [name] of keptTexts()) if (name.endsWith('.session')) sessionStorage.setItem(name, text)
  },
  construct() {
    const former = identity
    former.dispose()
    construct()
    return answerOf(former)
  },
  login: (state) => void identity.login({ state }),
  loginPopup: (redirectUri) =>
    identity.loginPopup({ state: 'popup', redirectUri }).then(({ outcome }) => outcome),
  logout: (redirectUri) => identity.logout(redirectUri),
}

/** Constructs the identity, and takes commands from now on. @param more plugins that each identity has besides */
export function start(more: readonly Plugin[] = []): void {
  plugins = more
  construct()
  Object.assign(window, { soak: page })
}
