/** The page's script. */
import { show } from '../own-session/app'
import { identityOf } from '../own-session/identity'
import { readSession } from './session.mjs'

async function post(path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`/api/auth/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${path} answered with ${response.status}`)
}

show({
  identity: identityOf('/api/auth/get-session', readSession),
  login: {
    logIn: (email, password) => post('sign-in/email', { email, password }),
    logOut: () => post('sign-out', {}),
  },
})
