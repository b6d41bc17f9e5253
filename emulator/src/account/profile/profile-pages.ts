// The account pages: what a user may change about themselves, and which publishers they are connected to.

import { html } from 'hono/html'
import type { Html } from '../../http/html.ts'
import type { Publisher } from '../../publishers.ts'
import type { User } from '../../store/user.ts'
import { accountPage } from '../pages/frame.ts'

export interface Frame {
  /** Of the page itself, carried through its forms and links. */
  readonly query: string
  readonly back?: { readonly url: string; readonly name: string } | undefined
  readonly saved: boolean
}

/** A publisher that the user is connected to, and the page on which they see where they are logged in there. */
export interface Connected extends Pick<Publisher, 'key' | 'name' | 'merchantId'> {
  readonly sessionsUrl: string
}

export function profilePage(user: User, connected: readonly Connected[], frame: Frame): Html {
  const { query } = frame
  return framed(
    'Your account',
    frame,
    html`<p class="hint">${user.email} · user id <code>${user.userId}</code></p>
<form method="post" action="/profile-pages${query}" class="stack">
  ${field('Given name', 'givenName', user.givenName, 'given-name')}
  ${field('Family name', 'familyName', user.familyName, 'family-name')}
  ${field('Name shown to others', 'displayName', user.displayName, 'nickname')}
  <label>Gender
    <select name="gender" data-testid="gender">${['female', 'male', 'undisclosed'].map(
      (gender) =>
        html`<option value="${gender}" ${gender === user.gender ? 'selected' : ''}>${gender}</option>`,
    )}</select>
  </label>
  <button class="primary" data-testid="save">Save</button>
</form>
<h2>Phone</h2>
<p class="row"><span data-testid="phone-number">${user.phone}</span>
  <a href="/profile-pages/about-you/phone${query}" data-testid="edit-phone">Change phone number</a></p>
<h2>Connected publishers</h2>
${connected.length === 0 ? html`<p class="hint">None. Logging in at a publisher connects you to it.</p>` : ''}
<ul class="people">${connected.map(
      ({
        name,
        key,
        merchantId,
        sessionsUrl,
      }) => html`<li><form method="post" action="/profile-pages/disconnect${query}" class="row">
  <input type="hidden" name="merchantId" value="${merchantId}"><span>${name}</span>
  <a href="${sessionsUrl}" data-testid="sessions-${key}">Where you are logged in</a>
  <button data-testid="disconnect-${key}" aria-label="Disconnect ${name}">Disconnect</button></form></li>`,
    )}</ul>`,
  )
}

export function phonePage(user: User, frame: Frame, refused?: string): Html {
  return framed(
    'Phone number',
    frame,
    html`${refused === undefined ? '' : html`<p class="alert" role="alert" id="phone-error" data-testid="phone-error">That does not look like a phone number.</p>`}
<form method="post" action="/profile-pages/about-you/phone${frame.query}" class="stack">
  <label>Phone number
    <input name="phone" data-testid="phone" type="tel" autocomplete="tel" required value="${refused ?? user.phone}"
      ${refused === undefined ? '' : html`autofocus aria-invalid="true" aria-describedby="phone-error"`}>
  </label>
  <button class="primary" data-testid="save">Save</button>
</form>
<p class="quiet"><a href="/profile-pages${frame.query}">Your account</a></p>`,
  )
}

function framed(title: string, { back, saved }: Frame, main: Html): Html {
  return accountPage(
    title,
    html`<h1>${title}</h1>
${saved ? html`<p class="done" role="status" data-testid="saved">Saved.</p>` : ''}
${main}
${back === undefined ? '' : html`<p class="quiet"><a href="${back.url}" data-testid="back">Back to ${back.name}</a></p>`}`,
  )
}

function field(label: string, name: string, value: string, autocomplete: string): Html {
  return html`<label>${label}
    <input name="${name}" data-testid="${name}" autocomplete="${autocomplete}" required maxlength="60" value="${value}">
  </label>`
}
