/**
 * Runs first in each page of a soak, before its head asks: the soak's own clock and chance, so that what expires expires
 * in the same step with each run; what some pages are denied; and news of other tabs, which come when the soak says so.
 */

export interface Settings {
  options: Record<string, unknown>
  now: number
  chance: number
}

/** What the soak's own script of a page goes by. */
export interface First {
  /** The page's own Math.random gives what the soak says. */
  settings: Settings
  /** Milliseconds of the browser's own clock. */
  clock(): number
  /** Milliseconds by which the library waits after a broken connection. */
  waits: number[]
  /** What the browser has told the page of, or the page has written itself, of what tabs share. */
  view: Record<string, string | null>
  /** Session calls that the library has made by itself, and are not answered. */
  callsOnTheirWay: number
  /** Tells the page what other tabs have written, and has those of its timers go off that news have set. */
  tellNews(): Promise<void>
  /** Hides the page or shows it, as far as its scripts can know. */
  turn(isHidden: boolean): void
  /** What the page has touched that tabs share, before its first request since the last time. */
  takeTouched(): string[]
  /** Whether the page has sent a message to other tabs since the last look. */
  hasPosted(): boolean
  /** How many messages it has sent since then. */
  takePosted(): number
  /** Tells the other pages that this one has done what it was told, and has sent whatever it sends. */
  comeTo(meeting: number): void
  /** How many others have. */
  came(meeting: number): number
}

const { settings } = window as unknown as { settings: Settings }
const cameAt = settings.now
const clock = performance.now.bind(performance)
Date.now = () => settings.now
performance.now = () => settings.now - cameAt
Math.random = () => settings.chance

const isShared = (key: string | null) => /^portico\..*\.(tabs1\.(mark|offer|leaving)|pause)$/.test(key ?? '')
const denied = location.pathname === '/denied'
const alone = denied || location.pathname === '/alone'
const local = localStorage

const deny = (name: string) =>
  Object.defineProperty(window, name, {
    get() {
      if (name !== 'sessionStorage') touches(name)
      throw new DOMException('denied', 'SecurityError')
    },
  })

let touched: string[] = []
let hasAsked = false
/** Takes note of what the page touches, until it asks. */
function touches(what: string): void {
  if (!hasAsked) touched.push(what)
}

/** What the page starts with. */
export const first: First = {
  settings,
  clock,
  waits: [],
  view: {},
  callsOnTheirWay: 0,
  takePosted() {
    const before = posted
    posted = 0
    return before
  },
  takeTouched() {
    const before = touched
    touched = []
    hasAsked = false
    return before
  },
  hasPosted: () => posted > 0,
  async tellNews() {
    for (const [id, { dueAt, run }] of timers) {
      if (dueAt > settings.now) continue
      timers.delete(id)
      run()
      await task()
    }
    for (const key of held) {
      held.delete(key)
      news(() => dispatchEvent(new StorageEvent('storage', { key })))
      await task()
    }
  },
  turn(hidden) {
    isHidden = hidden
    news(() => dispatchEvent(new Event('visibilitychange')))
  },
  comeTo: (number) => meeting?.postMessage(number),
  came: (number) => others.get(number) ?? 0,
}

let posted = 0
const others = new Map<number, number>()
let meeting: BroadcastChannel | undefined
const Channel = BroadcastChannel
function open(): void {
  meeting = new Channel('soak')
  meeting.onmessage = ({ data }) => {
    // Of those before, nobody asks any more.
    for (const number of others.keys()) if (number < data) others.delete(number)
    others.set(data, (others.get(data) ?? 0) + 1)
  }
}
open()

/** By its own reading: it has missed what came while it was asleep. */
function readAll(): void {
  for (const key of Object.keys(local)) if (isShared(key)) first.view[key] = local.getItem(key)
  for (const key of Object.keys(first.view)) first.view[key] = local.getItem(key)
}
readAll()

/** The keys that other tabs have written to. */
const held = new Set<string>()
addEventListener('storage', (event) => {
  if (!event.isTrusted) return
  event.stopImmediatePropagation()
  if (!isShared(event.key)) return
  first.view[event.key as string] = event.newValue
  held.add(event.key as string)
})

