/**
 * The part of the reference model that slows one page down: how soon it asks by itself when other tabs have news. The first
 * time at once, then after two seconds, after four, and so on.
 */

const FIRST_MS = 2000
const LONGEST_MS = 300_000

export class PaceModel {
  #paceMs = FIRST_MS
  #ranAt = -Infinity
  /** When the page asks for all the news that have come meanwhile; undefined while none wait. */
  #dueAt: number | undefined

  /** How long after the last time the next one may be. When nothing has come for twice as long, it begins anew. */
  #paceAt(now: number): number {
    return now - this.#ranAt >= 2 * this.#paceMs ? FIRST_MS : this.#paceMs
  }

  /** Whether news that come now are asked for at once. */
  isFree(now: number): boolean {
    return this.#dueAt === undefined && now - this.#ranAt >= this.#paceAt(now)
  }

  isDue(now: number): boolean {
    return this.#dueAt !== undefined && this.#dueAt <= now
  }

  /** News come. True: the page asks now. */
  hears(now: number): boolean {
    if (this.#dueAt !== undefined) return false
    const paceMs = this.#paceAt(now)
    const isFree = this.isFree(now)
    this.#paceMs = paceMs
    if (isFree) {
      this.runs(now)
    } else {
      this.#dueAt = this.#ranAt + paceMs
      this.#paceMs = Math.min(2 * paceMs, LONGEST_MS)
    }
    return isFree
  }

  /** The time has come, for better or worse. */
  runs(now: number): void {
    this.#dueAt = undefined
    this.#ranAt = now
  }
}
