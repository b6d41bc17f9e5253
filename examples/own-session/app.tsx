/** The page: who reads, and a form to log in. */
import { useSession } from 'portico/react'
import { type FormEvent, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { OwnIdentity } from './identity'

/** How this site logs readers in and out. Each rejects when the server refuses. */
export interface Login {
  logIn(email: string, password: string): Promise<void>
  logOut(): Promise<void>
}

interface Props {
  identity: OwnIdentity
  login: Login
}

function App({ identity, login }: Props) {
  const { status, session } = useSession(identity)
  const [problem, setProblem] = useState('')
  const change = async (act: Promise<void>) => {
    try {
      await act
      setProblem('')
    } catch {
      setProblem('That did not work. Check the e-mail address and the password.')
    }
    await identity.userChanged()
  }
  const logIn = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    void change(login.logIn(`${fields.get('email')}`, `${fields.get('password')}`))
  }
  if (status === 'unknown' || status === 'loading') return <p id="reader">Hello</p>
  return (
    <>
      <p id="reader">Hello, {session?.givenName ?? 'stranger'}</p>
      {session ? (
        <button type="button" id="log-out" onClick={() => void change(login.logOut())}>
          Log out
        </button>
      ) : (
        <form onSubmit={logIn}>
          <label>
            E-mail <input name="email" type="email" autoComplete="username" required />
          </label>
          <label>
            Password <input name="password" type="password" autoComplete="current-password" required />
          </label>
          <button type="submit" id="log-in">
            Log in
          </button>
        </form>
      )}
      <p role="alert">{problem}</p>
    </>
  )
}

export const show = (props: Props) =>
  createRoot(document.getElementById('page') as HTMLElement).render(<App {...props} />)
