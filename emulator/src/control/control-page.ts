// The control page: everything the emulator knows and everything that can be switched. Rendered as a frame; its
// script fills it from the control API and keeps it up to date.

import { html } from 'hono/html'
import type { EmulatorContext } from '../context.ts'
import { type Html, page } from '../http/html.ts'
import { frontPageUrl } from '../publishers.ts'
import { ACCESS_FAULTS, FEDCM_FAULTS, type FedcmFault, SESSION_FAULTS, type SessionFault } from './faults.ts'
import {
  clientEditor,
  everythingReset,
  productEditor,
  requestFilter,
  userEditor,
  visitorLogin,
} from './workbench-parts.ts'

const FAULT_TEXTS: Record<SessionFault, string> = {
  none: 'Works',
  down: 'Down: hangs up',
  slow: 'Slow',
  '400': 'Answers 400',
  '401': 'Answers 401',
  '404': 'Answers 404',
  '429': 'Answers 429: too many requests',
  '500': 'Answers 500',
  '503': 'Answers 503: unavailable',
  flaky: 'Flaky: one answer in three is a 503',
  busy: 'Busy: slow under load',
  html: 'Answers with an HTML page',
  refresh: 'Asks for a redirect, which works',
  'refresh-refused': 'Asks for a redirect, in vain',
}

const FEDCM_TEXTS: Record<FedcmFault, string> = {
  none: 'Works',
  'no-account': 'Shows no account',
  refused: 'Gives no code',
  'continue-on': 'Asks in a window first',
  slow: 'Slow',
  error: 'Answers with errors',
}

export function controlPage({ publishers, address }: EmulatorContext): Html {
  return page({
    title: 'Control – Portico emulator',
    style: 'control.css',
    head: html`<script type="module" src="/assets/control.js"></script>`,
    body: html`<body>
<header>
  <h1>Portico emulator</h1>
  <nav aria-label="Demo sites"><ul>${publishers.map(
    (publisher) => html`<li><a href="${frontPageUrl(publisher, address)}">${publisher.name}</a></li>`,
  )}<li><a href="/profile-pages">Account pages</a></li></ul></nav>
</header>
<main>
  <section aria-labelledby="faults-title" class="faults">
    <h2 id="faults-title">What goes wrong</h2>
    <form id="faults" data-testid="faults">
      <fieldset><legend>Session service</legend><div class="options">${SESSION_FAULTS.map(
        (fault) =>
          html`<label><input type="radio" name="session" value="${fault}" data-testid="session-${fault}"> ${FAULT_TEXTS[fault]}</label>`,
      )}</div></fieldset>
      <label class="inline">Access to products alone
        <select name="access" data-testid="access-fault">${ACCESS_FAULTS.map((fault) => html`<option value="${fault}">${FAULT_TEXTS[fault]}</option>`)}</select></label>
      <label class="inline">The browser’s own dialog (FedCM)
        <select name="fedcm" data-testid="fedcm-fault">${FEDCM_FAULTS.map((fault) => html`<option value="${fault}">${FEDCM_TEXTS[fault]}</option>`)}</select></label>
      <label class="inline">Slow means, in milliseconds
        <input type="number" name="slowMs" min="0" max="600000" step="500" data-testid="slow-ms"></label>
      <label class="inline">Busy means, in answers a second
        <input type="number" name="answersPerSecond" min="1" max="100000" step="1" data-testid="answers-per-second"></label>
      <label class="inline">429 and 503 say Retry-After
        <input type="text" name="retryAfter" placeholder="30" data-testid="retry-after"></label>
      <label class="check"><input type="checkbox" name="retryAfterExposed" data-testid="retry-after-exposed">
        Pages may read it: it is exposed across origins</label>
      <label class="inline">Clock ahead by, in seconds
        <input type="number" name="clockSkewSeconds" step="1" data-testid="clock-skew"></label>
      <label class="check"><input type="checkbox" name="thirdPartyCookiesRefused" data-testid="cookies-refused">
        Third-party cookies are refused</label>
      <label class="check"><input type="checkbox" name="popupsSevered" data-testid="popups-severed">
        Popups are severed, by Cross-Origin-Opener-Policy</label>
      <p class="row"><button type="button" id="reset" data-testid="reset-faults">Make everything work</button>
        <span role="status" id="faults-state" data-testid="faults-state"></span> <code id="faults-on" data-testid="faults-on"></code></p>
      ${everythingReset()}
    </form>
  </section>
  <section aria-labelledby="sessions-title">
    <h2 id="sessions-title">Live sessions</h2>
    <div class="scroll" tabindex="0" role="group" aria-labelledby="sessions-title"><table><thead><tr><th scope="col">User</th><th scope="col">Client</th><th scope="col">Since</th><th scope="col"><span class="unseen">End</span></th></tr></thead>
    <tbody id="sessions" data-testid="sessions"></tbody></table></div>
    ${visitorLogin()}
  </section>
  <section aria-labelledby="users-title">
    <h2 id="users-title">Test users</h2>
    <div class="scroll" tabindex="0" role="group" aria-labelledby="users-title"><table><thead><tr><th scope="col">User</th><th scope="col">E-mail, password</th><th scope="col">Id</th><th scope="col">Connected to</th><th scope="col">Products</th><th scope="col">Latest code</th></tr></thead>
    <tbody id="users" data-testid="users"></tbody></table></div>
    <p class="row"><button type="button" id="new-user" data-testid="new-user">New user</button></p>
    ${userEditor()}
    ${productEditor(publishers)}
  </section>
  <section aria-labelledby="clients-title">
    <h2 id="clients-title">Clients</h2>
    <p class="hint">To use your own site with the emulator, register its redirect URI here, or make a client of its own. Its origin may then read sessions.</p>
    <p class="problem" role="status" id="client-note" data-testid="client-note"></p>
    <div id="clients" data-testid="clients"></div>
    <p class="row"><button type="button" id="new-client" data-testid="new-client">New client</button></p>
    ${clientEditor()}
  </section>
  <section aria-labelledby="requests-title" class="wide">
    <h2 id="requests-title">Requests</h2>
    ${requestFilter()}
    <div class="scroll log" tabindex="0" role="group" aria-labelledby="requests-title"><table><thead><tr><th scope="col">Time</th><th scope="col">Status</th><th scope="col">Request</th><th scope="col">In devtools</th><th scope="col">ms</th></tr></thead>
    <tbody id="requests" data-testid="requests"></tbody></table></div>
  </section>
</main>
</body>`,
  })
}
