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
  /** Milliseconds by which the library waits after a broken connection. */
  waits: number[]
  /** What the browser has told the page of, or the page has written itself, of what tabs share. */
  view: Record<string, string | null>
  /** Tells the page, if anything was held back, that other tabs have written. */
  tellStorage(): void
  /** How many messages the page has sent to other tabs since the last time. */
  takePosted(): number
  /** Tells the other pages that this one has done what it was told, and has sent whatever it sends. */
  comeTo(meeting: number): void
  /** How many others have. */
  came(meeting: number): number
}

const { settings } = window as unknown as { settings: Settings }
Date.now = () => settings.now
Math.random = () => settings.chance

const isShared = (key: string | null) => /^portico\..*\.(tabs1|pause)$/.test(key ?? '')
const denied = location.pathname === '/denied'
const alone = denied || location.pathname === '/alone'
const local = localStorage

const deny = (name: string) =>
  Object.defineProperty(window, name, {
    get() {
      throw new DOMException('denied', 'SecurityError')
    },
  })

/** What the page starts with. */
export const first: First = {
  settings,
  waits: [],
  view: {},
  takePosted() {
    const before = posted
    posted = 0
    return before
  },
  tellStorage() {
    if (held) dispatchEvent(new StorageEvent('storage'))
    held = false
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

let held = false
addEventListener('storage', (event) => {
  if (!event.isTrusted) return
  event.stopImmediatePropagation()
  if (!isShared(event.key)) return
  first.view[event.key as string] = event.newValue
  held = true
})

// As windows of logins come and go, pages are hidden and shown; what they would look for then comes by the storage, too.
addEventListener('visibilitychange', (event) => event.stopImmediatePropagation(), true)

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
  held = false
  open()
})

window.BroadcastChannel = class extends Channel {
  override postMessage(message: unknown): void {
    posted++
    super.postMessage(message)
  }
}

const wait = window.setTimeout
window.setTimeout = ((handler: () => void, ms = 0, ...given: unknown[]) => {
  // Of all that the library waits for, only this takes so long.
  if (ms >= 300 && ms <= 1500) first.waits.push(ms)
  return wait(handler, ms, ...(given as []))
}) as typeof setTimeout

const repeat = window.setInterval
// So that a popup which closes itself is looked for when its page has had the time to ask, on a busy machine, too.
window.setInterval = ((handler: () => void, ms = 0) => repeat(handler, ms * 4)) as typeof setInterval

if (denied) deny('sessionStorage')
if (alone) {
  deny('localStorage')
  deny('BroadcastChannel')
}
