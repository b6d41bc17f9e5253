// The login page. Test users can be chosen with one click: each button sends that user's password, so a login
// made this way is a password login like any other.

import { html } from 'hono/html'
import type { Html } from '../../http/html.ts'
import type { User } from '../../store/users.ts'
import { accountPage } from './frame.ts'

export interface LoginPage {
  readonly uid: string
  readonly clientName: string
  readonly users: readonly User[]
  /** The user of the running session, offered first. */
  readonly current?: User | undefined
  readonly email?: string | undefined
  readonly failed?: boolean
}

export function loginPage(view: LoginPage): Html {
  const { uid, clientName, users, current, email = '', failed = false } = view
  return accountPage(
    'Log in',
    html`<h1>Log in to ${clientName}</h1>
${current === undefined ? '' : continueForm(uid, current)}
${failed ? html`<p class="alert" role="alert" data-testid="login-error">That e-mail address and password do not belong together.</p>` : ''}
<form method="post" action="/interaction/${uid}/login" class="stack">
  <label>E-mail address
    <input data-testid="email" name="email" type="email" autocomplete="username" required value="${email}">
  </label>
  <label>Password
    <input data-testid="password" name="password" type="password" autocomplete="current-password" required>
  </label>
  <button data-testid="submit" class="primary" type="submit">Log in</button>
</form>
<section aria-labelledby="test-users">
  <h2 id="test-users">Or choose a test user</h2>
  <ul class="people">${users.map((user) => userForm(uid, user))}</ul>
</section>
<form method="post" action="/interaction/${uid}/cancel" class="quiet"><button class="link" data-testid="cancel">Cancel and go back</button></form>`,
  )
}

function continueForm(uid: string, user: User): Html {
  return html`<form method="post" action="/interaction/${uid}/continue" class="stack">
  <button data-testid="continue" class="primary" type="submit">Continue as ${user.displayName}</button>
  <p class="divider"><span>or log in as somebody else</span></p>
</form>`
}

function userForm(uid: string, user: User): Html {
  return html`<li><form method="post" action="/interaction/${uid}/login">
  <input type="hidden" name="email" value="${user.email}">
  <input type="hidden" name="password" value="${user.password}">
  <button class="person" data-testid="user-${user.username}" type="submit">
    <span class="avatar" aria-hidden="true">${user.givenName.slice(0, 1)}</span>
    <span><strong>${user.givenName} ${user.familyName}</strong><small>${user.email} · ${user.phone}</small>
    <small>password <code>${user.password}</code></small></span>
  </button>
</form></li>`
}
