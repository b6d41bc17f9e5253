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
      // Another identity of the same page is told of the user alone, by an event of the window.
      for (const { page } of this.tabs)
        if (news === 'mark' || page !== this.#writer?.page) page.news.add(news)
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
    instance.forgets()
  }

  /** Whether the tabs agree on another user than this instance shows. */
  isBehind(tab: TabModel, instance: InstanceModel): boolean {
    const { isUp, isListening, seen } = instance
    const { changedAt, who } = this.agreementFor(tab, instance).mark
    return isUp && isListening && changedAt > 0 && seen !== undefined && seen !== who
  }

  /** Moments before which no answer counts: what the tab remembers, and when the user changed last, in whichever tab. */
  notBefore(tab: TabModel, instance: InstanceModel, now: number): number {
    const { moment = 0 } = tab.get(instance, 'not-before', now) ?? {}
    return Math.max(moment, this.agreementFor(tab, instance).mark.changedAt)
  }

  /** What another tab has told this instance, if it is fresh, and counts. */
  latest(tab: TabModel, instance: InstanceModel, now: number): Answer | undefined {
    const answer = ifFresh(instance.heard, now)
    return answer && answer.askedAt >= this.notBefore(tab, instance, now) ? answer : undefined
  }

  /** What the others would reply to a question of this instance, if it counts. Who has nothing fresh does not reply. */
  replyTo(tab: TabModel, instance: InstanceModel, now: number): Answer | undefined {
    if (tab.alone) return undefined
    const known = knownTo(instance, now)
    const reply = this.#replies(instance, now).find(({ askedAt }) => !known || askedAt > known.askedAt)
    return reply && reply.askedAt >= this.notBefore(tab, instance, now) ? reply : undefined
  }

  /** This instance puts a question. Whoever knows something replies, and all who listen hear it. */
  asks(tab: TabModel, instance: InstanceModel, now: number): void {
    if (tab.alone) return
    const listening = this.#listening(instance)
    const repliers = listening.flatMap((replier) => {
      const reply = knownTo(replier, now)
      return reply ? [{ replier, reply: toldOf(reply) }] : []
    })
    for (const { replier, reply } of repliers)
      for (const other of [...listening, instance]) if (other !== replier) hears(other, reply, now)
  }

  /** The service has told this tab who reads, or that nobody does: the others hear it. */
  tells(tab: TabModel, instance: InstanceModel, answer: Answer, now: number): void {
    const agreement = this.agreementFor(tab, instance)
    instance.told = answer
    if (!tab.alone) for (const other of this.#listening(instance)) hears(other, toldOf(answer), now)
    const who = whoOf(answer.reader)
    if (who !== agreement.mark.who) agreement.mark = { changedAt: answer.askedAt, who }
  }

  #replies(instance: InstanceModel, now: number): Answer[] {
    return this.#listening(instance).flatMap((other) => {
      const reply = knownTo(other, now)
      return reply ? [toldOf(reply)] : []
    })
  }

  #listening(but: InstanceModel): InstanceModel[] {
    return this.tabs
      .filter(({ alone }) => !alone)
      .map(({ page }) => page.instance)
      .filter((instance) => instance.isUp && instance.isListening && instance !== but)
  }
}

/** What another tab makes of an answer. Anybody can say that nobody is logged in: nobody goes by it for long. */
const toldOf = (answer: Answer): Answer =>
  answer.reader?.userId ? answer : { ...answer, until: Math.min(answer.askedAt + FRESH_MS, answer.until) }

const ifFresh = (answer: Answer | undefined, now: number): Answer | undefined =>
  answer && answer.askedAt + FRESH_MS > now && answer.until > now ? answer : undefined

/** The newest that an instance knows, its own word or that of another tab. */
const knownTo = ({ told, heard }: InstanceModel, now: number): Answer | undefined =>
  ifFresh(told, now) ?? ifFresh(heard, now)

/** An instance hears an answer; one that is over, or no newer than what it knows, is nothing to it. */
function hears(instance: InstanceModel, answer: Answer, now: number): void {
  const known = knownTo(instance, now)
  if (answer.until <= now || (known && known.askedAt >= answer.askedAt)) return
  instance.heard = answer
  instance.told = undefined
}
