/**
 * The part of the reference model that slows one page down: how soon it asks by itself when other tabs have news. The first
 * time at once, then every five seconds at most.
 */

const EVERY_MS = 5000

export class PaceModel {
  #ranAt = -Infinity
  /** When the page asks for all the news that have come meanwhile; undefined while none wait. */
  #dueAt: number | undefined

  /** Whether news that come now are asked for at once. */
  isFree(now: number): boolean {
    return this.#dueAt === undefined && now - this.#ranAt >= EVERY_MS
  }

  isDue(now: number): boolean {
    return this.#dueAt !== undefined && this.#dueAt <= now
  }

  /** News come. True: the page asks now. */
  hears(now: number): boolean {
    if (this.#dueAt !== undefined) return false
    const isFree = this.isFree(now)
    if (isFree) this.runs(now)
    else this.#dueAt = this.#ranAt + EVERY_MS
    return isFree
  }

  /** The time has come, for better or worse. */
  runs(now: number): void {
    this.#dueAt = undefined
    this.#ranAt = now
  }
}
