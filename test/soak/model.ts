/**
 * What a reader may see: who is logged in at the service and since when, and what each tab owes its reader. It says what must hold of
 * whatever a page answers, shows and asks, and nothing of how the library does it.
 */
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

export const PATHS = ['/', '/head', '/hidden', '/alone', '/denied'] as const
export type Path = (typeof PATHS)[number]

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

export class TabModel {
  isHidden: boolean
  /** Whether it shows anybody yet. */
  hasAsked = false
  /** What was true before counts no more: the tab has heard that the reader has changed. */
  notBefore = 0
  /** Until then it makes no request: what it has been told still holds. */
  holdsUntil = 0
  /** Until then it spares the service. */
  sparesUntil = 0
  /** When it was told last who reads. */
  toldAt = 0
  /** It has heard that the reader has changed, and may ask by itself. */
  hasNews = false
  /** Nothing but the service can tell it who reads. */
  mustAsk = false
  readonly path: Path

  constructor(path: Path) {
    this.path = path
    this.isHidden = path === '/hidden'
  }

  /** It shares nothing with other tabs. */
  get isAlone(): boolean {
    return this.path === '/alone' || this.path === '/denied'
  }

  /** Another page is shown in this tab. */
  loads(): void {
    this.isHidden = this.path === '/hidden'
    this.constructs()
  }

  /** Another identity is made. What only the page's memory has had is gone: all of it, or that the service is to be spared. */
  constructs(): void {
    this.hasAsked = false
    if (this.path === '/denied') this.holdsUntil = 0
    if (this.isAlone) this.sparesUntil = 0
  }

  /** What it was told counts no more. */
  forgets(): void {
    this.holdsUntil = 0
    this.mustAsk = false
  }

  /** The reader has changed then, and it cannot but hear of that. */
  hears(moment: number): void {
    this.notBefore = moment
    this.hasNews = true
    this.forgets()
  }
}

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
    // A login or a logout ends the pause.
    for (const tab of this.tabs) tab.sparesUntil = 0
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

  /** How many requests a question may lead to: none while what the tab was told holds, or while it spares the service. */
  requestsOf(tab: TabModel): readonly [least: number, most: number] {
    if (Math.max(tab.holdsUntil, tab.sparesUntil) > this.now()) return [0, 0]
    const { attempts } = this.trouble
    return [tab.mustAsk && !this.mayFail ? 1 : 0, tab.hasNews ? 2 * attempts : attempts]
  }

  #wasAnswered(tab: TabModel): void {
    tab.hasAsked = true
    tab.hasNews = false
    tab.mustAsk = false
  }

  /** A tab was told who reads. @param requests that it made for it; the answer is as old as the moment before them */
  wasTold(tab: TabModel, word: string, requests: number, askedAt: number): void {
    this.#wasAnswered(tab)
    tab.toldAt = this.now()
    if (!requests) return
    this.#changes.push(askedAt)
    const { lifetimeMs } = this.#truths.filter((truth) => truth.word === word).at(-1) as Truth
    // Nobody holds for longer where the presence cookie says so; this long, in any case.
    tab.holdsUntil = askedAt + Math.min(lifetimeMs, word === NOBODY ? NOBODY_MS : Infinity)
    // Whoever was logged in before is known to be gone by now, in all tabs that hear of this one.
    const since = word === this.reader ? (this.#current?.since ?? 0) : 0
    for (const it of this.around(tab)) {
      // A good answer ends the pause, for all.
      it.sparesUntil = 0
      if (it.notBefore >= since) continue
      if (it === tab) it.notBefore = since
      else it.hears(since)
    }
  }

  /** A call of a tab has failed. @param requests that it made */
  hasFailed(tab: TabModel, requests: number, askedAt: number): void {
    this.#wasAnswered(tab)
    if (!requests) return
    if (this.trouble !== WORKS) tab.sparesUntil = askedAt + this.trouble.pauseMs[0]
    this.#notesTrouble()
  }

  /** The session of a tab was cleared: it asks, whatever was known, and spares the service no more. */
  clears(tab: TabModel): void {
    tab.forgets()
    for (const it of this.around(tab)) it.sparesUntil = 0
    tab.mustAsk = this.tabs.length === 1 && !this.site.isDeclared
  }
}
