// The parts of the control page that make, remove and filter.

import { html } from 'hono/html'
import type { Html } from '../http/html.ts'

/** What is left empty is made up. */
export function newUserForm(): Html {
  return html`<form id="new-user" class="row" data-testid="new-user" aria-label="New test user">
      <label class="inline">Name to log in by <input name="username" required pattern="[a-z][a-z0-9-]{0,30}" data-testid="new-username"></label>
      <label class="inline">Given name <input name="givenName"></label>
      <label class="inline">Family name <input name="familyName"></label>
      <button data-testid="make-user">Make a user</button>
      <span role="status" id="user-state" data-testid="user-state"></span>
    </form>`
}

export function requestFilter(): Html {
  return html`<p class="row"><label class="inline">Show requests with <input type="search" id="request-filter" data-testid="request-filter" placeholder="session"></label>
      <label class="check"><input type="checkbox" id="request-assets" data-testid="request-assets"> Style sheets, scripts and photos too</label></p>`
}

export function resetEverything(): Html {
  return html`<p class="row"><button type="button" id="reset-everything" data-testid="reset-everything">Reset everything</button>
        <span class="hint">Users, sessions, redirect URIs and faults, as they were at first.</span>
        <span role="status" id="everything-state"></span></p>`
}
