/**
 * Svelte 5: the session as a reactive value. What a server renders and the first render in the browser agree, and what is known
 * by then follows at once.
 */
import { getContext, setContext } from 'svelte'
import { createSubscriber } from 'svelte/reactivity'
import { windowOf } from '../core/options.ts'
import type { Snapshot } from '../plugins/reporting/snapshot.ts'
import type { FullIdentity } from '../presets/full.ts'
import { createSessionListStore, type SessionList, type SessionListSource } from './session-list.ts'
import {
  currentSnapshot,
  firstSnapshot,
  follow,
  type IdentitySource,
  identityOf,
  type Provided,
  provided,
  type Selector,
  type Store,
  storeOf,
  whole,
} from './store.ts'

export type { EmptySnapshot, Snapshot } from '../plugins/reporting/snapshot.ts'
export type { SessionList, SessionListSource } from './session-list.ts'
export type { IdentitySource, Selector, Store } from './store.ts'

// A name, so that two copies of this file find each other.
const ABOVE: symbol = /* @__PURE__ */ Symbol.for('portico.identity')

/**
 * Hands an identity down to {@link getIdentity}, and the server's session to {@link session}. Call it in a component above.
 *
 * @param session the session that the server renders for, so that its render shows it, and the first one in the browser too
 * @example setIdentity(identity, data.session)
 */
export function setIdentity(identity: IdentitySource, session?: Snapshot['session']): void {
  setContext(ABOVE, provided(identity, session))
}

/**
 * The identity that {@link setIdentity} hands down. Undefined on a server.
 *
 * @throws {SDKError} `identity-missing` when nobody does
 * @example const identity = getIdentity()
 */
export function getIdentity<Identity extends Store = FullIdentity>(): Identity | undefined {
  return identityOf(getContext<Provided | undefined>(ABOVE), 'getIdentity(), call setIdentity() in a component above')
}

/**
 * What is known of the reader. The first component that shows it has the session service asked. Call it in a component.
 *
 * @param identity the identity, or a function that gives it
 * @param selector a component renders anew only when what it picks has changed
 * @example const reader = session(identity) // reader.current.status
 * @example const name = session(identity, ({ session }) => session?.givenName)
 */
export function session(identity: IdentitySource): { readonly current: Snapshot }
export function session<Selected>(
  identity: IdentitySource,
  selector: Selector<Selected>,
): { readonly current: Selected }
export function session(identity: IdentitySource, selector: Selector<unknown> = whole): { readonly current: unknown } {
  const above = getContext<Provided | undefined>(ABOVE)
  let shown = selector(firstSnapshot(above))
  let isFollowing = false

  // Runs when an effect first reads the value: while the page takes over what a server has rendered.
  const subscribe = createSubscriber((update) => {
    const store = storeOf(identity)
    const show = () => {
      const selected = selector(currentSnapshot(store, above))
      if (Object.is(selected, shown)) return
      shown = selected
      update()
    }
    isFollowing = true
    const stop = follow(store, show)
    Promise.resolve().then(show)
    return () => {
      isFollowing = false
      stop()
    }
  })

  return {
    get current() {
      subscribe()
      // Nobody follows where no effect reads it: on a server, and for a handler of a click.
      return isFollowing || !windowOf({}) ? shown : selector(currentSnapshot(storeOf(identity), above))
    },
  }
}

/**
 * Where the reader is logged in. The component that shows the list asks the session service. Call it in a component.
 *
 * @param identity an identity with `sessionList()`, or a function that gives it
 * @example const list = sessionList(getIdentity) // list.current.sessions, list.current.end(id)
 */
export function sessionList(identity: SessionListSource): { readonly current: SessionList } {
  const store = createSessionListStore(identity)
  const subscribe = createSubscriber((update) => store.subscribe(update))
  return {
    get current() {
      subscribe()
      return store.getSnapshot()
    },
  }
}
