/** The part of the reference model that says what a question is answered by. */
import { type Pause, remembered } from './pause-model.ts'
import type { SharingModel } from './sharing-model.ts'
import type { Answer, Head, InstanceModel, TabModel } from './tab-model.ts'
import type { Failure } from './words.ts'

export type Way =
  /** What is kept for the tab, unless the user has changed since. */
  | { by: 'cache'; answer: Answer }
  /** The service has refused, and said for how long. */
  | { by: 'refusal'; failure: Failure }
  /** Another tab is on its way to the logout page: nobody reads. */
  | { by: 'logout' }
  /** What another tab has told. */
  | { by: 'tab'; answer: Answer }
  /** What another tab replies. */
  | { by: 'reply'; answer: Answer }
  | Request

/** What becomes of a request. */
type Request =
  | { by: 'pause'; pause: Pause }
  /** The page is being left for a refresh. */
  | { by: 'leaving' }
  /** What the head of the page has asked the service. */
  | { by: 'head'; head: Head }
  | { by: 'service' }

// What a head has asked for longer ago is asked anew.
const FRESH_MS = 10_000

interface World {
  readonly shared: SharingModel
  readonly now: number
}

/** What the head of the page has asked for, in this tab's name and a moment ago. */
const headOf = ({ page: { head }, emptied }: TabModel, now: number): Head | undefined =>
  head && head.storage === emptied && now - head.at <= FRESH_MS ? head : undefined

/** Whether this instance puts a question to other tabs before it asks the service. */
export const asksOthers = ({ page }: TabModel, instance: InstanceModel): boolean =>
  page.isHidden || (instance.isListening && instance.isWorthWaiting)

/** What the tab remembers of a pause, as far as it is in force. */
function ownPause({ now }: World, tab: TabModel, instance: InstanceModel): Pause | undefined {
  const pause = tab.get(instance, 'pause', now)?.pause
  return pause && pause.retryAt > now ? pause : undefined
}

/** The pause in force. A page that is seen looks at those of other tabs when its own tab knows of one, or after its first call. */
export function pauseOf(world: World, tab: TabModel, instance: InstanceModel): Pause | undefined {
  const looks = instance.knowsPauses || tab.page.isHidden || ownPause(world, tab, instance)
  return looks ? world.shared.agreementFor(tab, instance).pauseAt(world.now) : undefined
}

/** The same. What all tabs know is the tab's own from then on, and what they do not know any more is over. */
export function heedPause(world: World, tab: TabModel, instance: InstanceModel): Pause | undefined {
  const pause = pauseOf(world, tab, instance)
  if (pause) tab.set(instance, 'pause', pauseEntry(pause))
  else if (ownPause(world, tab, instance)) tab.remove(instance, 'pause')
  return pause
}

export const pauseEntry = (pause: Pause): { until: number; pause: Pause } => ({
  until: remembered(pause),
  pause,
})

/** What the next question of this instance is answered by, unless that turns out to be old. */
export function wayOf(world: World, tab: TabModel, instance: InstanceModel): Way {
  const { shared, now } = world
  const kept = tab.get(instance, 'session', now)?.answer
  if (kept && kept.askedAt >= shared.notBefore(tab, instance, now)) return { by: 'cache', answer: kept }
  const failure = tab.get(instance, 'refused', now)?.failure
  if (failure) return { by: 'refusal', failure }
  return wayBeyond(world, tab, instance)
}

/** The same, where the tab keeps nothing. */
export function wayBeyond(world: World, tab: TabModel, instance: InstanceModel): Way {
  const { shared, now } = world
  if (tab.page.isHidden || instance.isListening) {
    if (shared.agreementFor(tab, instance).isLeaving(now)) return { by: 'logout' }
    const told = shared.latest(tab, instance, now)
    if (told) return { by: 'tab', answer: told }
    const mayReply = asksOthers(tab, instance) && !instance.isBack
    const reply = mayReply ? shared.replyTo(tab, instance, now) : undefined
    if (reply) return { by: 'reply', answer: reply }
  }
  const pause = pauseOf(world, tab, instance)
  if (pause) return { by: 'pause', pause }
  if (tab.get(instance, 'refresh', now)?.leaves === tab.page.born) return { by: 'leaving' }
  const head = headOf(tab, now)
  return head ? { by: 'head', head } : { by: 'service' }
}
