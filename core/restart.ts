/**
 * What lets an identity begin anew, for tests that share one. For developers: the build for readers has nothing of it.
 */
import { withoutChance } from './chance.ts'
import type { ResolvedOptions } from './options.ts'

type AnyListener = (payload: never) => void

/** The listeners of one instance, by event. The value says whether a listener is called only once. */
type Listeners = Map<string, Map<AnyListener, boolean>>

interface Composed {
  on: object
  dispose(): void
}

interface Restart {
  readonly options: ResolvedOptions
  /** Ends what there is, composes it anew, and puts the methods in their place. */
  again(between: () => void): void
  /** Called when that is done: they have copies of its methods. */
  readonly followers: (() => void)[]
  /** Whether the end that comes now is a new beginning. */
  isRunning: boolean
}

const listenersOf: WeakMap<object, Listeners> = new WeakMap()
const restarts: WeakMap<object, Restart> = new WeakMap()

/** Says where the events of an instance keep their listeners. */
export const rememberListeners = ({ on }: Pick<Composed, 'on'>, listeners: Listeners): void =>
  void listenersOf.set(on, listeners)

/** Whatever was composed has its listeners remembered. */
const listenersBehind = (on: object) => listenersOf.get(on) as Listeners

/** All listeners, whatever they listen to. */
const allOf = (listeners: Listeners) => new Set([...listeners.values()].flatMap((ofEvent) => [...ofEvent.keys()]))

/** Hands the listeners of an instance to the one that follows it, but for those that its own plugins have added in their setup. */
function handOver(before: Listeners, ofPlugins: ReadonlySet<AnyListener>, after: Listeners): void {
  for (const [event, ofEvent] of before) {
    const next = after.get(event) ?? new Map<AnyListener, boolean>()
    for (const [listener, once] of ofEvent) if (!ofPlugins.has(listener)) next.set(listener, once)
    // Whoever has added a listener holds a function that takes it off this map.
    ofEvent.delete = (listener) => next.delete(listener)
    after.set(event, next)
  }
}

/** Lets an identity begin anew. The page's listeners stay. @param compose composes the same once more */
export function letRestart(identity: Composed, options: ResolvedOptions, compose: () => Composed): void {
  let listeners = listenersBehind(identity.on)
  // The plugins of the next composition add theirs again.
  let ofPlugins = allOf(listeners)
  const again = (between: () => void) => {
    identity.dispose()
    between()
    const next = compose()
    const before = listeners
    listeners = listenersBehind(next.on)
    const ofNext = allOf(listeners)
    handOver(before, ofPlugins, listeners)
    ofPlugins = ofNext
    Object.assign(identity, next)
  }
  restarts.set(identity, { options, again, followers: [], isRunning: false })
}

/** Lets whoever stands for a composed identity begin anew with it. @param follow puts copies of its methods in their place */
export function followRestart(follower: object, identity: object, follow: () => void): void {
  // It was composed by `createIdentity`, which lets it begin anew.
  const restart = restarts.get(identity) as Restart
  restart.followers.push(follow)
  restarts.set(follower, restart)
}

/** Whether an identity is ended to begin anew. What stands for it outlives that. */
export const isRestarting = (identity: object): boolean => restarts.get(identity)?.isRunning === true

/**
 * Begins anew: nobody has asked, and from now on nothing is left to chance.
 *
 * @param between is called between the end and the new beginning
 * @returns whether it has; an identity that the development build has not composed cannot
 */
export function restart(identity: object, between: (options: ResolvedOptions) => void): boolean {
  const found = restarts.get(identity)
  if (!found) return false
  withoutChance(found.options.window)
  found.isRunning = true
  try {
    found.again(() => between(found.options))
  } finally {
    found.isRunning = false
  }
  for (const follow of found.followers) follow()
  return true
}
