import { Identity, type Snapshot } from 'portico'
import { IdentityProvider, useIdentity, useSession } from 'portico/react'
import type { ReactNode } from 'react'

const getIdentity = () =>
  new Identity({ clientId: 'c', sessionDomain: 'https://id.a.b', redirectUri: 'https://a.b' })

export function Reader() {
  const { status, session } = useSession(getIdentity)
  const name: string | undefined = useSession(
    getIdentity,
    (snapshot: Snapshot) => snapshot.session?.givenName,
  )
  const identity = useIdentity()
  // @ts-expect-error a server has none
  identity.logout()
  // @ts-expect-error no such status
  if (status === 'anonymous') return null
  // There is a session where there is a user.
  if (status === 'connected')
    return (
      <button type="button" onClick={() => identity?.logout()}>
        {session.givenName ?? name}
      </button>
    )
  // @ts-expect-error there may be none
  return <p>{session.givenName}</p>
}

export const App = ({ children }: { children: ReactNode }) => (
  <IdentityProvider identity={getIdentity} session={{ uuid: 'u', givenName: 'Ada' }}>
    <Reader />
    {children}
  </IdentityProvider>
)

// @ts-expect-error an identity is missing
export const Wrong = () => <IdentityProvider />
