/**
 * Runs in each page of a soak: the full identity, and an end to command it by. What the page says of itself after each
 * command is compared with the model.
 */
import { Identity, type IdentityEvents, type Kernel, type Plugin, type SDKError } from 'portico'
import { type LoginPopupApi, loginPopup, ofetchTransport } from 'portico/plugins'
import { EVENTS } from '../support/session-model.ts'
import type { Method } from './answers.ts'
import type { First } from './in-page-first.ts'
import { fill, keys, names, ours, sharedWord } from './in-page-storage.ts'
import { label } from './readers.ts'
import { snapshotWord } from './status-model.ts'
import { failureWord } from './words.ts'

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
  /** A login by a popup whose outcome is fetched by `settle`. */
  | { do: 'login popup'; ticket: string; state: string; redirectUri?: string }
  /** Waits until the page listens to others, a moment after its request has left; until a tab waits for its turn. */
  | { do: 'await listening' | 'await turn' }
  /** Is hidden by something else that the reader looks at, or shown again. */
  | { do: 'hide' | 'show' }
  /** Hears what other tabs have written; waits until the browser is online again. */
  | { do: 'hear' | 'come online' }
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
  /** What calls answered that the page made by itself. */
  unasked: string[]
  waits: number[]
  /** What `getSnapshot` says; nothing without an instance, or of a page that was left. */
  status: string | undefined
  /** How many messages it has sent to other tabs. */
  posted: number
  /** What it has touched that tabs share, before its first request. */
  touched: string[]
  /** Tells this visit of the page from others. */
  born: string
}

/** What pages that share something come to after a step. */
export interface Meeting {
  number: number
  others: number
  /** What is to stand for all tabs by now. */
  shared: string
  /** Whether to tell the page that other tabs have written; where it is to ask then, it is told by a step of its own. */
  tells: boolean
  now: number
  chance: number
}

type Globals = {
  soakFirst: First
  soakShown?: (shown: { born: string; persisted: boolean; isLoginReturn: boolean }) => void
  soak: {
    born: string
    isLoginReturn: boolean
    run(command: Command): Promise<Report>
    /** Settles with what is wrong, if anything. */
    meet(meeting: Meeting): Promise<string>
    setTime(now: number, chance: number, hasReply?: boolean): void
  }
}
const globals = window as unknown as Globals
const first = globals.soakFirst

const born = `${performance.timeOrigin}.${crypto.getRandomValues(new Uint32Array(1))}`
/** Whether the browser has come to this page by a login, and not by the history or by loading it again. */
const isLoginReturn =
  new URLSearchParams(location.search).has('code') &&
  (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).type === 'navigate'
const MEETING_MS = 10_000
const LOOK_MS = 2
const pause = () => new Promise((resolve) => setTimeout(resolve, LOOK_MS))

let hasty = false
/** The transport as it is, and one that waits for a short while only. */
const impatience: Plugin = {
  name: 'impatience',
  setup(kernel: Kernel) {
    const patient = kernel.transport
    ofetchTransport({ attemptTimeoutMs: 299 }).setup(kernel)
    const impatient = kernel.transport
    kernel.transport = (...given) => (hasty ? impatient : patient)(...given)
  },
}

const heard: string[] = []

/** Calls that nobody has commanded: the library asks by itself when the user has changed in another tab. */
const unasked: Promise<string>[] = []
let isCommanded = false
const attention: Plugin = {
  name: 'attention',
  setup(kernel: Kernel) {
    const { hasSession } = kernel
    kernel.hasSession = (...given) => {
      const answer = hasSession(...given)
      if (isCommanded) return answer
      const word = wordOf(answer)
      unasked.push(word)
      first.callsOnTheirWay++
      word.finally(() => first.callsOnTheirWay--)
      return answer
    }
  },
}

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
  const { settings } = first
  const { chance } = settings
  // A number that no other storage of the tab has had: what its head has asked for is told by it.
  settings.chance = Number(crypto.getRandomValues(new Uint32Array(1))) / 2 ** 32
  const identity = new Identity({
    ...(settings.options as { clientId: string; sessionDomain: string }),
    redirectUri: location.origin + location.pathname,
    callbackBeforeRedirect() {
      tellDeparting()
      return departure
    },
    plugins: [impatience, attention, loginPopup(), ...more],
  })
  settings.chance = chance
  identity.enableCacheCookie()
  for (const name of EVENTS) {
    identity.on(name, (payload: IdentityEvents[typeof name]) => {
      const said = payload && 'reason' in payload ? failureWord(payload) : label(payload as never)
      heard.push(`${name} ${said}`)
    })
  }
  return identity
}

