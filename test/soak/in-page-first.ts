/**
 * Runs first in each page of a soak, before its head asks: the soak's own clock and chance, so that what expires expires
 * in the same step with each run; what some pages are denied; and news of other tabs, which come when the soak says so.
 */

export interface Settings {
  options: Record<string, unknown>
  now: number
  chance: number
  /** Whether another tab replies to what the page asks next; undefined where nobody knows. */
  hasReply?: boolean
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
  /** Tells the page that the browser is online again, once it is. */
  comeOnline(): Promise<void>
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

const isShared = (key: string | null) => /^portico\..*\.(tabs2\.(mark|leaving)|pause)$/.test(key ?? '')
/** What an identity tells the others of its page by an event of the window. */
const isOfPage = (type: string) => /^portico\..*\.tabs2$/.test(type)
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
  async tellNews() {
    for (const [id, { dueAt, run }] of timers) {
      if (dueAt > settings.now) continue
      timers.delete(id)
      run()
      await calm()
    }
    for (const key of held) {
      held.delete(key)
      news(() => dispatch(isOfPage(key) ? new Event(key) : new StorageEvent('storage', { key })))
      await calm()
    }
  },
  turn(hidden) {
    isHidden = hidden
    news(() => dispatch(new Event('visibilitychange')))
  },
  async comeOnline() {
    await online
    news(() => dispatch(new Event('online')))
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

/** The keys that other tabs have written to, and the names of events of this page. */
const held = new Set<string>()
addEventListener('storage', (event) => {
  if (!event.isTrusted) return
  event.stopImmediatePropagation()
  if (!isShared(event.key)) return
  first.view[event.key as string] = event.newValue
  if (!event.key?.endsWith('.pause')) held.add(event.key as string)
})
const dispatch = window.dispatchEvent.bind(window)
window.dispatchEvent = (event) => (isOfPage(event.type) ? !!held.add(event.type) : dispatch(event))
/** Settles when the browser is online again. */
let online = Promise.resolve()
let isOnline = () => {}
addEventListener('offline', () => {
  online = new Promise((resolve) => void (isOnline = resolve))
})
addEventListener('online', (event) => {
  if (!event.isTrusted) return
  event.stopImmediatePropagation()
  isOnline()
})

// Browsers under automation show every page, but for a moment as windows of logins come and go: the soak says who is hidden.
let isHidden = location.pathname === '/hidden'
Object.defineProperty(Document.prototype, 'visibilityState', { get: () => (isHidden ? 'hidden' : 'visible') })
addEventListener('visibilitychange', (event) => event.isTrusted && event.stopImmediatePropagation(), true)

/** Whether a message comes. It may come before the news or after them: so it is no reason to look who the user is, until those are told. */
let isHearing = false
const isMark = (key: string) => isShared(key) && key.endsWith('.mark')
const { getItem } = Storage.prototype
Storage.prototype.getItem = function (this: Storage, key: string) {
  return isHearing && this === local && isMark(key) ? null : getItem.call(this, key)
}

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
  delete settings.hasReply
})

/** What the page's listeners do when it is shown again is about news, too. */
const shown = new WeakMap<object, (event: Event) => void>()
const { addEventListener: add, removeEventListener: remove } = window
window.addEventListener = ((type: string, listener: (event: Event) => void, ...more: []) => {
  const heard = type === 'pageshow' ? (event: Event) => news(() => listener(event)) : listener
  if (heard !== listener) shown.set(listener, heard)
  add.call(window, type, heard, ...more)
}) as typeof add
window.removeEventListener = ((type: string, listener: (event: Event) => void, ...more: []) =>
  remove.call(
    window,
    type,
    (type === 'pageshow' && shown.get(listener)) || listener,
    ...more,
  )) as typeof remove

window.BroadcastChannel = class extends Channel {
  constructor(name: string) {
    touches('BroadcastChannel')
    super(name)
  }
  override postMessage(message: unknown): void {
    posted++
    super.postMessage(message)
  }
  override set onmessage(listener: (event: MessageEvent) => void) {
    super.onmessage = (event) => {
      isHearing = true
      listener(event)
      isHearing = false
    }
  }
}

const wait = window.setTimeout
const stop = window.clearTimeout
const task = () => new Promise((resolve) => void wait(resolve))
/** Waits until the page has what it asks for by itself. */
async function calm(): Promise<void> {
  do await task()
  while (first.callsOnTheirWay)
}

// On a busy machine all that the library waits for may take longer.
const LONGER = 4
/** How long it waits for replies of other tabs. */
const REPLY_MS = 250
/** How long for its turn, and for the service: one that is held back may keep each of the other tabs waiting, one after the other. */
const HELD_MS = [8000, 8500]
const replyMs = () => (settings.hasReply === undefined ? REPLY_MS * LONGER : settings.hasReply ? 10_000 : 30)
const longer = (ms: number) =>
  ms === REPLY_MS ? replyMs() : ms * (HELD_MS.includes(ms) ? LONGER * LONGER : 1)
let lastTimer = 0
window.setTimeout = ((run: () => void, ms = 0, ...given: unknown[]) => {
  if (isTelling) {
    timers.set(--lastTimer, { dueAt: settings.now + ms, run })
    return lastTimer
  }
  // Of all else that the library waits for, only this takes so long.
  if (ms >= 300 && ms <= 1500) first.waits.push(ms)
  return wait(run, longer(ms), ...(given as []))
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
