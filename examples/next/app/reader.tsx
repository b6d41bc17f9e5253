'use client'

import { useRouter } from 'next/navigation'
import type { Snapshot } from 'portico'
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useSyncExternalStore,
} from 'react'
import { follow, isOutdated, UNKNOWN } from '@/site/follow'
import { logOut } from '@/site/identify.mjs'
import { identityOf } from '@/site/identity'
import type { Known, Settings } from '@/site/page.mjs'

interface Reader {
  /** What to greet the reader by, and undefined for a stranger: as the server says, until the library knows better. */
  name: string | undefined
  snapshot: Snapshot
  logOut: () => void
}

const ReaderContext = createContext<Reader | null>(null)

interface ReaderProviderProps {
  settings: Settings
  /** Whom the server has made this route for. */
  known: Known
  children: ReactNode
}

export function ReaderProvider({ settings, known, children }: ReaderProviderProps) {
  const router = useRouter()
  const identity = useCallback(() => identityOf(settings, known), [settings, known])
  const subscribe = useCallback((listener: () => void) => identity().subscribe(listener), [identity])
  const snapshot = useSyncExternalStore(
    subscribe,
    () => identity().getSnapshot(),
    () => UNKNOWN,
  )
  useEffect(() => follow(identity(), known, router.refresh), [identity, known, router])

  const name = isOutdated(snapshot, known) ? undefined : known.name
  return (
    <ReaderContext value={{ name, snapshot, logOut: () => logOut(identity()) }}>{children}</ReaderContext>
  )
}

function useReader(): Reader {
  const reader = useContext(ReaderContext)
  if (!reader) throw new Error('Wrap this component in <ReaderProvider>')
  return reader
}

export function Greeting({ path }: { path: string }) {
  const { name, snapshot, logOut } = useReader()
  return (
    <header>
      <p id="reader">{`Hello, ${name ?? 'stranger'}`}</p>
      {name ? (
        <button type="button" id="log-out" onClick={logOut}>
          Log out
        </button>
      ) : (
        <a id="log-in" href={`/login?${new URLSearchParams({ returnTo: path })}`}>
          Log in
        </a>
      )}
      <p>
        The library says:{' '}
        <output id="library">{snapshot.reason ?? snapshot.session?.givenName ?? snapshot.status}</output>
      </p>
    </header>
  )
}

/** Shows the text that the server has sent, by the same rule as the greeting. */
export function Wall({ children }: { children: ReactNode }) {
  const { name } = useReader()
  return name && children ? children : <p id="teaser">The beginning of it. Log in to read on.</p>
}
