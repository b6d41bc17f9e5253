/**
 * Runs in each page of a soak: the full identity, and an end to command it by. What the page says of itself after each
 * command is compared with the model.
 */
import { Identity, type IdentityEvents, type Kernel, type Plugin } from 'portico'
import { ofetchTransport } from 'portico/plugins'
import { EVENTS } from '../test/support/session-model.ts'
import type { Method } from './answers.ts'
import { fill, keys, ours } from './in-page-storage.ts'
import { label } from './readers.ts'

/** What a page can be told to do. */
export type Command =
  | { do: 'look' | 'clear' | 'logout' | 'construct' | 'dispose' | 'ask the disposed' }
  /** Keeps the page where it is once it is about to be left for a refresh; waits until it is; lets it go. */
  | { do: 'hold departures' | 'await departure' | 'depart' }
  | { do: 'wipe' | 'fill' | 'free' }
  /** Asks, and ends the instance as soon as there is an answer; may make another one, and ask that. */
  | { do: 'ask and dispose'; constructs: boolean }
  | { do: 'ask'; methods: readonly Method[]; hasty: boolean; clearAt?: string }
  /** Another instance on the same page, for one question. */
  | { do: 'visit'; method: Method; hasty: boolean }
  /** A question whose answer is fetched by `settle`. */
  | { do: 'start'; ticket: string }
  | { do: 'settle'; ticket: string }
  | { do: 'login'; state: string; popup?: boolean }
  /** Writes over what is kept of the session. */
  | { do: 'tamper'; text: string }

/** What a page says of itself. */
export interface Report {
  /** What the calls answered. */
  answers: string[]
  /** What its listeners heard since the last command. */
  heard: string[]
  /** Names of what the storage holds. */
  kept: string[]
  spId: string | undefined
  /** Tells this visit of the page from others. */
  born: string
}

type Globals = {
  settings: { options: Record<string, unknown>; now: number }
  soakShown?: (shown: { born: string; persisted: boolean }) => void
  soak: { born: string; run(now: number, command: Command): Promise<Report> }
}
const globals = window as unknown as Globals

// The soak's own clock, which goes when the soak says so: what expires, expires in the same step with each run.
const clock = globals.settings

const born = `${performance.timeOrigin}.${Math.random()}`
if (location.pathname === '/denied') {
  Object.defineProperty(window, 'sessionStorage', {
    get() {
      throw new DOMException('denied', 'SecurityError')
    },
  })
}

let hasty = false
/** The transport as it is, and one that waits for a short while only. */
const impatience: Plugin = {
  name: 'impatience',
  setup(kernel: Kernel) {
    const patient = kernel.transport
    ofetchTransport({ attemptTimeoutMs: 250, totalTimeoutMs: 2000 }).setup(kernel)
    const impatient = kernel.transport
    kernel.transport = (url) =>
      (hasty ? impatient : patient)?.(url) as ReturnType<NonNullable<typeof patient>>
  },
}

const heard: string[] = []

let more: readonly Plugin[] = []

/** Settles when the page may be left for a refresh; the other, when it is about to be. */
let departure: Promise<void> | undefined
let isDeparting: Promise<void> | undefined
let depart = () => {}
let tellDeparting = () => {}

function holdDepartures(): void {
  departure = new Promise((resolve) => void (depart = resolve))
  isDeparting = new Promise((resolve) => void (tellDeparting = resolve))
}

function construct(): Identity {
  const identity = new Identity({
    ...(globals.settings.options as { clientId: string; sessionDomain: string }),
    redirectUri: location.origin + location.pathname,
    callbackBeforeRedirect() {
      tellDeparting()
      return departure
    },
    plugins: [impatience, ...more],
  })
  identity.enableCacheCookie()
  for (const name of EVENTS) {
    identity.on(name, (payload: IdentityEvents[typeof name]) => {
      const said = payload && 'reason' in payload ? payload.reason : label(payload as never)
      heard.push(`${name} ${said}`)
    })
  }
  return identity
}

/** What a call answered, in a word. */
async function inWords(identity: Identity, method: Method): Promise<string> {
  try {
    const answer = await identity[method]()
    return answer !== null && typeof answer === 'object' ? label(answer as never) : String(answer)
  } catch (error) {
    return `!${(error as { reason?: string }).reason ?? error}`
  }
}

let identity: Identity
let former: Identity | undefined
const started = new Map<string, Promise<string>>()

async function ask(methods: readonly Method[], clearAt: string | undefined): Promise<string[]> {
  const clear = () => identity.clearCachedUserSession()
  const off = clearAt ? identity.once(clearAt as 'login', clear) : undefined
  const answers = await Promise.all(methods.map((method) => inWords(identity, method)))
  off?.()
  return answers
}

async function act(command: Command): Promise<string[]> {
  hasty = 'hasty' in command && command.hasty
  switch (command.do) {
    case 'ask':
      return ask(command.methods, command.clearAt)
    case 'ask and dispose': {
      const answers = [await inWords(identity, 'hasSession')]
      identity.dispose()
      answers.push(await inWords(identity, 'hasSession'))
      if (!command.constructs) return answers
      identity = construct()
      return [...answers, await inWords(identity, 'hasSession')]
    }
    case 'visit': {
      const visitor = construct()
      const answer = await inWords(visitor, command.method)
      visitor.dispose()
      return [answer]
    }
    case 'start':
      started.set(command.ticket, inWords(identity, 'hasSession'))
      return []
    case 'settle': {
      const answer = await started.get(command.ticket)
      started.delete(command.ticket)
      return [`${answer}`]
    }
    case 'clear':
      identity.clearCachedUserSession()
      return []
    case 'hold departures':
      holdDepartures()
      return []
    case 'await departure':
      await isDeparting
      return []
    case 'depart':
      depart()
      departure = undefined
      return []
    case 'login': {
      const popup = identity.login({ state: command.state, preferPopup: !!command.popup })
      return [popup ? 'a window' : 'null']
    }
    case 'logout':
      identity.logout()
      return []
    case 'dispose':
      identity.dispose()
      former = identity
      return []
    case 'construct':
      identity = construct()
      return []
    case 'ask the disposed': {
      const answer = former ? await inWords(former, 'hasSession') : ''
      former = undefined
      return [answer]
    }
    case 'wipe':
      sessionStorage.clear()
      return []
    case 'fill':
      fill()
      return []
    case 'free':
      for (const key of keys()) if (/^\d+$/.test(key)) sessionStorage.removeItem(key)
      return []
    case 'tamper':
      for (const key of ours()) if (key.endsWith('.session')) sessionStorage.setItem(key, command.text)
      return []
    case 'look':
      return digits ? [] : ['no digits']
  }
}

// The engine keeps a table of numbers as text, which it makes larger once: now, before anything is measured.
let digits = 0
for (let number = 0.5; number < 20_000; number++) digits += `${number}${Math.floor(number)}`.length

/**
 * Constructs the identity, takes commands from now on, and says when the page is shown.
 *
 * @param plugins that each instance has besides
 */
export function start(plugins: readonly Plugin[] = []): void {
  more = plugins
  identity = construct()
  globals.soak = {
    born,
    async run(at, command) {
      clock.now = at
      const answers = await act(command)
      const spId = /(?:^|; )SP_ID=([^;]*)/.exec(document.cookie)?.[1]
      const kept = ours().map((key) => (key.endsWith('.session') ? 'session' : 'refresh'))
      return { answers, heard: heard.splice(0), kept: kept.sort(), spId, born }
    },
  }
  addEventListener('pageshow', ({ persisted }) => globals.soakShown?.({ born, persisted }))
}
