/**
 * What all bindings share: whom they read from, and what they show while the library does not know better than the server.
 */
import { SDKError } from '../core/errors.ts'
import { isHidden } from '../core/kernel/page.ts'
import type { IdentityCore } from '../core/kernel/plugin.ts'
import { type BrowserWindow, windowOf } from '../core/options.ts'
import { type Snapshot, serverSnapshot } from '../plugins/reporting/snapshot.ts'
import type { StatusApi } from '../plugins/reporting/status.ts'

/** What a binding needs of an identity: the class has it, a composition with `status()` too. */
export type Store = Pick<IdentityCore, 'hasSession'> & StatusApi

/** An identity, or the function that gives it, which is called in the browser alone. Undefined on a server, which has none. */
export type IdentitySource<Identity extends Store = Store> = Identity | (() => Identity) | undefined

/** Picks what a component shows. What it picks should be a value, or a part of the snapshot. */
export type Selector<Selected> = (snapshot: Snapshot) => Selected

/** Picks all of it. */
export const whole: Selector<Snapshot> = (snapshot) => snapshot

/** What a component hands down to those beneath it. */
export interface Provided {
  readonly identity: IdentitySource
  /** The snapshot of the session that the server rendered for; undefined where it did not say. */
  readonly rendered: Snapshot | undefined
}

export const provided = (identity: IdentitySource, session: Snapshot['session'] | undefined): Provided => ({
  identity,
  rendered: session ? serverSnapshot(session) : undefined,
})

/** The identity. Call it in the browser. */
export const storeOf = <Identity extends Store>(source: IdentitySource<Identity>): Identity | undefined =>
  typeof source === 'function' ? source() : source

/** The identity that a component above has handed down. Undefined on a server. @param wrap tells a developer how to hand one down */
export function identityOf<Identity extends Store>(above: Provided | undefined, wrap: string): Identity | undefined {
  if (!above) throw new SDKError('identity-missing', wrap)
  // Whoever hands it down knows its type, which no context carries.
  return windowOf({}) && (storeOf(above.identity) as Identity | undefined)
}

/** What the server has rendered, and the first render in the browser with it. */
export const firstSnapshot = (above: Provided | undefined): Snapshot => above?.rendered ?? serverSnapshot(null)

/** The reader has logged out of these on this page. The snapshot of an outage that follows does not tell. */
const loggedOut: WeakSet<Store> = /* @__PURE__ */ new WeakSet()

/** Prefers what the page knows to what the server has rendered, once the page has known better: returns whether. An outage after a logout does not bring back what the server has rendered. */
export function preferLive(store: Store): boolean {
  const { status, source } = store.getSnapshot()
  if (status === 'loggedOut') loggedOut.add(store)
  // It has begun anew, as it does between tests.
  if (status === 'unknown' || status === 'loading') loggedOut.delete(store)
  return source !== undefined || loggedOut.has(store)
}

/** What is known now. Until somebody knows better, that is what the server has rendered for this identity. */
export function currentSnapshot(store: Store | undefined, above: Provided | undefined): Snapshot {
  if (!store) return firstSnapshot(above)
  const live = store.getSnapshot()
  if (preferLive(store)) return live
  const rendered = above?.rendered && storeOf(above.identity) === store ? above.rendered : store.getServerSnapshot()
  return rendered.session ? rendered : live
}

/**
 * Calls `listener` at each change. Has the session asked for where nobody has done so yet.
 *
 * @param window the page on which that is shown. @default the global one
 */
export function follow(
  store: Store | undefined,
  listener: () => void,
  window: BrowserWindow = windowOf({}),
): () => void {
  if (!store) return () => {}
  const stop = store.subscribe(listener)
  // What it comes to is in the snapshot. Components that are mounted later find it there, and so do those that follow anew at each render.
  const ask = () => {
    if (store.getSnapshot().status === 'unknown') store.hasSession().catch(() => {})
  }
  ask()
  // A login clears the session, and with it what the first call was to find out. The reader may cancel it, and come back.
  const askWhenSeen = () => {
    if (!isHidden(window)) ask()
  }
  // Some tests render without a window, or without a document.
  window?.document?.addEventListener('visibilitychange', askWhenSeen)
  return () => {
    window?.document?.removeEventListener('visibilitychange', askWhenSeen)
    stop()
  }
}
