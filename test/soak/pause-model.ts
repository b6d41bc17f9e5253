/** The part of the reference model that remembers trouble: until when the session service is not asked again. */
import type { Failure } from './words.ts'

/** What was remembered last, be it over or not. */
export interface Pause {
  readonly failure: Failure
  readonly ms: number
  readonly retryAt: number
  /** Forgotten from then on: the next one begins anew. */
  readonly until: number
}

const FIRST_MS = 5000
const LONGEST_MS = 20_000
const STATED_AT_MOST_MS = 2_400_000
const REMEMBERED_MS = 3_600_000

/** Failures that say nothing about the reader. */
const TROUBLE = ['timeout', 'session-refused', 'session-unreachable', 'session-malformed']

/** That of all tabs of a site, or of one instance where nothing can be shared. */
export class PauseModel {
  last: Pause | undefined
  readonly #changed: () => void

  /** @param changed called when something else is remembered than before */
  constructor(changed: () => void = () => {}) {
    this.#changed = changed
  }

  /** While it is, calls fail at once. */
  inForce(now: number): Pause | undefined {
    return this.last && this.last.retryAt > now ? this.last : undefined
  }

  /** The service was asked, and this came of it. `chance` is what the page draws. */
  fails(failure: Failure, statedMs: number | undefined, now: number, chance: number): void {
    const isTrouble = TROUBLE.includes(failure.reason)
    if (!isTrouble) this.ends()
    // Another tab has failed meanwhile: that was the same trouble.
    if (!isTrouble || this.inForce(now)) return
    const before = this.last && this.last.until > now ? this.last.ms : 0
    const ms = Math.trunc(
      statedMs
        ? Math.min(statedMs, STATED_AT_MOST_MS) * (1 + chance / 2)
        : Math.min(Math.max(2 * before, FIRST_MS), LONGEST_MS) * (1 + chance * 6),
    )
    this.last = { failure, ms, retryAt: now + ms, until: now + REMEMBERED_MS }
    this.#changed()
  }

  ends(): void {
    if (!this.last) return
    this.last = undefined
    this.#changed()
  }

  /** The browser is online again: where no service had answered, it may have been the reader's own network. */
  comesOnline(now: number): void {
    if (!this.last || this.last.until <= now || this.last.failure.code === undefined) this.ends()
  }
}
