// What every page of a log-in shares: language, teaser, what the site sent along, the way out.

import { html } from 'hono/html'
import type { Html } from '../../../http/html.ts'
import { accountPage } from '../../pages/frame.ts'
import type { Texts } from '../../texts/texts.ts'
import { consentsIn, trackingIn } from '../login-parameters.ts'

export interface LoginView {
  readonly uid: string
  readonly texts: Texts
  readonly clientName: string
  /** Slug from the login URL. */
  readonly teaser: string
  /** The query of the authorization request. */
  readonly query: URLSearchParams
}

export function loginFrame(view: LoginView, title: string, main: Html): Html {
  const { uid, texts, query } = view
  const slug = Object.hasOwn(texts.teasers, view.teaser) ? view.teaser : 'default'
  return accountPage(
    title,
    html`<h1>${title}</h1>
<p class="teaser" data-testid="teaser" data-teaser="${slug}">${texts.teasers[slug] ?? ''}</p>
${main}
<form method="post" action="/interaction/${uid}/cancel" class="quiet">
  <button class="link" data-testid="cancel">${texts.cancel}</button>
</form>
${received('consents', texts.consents, consentsIn(query))}
${received('tracking', texts.parameters, trackingIn(query))}`,
    texts,
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
    : html`<p class="alert" role="alert" id="${ERROR_ID}" data-testid="login-error">${text}</p>`
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
