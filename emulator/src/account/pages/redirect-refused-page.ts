// What a developer sees whose redirect URI is not registered: the one that came, those that are, and a button.

import { html } from 'hono/html'
import type { EmulatorContext } from '../../context.ts'
import type { Html } from '../../http/html.ts'
import { refusalOf } from '../../redirect-uri-refusal.ts'
import { accountPage } from './frame.ts'

/** Where the button leads. */
export const REGISTER_PATH = '/control/redirect-uris'

/** What of a request for a login is shown. */
export interface RefusedRequest {
  readonly clientId: string
  readonly redirectUri: string
}

/** The page, as text: it is rendered outside of hono. Undefined when something else is wrong with the request. */
export function redirectRefusedPage(context: EmulatorContext, request: RefusedRequest): string | undefined {
  const { clientId, redirectUri } = request
  const client = context.clients.find(clientId)
  if (client === undefined || redirectUri === '') return undefined
  const registered = context.redirects.ofClient(client)
  if (registered.includes(redirectUri)) return undefined
  // what could not work is not registered: its button is for one that can
  const refusal = refusalOf(client, redirectUri, context.address)
  const offered = refusal === undefined ? redirectUri : refusal.better
  return String(
    accountPage(
      'This redirect URI is not registered',
      html`<h1>This redirect URI is not registered</h1>
<p data-testid="error"><code>invalid_redirect_uri</code></p>
<p>The login URL of the page has</p>
<p><code data-testid="received">${redirectUri}</code></p>
<p>and registered for the client <code>${clientId}</code> are, letter by letter:</p>
<ul data-testid="registered">${registered.map((url) => html`<li><code>${url}</code></li>`)}</ul>
${refusal === undefined ? '' : html`<p class="hint" data-testid="note">${refusal.sentence}</p>`}
${offered === undefined ? '' : registerForm(clientId, offered, refusal === undefined ? 'Register it' : `Register ${offered}`)}`,
    ),
  )
}

function registerForm(clientId: string, url: string, text: string): Html {
  return html`<form method="post" action="${REGISTER_PATH}">
<input type="hidden" name="client" value="${clientId}"><input type="hidden" name="url" value="${url}">
<button class="primary" data-testid="register">${text}</button></form>
<p class="hint">Then start the login again from your page.</p>`
}

/** What is shown when the button was pressed. */
export const registeredPage = (redirectUri: string): ReturnType<typeof accountPage> =>
  accountPage(
    'Registered',
    html`<h1>Registered</h1>
<p><code data-testid="registered-now">${redirectUri}</code></p>
<p>Pages of this origin may read the session from now on. Start the login again from your page.</p>`,
  )
