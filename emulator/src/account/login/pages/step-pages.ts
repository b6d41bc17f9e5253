// The pages of a login once it is clear who is logging in: password, one-time code, electronic ID.

import { html } from 'hono/html'
import { type Html, timeOf } from '../../../http/html.ts'
import type { KnownUser } from '../../../store/user.ts'
import type { Method } from '../methods.ts'
import { alert, type LoginView, loginFrame, mainField, passwordField } from './login-frame.ts'

export interface StepView extends LoginView {
  readonly user: KnownUser
  /** Whether the person is logged in already and only has to show more. */
  readonly bySession: boolean
}

export function passwordPage(view: StepView): Html {
  const { uid, user, error } = view
  return step(
    view,
    'Enter your password',
    html`<form method="post" action="/interaction/${uid}/password">
  <input type="hidden" name="email" autocomplete="username" value="${user.email}">
  ${passwordField(mainField(error))}
  <button data-testid="submit" class="primary">Log in</button>
</form>
<p class="hint">Password: <code>${user.password}</code></p>`,
  )
}

/** By what a one-time code comes. */
type CodeMethod = Extract<Method, 'otp' | 'sms' | 'otp-email'>

export function codePage(view: StepView, method: CodeMethod, code: string): Html {
  const { uid, user, error } = view
  const asks: Record<CodeMethod, string> = {
    otp: 'Enter the code that your authenticator app shows.',
    sms: `Enter the code that was sent to ${user.phone}.`,
    'otp-email': `Enter the code that was sent to ${user.email}.`,
  }
  return step(
    view,
    'Enter the one-time code',
    html`<form method="post" action="/interaction/${uid}/code">
  <p id="ask">${asks[method]}</p>
  <label>One-time code
    <input data-testid="code" name="code" inputmode="numeric" autocomplete="one-time-code" required
      pattern="[0-9 ]{6,7}" class="code" ${mainField(error, 'ask')}>
  </label>
  <button data-testid="submit" class="primary">Confirm</button>
</form>
<form method="post" action="/interaction/${uid}/new-code">
  <button class="link" data-testid="new-code">Send a new code</button>
</form>
${method === 'otp' ? app(code) : inbox(user, method === 'sms' ? 'sms' : 'email')}`,
  )
}

function app(code: string): Html {
  return html`<section class="device" aria-label="Authenticator app" data-testid="authenticator">
  <h2>Authenticator app</h2>
  <p class="digits" data-testid="shown-code">${code}</p>
</section>`
}

function inbox({ phone, email, messages }: KnownUser, channel: 'sms' | 'email'): Html {
  const heading = channel === 'sms' ? `Phone · ${phone}` : `Mailbox · ${email}`
  const list = messages.filter((message) => message.channel === channel).slice(0, 4)
  return html`<section class="device" aria-label="${heading}" data-testid="${channel === 'sms' ? 'phone' : 'mailbox'}">
  <h2>${heading}</h2>
  <ol class="people">${list.map(
    ({ code, sentAt }, index) => html`<li class="row">Your login code
    <strong class="digits" ${index === 0 ? html`data-testid="shown-code"` : ''}>${code}</strong>
    <time datetime="${new Date(sentAt).toISOString()}">${timeOf(sentAt)}</time></li>`,
  )}</ol>
</section>`
}

export function eidPage(view: StepView, method: Method): Html {
  const { uid, user } = view
  return step(
    view,
    'Identify yourself',
    html`<form method="post" action="/interaction/${uid}/eid">
  <p id="ask">Identify yourself with your electronic ID (${method}). ${user.givenName} ${user.familyName}</p>
  <button data-testid="submit" class="primary" ${mainField(undefined, 'ask')}>Identify with electronic ID</button>
</form>`,
  )
}

function step(view: StepView, title: string, main: Html): Html {
  const { uid, user, bySession } = view
  return loginFrame(
    view,
    title,
    html`${bySession ? html`<p>Confirm that it is you.</p>` : ''}
<div class="row"><span class="avatar" aria-hidden="true">${user.givenName.slice(0, 1)}</span>
  <span data-testid="who">${user.email}</span>
  <form method="post" action="/interaction/${uid}/other"><button class="link" data-testid="other-account">Use another account</button></form>
</div>
${alert(view.error)}
${main}`,
  )
}
