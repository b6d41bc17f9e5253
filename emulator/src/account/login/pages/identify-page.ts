// The first page of a login: who are you? With the password right there when the site asked for one step. Test
// users can be chosen with one click; where a password comes next, the button sends it along, so a login made
// this way is a password login like any other.

import { html } from 'hono/html'
import type { Html } from '../../../http/html.ts'
import type { User } from '../../../store/user.ts'
import { alert, type LoginView, loginFrame, mainField, passwordField } from './login-frame.ts'

export interface IdentifyView extends LoginView {
  readonly users: readonly User[]
  /** The user of the running session, offered first. */
  readonly offered?: User | undefined
  readonly email?: string | undefined
  readonly withPassword: boolean
  /** Whether a password is what comes next, so that a chosen test user may send theirs. */
  readonly passwordNext: boolean
}

export function identifyPage(view: IdentifyView): Html {
  const { uid, offered, email = '', withPassword, error } = view
  return loginFrame(
    view,
    `Log in to ${view.clientName}`,
    html`${offered === undefined ? '' : continueForm(uid, offered)}
${alert(error)}
<form method="post" action="/interaction/${uid}/login">
  <label>E-mail address
    <input data-testid="email" name="email" type="email" autocomplete="username"
      ${offered === undefined || error !== undefined ? mainField(error) : ''} required value="${email}">
  </label>
  ${withPassword ? passwordField() : ''}
  <button data-testid="submit" class="primary">${withPassword ? 'Log in' : 'Next'}</button>
</form>
<section aria-labelledby="test-users">
  <h2 id="test-users">Or choose a test user</h2>
  <ul class="people">${view.users.map((user) => userForm(view, user))}</ul>
</section>`,
  )
}

function continueForm(uid: string, user: User): Html {
  return html`<form method="post" action="/interaction/${uid}/continue">
  <button data-testid="continue" class="primary" autofocus>Continue as ${user.displayName}</button>
  <p class="hint">or log in as somebody else</p>
</form>`
}

function userForm({ uid, passwordNext }: IdentifyView, user: User): Html {
  return html`<li><form method="post" action="/interaction/${uid}/login">
  <input type="hidden" name="email" value="${user.email}">
  ${passwordNext ? html`<input type="hidden" name="password" value="${user.password}">` : ''}
  <button class="person" data-testid="user-${user.username}">
    <span class="avatar" aria-hidden="true">${user.givenName.slice(0, 1)}</span>
    <span><strong>${user.givenName} ${user.familyName}</strong><small>${user.email} · ${user.phone}</small>
    <small>Password: <code>${user.password}</code></small></span>
  </button>
</form></li>`
}
