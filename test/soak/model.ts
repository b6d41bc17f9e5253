/**
 * What a reader may see: who is logged in at the service and since when. It says what must hold of whatever a page answers, shows and
 * asks, and nothing of how the library does it.
 */
import type { Browser, Tab } from './browser.ts'
import { NOBODY, READERS, wordOf } from './readers.ts'
import { type Trouble, WORKS } from './troubles.ts'

/** Who is logged in, and from when to when, in milliseconds of the soak's clock. */
interface Truth {
  readonly word: string
  readonly since: number
  until: number
  /** For how long pages may go by it after it has ended where they cannot hear of that. */
  readonly lifetimeMs: number
}

/** What a site has chosen. */
export interface Site {
  /** Whether its pages know of the presence cookie. */
  readonly isDeclared: boolean
  /** Whether a page that is seen asks again by itself when what it knows expires. */
  readonly revalidates: boolean
}

const DAY_MS = 86_400_000
const NOBODY_MS = 300_000
/** A page that is seen asks when what it knows expires: at most once a minute, up to half a minute later. */
const REVALIDATED_MS = 100_000
/** By then a tab that knows of trouble asks again by itself, if it is seen. */
const HEALED_MS = 240_000
/** By then the service is spared no longer, whatever was wrong. */
const SPARED_MS = 140_000

export class Model {
  readonly tabs: readonly Tab[]
  readonly #browser: Browser
  readonly #truths: Truth[] = []
  #troubledAt = 0

  constructor(browser: Browser) {
    this.#browser = browser
    this.tabs = browser.tabs
    this.changes(null, [], 0)
  }

  /** Somebody else reads, or nobody. @param by the tabs that cannot but hear of it */
  changes(name: string | null, by: readonly Tab[], moment: number = this.#browser.now()): void {
    const last = this.#truths.at(-1)
    if (last) last.until = moment
    const reader = name === null ? undefined : READERS[name]
    const lifetimeMs = reader?.expiresIn ?? (this.#browser.site.isDeclared ? DAY_MS : NOBODY_MS)
    this.#truths.push({ word: wordOf(reader ?? null), since: moment, until: Infinity, lifetimeMs })
    if (!by.length) return
    for (const tab of by) tab.hears(moment)
    this.#sparesNoMore()
  }

  /** A login, a logout, a clearing or a good answer ends the backoff. */
  #sparesNoMore(): void {
    for (const tab of this.tabs) tab.sparesUntil = 0
  }

  /** The tabs that hear of what this one does: all of them where a cookie tells. */
  around(tab: Tab): readonly Tab[] {
    if (this.#browser.site.isDeclared) return this.tabs
    return tab.isAlone ? [tab] : this.tabs.filter((it) => it === tab || !it.isAlone)
  }

  get trouble(): Trouble {
    return this.#browser.service.trouble
  }

  /** From now on this goes wrong. */
  set trouble(trouble: Trouble) {
    if (trouble !== this.trouble) this.#troubledAt = this.#browser.now()
    this.#browser.service.trouble = trouble
  }

  /** Whether calls may fail: something is wrong, or was until a moment ago. */
  get mayFail(): boolean {
    return this.trouble !== WORKS || this.#browser.now() <= this.#troubledAt + SPARED_MS
  }

  /** Whether a page may be behind: it could not ask, and is not to ask again yet. */
  mayBeBehind(tab: Tab): boolean {
    const healedAt = this.#troubledAt + HEALED_MS
    if (this.mayFail || this.#browser.now() <= healedAt) return true
    return this.#isIdle(tab) && tab.toldAt <= healedAt && this.#troubledAt > 0
  }

  /** Whether a page asks only when it is asked, or hears that the reader has changed. */
  #isIdle({ isHidden }: Tab): boolean {
    return isHidden || !this.#browser.site.revalidates
  }

  /** What a question may be answered by. @param slackMs by which a page may be late */
  mayAnswer(tab: Tab, slackMs = 0): string[] {
    const isGood = ({ until, lifetimeMs }: Truth) =>
      until > tab.notBefore && this.#browser.now() <= until + lifetimeMs + slackMs
    return [...new Set(this.#truths.filter(isGood).map(({ word }) => word))]
  }

  /** Of whom a page may show that they read. A page that nobody sees looks when it is seen. */
  mayShow(tab: Tab): string[] {
    return this.mayAnswer(tab, this.#isIdle(tab) ? Infinity : REVALIDATED_MS)
  }

  /** How many requests a question may lead to at most: none while what the tab was told holds, or while it spares the service. */
  requestsOf(tab: Tab): number {
    if (Math.max(tab.holdsUntil, tab.sparesUntil) > this.#browser.now()) return 0
    return tab.hasNews ? 2 * this.trouble.attempts : this.trouble.attempts
  }

  /**
   * Records that a tab learned who its reader is.
   *
   * @param requests how many the tab and its head have made for this answer
   * @param askedAt the moment before these requests: the answer is not older
   */
  wasTold(tab: Tab, word: string, requests: number, askedAt: number): void {
    tab.hasNews = false
    tab.toldAt = this.#browser.now()
    if (!requests) return
    this.#sparesNoMore()
    const { lifetimeMs } = this.#truths.filter((truth) => truth.word === word).at(-1) as Truth
    // Nobody holds for longer where the presence cookie says so; this long, in any case.
    tab.holdsUntil = askedAt + Math.min(lifetimeMs, word === NOBODY ? NOBODY_MS : Infinity)
    // Whoever was logged in before is known to be gone by now, in all tabs that hear of this one.
    const current = this.#truths.at(-1) as Truth
    const since = word === current.word ? current.since : 0
    for (const it of this.around(tab)) {
      if (it.notBefore >= since) continue
      if (it === tab) it.notBefore = since
      else it.hears(since)
    }
  }

  /** A call of a tab has failed: it owes its reader as much as before. @param requests that it made */
  hasFailed(tab: Tab, requests: number, askedAt: number): void {
    if (!requests || this.trouble === WORKS) return
    // Where another tab spares the service already, this one does so for as long as that.
    const others = this.around(tab).map(({ sparesUntil }) => sparesUntil)
    tab.sparesUntil = Math.min(askedAt + this.trouble.backoffMs, ...others.filter((until) => until > askedAt))
    this.#troubledAt = this.#browser.now()
  }

  /** The session of a tab was cleared: it asks, whatever was known, and spares the service no more. */
  clears(tab: Tab): void {
    tab.holdsUntil = 0
    this.#sparesNoMore()
  }
}
