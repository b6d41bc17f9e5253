// The pages of a log-in once it is clear who is logging in: password, one-time code, electronic ID.

import { html } from 'hono/html'
import type { Html } from '../../../http/html.ts'
import type { Message, User } from '../../../store/user.ts'
import type { Method } from '../methods.ts'
import { passwordField } from './identify-page.ts'
import { alert, type LoginView, loginFrame, mainField } from './login-frame.ts'

export interface StepView extends LoginView {
  readonly user: User
  /** Whether the person is logged in already and only has to show more. */
  readonly bySession: boolean
  readonly error?: string | undefined
}

export function passwordPage(view: StepView): Html {
  const { uid, texts, user, error } = view
  return step(
    view,
    texts.enterPassword,
    html`<form method="post" action="/interaction/${uid}/password" class="stack">
  <input type="hidden" name="email" autocomplete="username" value="${user.email}">
  ${passwordField(texts, mainField(error))}
  <button data-testid="submit" class="primary">${texts.logIn}</button>
</form>
<p class="hint">${texts.password}: <code>${user.password}</code></p>`,
  )
}

export interface CodeView extends StepView {
  readonly method: Method
  readonly code: string
  readonly messages: readonly Message[]
}

export function codePage(view: CodeView): Html {
  const { uid, texts, user, method, error } = view
  const where = { otp: texts.otp, sms: texts.sms(user.phone), 'otp-email': texts.otpEmail(user.email) }
  return step(
    view,
    texts.enterCode,
    html`<form method="post" action="/interaction/${uid}/code" class="stack">
  <p class="ask" id="ask">${where[method as keyof typeof where]}</p>
  <label>${texts.code}
    <input data-testid="code" name="code" inputmode="numeric" autocomplete="one-time-code" required
      pattern="[0-9 ]{6,7}" class="code" ${mainField(error, 'ask')}>
  </label>
  <button data-testid="submit" class="primary">${texts.confirm}</button>
</form>
<form method="post" action="/interaction/${uid}/new-code" class="quiet">
  <button class="link" data-testid="new-code">${texts.newCode}</button>
</form>
${method === 'otp' ? app(view) : inbox(view)}`,
  )
}

function app({ texts, code }: CodeView): Html {
  return html`<section class="device" aria-label="${texts.app}" data-testid="authenticator">
  <h2>${texts.app}</h2>
  <p class="digits" data-testid="shown-code">${code}</p>
</section>`
}

function inbox({ texts, method, user, messages }: CodeView): Html {
  const channel = method === 'sms' ? 'sms' : 'email'
  const heading = channel === 'sms' ? `${texts.phone} · ${user.phone}` : `${texts.mailbox} · ${user.email}`
  const list = messages.filter((message) => message.channel === channel).slice(0, 4)
  return html`<section class="device" aria-label="${heading}" data-testid="${channel === 'sms' ? 'phone' : 'mailbox'}">
  <h2>${heading}</h2>
  <ol class="messages">${list.map(
    ({ code, sentAt }, index) => html`<li><span>${texts.mailSubject}</span>
    <strong class="digits" ${index === 0 ? html`data-testid="shown-code"` : ''}>${code}</strong>
    <time datetime="${new Date(sentAt).toISOString()}">${clock(sentAt, texts.lang)}</time></li>`,
  )}</ol>
</section>`
}

export function eidPage(view: StepView, method: Method): Html {
  const { uid, texts, user } = view
  return step(
    view,
    texts.identifyYourself,
    html`<form method="post" action="/interaction/${uid}/eid" class="stack">
  <p class="ask" id="ask">${texts.eid(method)} ${user.givenName} ${user.familyName}</p>
  <button data-testid="submit" class="primary" ${mainField(undefined, 'ask')}>${texts.confirmWithEid}</button>
</form>`,
  )
}

function step(view: StepView, title: string, main: Html): Html {
  const { uid, texts, user, bySession } = view
  return loginFrame(
    view,
    title,
    html`${bySession ? html`<p>${texts.confirmItIsYou}</p>` : ''}
<div class="who"><span class="avatar" aria-hidden="true">${user.givenName.slice(0, 1)}</span>
  <span data-testid="who">${user.email}</span>
  <form method="post" action="/interaction/${uid}/other"><button class="link" data-testid="other-account">${texts.otherAccount}</button></form>
</div>
${alert(view.error)}
${main}`,
  )
}

function clock(ms: number, lang: string): string {
  return new Date(ms).toLocaleTimeString(lang, { hour: '2-digit', minute: '2-digit', second: '2-digit' })
}
