/** The part of the reference model that says what a question is answered by. */
import type { Pause } from './pause-model.ts'
import type { SharingModel } from './sharing-model.ts'
import type { Answer, Entry, Head, InstanceModel, TabModel } from './tab-model.ts'

export type Way =
  /** What is kept for the tab, unless the user has changed since. */
  | { by: 'cache'; entry: Entry }
  /** The page is being left for a refresh. */
  | { by: 'leaving' }
  | { by: 'pause'; pause: Pause }
  /** What the head of the page has asked the service. */
  | { by: 'head'; head: Head }
  | Asking

/** Whom the page asks. */
export type Asking =
  /** Another tab is on its way to the logout page: nobody reads. */
  | { by: 'logout' }
  /** What another tab has told since the page was told anything. */
  | { by: 'tab'; answer: Answer }
  /** What another tab replies. */
  | { by: 'reply'; answer: Answer }
  /** `hears` is whether other tabs have replied, with what is too old. */
  | { by: 'service'; hears?: boolean }

// What a head has asked for longer ago is asked anew.
const FRESH_MS = 10_000

/** What the head of the page has asked for, in this tab's name and a moment ago. */
const headOf = ({ page: { head }, emptied }: TabModel, now: number): Head | undefined =>
  head && head.storage === emptied && now - head.at <= FRESH_MS ? head : undefined

/** Whether the reader has come to the page by a login since then: what anybody knows from before is about somebody else. */
const isBeforeLogin = ({ page }: TabModel, askedAt: number): boolean =>
  page.isLoginReturn && askedAt < page.cameAt

interface World {
  readonly shared: SharingModel
  readonly now: number
}

/** The pause in force: what the tab knows; a page that nobody sees looks what all tabs know, too. */
function pauseOf({ shared, now }: World, tab: TabModel, instance: InstanceModel): Pause | undefined {
  const own = tab.get(instance, 'pause', now)?.pause
  const all = tab.page.isHidden ? shared.agreementFor(tab, instance).pauseAt(now) : undefined
  return [own, all].find((pause) => pause && pause.retryAt > now)
}

/** What the next question of this instance is answered by, unless that turns out to be old. */
export function wayOf(world: World, tab: TabModel, instance: InstanceModel): Way {
  const { shared, now } = world
  const { changedAt } = shared.agreementFor(tab, instance).mark
  const entry = tab.get(instance, 'session', now)
  const askedAt = entry?.answer?.askedAt
  if (entry && askedAt !== undefined && askedAt >= changedAt && !isBeforeLogin(tab, askedAt))
    return { by: 'cache', entry }
  if (tab.get(instance, 'refresh', now)?.leaves === tab.page.born) return { by: 'leaving' }
  const pause = pauseOf(world, tab, instance)
  if (pause) return { by: 'pause', pause }
  const head = headOf(tab, now)
  return head ? { by: 'head', head } : askingOf(world, tab, instance)
}

/**
 * Whom this instance asks. A page that is seen asks the service at once. Before it has listened to other tabs for the first
 * time, it does not even look whether they have something. One that is hidden asks them first, and so does one that has just
 * learned that another tab knows better.
 *
 * @param isLast the last answer was too old: what comes now is taken as it is
 */
export function askingOf(
  { shared, now }: World,
  tab: TabModel,
  instance: InstanceModel,
  isWorthWaiting: boolean = instance.isWorthWaiting,
  isLast = false,
): Asking {
  const waits = tab.page.isHidden || isWorthWaiting
  if (!instance.isListening && !waits) return { by: 'service' }
  if (shared.agreementFor(tab, instance).isLeaving(now)) return { by: 'logout' }
  if (tab.get(instance, 'tabs', now)) return { by: 'service' }
  const latest = shared.latest(tab, instance, now)
  const isOld = (answer: Answer) => !isLast && isBeforeLogin(tab, answer.askedAt)
  if (latest && latest.askedAt > instance.toldAt)
    return isOld(latest) ? { by: 'service' } : { by: 'tab', answer: latest }
  const answer = waits ? shared.replyTo(tab, instance, now) : undefined
  if (!answer) return { by: 'service' }
  return isOld(answer) ? { by: 'service', hears: true } : { by: 'reply', answer }
}

/** Whether what the service was asked then is about a user who may be gone. */
export function isStale(
  { shared, now }: World,
  tab: TabModel,
  instance: InstanceModel,
  askedAt: number,
): boolean {
  const agreement = shared.agreementFor(tab, instance)
  return agreement.isLeaving(now) || askedAt < agreement.mark.changedAt
}
