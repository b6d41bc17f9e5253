/** Runs in each page of a soak: the full identity, and an end to command it by. The page goes by events as well, as a site does. */
import { Identity } from 'portico'
import { PageClock } from './page-clock.ts'
import { NOBODY, wordOf } from './readers.ts'

const EVENTS = [
  'login',
  'logout',
  'notLoggedin',
  'userChange',
  'sessionChange',
  'sessionInit',
  'statusChange',
]

let identity: Identity
let told = NOBODY
/** The names of all events since the identity was made. */
let heard = ''

const shown = (): string => wordOf(identity.getSnapshot().session)

function construct(): void {
  told = NOBODY
  heard = ''
  identity = new Identity(Reflect.get(window, 'options'))
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

/** What is read of the browser's storage, as a text; nothing where storage is denied. */
function textOf(read: () => unknown): string | undefined {
  try {
    return JSON.stringify(read())
  } catch {
    return undefined
  }
}

export class InPage extends PageClock {
  /** How many requests the head has made whose response the first question takes over. */
  #ofHead = 0

  /** Asks so many times at once. @returns what each was answered, and how many requests that took, beside those of the head */
  async ask(times: number): Promise<{ answers: string[]; requests: number; ofHead: number }> {
    const ofHead = this.#ofHead
    this.#ofHead = 0
    const before = this.requests()
    const answers = await Promise.all(Array.from({ length: times }, () => answerOf(identity)))
    await this.isQuiet()
    return { answers, requests: this.requests() - before, ofHead }
  }

  /** All that local storage holds, as this page's process knows it; nothing where it is denied. */
  shared(): string | undefined {
    return textOf(() => Object.entries(localStorage).sort())
  }

  /** Of whom the page shows that they read, what its events have told, and numbers of the users whose sessions are kept. */
  async look(): Promise<{ shown: string; told: string; heard: string; kept: string[] }> {
    await this.isQuiet()
    const stored = textOf(() => [sessionStorage, localStorage]) ?? ''
    const kept = [...stored.matchAll(/userId\\":(\d+)/g)].map(([, id]) => `${id}`)
    return { shown: shown(), told, heard, kept }
  }

  clear(): void {
    identity.clearCachedUserSession()
  }

  /** Ends the identity, and makes another one. @returns what the one before answers */
  construct(): Promise<string> {
    const former = identity
    former.dispose()
    construct()
    return answerOf(former)
  }

  /** Constructs the identity of the page, whose head may have asked. */
  start(): void {
    this.#ofHead = this.requests()
    construct()
  }

  login(state: string): void {
    identity.login({ state })
  }

  logout(redirectUri: string): void {
    identity.logout(redirectUri)
  }
}

/** Makes the page one of a soak. `start()`, once its head has asked, constructs the identity, and has the page take commands. */
export function begin(): void {
  const soak = new InPage()
  const start = () => {
    soak.start()
    Object.assign(window, { soak })
  }
  Object.assign(window, { start })
}
