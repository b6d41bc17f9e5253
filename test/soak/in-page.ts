/** Runs in each page of a soak: the full identity, and an end to command it by. The page goes by events as well, as a site does. */
import { Identity, type Plugin } from 'portico'
import { type LoginPopupApi, loginPopup } from 'portico/plugins'
import type { First } from './in-page-first.ts'
import { NOBODY, wordOf } from './readers.ts'

/** What a page shows, and what it keeps. */
export interface Look {
  /** Of whom `getSnapshot` says that they read. */
  readonly shown: string
  /** Of whom the events have told, and the names of all that came since the identity was made. */
  readonly told: string
  readonly heard: string
  /** Numbers of the users whose sessions the tab's storage holds. */
  readonly kept: readonly string[]
}

export interface InPage extends First {
  /** Asks so many times at once, or by two instances. @returns what each was answered, and how many requests that took */
  ask(times: number | 'by two instances'): Promise<{ answers: string[]; requests: number }>
  look(): Promise<Look>
  clear(): void
  /** Writes over what is kept. */
  spoil(text: string): void
  /** Takes all room of the tab's storage and of that of all tabs, or gives it back. */
  fill(isFull: boolean): void
  /** Ends the identity, and makes another one. @returns what the one before answers */
  construct(): Promise<string>
  /** So many times: clears, asks, ends the identity, and makes another one. */
  goOn(times: number): Promise<void>
  login(state: string): void
  loginPopup(redirectUri: string): Promise<string>
  logout(redirectUri: string): void
}

const EVENTS = [
  'login',
  'logout',
  'notLoggedin',
  'userChange',
  'sessionChange',
  'sessionInit',
  'statusChange',
]

const { soakFirst, options } = window as unknown as { soakFirst: First; options: object }
let plugins: readonly Plugin[] = []
let identity: Identity & LoginPopupApi
let told = NOBODY
let heard = ''

const newIdentity = (): typeof identity =>
  new Identity({ ...options, plugins: [loginPopup(), ...plugins] } as never) as typeof identity

const shown = (): string => wordOf(identity.getSnapshot().session)

function construct(): void {
  told = NOBODY
  heard = ''
  identity = newIdentity()
  identity.enableCacheCookie()
  for (const name of EVENTS)
    identity.on(name as 'login', (session) => {
      told = wordOf(session)
      heard += told === shown() ? `${name} ` : `${name} before the snapshot `
    })
}

const answerOf = (asked: Identity): Promise<string> =>
  asked
    .hasSession()
    .then(wordOf, ({ reason, message }) => (reason === 'session-missing' ? NOBODY : `!${reason ?? message}`))

/** What so many calls are answered, and the two that ask less: whichever way a page asks, it is told the same. */
async function answersTo(times: number): Promise<string[]> {
  const calls = Promise.all(Array.from({ length: times }, () => answerOf(identity)))
  const [isLoggedIn, isConnected] = await Promise.all([identity.isLoggedIn(), identity.isConnected()])
  const isSame = (word: string) =>
    isLoggedIn === /^\d/.test(word) && isConnected === /^\d+ connected/.test(word)
  return (await calls).map((word) =>
    isSame(word) ? word : `${word}, isLoggedIn ${isLoggedIn}, isConnected ${isConnected}`,
  )
}

async function answersOfTwo(): Promise<string[]> {
  const other = newIdentity()
  const answers = await Promise.all([answerOf(identity), answerOf(other)])
  other.dispose()
  return answers
}

/** The storage that is not denied. */
const areas = (): Storage[] =>
  ['sessionStorage', 'localStorage'].flatMap((name) => {
    try {
      return [Reflect.get(window, name)]
    } catch {
      return []
    }
  })

function fill(area: Storage): void {
  for (let size = 2 ** 22; size >= 1; size /= 2)
    try {
      for (let times = 0; ; times++) area.setItem(`fill ${size} ${times}`, 'x'.repeat(size))
    } catch {
      // Half as much, then.
    }
}

const page: InPage = {
  ...soakFirst,
  async ask(times) {
    const before = soakFirst.requests()
    const answers = await (typeof times === 'number' ? answersTo(times) : answersOfTwo())
    await soakFirst.isQuiet()
    return { answers, requests: soakFirst.requests() - before }
  },
  async look() {
    await soakFirst.isQuiet()
    const texts = areas().flatMap((area) =>
      Object.keys(area).map((name) => (name.startsWith('portico.') ? `${area.getItem(name)}` : '')),
    )
    const kept = texts.flatMap((text) => [...text.matchAll(/"userId":(\d+)/g)].map(([, id]) => `${id}`))
    return { shown: shown(), told, heard, kept }
  },
  clear: () => identity.clearCachedUserSession(),
  spoil(text) {
    for (const area of areas())
      for (const name of Object.keys(area)) if (name.endsWith('.session')) area.setItem(name, text)
  },
  fill(isFull) {
    for (const area of areas())
      if (isFull) fill(area)
      else for (const name of Object.keys(area)) if (name.startsWith('fill ')) area.removeItem(name)
  },
  construct() {
    const former = identity
    former.dispose()
    construct()
    return answerOf(former)
  },
  async goOn(times) {
    for (let time = 0; time < times; time++) {
      identity.clearCachedUserSession()
      await answerOf(identity)
      identity.dispose()
      construct()
    }
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
