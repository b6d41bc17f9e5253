/**
 * Spares a service in trouble: after a failure no tab of the site asks it again for a while. A plugin that asks a service has a pause
 * of its own. It stands in the storage of the tab, and in that of all tabs.
 */
import { SDKError } from './errors.ts'
import type { Kernel } from './plugin.ts'
import { type SDKErrorReason, SERVICE_TROUBLE } from './reasons.ts'

/** A pause, as it stands in the storage. */
interface Pause {
  readonly reason: SDKErrorReason
  readonly code: number | undefined
  readonly retryAt: number
  readonly pauseMs: number
}

// Found by simulation: shorter pauses ask too often, longer ones keep readers unknown when all is well again.
const FIRST_MS = 5000
const LONGEST_MS = 20_000
const HOUR_MS = 3_600_000
// With the spread, an hour.
const STATED_AT_MOST_MS = 2_400_000

/** Reads a pause out of the storage, which the page's other scripts can write, too. */
function parsePause(kept: unknown): Pause | undefined {
  const { reason, code, retryAt, pauseMs }: Partial<Record<keyof Pause, unknown>> = Object(kept)
  if (!SERVICE_TROUBLE.includes(reason as SDKErrorReason)) return
  if (typeof retryAt !== 'number' || typeof pauseMs !== 'number') return
  // No pause is longer. This one is forged, or the clock was set back since.
  if (retryAt > Date.now() + HOUR_MS) return
  return { reason: reason as SDKErrorReason, code: typeof code === 'number' ? code : undefined, retryAt, pauseMs }
}

/** Until when the session service is not to be asked, in milliseconds since the epoch, as this tab knows it; 0 when it may be. */
export function pausedUntil({ storage }: Pick<Kernel, 'storage'>): number {
  const retryAt = parsePause(storage.entry('pause', HOUR_MS).get())?.retryAt ?? 0
  return retryAt > Date.now() ? retryAt : 0
}

/** How long the service wants to be left alone, in milliseconds: it says so in seconds, or by a date. */
function statedMsOf(retryAfter: string | undefined, now: number): number | undefined {
  if (!retryAfter) return
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now
  if (ms > 0) return Math.min(ms, STATED_AT_MOST_MS)
}

/** How long the service is spared. By chance longer, so that pages which failed together do not come back together. */
function pauseMsOf(statedMs: number | undefined, before: Pause | undefined): number {
  // Whole milliseconds, so that a timer which ends then is not early.
  if (statedMs) return Math.floor(statedMs * (1 + Math.random() / 2))
  const baseMs = before ? Math.min(Math.max(2 * before.pauseMs, FIRST_MS), LONGEST_MS) : FIRST_MS
  return Math.floor(baseMs * (1 + Math.random() * 6))
}

/** The pause of one kind of request. */
export interface ServicePause {
  /** The error that whoever would ask now fails with; undefined when the service may be asked. */
  error(): SDKError | undefined
  /** A request has ended. Begins a pause where the service was in trouble, and ends it otherwise. @param retryAfter its header of that name */
  follow(error?: SDKError, retryAfter?: string): void
  /** The service may be asked again. */
  end(): void
}

/**
 * Makes the pause of one kind of request. It ends when the session is cleared, and when another tab ends it.
 *
 * @param name tells it from others. @default that of the session call
 */
export function createPause(kernel: Kernel, name = 'pause'): ServicePause {
  // The last pause, be it over or not, as this tab knows it. It is looked up before each request: a slow phone takes
  // longer to open the storage of all tabs than to make the request.
  const own = kernel.storage.entry(name, HOUR_MS)
  const shared = kernel.sharedStorage.entry(name, HOUR_MS)

  const keep = (pause: Pause) => own.set(pause, Date.now() + HOUR_MS)
  const end = () => {
    own.remove()
    shared.remove()
  }
  const begin = (error: SDKError, retryAfter: string | undefined) => {
    const now = Date.now()
    const before = parsePause(shared.get())
    // Another tab has failed meanwhile: that was the same trouble.
    if (before && before.retryAt > now) return keep(before)
    const pauseMs = pauseMsOf(statedMsOf(retryAfter, now), before)
    const pause = { reason: error.reason, code: error.code, retryAt: now + pauseMs, pauseMs }
    keep(pause)
    shared.set(pause, now + HOUR_MS)
  }

  kernel.hook('session:cleared', end)
  // Opens the storage of all tabs while nobody waits for it.
  kernel.hook('request:started', () => void shared.get())

  // Another tab has begun a pause, or ended one.
  kernel.listen('storage', ({ key }) => {
    if (key !== shared.key) return
    const pause = parsePause(shared.get())
    if (pause) keep(pause)
    else own.remove()
  })
  // A failure without an answer may have been that of the reader's own network.
  kernel.listen('online', () => {
    const pause = parsePause(own.get())
    if (pause && pause.code === undefined) end()
  })

  return {
    error() {
      const pause = parsePause(own.get())
      if (!pause || pause.retryAt <= Date.now()) return
      const subject = __DEV__
        ? `the service is not asked again before ${new Date(pause.retryAt).toISOString()}`
        : pause.code
      return new SDKError(pause.reason, subject, {
        code: pause.code,
        retryAt: pause.retryAt,
        pauseMs: pause.pauseMs,
      })
    },
    follow(error, retryAfter) {
      if (error && SERVICE_TROUBLE.includes(error.reason)) begin(error, retryAfter)
      else end()
    },
    end,
  }
}
