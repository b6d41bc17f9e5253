// What every page of a login shares: teaser, what the site sent along, the way out.

import { html } from 'hono/html'
import type { Html } from '../../../http/html.ts'
import { accountPage } from '../../pages/frame.ts'
import { consentsIn, trackingIn } from '../login-parameters.ts'

export interface LoginView {
  readonly uid: string
  readonly clientName: string
  /** Slug from the login URL. */
  readonly teaser: string
  /** The query of the authorization request. */
  readonly query: URLSearchParams
  /** What of that query the provider knows. */
  readonly params: object
  /** What was wrong in the step before. */
  readonly error?: string | undefined
}

const TEASERS: Readonly<Record<string, string>> = {
  default: 'One account for every paper and magazine you read.',
  subscribe: 'Log in, and your subscription comes with you.',
  comments: 'Log in to join the conversation.',
}

export function loginFrame({ uid, query, params, teaser }: LoginView, title: string, main: Html): Html {
  const slug = Object.hasOwn(TEASERS, teaser) ? teaser : 'default'
  return accountPage(
    title,
    html`<h1>${title}</h1>
<p class="teaser" data-testid="teaser" data-teaser="${slug}">${TEASERS[slug] ?? ''}</p>
${main}
<form method="post" action="/interaction/${uid}/cancel">
  <button class="link" data-testid="cancel">Cancel and go back</button>
</form>
${received('consents', 'Consents received', consentsIn(query, params))}
${received('tracking', 'Also sent by the site', trackingIn(query))}`,
  )
}

function received(testId: string, heading: string, pairs: (readonly [string, string])[]): Html | '' {
  if (pairs.length === 0) return ''
  return html`<section class="received" data-testid="${testId}">
  <h2>${heading}</h2>
  <dl>${pairs.map(([name, value]) => html`<div data-name="${name}"><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
</section>`
}

const ERROR_ID = 'login-error'

/** An error, announced as soon as the page is read. */
export function alert(text: string | undefined): Html | '' {
  return text === undefined
    ? ''
    : html`<p class="problem" role="alert" id="${ERROR_ID}" data-testid="login-error">${text}</p>`
}

/**
 * The attributes of the field that a step is about: it has the focus, and is read together with what was wrong in it.
 *
 * @param ask the id of the sentence that says what to fill in
 */
export function mainField(error: string | undefined, ask?: string): Html {
  const described = [ask, error && ERROR_ID].filter((id) => id !== undefined).join(' ')
  return html`autofocus${described === '' ? '' : html` aria-describedby="${described}"`}${error === undefined ? '' : html` aria-invalid="true"`}`
}

/** @param attributes those of the field that the page is about, where it is this one */
export function passwordField(attributes: Html | '' = ''): Html {
  return html`<label>Password
    <input data-testid="password" name="password" type="password" autocomplete="current-password" required ${attributes}>
  </label>`
}
