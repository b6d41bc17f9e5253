// The parts of a demo page's panel that show what is behind it: consents, code.

import { html } from 'hono/html'
import type { Html } from '../http/html.ts'

export function workbenchPanel(): Html {
  return html`<details><summary>Consents</summary>
  <div class="actions">
    <button type="button" id="consent-accept" data-testid="consent-accept">Accept</button>
    <button type="button" id="consent-refuse" data-testid="consent-refuse">Refuse</button>
    <button type="button" id="consent-withdraw" data-testid="consent-withdraw">Withdraw</button>
  </div>
  <p class="hint" id="consent-state" data-testid="consent-state" role="status">The page has no consent platform yet.</p></details>
  <details data-testid="code-details"><summary>The code behind each button</summary>
  <dl id="button-code" data-testid="button-code" class="code"></dl></details>`
}
