// The panel of a demo page that shows what the identity library says as it says it, and what can be tried.

import { html } from 'hono/html'
import { ACCOUNT_HOST, type Address, originOf } from '../hosts.ts'
import type { Html } from '../http/html.ts'
import { frontPageUrl, PUBLISHERS, type Publisher } from '../publishers.ts'
import { continueAsPanel } from './continue-as-panel.ts'

function consentButton(text: string): Html {
  const id = `consent-${text.toLowerCase()}`
  return html`<button type="button" id="${id}" data-testid="${id}">${text}</button>`
}

export function panel(publisher: Publisher, address: Address): Html {
  const others = PUBLISHERS.filter(({ key }) => key !== publisher.key)
  return html`<aside class="panel" aria-labelledby="panel-title">
  <h2 id="panel-title">Who the page thinks you are</h2>
  <dl>
    <div><dt>Status</dt><dd><strong data-testid="status" id="status" role="status">checking</strong></dd></div>
    <div id="reason-row" hidden><dt>Reason</dt><dd><code data-testid="reason" id="reason"></code></dd></div>
    <div><dt>User id</dt><dd><code data-testid="user-id" id="user-id"></code></dd></div>
    <div id="amr-row" hidden><dt>Logged in with</dt><dd><code data-testid="amr" id="amr"></code></dd></div>
    <div id="sp-id-row" hidden><dt>The server sees SP_ID</dt><dd data-testid="sp-id" id="sp-id"></dd></div>
    <div id="latest-event-row" hidden><dt>Latest event</dt><dd><code data-testid="latest-event" id="latest-event"></code></dd></div>
    <div id="login-outcome-row" hidden><dt>Login in a popup</dt><dd data-testid="login-outcome" id="login-outcome"></dd></div>
  </dl>
  <p class="problem" role="alert" data-testid="problem" id="problem" hidden></p>
  <div class="actions">
    <button type="button" data-testid="open-devtools" id="open-devtools">Open devtools</button>
    <button type="button" data-testid="check-again" id="check-again">Check again</button>
    <button type="button" data-testid="log-in-popup" id="log-in-popup">Log in in a popup</button>
    <button type="button" data-testid="step-up" id="step-up">Confirm with two factors</button>
    <button type="button" data-testid="show-widget" id="show-widget">Show “continue as”</button>
    <a data-testid="log-in-link" id="log-in-link" hidden>A rendered login link</a>
    <a data-testid="account-link" id="account-link" hidden>Your account</a>
    <a data-testid="phones-link" id="phones-link" hidden>Your phone number</a>
  </div>
  ${continueAsPanel()}
  <details><summary>Consents</summary>
  <div class="actions">${['Accept', 'Refuse', 'Withdraw'].map(consentButton)}</div>
  <p class="hint" id="consent-state" role="status">The page has no consent platform yet.</p></details>
  <details><summary>The code behind each button</summary>
  <dl id="button-code" data-testid="button-code" class="code"></dl></details>
  <p class="hint">In the console: <code>demoIdentity</code> is this page’s instance. Try
  <code>await demoIdentity.hasSession()</code>.</p>
  <p class="hint">See also: ${others.map(({ name, ...rest }) => html`<a href="${frontPageUrl({ name, ...rest }, address)}">${name}</a>, `)}
  <a href="${originOf(ACCOUNT_HOST, address)}/control">the control page</a>.</p>
  <noscript><p class="hint">Logging in needs JavaScript; reading does not.</p></noscript>
</aside>`
}
