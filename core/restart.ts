/**
 * What lets an identity begin anew, for tests that share one. For developers: the build for readers has nothing of it.
 */
import type { ResolvedOptions } from './options.ts'

/** The listeners of one instance, by event. */
type Listeners = Map<string, Map<(payload: never) => void, boolean>>

interface Composed {
  on: object
}

interface Restart {
  readonly options: ResolvedOptions
  /** Composes it anew, and puts the methods in their place. */
  again(): void
  /** Called when that is done: they have copies of its methods. */
  readonly followers: (() => void)[]
}

const listenersOf: WeakMap<object, Listeners> = new WeakMap()
const restarts: WeakMap<object, Restart> = new WeakMap()
/** Windows on which a test leaves nothing to chance. */
const tested: WeakSet<object> = new WeakSet()

/** From now on nothing on this window is left to chance: a test can say what comes when. */
export const withoutChance = (window: object): void => void tested.add(window)

/** Says where the events of an instance keep their listeners. */
export const rememberListeners = ({ on }: Composed, listeners: Listeners): void => void listenersOf.set(on, listeners)

/** Whatever was composed has its listeners remembered. */
const listenersBehind = (on: object) => listenersOf.get(on) as Listeners

/** Lets an identity begin anew. Its listeners stay. @param compose ends what there is, and composes the same once more */
export function letRestart(identity: Composed, options: ResolvedOptions, compose: () => Composed): void {
  let { on } = identity
  const again = () => {
    const next = compose()
    for (const [event, ofEvent] of listenersBehind(on)) listenersBehind(next.on).set(event, ofEvent)
    on = next.on
    Object.assign(identity, next)
  }
  restarts.set(identity, { options, again, followers: [] })
}

/** Lets whoever stands for a composed identity begin anew with it. @param follow puts copies of its methods in their place */
export function followRestart(follower: object, identity: object, follow: () => void = () => {}): void {
  // It was composed by `createIdentity`, which lets it begin anew.
  const restart = restarts.get(identity) as Restart
  restart.followers.push(follow)
  restarts.set(follower, restart)
}

/**
 * Begins anew: nobody has asked, and from now on nothing is left to chance.
 *
 * @returns its options; undefined for what the development build has not composed
 */
export function restart(identity: object): ResolvedOptions | undefined {
  const found = restarts.get(identity)
  if (!found) return
  withoutChance(found.options.window)
  found.again()
  for (const follow of found.followers) follow()
  return found.options
}

/** A number by chance, from 0 to below 1; 0 where a test leaves nothing to it. */
export const draw = (window: object): number => (tested.has(window) ? 0 : Math.random())
