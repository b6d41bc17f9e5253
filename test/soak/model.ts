/**
 * What a reader may see: who is logged in at the service and since when, and what each tab owes its reader. It says what must hold of
 * whatever a page answers, shows and asks, and nothing of how the library does it.
 */
import { NOBODY, READERS, wordOf } from './readers.ts'
import type { TabModel } from './tab-model.ts'
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
/** Pages hear of a change at once, and where changes go on, every few seconds. */
const PACE_MS = 600_000

export class Model {
  readonly tabs: TabModel[] = []
  readonly site: Site
  readonly now: () => number
  trouble: Trouble = WORKS
  readonly #truths: Truth[] = []
  readonly #changes: number[] = []
  #troubledAt = 0
  #sparedAtMostMs = 0

  constructor(now: () => number, site: Site) {
    this.now = now
    this.site = site
    this.changes(null, [], 0)
  }

  get #current(): Truth | undefined {
    return this.#truths.at(-1)
  }

  /** The word for who is logged in. */
  get reader(): string {
    return this.#current?.word ?? NOBODY
  }

  /** Somebody else reads, or nobody. @param by the tabs that cannot but hear of it */
  changes(name: string | null, by: readonly TabModel[], moment: number = this.now()): void {
    if (this.#current) this.#current.until = moment
    const reader = name === null ? undefined : READERS[name]
    const lifetimeMs = reader?.expiresIn ?? (this.site.isDeclared ? DAY_MS : NOBODY_MS)
    this.#truths.push({ word: wordOf(reader ?? null), since: moment, until: Infinity, lifetimeMs })
    if (!by.length) return
    this.#changes.push(moment)
    for (const tab of by) tab.hears(moment)
    this.#sparesNoMore()
  }

  /** A login, a logout, a clearing or a good answer ends the pause. Where there is no room for it, tabs may hear of that or not. */
  #sparesNoMore(): void {
    for (const tab of this.tabs) {
      tab.sparesUntil = 0
      if (tab.isFull) tab.holdsUntil = 0
    }
  }

  /** The tabs that hear of what this one does: all of them where a cookie tells. */
  around(tab: TabModel): TabModel[] {
    if (this.site.isDeclared) return this.tabs
    return tab.isAlone ? [tab] : this.tabs.filter((it) => it === tab || !it.isAlone)
  }

  setTrouble(trouble: Trouble): void {
    this.#notesTrouble()
    this.trouble = trouble
    this.#notesTrouble()
  }

  #notesTrouble(): void {
    if (this.trouble === WORKS) return
    this.#troubledAt = this.now()
    this.#sparedAtMostMs = Math.max(this.#sparedAtMostMs, this.trouble.pauseMs[1])
  }

  /** The storage of all tabs has no room from now on, or has it again. What they have agreed on may be lost. */
  fills(isFull: boolean): void {
    for (const tab of this.tabs) {
      tab.isFull = isFull
      tab.holdsUntil = tab.sparesUntil = tab.notBefore = 0
    }
  }

  /** Whether calls may fail: something is wrong, or was until a moment ago. */
  get mayFail(): boolean {
    return this.trouble !== WORKS || this.now() <= this.#troubledAt + this.#sparedAtMostMs
  }

  /** Whether a page may be behind: it could not ask, and is not to ask again yet. */
  mayBeBehind(tab: TabModel): boolean {
    const healedAt = this.#troubledAt + HEALED_MS
    if (this.mayFail || this.now() <= healedAt) return true
    return this.#isIdle(tab) && tab.toldAt <= healedAt && this.#troubledAt > 0
  }

  /** Whether a page asks only when it is asked, or hears that the reader has changed. */
  #isIdle({ isHidden }: TabModel): boolean {
    return isHidden || !this.site.revalidates
  }

  /** Whether the reader changes so often that tabs may hear of it late. */
  get isRestless(): boolean {
    return this.#changes.filter((at) => at > this.now() - PACE_MS).length > 1
  }

  /** What a question may be answered by. @param slackMs by which a page may be late */
  mayAnswer(tab: TabModel, slackMs = 0): string[] {
    const now = this.now()
    const isGood = ({ until, lifetimeMs }: Truth) =>
      until > tab.notBefore && now <= until + lifetimeMs + slackMs
    return [...new Set(this.#truths.filter(isGood).map(({ word }) => word))]
  }

  /** Of whom a page may show that they read. A page that nobody sees looks when it is seen. */
  mayShow(tab: TabModel): string[] {
    return this.mayAnswer(tab, this.#isIdle(tab) ? Infinity : REVALIDATED_MS)
  }

  /**
   * How many requests a question may lead to: none while what the tab was told holds, or while it spares the service.
   *
   * @param isDouble two instances of the page ask. The other one knows nothing yet but what is kept
   */
  requestsOf(tab: TabModel, isDouble = false): readonly [least: number, most: number] {
    const isKnown = Math.max(tab.holdsUntil, tab.sparesUntil) > this.now()
    if (isKnown && !(isDouble && tab.isAlone)) return [0, 0]
    const most = (isDouble ? 2 : 1) * this.trouble.attempts
    return [tab.mustAsk && !this.mayFail ? 1 : 0, tab.hasNews ? 2 * most : most]
  }

  /** A tab was told who reads. @param requests that it made for it; the answer is as old as the moment before them */
  wasTold(tab: TabModel, word: string, requests: number, askedAt: number): void {
    tab.hasAsked = true
    tab.hasNews = tab.mustAsk = false
    tab.toldAt = this.now()
    if (!requests) return
    this.#changes.push(askedAt)
    this.#sparesNoMore()
    const { lifetimeMs } = this.#truths.filter((truth) => truth.word === word).at(-1) as Truth
    // Nobody holds for longer where the presence cookie says so; this long, in any case.
    tab.holdsUntil = askedAt + Math.min(lifetimeMs, word === NOBODY ? NOBODY_MS : Infinity)
    // Whoever was logged in before is known to be gone by now, in all tabs that hear of this one.
    const since = word === this.reader ? (this.#current?.since ?? 0) : 0
    for (const it of this.around(tab)) {
      if (it.notBefore >= since) continue
      if (it === tab) it.notBefore = since
      else it.hears(since)
    }
  }

  /** A call of a tab has failed: it owes its reader as much as before. @param requests that it made */
  hasFailed(tab: TabModel, requests: number, askedAt: number): void {
    tab.hasAsked = true
    tab.mustAsk = false
    if (!requests) return
    if (this.trouble !== WORKS) tab.sparesUntil = askedAt + this.trouble.pauseMs[0]
    this.#notesTrouble()
  }

  /** The session of a tab was cleared: it asks, whatever was known, and spares the service no more. */
  clears(tab: TabModel): void {
    tab.forgets()
    this.#sparesNoMore()
    tab.mustAsk = this.tabs.length === 1 && !this.site.isDeclared
  }
}
