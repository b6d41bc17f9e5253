/**
 * Spares a service in trouble: after a failure this tab does not ask it for a while, and tells the other tabs. One whose first call comes
 * later asks once. Each kind of request has a backoff of its own.
 */
import { SDKError } from '../../core/errors.ts'
import { numberIn, ownMembers } from '../../core/json.ts'
import { isHidden } from '../../core/kernel/page.ts'
import type { Kernel } from '../../core/kernel/plugin.ts'
import { type SDKErrorReason, SERVICE_TROUBLE } from '../../core/reasons.ts'
import type { StoredEntry } from '../../core/storage.ts'

/** A backoff, as it stands in the storage. */
interface StoredBackoff {
  readonly reason: SDKErrorReason
  readonly code: number | undefined
  readonly retryAt: number
  readonly pauseMs: number
}

// A first failure is often over soon. Chance keeps pages that failed together from coming back together.
const FIRST_MS = 2000
const FIRST_SPREAD_MS = 3000
const LONGEST_MS = 140_000
// A service that says how long it wants to be spared gets up to half as long again.
const STATED_SPREAD = 0.5
const STATED_AT_MOST_MS = 2_400_000
/** STATED_AT_MOST_MS with its spread. */
const LONGEST_BACKOFF_MS = 3_600_000

/** Reads a backoff, which the page's other scripts can write, too. It may be over. */
function parseBackoff(found: unknown): StoredBackoff | undefined {
  const { reason, code, retryAt, pauseMs } = ownMembers(found)
  if (!SERVICE_TROUBLE.includes(reason as SDKErrorReason)) return
  if (typeof retryAt !== 'number' || typeof pauseMs !== 'number' || pauseMs > LONGEST_BACKOFF_MS) return
  return { reason: reason as SDKErrorReason, code: numberIn(code), retryAt, pauseMs }
}

/** The backoff in an entry, while it lasts. */
function lastingIn(entry: StoredEntry<StoredBackoff>): StoredBackoff | undefined {
  const backoff = entry.get()
  const leftMs = backoff ? backoff.retryAt - Date.now() : 0
  // If more is left than its length, it is forged, or the clock was set back since.
  if (backoff && leftMs > 0 && leftMs <= backoff.pauseMs) return backoff
}

/** How long the service is spared. Whole milliseconds, so that a timer which ends then is not early. */
function backoffMsOf(statedMs: number | undefined, before: StoredBackoff | undefined): number {
  const chance = Math.random()
  if (statedMs) return Math.floor(Math.min(statedMs, STATED_AT_MOST_MS) * (1 + chance * STATED_SPREAD))
  return before ? Math.min(2 * before.pauseMs, LONGEST_MS) : Math.floor(FIRST_MS + chance * FIRST_SPREAD_MS)
}

/** The backoff of one kind of request. */
export interface ServiceBackoff {
  /** Until when the service is not to be asked, in milliseconds since the epoch; 0 when it may be. */
  until(): number
  /** The error that whoever would ask now fails with; undefined when the service may be asked. */
  error(): SDKError | undefined
  /** Begins a backoff after trouble of the service. */
  begin(error: SDKError): void
  /** The service may be asked again. */
  end(): void
}

/** Makes the backoff of one kind of request. It ends when the session is cleared. @param name tells it from others */
export function createBackoff(kernel: Kernel, name: string): ServiceBackoff {
  const own = kernel.storage.entry(name, parseBackoff)
  const shared = kernel.sharedStorage.entry(name, parseBackoff)
  /** The first request must not wait for the storage of all tabs, which a slow phone takes long to open. */
  let isOpen = false

  // It is kept for longer than it lasts: the next one is longer then.
  const keep = (backoff: StoredBackoff, entry: StoredEntry<StoredBackoff>) =>
    entry.set(backoff, backoff.retryAt + backoff.pauseMs + LONGEST_MS)
  const end = () => {
    isOpen = true
    own.remove()
    shared.remove()
  }
  const find = () => {
    const known = lastingIn(own)
    if (!known && !isOpen && !isHidden(kernel.window)) return
    const backoff = lastingIn(shared)
    // The next page of this tab is to know it, too, before its first request.
    if (backoff) keep(backoff, own)
    // Another tab has ended it.
    else if (known) own.remove()
    return backoff
  }

  kernel.hook('session:cleared', end)
  // A call has ended: nobody waits now. A page that has asked knows from now on what other tabs know.
  kernel.hook('session:settled', () => {
    isOpen = true
  })
  // A failure without a response may have been that of the reader's own network.
  kernel.listen('online', () => {
    const backoff = find()
    if (backoff && backoff.code === undefined) end()
  })

  return {
    until: () => find()?.retryAt ?? 0,
    error() {
      const backoff = find()
      if (!backoff) return
      const { reason, code, retryAt, pauseMs } = backoff
      const subject = __DEV__ ? `the service is not asked again before ${new Date(retryAt).toISOString()}` : code
      return new SDKError(reason, subject, { code, retryAt, backoffMs: pauseMs })
    },
    begin(error) {
      isOpen = true
      // Another tab has failed meanwhile: that was the same trouble.
      if (find()) return
      const pauseMs = backoffMsOf(error.retryAfterMs, own.get())
      const backoff = { reason: error.reason, code: error.code, retryAt: Date.now() + pauseMs, pauseMs }
      keep(backoff, own)
      keep(backoff, shared)
    },
    end,
  }
}

const sessionBackoffs: WeakMap<Kernel, ServiceBackoff> = new WeakMap()

/** The backoff of the session call: one for all plugins of an identity. Only `sessionBackoff()` begins it. */
export function sessionBackoffOf(kernel: Kernel): ServiceBackoff {
  const backoff = sessionBackoffs.get(kernel) ?? createBackoff(kernel, 'pause')
  sessionBackoffs.set(kernel, backoff)
  return backoff
}
