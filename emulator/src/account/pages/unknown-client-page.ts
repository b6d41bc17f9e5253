// What a developer sees whose client id is not known here: the one that came, those that are, and where to make one.

import { html } from 'hono/html'
import type { EmulatorContext } from '../../context.ts'
import { accountPage } from './frame.ts'

/** The page, as text: it is rendered outside of hono. Undefined when the client is known, or the login URL names none. */
export function unknownClientPage({ clients }: EmulatorContext, clientId: string): string | undefined {
  if (clientId === '' || clients.find(clientId) !== undefined) return undefined
  return String(
    accountPage(
      'This client is not known',
      html`<h1>This client is not known</h1>
<p data-testid="error"><code>invalid_client</code></p>
<p>The login URL of the page has the <code>client_id</code></p>
<p><code data-testid="received">${clientId}</code></p>
<p>and the clients here are, letter by letter:</p>
<ul data-testid="known">${clients.all().map((client) => html`<li><code>${client.clientId}</code></li>`)}</ul>
<p class="hint">A client of your own is made on the <a href="/control">control page</a>.</p>`,
    ),
  )
}
