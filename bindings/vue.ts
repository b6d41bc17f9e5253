/**
 * Vue 3: the session as a shallow ref. What a server renders and the first render in the browser agree, and what is known by
 * then follows when the component is mounted.
 */
import { type InjectionKey, inject, onMounted, onScopeDispose, provide, type ShallowRef, shallowRef, watch } from 'vue'
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
const ABOVE: InjectionKey<Provided> = /* @__PURE__ */ Symbol.for('portico.identity')

/**
 * Hands an identity down to {@link useIdentity}, and the server's session to {@link useSession}. Call it in the setup of a
 * component above.
 *
 * @param session the session that the server renders for, so that its render shows it, and the first one in the browser too
 * @example provideIdentity(getIdentity, page.value?.session)
 */
export function provideIdentity(identity: IdentitySource, session?: Snapshot['session']): void {
  provide(ABOVE, provided(identity, session))
}

/**
 * The identity that {@link provideIdentity} hands down. Undefined on a server.
 *
 * @throws {SDKError} `identity-missing` when nobody does
 * @example const identity = useIdentity()
 */
export function useIdentity<Identity extends Store = FullIdentity>(): Identity | undefined {
  return identityOf(inject(ABOVE, undefined), 'useIdentity(), call provideIdentity() in a component above')
}

/**
 * What is known of the reader. The first component that wants to know has the session service asked.
 *
 * @param identity the identity, or a function that gives it. When the function reads a prop or a ref, a change of that is followed
 * @param selector a component renders anew only when what it picks has changed
 * @example const reader = useSession(getIdentity)
 * @example const name = useSession(getIdentity, ({ session }) => session?.givenName)
 */
export function useSession(identity: IdentitySource): Readonly<ShallowRef<Snapshot>>
export function useSession<Selected>(
  identity: IdentitySource,
  selector: Selector<Selected>,
): Readonly<ShallowRef<Selected>>
export function useSession(
  identity: IdentitySource,
  selector: Selector<unknown> = whole,
): Readonly<ShallowRef<unknown>> {
  const above = inject(ABOVE, undefined)
  const selected = shallowRef(selector(firstSnapshot(above)))
  // In the browser alone, once the component shows what the server has rendered.
  onMounted(() => {
    const followAnew = (store: Store | undefined, _: unknown, onCleanup: (stop: () => void) => void) => {
      const show = () => {
        selected.value = selector(currentSnapshot(store, above))
      }
      onCleanup(follow(store, show))
      show()
    }
    watch(() => storeOf(identity), followAnew, { immediate: true })
  })
  return selected
}

/**
 * Where the reader is logged in. The component asks the session service when it is mounted.
 *
 * @param identity an identity with `sessionList()`, or a function that gives it
 * @example const list = useSessionList(getIdentity) // list.value.sessions, list.value.end(id)
 */
export function useSessionList(identity: SessionListSource): Readonly<ShallowRef<SessionList>> {
  const { subscribe, getSnapshot } = createSessionListStore(identity)
  const list = shallowRef(getSnapshot())
  onMounted(() => {
    const stop = subscribe(() => {
      list.value = getSnapshot()
    })
    onScopeDispose(stop)
  })
  return list
}