// Browsers under automation show every page, but for a moment as windows of logins come and go: the soak says who is hidden.
let isHidden = location.pathname === '/hidden'
Object.defineProperty(Document.prototype, 'visibilityState', { get: () => (isHidden ? 'hidden' : 'visible') })
addEventListener('visibilitychange', (event) => event.isTrusted && event.stopImmediatePropagation(), true)

/** Timers that news have set: they go by the soak's clock. */
const timers = new Map<number, { dueAt: number; run: () => void }>()
let isTelling = false
/** Does what may make the page ask by itself. */
function news(act: () => void): void {
  isTelling = true
  act()
  isTelling = false
}

for (const name of ['setItem', 'removeItem'] as const) {
  const own = Storage.prototype[name] as (...given: string[]) => void
  Storage.prototype[name] = function (this: Storage, key: string, ...more: string[]) {
    own.call(this, key, ...more)
    if (this === local && isShared(key)) first.view[key] = local.getItem(key)
  }
}

addEventListener('pagehide', () => meeting?.close())
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return
  // It was asleep: what time is it?
  const request = new XMLHttpRequest()
  request.open('GET', '/now', false)
  request.send()
  Object.assign(settings, JSON.parse(request.responseText))
  readAll()
  held.clear()
  open()
  // What the page's other listeners do in this task is about news, too.
  isTelling = true
  wait(() => void (isTelling = false))
})

window.BroadcastChannel = class extends Channel {
  constructor(name: string) {
    touches('BroadcastChannel')
    super(name)
  }
  override postMessage(message: unknown): void {
    posted++
    super.postMessage(message)
  }
}

const wait = window.setTimeout
const stop = window.clearTimeout
const task = () => new Promise((resolve) => void wait(resolve))
/** A service that is held back: each of the other tabs may wait for its answer in vain, one after the other. */
const HELD_MS = 8000
/** How long the library waits for replies of other tabs, for the browser to grant a lock, and for the service. */
const isPatience = (ms: number) => [250, 1000, HELD_MS].includes(ms) || (ms >= 1900 && ms <= 3800)
// On a busy machine all of them may take longer.
const LONGER = 4
const longer = (ms: number) => ms * LONGER * (ms === HELD_MS ? LONGER : 1)
let lastTimer = 0
window.setTimeout = ((run: () => void, ms = 0, ...given: unknown[]) => {
  if (isTelling) {
    timers.set(--lastTimer, { dueAt: settings.now + ms, run })
    return lastTimer
  }
  // Of all else that the library waits for, only this takes so long.
  if (ms >= 300 && ms <= 1500 && !isPatience(ms)) first.waits.push(ms)
  return wait(run, isPatience(ms) ? longer(ms) : ms, ...(given as []))
}) as typeof setTimeout
window.clearTimeout = (id) => {
  if (!timers.delete(id as number)) stop(id)
}

// What the library does while a request is on its way, it does before the answer is read, also where a head has asked before.
const { read } = ReadableStreamDefaultReader.prototype
ReadableStreamDefaultReader.prototype.read = async function () {
  await task()
  return read.call(this)
}

const { fetch } = window
window.fetch = (...given) => {
  hasAsked = true
  return fetch(...given)
}
const { request } = LockManager.prototype
LockManager.prototype.request = function (this: LockManager, ...given: unknown[]) {
  touches('locks')
  return (request as (...given: unknown[]) => Promise<unknown>).apply(this, given)
} as typeof request

const repeat = window.setInterval
// So that a popup which closes itself is looked for when its page has asked, on a busy machine, too.
window.setInterval = ((look: () => void, ms = 0) =>
  repeat(() => first.callsOnTheirWay || look(), ms * LONGER)) as typeof setInterval

if (denied) deny('sessionStorage')
if (alone) {
  deny('localStorage')
  deny('BroadcastChannel')
} else {
  Object.defineProperty(window, 'localStorage', {
    get() {
      touches('localStorage')
      return local
    },
  })
}
