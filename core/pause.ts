/**
 * Spares a service in trouble: after a failure no tab that has asked before asks it again for a while. One whose first call comes later
 * asks once. A plugin that asks a service has a pause of its own. It stands in the storage of the tab, and in that of all tabs.
 */
import { draw } from './chance.ts'
import { SDKError } from './errors.ts'
import { ownMembers } from './own-members.ts'
import type { Kernel } from './plugin.ts'
import { type SDKErrorReason, SERVICE_TROUBLE } from './reasons.ts'
import type { StoredEntry } from './storage.ts'
import { isHidden } from './visibility.ts'

/** A pause, as it stands in the storage. */
interface Pause {
  readonly reason: SDKErrorReason
  readonly code: number | undefined
  readonly retryAt: number
  readonly pauseMs: number
}

/** The entry of the session call's pause. */
const SESSION_PAUSE = 'pause'

// Found by simulation: shorter pauses ask too often, longer ones keep readers unknown when all is well again. Chance makes a pause up to
// SPREAD_MS longer. It makes one that the service states up to 1 + STATED_SPREAD times as long.
const SHORTEST_MS = 5000
const SPREAD_MS = 140_000
const STATED_SPREAD = 0.5
/** No pause is longer, not even with its spread. */
const LONGEST_PAUSE_MS = 3_600_000
// Times 1 + STATED_SPREAD, this is LONGEST_PAUSE_MS.
const STATED_AT_MOST_MS = 2_400_000

/** Reads the pause in an entry, which the page's other scripts can write, too; undefined when none is in force. */
function pauseIn(entry: StoredEntry): Pause | undefined {
  const { reason, code, retryAt, pauseMs } = ownMembers(entry.get())
  if (!SERVICE_TROUBLE.includes(reason as SDKErrorReason)) return
  if (typeof retryAt !== 'number' || typeof pauseMs !== 'number') return
  const leftMs = retryAt - Date.now()
  // A longer one is forged. If more is left than its length, the clock was set back since.
  if (leftMs <= 0 || leftMs > pauseMs || pauseMs > LONGEST_PAUSE_MS) return
  return { reason: reason as SDKErrorReason, code: typeof code === 'number' ? code : undefined, retryAt, pauseMs }
}

/** A pause, for whoever only has to heed it. */
export interface KnownPause {
  /** Until when the service is not to be asked, in milliseconds since the epoch; 0 when it may be. */
  until(): number
  /** The error that whoever would ask now fails with; undefined when the service may be asked. */
  error(): SDKError | undefined
}

/** The pause in an entry, to be heeded. */
const readPause = (entry: StoredEntry): KnownPause => ({
  until: () => pauseIn(entry)?.retryAt ?? 0,
  error() {
    const pause = pauseIn(entry)
    if (!pause) return
    const { reason, code, retryAt, pauseMs } = pause
    const subject = __DEV__ ? `the service is not asked again before ${new Date(retryAt).toISOString()}` : code
    return new SDKError(reason, subject, { code, retryAt, pauseMs })
  },
})

/**
 * The pause of the session call, for plugins that ask the same service when the session is known. So they can look what other tabs know
 * as well: a page that was kept in the back/forward cache has not heard of it.
 */
export function sessionPauseOf({ storage, sharedStorage }: Pick<Kernel, 'storage' | 'sharedStorage'>): KnownPause {
  const own = readPause(storage.entry(SESSION_PAUSE, LONGEST_PAUSE_MS))
  const shared = readPause(sharedStorage.entry(SESSION_PAUSE, LONGEST_PAUSE_MS))
  return {
    until: () => Math.max(own.until(), shared.until()),
    error: () => own.error() ?? shared.error(),
  }
}

/** Reads `Retry-After`, which holds seconds or a date. @returns how long to leave the service alone, in milliseconds */
function statedMsOf(retryAfter: string | undefined, now: number): number | undefined {
  if (!retryAfter) return
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now
  if (ms > 0) return Math.min(ms, STATED_AT_MOST_MS)
}

/** How long the service is spared. By chance longer, so that pages which failed together do not come back together. */
const pauseMsOf = (statedMs: number | undefined, chance: number): number =>
  // Whole milliseconds, so that a timer which ends then is not early.
  Math.floor(statedMs ? statedMs * (1 + chance * STATED_SPREAD) : SHORTEST_MS + chance * SPREAD_MS)

/** The pause of one kind of request, for whoever makes these requests. */
export interface ServicePause extends KnownPause {
  /** Begins a pause if `error` is trouble of the service, and ends it in all other cases. @param retryAfter its header of that name */
  requestEnded(error?: SDKError, retryAfter?: string): void
  /** The service may be asked again. */
  end(): void
}

/**
 * Makes the pause of one kind of request. It ends when the session is cleared, and when another tab ends it.
 *
 * @param name tells it from others. @default that of the session call
 */
export function createPause(kernel: Kernel, name: string = SESSION_PAUSE): ServicePause {
  // `own` is the pause as this tab knows it. It is what is looked up before a request: a slow phone takes longer to open the storage of
  // all tabs than to make the request.
  const own = kernel.storage.entry(name, LONGEST_PAUSE_MS)
  const shared = kernel.sharedStorage.entry(name, LONGEST_PAUSE_MS)

  const keep = (pause: Pause) => own.set(pause, pause.retryAt)
  const end = () => {
    own.remove()
    shared.remove()
  }
  /** Copies the pause of all tabs into this tab's storage. @returns that pause, or undefined where there is none */
  const takeOver = () => {
    const pause = pauseIn(shared)
    if (pause) keep(pause)
    return pause
  }
  const begin = (error: SDKError, retryAfter: string | undefined) => {
    // Another tab has failed meanwhile: that was the same trouble.
    if (takeOver()) return
    const now = Date.now()
    const chance = draw(kernel.window)
    const pauseMs = pauseMsOf(statedMsOf(retryAfter, now), chance)
    const pause = { reason: error.reason, code: error.code, retryAt: now + pauseMs, pauseMs }
    keep(pause)
    shared.set(pause, pause.retryAt)
  }

  kernel.hook('session:cleared', end)

  // Opens the storage of all tabs while nobody waits for it.
  kernel.hook('request:started', () => void shared.get())

  let isListening = false
  // In Chromium a listener for news of the storage opens it, too. So the tab does not listen before its first call has ended. It copies
  // the pause then that another tab may have begun before.
  kernel.hook('session:settled', () => {
    if (isListening) return
    isListening = true
    takeOver()
    kernel.listen('storage', ({ key }) => {
      if (key === shared.key && !takeOver()) own.remove()
    })
  })

  // A failure without an answer may have been that of the reader's own network.
  kernel.listen('online', () => {
    const pause = pauseIn(own)
    if (pause && pause.code === undefined) end()
  })

  const known = readPause(own)

  return {
    until: known.until,
    // A page that nobody sees has the time to look what other tabs know.
    error: () => known.error() ?? (isHidden(kernel.window) ? readPause(shared).error() : undefined),
    requestEnded(error, retryAfter) {
      if (error && SERVICE_TROUBLE.includes(error.reason)) begin(error, retryAfter)
      else end()
    },
    end,
  }
}
