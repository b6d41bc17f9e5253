/** The part of the reference model that says what a question is answered by. */
import type { SharingModel } from './sharing-model.ts'
import type { Answer, Entry, Head, InstanceModel, TabModel } from './tab-model.ts'
import type { Failure } from './words.ts'

/** `isLate`: something was kept, and is too old, which is found when the others have had their say. */
export type Way =
  | { by: 'cache'; entry: Entry }
  | { by: 'pause'; failure: Failure; isLate: boolean }
  | { by: 'leaving'; known: InstanceModel['known'] }
  | { by: 'logout' }
  /** Without an answer, by what another tab replies. */
  | { by: 'tab'; answer?: Answer }
  /**
   * Or by what the head of the page has asked it before. `isOvertaken`: the user has changed since then, so that what the
   * head was answered is good for nothing.
   */
  | { by: 'service'; head?: Head; askedAt: number; isOvertaken: boolean }

// What a head has asked for longer ago is asked anew.
const FRESH_MS = 10_000

/** What the head of the page has asked for, in this tab's name and a moment ago. */
export const headOf = ({ page: { head }, emptied }: TabModel, now: number): Head | undefined =>
  head && head.storage === emptied && now - head.at <= FRESH_MS ? head : undefined

const isRedirect = ({ fault: { meaning } }: Head) => typeof meaning === 'object' && 'redirect' in meaning

interface World {
  readonly shared: SharingModel
  readonly now: number
}

/** What the next question of this instance would be answered by. */
export function wayOf({ shared, now }: World, tab: TabModel, instance: InstanceModel): Way {
  const { changedAt } = shared.markFor(tab)
  const isOld = (answer: { askedAt: number }) => answer.askedAt < changedAt
  const entry = tab.get(instance, 'session', now)
  const { answer } = entry ?? {}
  if (entry && (typeof answer !== 'object' || !isOld(answer))) return { by: 'cache', entry }

  const isLate = !!entry
  const pause = shared.pauseFor(tab, instance).inForce(now)
  const refusal = pause && { ...pause.failure, retryAt: pause.retryAt }
  if (refusal && !isLate) return { by: 'pause', failure: refusal, isLate }
  const { known } = instance
  const isLeaving = tab.get(instance, 'refresh', now)?.leaves === tab.page.born
  if (!isLate && isLeaving && !(known && isOld(known))) return { by: 'leaving', known }
  if (changedAt > now) return { by: 'logout' }

  // Where something was kept, it has been thrown away.
  const head = isLate ? undefined : headOf(tab, now)
  if (!tab.get(instance, 'tabs', now)) {
    const heard = shared.told(instance, now)
    if (heard) return { by: 'tab', answer: heard }
    // Where the head has asked already, no other tab is asked.
    if (!head && shared.isWorthAQuestion(instance, tab, now) && shared.hasReply(instance, now))
      return { by: 'tab' }
  }
  if (refusal) return { by: 'pause', failure: refusal, isLate }
  const askedAt = head?.at ?? now
  return { by: 'service', head, askedAt, isOvertaken: !!head && !isRedirect(head) && askedAt < changedAt }
}