/** What a call answered, in a word. */
async function wordOf(call: Promise<unknown>): Promise<string> {
  try {
    const answer = await call
    return answer !== null && typeof answer === 'object' ? label(answer as never) : String(answer)
  } catch (error) {
    return `!${(error as { reason?: string }).reason ? failureWord(error as SDKError) : error}`
  }
}

function inWords(identity: Identity, method: Method): Promise<string> {
  isCommanded = true
  try {
    return wordOf(identity[method]())
  } finally {
    isCommanded = false
  }
}

let identity: Identity
let isUp = true
let former: Identity | undefined
const started = new Map<string, Promise<string>>()

async function ask(methods: readonly Method[], clearAt: string | undefined): Promise<string[]> {
  const clear = () => identity.clearCachedUserSession()
  const off = clearAt ? identity.once(clearAt as 'login', clear) : undefined
  const answers = await Promise.all(methods.map((method) => inWords(identity, method)))
  off?.()
  return answers
}

/** Waits until something is so. */
async function until(is: () => boolean | Promise<boolean>, wrong: string): Promise<void> {
  const deadline = first.clock() + MEETING_MS
  while (!(await is())) {
    if (first.clock() > deadline) throw new Error(wrong)
    await pause()
  }
}

/** Whether a tab waits for its turn. */
async function isQueued(): Promise<boolean> {
  const { pending = [] } = await navigator.locks.query()
  return pending.some(({ name }) => name?.endsWith('.tabs2'))
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
      isUp = command.constructs
      if (!isUp) return answers
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
    case 'login popup': {
      const { ticket, state, redirectUri } = command
      const { loginPopup } = identity as unknown as LoginPopupApi
      const patience = new AbortController()
      const login = loginPopup({ state, redirectUri, signal: patience.signal })
      // It would listen for a popup that ends later, and ask when that of another tab does.
      const outcome = login.finally(() => patience.abort()).then((result) => result.outcome)
      started.set(ticket, outcome)
      return []
    }
    case 'hear':
      await first.tellNews()
      return []
    case 'hide':
    case 'show':
      first.turn(command.do === 'hide')
      return []
    case 'await listening':
      await pause()
      return []
    case 'await turn':
      await until(isQueued, 'no tab waits for its turn')
      return []
    case 'come online':
      await first.comeOnline()
      return []
    case 'logout':
      identity.logout()
      return []
    case 'dispose':
      identity.dispose()
      former = identity
      isUp = false
      return []
    case 'construct':
      identity = construct()
      isUp = true
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
    isLoginReturn,
    async run(command) {
      first.waits.length = 0
      first.takeTouched()
      const answers = await act(command)
      const asked: string[] = []
      while (unasked.length) asked.push(...(await Promise.all(unasked.splice(0))))
      const spId = /(?:^|; )SP_ID=([^;]*)/.exec(document.cookie)?.[1]
      return {
        answers,
        heard: heard.splice(0),
        kept: names().sort(),
        spId,
        unasked: asked,
        waits: first.waits.splice(0),
        status: isUp ? status(identity) : undefined,
        posted: first.takePosted(),
        touched: first.takeTouched(),
        born,
      }
    },
    async meet({ number, others, shared, tells, now, chance }) {
      Object.assign(first.settings, { now, chance })
      const deadline = first.clock() + MEETING_MS
      first.comeTo(number)
      while (first.came(number) < others) {
        if (first.clock() > deadline) return 'it has not met the other pages'
        await pause()
      }
      while (sharedWord(first.view) !== shared) {
        if (first.clock() > deadline) return `shared: ${sharedWord(first.view)} instead of ${shared}`
        await pause()
      }
      if (tells) await first.tellNews()
      return ''
    },
    setTime(now, chance, hasReply) {
      Object.assign(first.settings, { now, chance }, hasReply !== undefined && { hasReply })
    },
  }
  addEventListener('pageshow', ({ persisted }) => globals.soakShown?.({ born, persisted, isLoginReturn }))
}

const status = (identity: Identity): string => {
  const { status, session, reason } = identity.getSnapshot()
  return snapshotWord(status, session, reason)
}
