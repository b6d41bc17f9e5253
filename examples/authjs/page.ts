/** The page's script. */
import { show } from '../own-session/app'
import { identityOf } from '../own-session/identity'
import { readSession } from './session.mjs'

/** Posts a form with the token that Auth.js wants against forged requests. */
async function post(path: string, fields: Record<string, string>): Promise<void> {
  const { csrfToken } = await (await fetch('/auth/csrf')).json()
  const headers = { 'x-auth-return-redirect': '1' }
  const body = new URLSearchParams({ ...fields, csrfToken, callbackUrl: location.href })
  const { url } = await (await fetch(`/auth/${path}`, { method: 'POST', headers, body })).json()
  if (new URL(url, location.href).searchParams.has('error')) throw new Error(`${path} was refused`)
}

show({
  identity: identityOf('/auth/session', readSession),
  login: {
    logIn: (email, password) => post('callback/credentials', { email, password }),
    logOut: () => post('signout', {}),
  },
})
