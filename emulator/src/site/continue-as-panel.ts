// The part of a demo page that offers to continue in a dialog of the browser's own, and says what the browser asks.

import { html } from 'hono/html'
import type { Html } from '../http/html.ts'

export function continueAsPanel(): Html {
  return html`<details data-testid="continue-as-details" open><summary>Continue as, in the browser’s own dialog</summary>
  <div class="actions">
    <button type="button" data-testid="continue-as" id="continue-as">Continue as …</button>
    <button type="button" data-testid="offer-to-continue" id="offer-to-continue">Offer it, as a page does by itself</button>
    <button type="button" data-testid="disconnect" id="disconnect">Disconnect</button>
  </div>
  <p class="hint" data-testid="continue-as-outcome" id="continue-as-outcome" role="status" hidden></p>
  <p class="hint">The page asks the browser, and the browser asks the account service which accounts are logged in there, without
  saying which site asks. Then the browser asks you. The site learns nothing until you agree; then its server gets a code, as after
  any login. Needs no third-party cookie.</p>
  <p class="hint">An offer that you close is not made again for a while. Where a browser has no such dialog, the widget asks.</p></details>`
}
