// The switches of the control page, as they stand.

import { html } from 'hono/html'
import type { Html } from '../http/html.ts'
import {
  ACCESS_FAULTS,
  type Faults,
  FEDCM_FAULTS,
  type FedcmFault,
  faultsOn,
  SESSION_FAULTS,
  type SessionFault,
} from './faults.ts'

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

export function faultsForm(faults: Faults): Html {
  const on = faultsOn(faults)
  const choice = (name: 'access' | 'fedcm', texts: Readonly<Record<string, string>>) => (fault: string) =>
    html`<option value="${fault}" ${faults[name] === fault ? 'selected' : ''}>${texts[fault]}</option>`
  const box = (name: keyof Faults, testId: string, text: string): Html =>
    html`<label><input type="checkbox" name="${name}" data-testid="${testId}" ${faults[name] ? 'checked' : ''}> ${text}</label>`
  const number = (name: keyof Faults, testId: string, text: string, limits: Html): Html =>
    html`<label class="inline">${text} <input type="number" name="${name}" value="${faults[name]}" data-testid="${testId}" ${limits}></label>`
  // without autocomplete: a browser that loads the page again would keep the switches as it had them
  return html`<form id="faults" data-testid="faults" autocomplete="off">
      <fieldset><legend>Session service</legend><div class="options">${SESSION_FAULTS.map(
        (fault) =>
          html`<label><input type="radio" name="session" value="${fault}" data-testid="session-${fault}" ${faults.session === fault ? 'checked' : ''}> ${FAULT_TEXTS[fault]}</label>`,
      )}</div></fieldset>
      <label class="inline">Access to products alone
        <select name="access" data-testid="access-fault">${ACCESS_FAULTS.map(choice('access', FAULT_TEXTS))}</select></label>
      <label class="inline">The browser’s own dialog (FedCM)
        <select name="fedcm" data-testid="fedcm-fault">${FEDCM_FAULTS.map(choice('fedcm', FEDCM_TEXTS))}</select></label>
      ${number('slowMs', 'slow-ms', 'Slow means, in milliseconds', html`min="0" max="600000" step="500"`)}
      ${number('answersPerSecond', 'answers-per-second', 'Busy means, in answers a second', html`min="1" max="100000"`)}
      <label class="inline">429 and 503 say Retry-After
        <input type="text" name="retryAfter" value="${faults.retryAfter}" placeholder="30" data-testid="retry-after"></label>
      ${box('retryAfterExposed', 'retry-after-exposed', 'Pages may read it: it is exposed across origins')}
      ${number('clockSkewSeconds', 'clock-skew', 'Clock ahead by, in seconds', html`step="1"`)}
      ${box('thirdPartyCookiesRefused', 'cookies-refused', 'Third-party cookies are refused')}
      ${box('popupsSevered', 'popups-severed', 'Popups are severed, by Cross-Origin-Opener-Policy')}
      <p class="row"><button type="button" data-call="DELETE faults" data-reloads data-testid="reset-faults">Make everything work</button>
        <span role="status" id="faults-state" class="fresh" data-testid="faults-state">${on.length > 0 ? 'Something is switched wrong.' : 'Everything works.'}</span>
        <code id="faults-on" class="fresh" data-testid="faults-on">${on.join(', ')}</code></p>
      <p class="row"><button type="button" aria-label="Reset everything" data-call="DELETE everything" data-asks data-reloads data-testid="reset-everything">Reset everything</button>
        <span class="hint">Users, sessions, clients, redirect URIs and faults, as they were at first.</span></p>
    </form>`
}
