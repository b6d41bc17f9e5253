/** The part of the reference model that says what a question is answered by. */
import type { SharingModel } from './sharing-model.ts'
import type { Answer, Entry, Head, InstanceModel, TabModel } from './tab-model.ts'
import type { Failure } from './words.ts'

export type Way =
  | { by: 'cache'; entry: Entry }
  | { by: 'pause'; failure: Failure }
  | { by: 'leaving'; known: InstanceModel['known'] }
  /** What was kept, or known to a page that leaves, is too old: the session is cleared, and asked for anew. */
  | { by: 'stale'; anew: Anew }
  | Anew

type Anew =
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
export function wayOf(world: World, tab: TabModel, instance: InstanceModel): Way {
  const { shared, now } = world
  const { changedAt } = shared.markFor(tab)
  const isOld = (answer: { askedAt: number }) => answer.askedAt < changedAt
  const stale = (): Way => ({ by: 'stale', anew: anewOf(world, tab, instance, true) })
  const entry = tab.get(instance, 'session', now)
  if (entry) return typeof entry.answer === 'object' && isOld(entry.answer) ? stale() : { by: 'cache', entry }

  const pause = shared.pauseFor(tab, instance).inForce(now)
  if (pause) return { by: 'pause', failure: { ...pause.failure, retryAt: pause.retryAt } }
  const { known } = instance
  if (tab.get(instance, 'refresh', now)?.leaves === tab.page.born)
    return known && isOld(known) ? stale() : { by: 'leaving', known }
  return anewOf(world, tab, instance, false)
}

/** The same where the page knows nothing; `isCleared`: because the session has just been cleared. */
function anewOf({ shared, now }: World, tab: TabModel, instance: InstanceModel, isCleared: boolean): Anew {
  const { changedAt } = shared.markFor(tab)
  if (changedAt > now) return { by: 'logout' }
  const head = isCleared ? undefined : headOf(tab, now)
  if (isCleared || !tab.get(instance, 'tabs', now)) {
    const heard = shared.told(instance, now)
    if (heard) return { by: 'tab', answer: heard }
    // Where the head has asked already, no other tab is asked.
    if (!head && shared.isWorthAQuestion(instance, tab, now) && shared.hasReply(instance, now))
      return { by: 'tab' }
  }
  const askedAt = head?.at ?? now
  return { by: 'service', head, askedAt, isOvertaken: !!head && !isRedirect(head) && askedAt < changedAt }
}

/** What answers in the end, where something too old was kept or known. */
export function outcomeOf(...question: Parameters<typeof wayOf>): Exclude<Way, { by: 'stale' }> {
  const way = wayOf(...question)
  return way.by === 'stale' ? way.anew : way
}
