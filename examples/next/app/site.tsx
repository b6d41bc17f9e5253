'use client'

import Link from 'next/link'
import { usePathname, useRouter } from 'next/navigation'
import type { Session } from 'portico'
import { IdentityProvider, useSession } from 'portico/react'
import { type ReactNode, useEffect } from 'react'
import { keepServerTold } from '@/site/follow'
import { logOut } from '@/site/identify.mjs'
import { getIdentity } from '@/site/identity'
import { nameOf } from '@/site/wall'

interface SiteProps {
  /** The session of the reader whom the server knows. */
  session: Session | undefined
  children: ReactNode
}

/** The frame of each route. */
export function Site({ session, children }: SiteProps) {
  const { refresh } = useRouter()
  const known = session?.uuid ?? ''
  useEffect(() => keepServerTold(getIdentity(), known, refresh), [known, refresh])
  return (
    <IdentityProvider identity={getIdentity} session={session}>
      <header>
        <p className="name">The Harbour Post</p>
        <Greeting />
      </header>
      <nav>
        <Link href="/">Front page</Link>
        <Link href="/article">The Sunday boat</Link>
        <Link href="/another">Night buses</Link>
      </nav>
      {children}
      <Library />
    </IdentityProvider>
  )
}

function Greeting() {
  const name = useSession(getIdentity, nameOf)
  const returnTo = usePathname()
  return (
    <>
      <p id="reader">{`Hello, ${name ?? 'stranger'}`}</p>
      {name ? (
        <button type="button" id="log-out" onClick={() => logOut(getIdentity())}>
          Log out
        </button>
      ) : (
        <a id="log-in" href={`/login?${new URLSearchParams({ returnTo })}`}>
          Log in
        </a>
      )}
    </>
  )
}

function Library() {
  const said = useSession(getIdentity, ({ reason, status }) => reason ?? status)
  return (
    <footer>
      <p>
        The library says: <output id="library">{said}</output>
      </p>
    </footer>
  )
}
