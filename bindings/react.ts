/**
 * React 18 and 19: the session as a hook. What a server renders and the first render in the browser agree, and what is known by
 * then follows at once.
 */
import {
  type Context,
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useCallback,
  useContext,
  useMemo,
  useSyncExternalStore,
} from 'react'
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

const Above: Context<Provided | undefined> = /* @__PURE__ */ createContext<Provided | undefined>(undefined)

/** What {@link IdentityProvider} takes. */
export interface IdentityProviderProps {
  /** The identity, or the function that gives it. */
  identity: IdentitySource
  /** The session that the server renders for, so that its render shows it, and the first one in the browser too. */
  session?: Snapshot['session'] | undefined
  children?: ReactNode
}

/**
 * Hands an identity down to {@link useIdentity}, and the server's session to {@link useSession}.
 *
 * @example <IdentityProvider identity={getIdentity} session={session}><App /></IdentityProvider>
 */
export function IdentityProvider({ identity, session, children }: IdentityProviderProps): ReactElement {
  const value = useMemo(() => provided(identity, session), [identity, session])
  return createElement(Above.Provider, { value }, children)
}

/**
 * The identity of the {@link IdentityProvider} above. Undefined on a server.
 *
 * @throws {SDKError} `identity-missing` when there is no provider
 * @example const identity = useIdentity()
 */
export function useIdentity<Identity extends Store = FullIdentity>(): Identity | undefined {
  return identityOf(useContext(Above), 'useIdentity(), wrap the component in <IdentityProvider>')
}

/** The same result for the same snapshot, as `useSyncExternalStore` wants it. */
function once<Selected>(selector: Selector<Selected>): Selector<Selected> {
  let last: { snapshot: Snapshot; selected: Selected } | undefined
  return (snapshot) => {
    if (last?.snapshot !== snapshot) last = { snapshot, selected: selector(snapshot) }
    return last.selected
  }
}

/**
 * What is known of the reader. The first component that wants to know has the session service asked.
 *
 * @param identity the identity, or a function that gives it: one of the module, and none that is made at each render
 * @param selector a component renders anew only when what it picks has changed
 * @example const { status, session } = useSession(getIdentity)
 * @example const name = useSession(getIdentity, ({ session }) => session?.givenName)
 */
export function useSession(identity: IdentitySource): Snapshot
export function useSession<Selected>(identity: IdentitySource, selector: Selector<Selected>): Selected
export function useSession(identity: IdentitySource, selector: Selector<unknown> = whole): unknown {
  const above = useContext(Above)
  const subscribe = useCallback((listener: () => void) => follow(storeOf(identity), listener), [identity])
  const select = useMemo(() => once(selector), [selector])
  return useSyncExternalStore(
    subscribe,
    () => select(currentSnapshot(storeOf(identity), above)),
    () => select(firstSnapshot(above)),
  )
}

/**
 * Where the reader is logged in. The component asks the session service when it is mounted.
 *
 * @param identity an identity with `sessionList()`, or a function that gives it: one of the module, and none that is made at each render
 * @example const { sessions, end, endOthers } = useSessionList(getIdentity)
 */
export function useSessionList(identity: SessionListSource): SessionList {
  const { subscribe, getSnapshot } = useMemo(() => createSessionListStore(identity), [identity])
  return useSyncExternalStore(subscribe, getSnapshot, getSnapshot)
}
