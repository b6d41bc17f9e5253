/** The part of the reference model that tabs of one origin share: what they tell each other, and what stands for all. */
import { PauseModel } from './pause-model.ts'
import type { Reader } from './readers.ts'
import type { Answer, InstanceModel, TabModel } from './tab-model.ts'

/** When the user changed last, in whichever tab, and to whom; and until when other tabs are worth a question. */
export interface Mark {
  readonly changedAt: number
  readonly who: string
  readonly freshUntil: number
}

const NO_MARK: Mark = { changedAt: 0, who: '', freshUntil: 0 }
// An answer that is older is no tab's but its own; and how long a logout may take to leave its page.
const FRESH_MS = 10_000

/** Who reads, and whether connected, as far as tabs tell users apart. */
const whoOf = (reader: Reader | null): string => (reader?.userId ? `${reader.userId}${reader.result}` : '')

export class SharingModel {
  readonly tabs: TabModel[] = []
  readonly pause: PauseModel
  #mark: Mark = NO_MARK
  /** Whose step it is: the browser tells everybody else of what it writes. */
  #writer: TabModel | undefined

  constructor() {
    this.pause = new PauseModel(() => this.#notify())
  }

  acts(tab: TabModel): void {
    this.#writer = tab
  }

  #notify(): void {
    for (const { page } of this.tabs) if (page !== this.#writer?.page) page.isNotified = true
  }

  /** What stands for all tabs, as a page reports it. */
  word(): string {
    const { changedAt, who, freshUntil } = this.#mark
    return `${changedAt} ${who} ${freshUntil} ${this.pause.last?.retryAt ?? '-'}`
  }

  markFor(tab: TabModel): Mark {
    return tab.alone ? NO_MARK : this.#mark
  }

  pauseFor(tab: TabModel, instance: InstanceModel): PauseModel {
    return tab.alone ? instance.pause : this.pause
  }

  #write(mark: Mark): void {
    const before = this.word()
    this.#mark = mark
    if (this.word() !== before) this.#notify()
  }

  /** The user has logged out in this tab; until the browser has left the page, the cookie says the contrary. */
  logsOut(tab: TabModel, instance: InstanceModel, now: number): void {
    instance.seen = ''
    instance.isListening = true
    instance.isLoggingOut = true
    if (!tab.alone) this.#write({ changedAt: now + FRESH_MS, who: '', freshUntil: 0 })
  }

  /** The page is left, or its instance ends: it hears nothing any more, and a logout of its has been answered. */
  closes(tab: TabModel, instance: InstanceModel, now: number): void {
    instance.heard = undefined
    if (instance.isLoggingOut && !tab.alone) {
      instance.isLoggingOut = false
      this.#write({ changedAt: now, who: '', freshUntil: 0 })
    }
    this.givesUp(tab, instance)
  }

  /** This tab is about to ask, for all: whoever comes now is to wait for what it hears. */
  promises(tab: TabModel, instance: InstanceModel, now: number): void {
    if (tab.alone) return
    instance.hasPromised = true
    this.#write({ ...this.#mark, freshUntil: now + FRESH_MS })
  }

  /** No answer comes of what is on its way. */
  givesUp(tab: TabModel, instance: InstanceModel): void {
    if (instance.hasPromised) this.promisesNothing(tab, instance)
  }

  /** This tab has asked in vain. */
  promisesNothing(tab: TabModel, instance: InstanceModel): void {
    instance.hasPromised = false
    if (!tab.alone) this.#write({ ...this.#mark, freshUntil: 0 })
  }

  /** Whether the user has changed since this instance was told of them. */
  isBehind(tab: TabModel, { seen, isUp }: InstanceModel): boolean {
    const { changedAt, who } = this.markFor(tab)
    return isUp && changedAt > 0 && seen !== undefined && seen !== who
  }

  /** What this instance could go by without asking: an answer that another tab has told since it last looked. */
  told(instance: InstanceModel, now: number): Answer | undefined {
    const { heard, used } = instance
    return heard !== used ? this.#fresh(heard, now) : undefined
  }

  /** Whether it pays to ask the other tabs: this one has not listened, and somebody knew something a moment ago. */
  isWorthAQuestion({ heard }: InstanceModel, tab: TabModel, now: number): boolean {
    return !heard && this.markFor(tab).freshUntil > now
  }

  /** Whether the others could reply to a question. */
  hasReply(instance: InstanceModel, now: number): boolean {
    return this.#listening(instance).some(({ heard }) => this.#fresh(heard, now))
  }

  /** The others reply to a question, each by what it has heard, and all who listen hear it. The first reply counts. */
  replies(instance: InstanceModel, now: number): Answer {
    const others = this.#listening(instance)
    const repliers = others.filter(({ heard }) => this.#fresh(heard, now))
    const [answer, ...more] = repliers.map(({ heard }) => heard as Answer)
    if (!answer) throw new Error('The model asks tabs that know nothing.')
    // What is told is copied: each has an object of its own, and one more than it was told of is news.
    for (const other of others) if (repliers.some((replier) => replier !== other)) other.heard = { ...answer }
    const first = { ...answer }
    instance.heard = more.length ? { ...answer } : first
    return first
  }

  /** The service has told this tab who reads, or nobody: the others hear it. */
  tells(tab: TabModel, instance: InstanceModel, answer: Answer, now: number): void {
    instance.heard = answer
    if (tab.alone) return
    const mark = this.#mark
    for (const other of this.#listening(instance)) if (this.#fresh(answer, now)) other.heard = { ...answer }
    const who = whoOf(answer.reader)
    this.#write({
      changedAt: who === mark.who ? mark.changedAt : answer.askedAt,
      who,
      freshUntil: this.#freshUntil(answer),
    })
  }

  /** The service could not tell: whoever waits need not ask. */
  tellsFailure(tab: TabModel, instance: InstanceModel): void {
    if (!tab.alone) for (const other of this.#listening(instance)) other.heard = 'a failure'
  }

  /** The page was told of this reader, or of nobody. */
  sees(instance: InstanceModel, reader: Reader | null, answer: Answer | undefined): void {
    instance.seen = whoOf(reader)
    instance.used = answer
  }

  /** The page was told of a failure: whoever it is now, that is no news. */
  seesFailure(tab: TabModel, instance: InstanceModel): void {
    instance.seen = this.markFor(tab).who
  }

  #freshUntil = ({ askedAt, until }: Answer): number => Math.min(askedAt + FRESH_MS, until)

  #fresh(answer: InstanceModel['heard'], now: number): Answer | undefined {
    if (!answer || answer === 'a failure') return undefined
    return answer.askedAt >= this.#mark.changedAt && this.#freshUntil(answer) > now ? answer : undefined
  }

  #listening(but?: InstanceModel): InstanceModel[] {
    const open = this.tabs.filter(({ alone }) => !alone).map(({ page }) => page.instance)
    return open.filter((instance) => instance.isUp && instance.isListening && instance !== but)
  }
}
