// What a person sees when an authorization request cannot go on and cannot be sent back to the publisher.

import { html } from 'hono/html'
import type { ErrorOut } from 'oidc-provider'
import { accountPage } from './frame.ts'

/** The page for an error of the provider, as text: it is rendered outside of hono. */
export function providerErrorPage(out: ErrorOut): string {
  return String(
    accountPage(
      'Something is wrong',
      html`<h1>This login cannot go on</h1>
<p data-testid="error"><code>${out.error}</code></p>
<p>${out.error_description ?? ''}</p>
<p class="hint">Start again from the publisher’s page. If you build that page, compare the parameters of the
login URL with what is registered for the client.</p>`,
    ),
  )
}
