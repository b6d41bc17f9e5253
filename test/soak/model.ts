/**
 * What a reader may see: who is logged in at the service and since when, and what each tab owes its reader. It says what must hold of
 * whatever a page answers, shows and asks, and nothing of how the library does it.
 */
import { NOBODY, READERS, wordOf } from './readers.ts'
import { OFFLINE, type Trouble, WORKS } from './troubles.ts'

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
}

/** What a site has chosen. */
export interface Site {
  /** Whether its pages know of the presence cookie. */
  readonly isDeclared: boolean
  /** Whether a page that is seen asks again by itself when what it knows expires. */
  readonly revalidates: boolean
}

export class Model {
  readonly tabs: TabModel[] = []
  trouble: Trouble = WORKS
  readonly isDeclared: boolean
  readonly revalidates: boolean
  readonly now: () => number
  #truths: Truth[] = []
  #troubledAt = 0
  #sparedAtMostMs = 0
  #changes: number[] = []

  constructor(now: () => number, { isDeclared, revalidates }: Site) {
    this.revalidates = revalidates
    this.now = now
    this.isDeclared = isDeclared
    this.#truths.push({ word: NOBODY, since: 0, until: Infinity, lifetimeMs: this.#nobodyMs })
  }

  get #nobodyMs(): number {
    return this.isDeclared ? DAY_MS : NOBODY_MS
  }

  get #current(): Truth {
    return this.#truths.at(-1) as Truth
  }

  /** The word for who is logged in. */
  get reader(): string {
    return this.#current.word
  }

  /** Somebody else reads, or nobody. @param by the tabs that cannot but hear of it */
  changes(name: string | undefined, by: readonly TabModel[], moment: number = this.now()): void {
    this.#current.until = moment
    const reader = name === undefined ? undefined : READERS[name]
    const lifetimeMs = reader?.expiresIn ?? this.#nobodyMs
    this.#truths.push({ word: wordOf(reader ?? null), since: moment, until: Infinity, lifetimeMs })
    if (by.length) this.#changes.push(moment)
    for (const tab of by) {
      tab.notBefore = moment
      tab.hasNews = true
      tab.forgets()
    }
    // A login or a logout ends the pause.
    if (by.length) for (const tab of this.tabs) tab.sparesUntil = 0
  }

  /** The tabs that hear of what this one does: all of them where a cookie tells. */
  around(tab: TabModel): TabModel[] {
    if (this.isDeclared) return this.tabs
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

  /** The page was offline for a moment. */
  wasOffline(): void {
    this.#troubledAt = this.now()
    this.#sparedAtMostMs = Math.max(this.#sparedAtMostMs, OFFLINE.pauseMs[1])
  }

  /** Whether calls may fail: something is wrong, or was until a moment ago. */
  get mayFail(): boolean {
    return this.trouble !== WORKS || this.now() <= this.#troubledAt + this.#sparedAtMostMs
  }

  /** Whether a page may be behind: it could not ask, and is not to ask again yet. */
  mayBeBehind(tab: TabModel): boolean {
    const isHealing = this.mayFail || this.now() <= this.#troubledAt + HEALED_MS
    return (
      isHealing || (this.#isIdle(tab) && tab.toldAt <= this.#troubledAt + HEALED_MS && this.#troubledAt > 0)
    )
  }

  /** Whether a page asks only when it is asked, or hears that the reader has changed. */
  #isIdle({ isHidden }: TabModel): boolean {
    return isHidden || !this.revalidates
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
    const now = this.now()
    if (tab.holdsUntil > now || tab.sparesUntil > now) return [0, 0]
    const { attempts } = this.trouble
    return [tab.mustAsk && !this.mayFail ? 1 : 0, tab.hasNews ? 2 * attempts : attempts]
  }

  /** A tab was told who reads. @param requests that it made for it; the answer is as old as the moment before them */
  wasTold(tab: TabModel, word: string, requests: number, askedAt: number): void {
    tab.hasAsked = true
    tab.hasNews = false
    tab.toldAt = this.now()
    tab.mustAsk = false
    if (!requests) return
    this.#changes.push(askedAt)
    const { lifetimeMs } = this.#truths.filter((truth) => truth.word === word).at(-1) as Truth
    // Nobody holds for longer where the presence cookie says so; this long, in any case.
    tab.holdsUntil = askedAt + Math.min(lifetimeMs, word === NOBODY ? NOBODY_MS : Infinity)
    // A good answer ends the pause, for all.
    for (const it of this.around(tab)) {
      it.sparesUntil = 0
      // Whoever was logged in before is known to be gone by now, in all tabs that hear of this one.
      const { since } = this.#current
      if (word !== this.reader || it.notBefore >= since) continue
      it.notBefore = since
      if (it === tab) continue
      it.hasNews = true
      it.forgets()
    }
  }

  /** A call of a tab has failed. @param requests that it made */
  hasFailed(tab: TabModel, requests: number, askedAt: number): void {
    tab.hasAsked = true
    tab.hasNews = false
    tab.mustAsk = false
    if (requests && this.trouble !== WORKS) tab.sparesUntil = askedAt + this.trouble.pauseMs[0]
    if (requests) this.#notesTrouble()
  }

  /** The session of a tab was cleared: it asks, whatever was known, and spares the service no more. */
  clears(tab: TabModel): void {
    tab.forgets()
    for (const it of this.around(tab)) it.sparesUntil = 0
    tab.mustAsk = this.tabs.length === 1 && !this.isDeclared
  }
}
