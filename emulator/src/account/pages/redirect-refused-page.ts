// What a developer sees whose redirect URI is not registered: the one that came, those that are, and a button.

import { html } from 'hono/html'
import type { EmulatorContext } from '../../context.ts'
import { crossSiteNote } from '../../redirect-uri-note.ts'
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
  const publisher = context.publishers.find((known) => known.clientId === clientId)
  if (publisher === undefined || redirectUri === '') return undefined
  const registered = context.redirects.ofClient(publisher)
  if (registered.includes(redirectUri)) return undefined
  const note = crossSiteNote(publisher, redirectUri)
  return String(
    accountPage(
      'This redirect URI is not registered',
      html`<h1>This redirect URI is not registered</h1>
<p data-testid="error"><code>invalid_redirect_uri</code></p>
<p>The login URL of the page has</p>
<p><code data-testid="received">${redirectUri}</code></p>
<p>and registered for the client <code>${clientId}</code> are, letter by letter:</p>
<ul data-testid="registered">${registered.map((url) => html`<li><code>${url}</code></li>`)}</ul>
${note === undefined ? '' : html`<p class="hint" data-testid="note">${note}</p>`}
<form method="post" action="${REGISTER_PATH}">
<input type="hidden" name="client" value="${clientId}"><input type="hidden" name="url" value="${redirectUri}">
<button class="primary" data-testid="register">Register it</button></form>
<p class="hint">Then start the login again from your page.</p>`,
    ),
  )
}

/** What is shown when the button was pressed. */
export const registeredPage = (redirectUri: string): ReturnType<typeof accountPage> =>
  accountPage(
    'Registered',
    html`<h1>Registered</h1>
<p><code data-testid="registered-now">${redirectUri}</code></p>
<p>Pages of this origin may read the session from now on. Start the login again from your page.</p>`,
  )
