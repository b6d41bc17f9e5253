/** The part of the reference model that tabs of one origin share: what they agree on, and what they tell each other. */
import { AgreementModel, FRESH_MS } from './agreement-model.ts'
import { NOBODY, whoOf } from './readers.ts'
import type { Answer, InstanceModel, TabModel } from './tab-model.ts'

export class SharingModel {
  readonly tabs: TabModel[] = []
  readonly agreement: AgreementModel
  /** Whose step it is: the browser tells everybody else of what it writes. */
  #writer: TabModel | undefined

  constructor() {
    this.agreement = new AgreementModel((news) => {
      for (const { page } of this.tabs) if (page !== this.#writer?.page) page.news.add(news)
    })
  }

  acts(tab: TabModel): void {
    this.#writer = tab
  }

  agreementFor(tab: TabModel, instance: InstanceModel): AgreementModel {
    return tab.alone ? instance.agreement : this.agreement
  }

  /** The user is about to log out in this tab; until the browser has left the page, the cookie says the contrary. */
  logsOut(tab: TabModel, instance: InstanceModel, now: number): void {
    const agreement = this.agreementFor(tab, instance)
    instance.seen = NOBODY
    instance.isListening = true
    instance.isLoggingOut = true
    agreement.offersNothing()
    agreement.leaves(now)
    agreement.mark = { changedAt: now, who: NOBODY }
  }

  /** The page is left: a logout of its has been answered. */
  sleeps(tab: TabModel, instance: InstanceModel, now: number): void {
    if (instance.isLoggingOut) {
      const agreement = this.agreementFor(tab, instance)
      instance.isLoggingOut = false
      agreement.arrives()
      agreement.mark = { changedAt: now, who: NOBODY }
    }
    this.leaves(tab, instance)
  }

  /** The page is left, or its instance ends: it hears nothing any more. */
  leaves(tab: TabModel, instance: InstanceModel): void {
    this.givesUp(tab, instance)
    instance.heard = undefined
  }

  /** A request of this tab is on its way: whoever is hidden may wait for its answer. It leads unless another one does. */
  promises(tab: TabModel, instance: InstanceModel, now: number): void {
    this.agreementFor(tab, instance).offers(now + FRESH_MS)
    instance.leads = !this.tabs.some(({ page }) => page.instance !== instance && page.instance.leads)
  }

  /** Nobody waits any more for what is on its way. */
  givesUp(tab: TabModel, instance: InstanceModel): void {
    if (instance.leads) this.agreementFor(tab, instance).offersNothing()
    instance.leads = false
  }

  /** Whether the tabs agree on another user than this instance has told its page of. */
  isBehind(tab: TabModel, instance: InstanceModel): boolean {
    const { isUp, isListening, isAsking, seen } = instance
    const { changedAt, who } = this.agreementFor(tab, instance).mark
    return isUp && isListening && !isAsking && changedAt > 0 && seen !== undefined && seen !== who
  }

  /** What this instance has heard, if it is fresh. */
  latest(tab: TabModel, instance: InstanceModel, now: number): Answer | undefined {
    const { heard } = instance
    return heard && this.#isFresh(tab, instance, heard, now) ? heard : undefined
  }

  /** What the others would reply to a question of this instance. Who has nothing fresh does not reply. */
  replyTo(tab: TabModel, instance: InstanceModel, now: number): Answer | undefined {
    if (tab.alone || !this.agreement.isOffered(now)) return undefined
    const answer = this.#repliers(instance, now)[0]?.heard
    return answer && toldOf(answer)
  }

  /** They reply, and all who listen hear it. */
  replies(instance: InstanceModel, now: number): void {
    const repliers = this.#repliers(instance, now)
    const answer = repliers[0]?.heard && toldOf(repliers[0].heard)
    instance.heard = answer
    for (const { instance: other } of this.#listening())
      if (repliers.some((replier) => replier !== other)) other.heard = answer
  }

  /** The service has told this tab who reads, or that nobody does: the others hear it. */
  tells(tab: TabModel, instance: InstanceModel, answer: Answer, now: number): void {
    const agreement = this.agreementFor(tab, instance)
    instance.heard = answer
    if (!tab.alone && this.#isFresh(tab, instance, answer, now))
      for (const { instance: other } of this.#listening(instance)) other.heard = toldOf(answer)
    agreement.offers(freshUntil(answer))
    const who = whoOf(answer.reader)
    if (who !== agreement.mark.who) agreement.mark = { changedAt: answer.askedAt, who }
  }

  #isFresh(tab: TabModel, instance: InstanceModel, answer: Answer, now: number): boolean {
    return answer.askedAt >= this.agreementFor(tab, instance).mark.changedAt && freshUntil(answer) > now
  }

  #repliers(instance: InstanceModel, now: number): InstanceModel[] {
    return this.#listening(instance).flatMap((other) =>
      this.latest(other.tab, other.instance, now) ? [other.instance] : [],
    )
  }

  #listening(but?: InstanceModel): { tab: TabModel; instance: InstanceModel }[] {
    return this.tabs
      .map((tab) => ({ tab, instance: tab.page.instance }))
      .filter(({ tab, instance }) => !tab.alone && instance.isUp && instance.isListening && instance !== but)
  }
}

/** What another tab makes of an answer. Anybody can say that nobody is logged in: nobody goes by it for long. */
const toldOf = (answer: Answer): Answer =>
  answer.reader?.userId ? answer : { ...answer, until: freshUntil(answer) }

const freshUntil = ({ askedAt, until }: Answer): number => Math.min(askedAt + FRESH_MS, until)
