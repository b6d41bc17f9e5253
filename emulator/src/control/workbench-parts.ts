// The parts of the control page that make, change, remove and filter.

import { html } from 'hono/html'
import { VISITOR_LOGIN_PATH } from '../account/visitor-login.ts'
import type { Html } from '../http/html.ts'
import { PUBLISHERS, type Publisher } from '../publishers.ts'

/** A form in a dialog, for something new as well as for a change; the page's script says which. */
function editor(id: string, fields: Html): Html {
  return html`<dialog id="${id}-editor" data-testid="${id}-editor" aria-labelledby="${id}-editor-title">
    <form class="stack">
      <h2 id="${id}-editor-title"></h2>
      ${fields}
      <p class="problem" role="alert" data-testid="${id}-problem"></p>
      <p class="row"><button data-testid="save-${id}">Save</button>
        <button type="button" value="cancel">Cancel</button></p>
    </form>
  </dialog>`
}

/** What is left empty is made up. */
export function userEditor(): Html {
  return editor(
    'user',
    html`<label>Name to log in by <input name="username" required pattern="[a-z][a-z0-9\\-]{0,30}" autocomplete="off" data-testid="username"></label>
      <label>Given name <input name="givenName" autocomplete="off"></label>
      <label>Family name <input name="familyName" autocomplete="off"></label>
      <label>Name shown to others <input name="displayName" autocomplete="off"></label>
      <label>E-mail <input name="email" autocomplete="off" data-testid="email"></label>
      <label>Phone <input name="phone" autocomplete="off"></label>
      <label>Password, for tests only <input name="password" autocomplete="off"></label>
      <label>Gender <select name="gender"><option>undisclosed</option><option>female</option><option>male</option></select></label>
      <p class="hint new">What is left empty is made up.</p>`,
  )
}

/** Any id may be given; those of the demo sites are offered. */
export function productEditor(publishers: readonly Publisher[]): Html {
  return editor(
    'product',
    html`<label>Product id <input name="productId" required pattern="[\\w.\\-]{1,60}" list="product-ids" autocomplete="off" data-testid="product-id"></label>
      <datalist id="product-ids">${publishers.map(({ productId }) => html`<option value="${productId}"></option>`)}</datalist>`,
  )
}

export function clientEditor(): Html {
  return editor(
    'client',
    html`<label>Client id <input name="clientId" required pattern="[a-z][a-z0-9\\-]{0,40}" autocomplete="off" data-testid="client-id"></label>
      <label>Name <input name="name" autocomplete="off" data-testid="client-name"></label>
      <label>Session service <select name="publisher">${PUBLISHERS.map(
        ({ key, sessionHost }) => html`<option value="${key}">${sessionHost}</option>`,
      )}</select></label>
      <label class="new">Redirect URI <input type="url" name="redirectUri" required placeholder="http://www.${PUBLISHERS[0]?.baseDomain}:3000/callback" data-testid="client-redirect-uri"></label>
      <label class="check"><input type="checkbox" name="isPublic" data-testid="client-public"> A page without a server: no secret, PKCE alone</label>`,
  )
}

/** Without a script of its own: the browser goes where the log-in leads it, in a tab of its own. */
export function visitorLogin(): Html {
  return html`<form class="row" method="post" action="${VISITOR_LOGIN_PATH}" target="_blank" aria-label="Log this browser in">
      <label class="inline">Log this browser in as <select name="username" id="visitor-user" data-testid="visitor-user"></select></label>
      <label class="inline">at <select name="client" id="visitor-client" data-testid="visitor-client"></select></label>
      <button data-testid="log-visitor-in">Log in, in a new tab</button>
    </form>`
}

export function requestFilter(): Html {
  return html`<p class="row"><label class="inline">Show requests with <input type="search" id="request-filter" data-testid="request-filter" placeholder="session"></label>
      <label class="check"><input type="checkbox" id="request-assets" data-testid="request-assets"> Style sheets, scripts and photos too</label></p>`
}

export function everythingReset(): Html {
  return html`<p class="row"><button type="button" id="reset-everything" data-testid="reset-everything">Reset everything</button>
        <span class="hint">Users, sessions, clients, redirect URIs and faults, as they were at first.</span></p>`
}
