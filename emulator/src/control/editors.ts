// The dialogs of the control page, by which something is made or changed, and the form that logs its browser in.

import { html } from 'hono/html'
import { VISITOR_LOGIN_PATH } from '../account/visitor-login.ts'
import type { EmulatorContext } from '../context.ts'
import type { Html } from '../http/html.ts'
import { PUBLISHERS, type Publisher } from '../publishers.ts'

/** For something new as well as for a change; the button that opens it says which. Fields of the class `new` stay as they were made. */
function editor(id: string, fields: Html): Html {
  return html`<dialog id="${id}-editor" data-testid="${id}-editor" aria-labelledby="${id}-editor-title">
    <article><form data-call="">
      <h2 id="${id}-editor-title"></h2>
      ${fields}
      <p class="problem" role="alert" data-testid="${id}-problem"></p>
      <p class="row"><button data-testid="save-${id}">Save</button>
        <button type="button" data-closes>Cancel</button></p>
    </form></article>
  </dialog>`
}

/** What is left empty is made up. */
export const userEditor = (): Html =>
  editor(
    'user',
    html`<label>Name to log in by <input class="new" name="username" required pattern="[a-z][a-z0-9\\-]{0,30}" autocomplete="off" data-testid="username"></label>
      <label>Given name <input name="givenName" autocomplete="off"></label>
      <label>Family name <input name="familyName" autocomplete="off"></label>
      <label>Name shown to others <input name="displayName" autocomplete="off"></label>
      <label>E-mail <input name="email" autocomplete="off" data-testid="email"></label>
      <label>Phone <input name="phone" autocomplete="off"></label>
      <label>Password, for tests only <input name="password" autocomplete="off"></label>
      <label>Gender <select name="gender"><option>undisclosed</option><option>female</option><option>male</option></select></label>
      <p class="hint">What is left empty is made up, or stays.</p>`,
  )

/** Any id may be given; those of the demo sites are offered. */
export const productEditor = (publishers: readonly Publisher[]): Html =>
  editor(
    'product',
    html`<label>Product id <input name="productId" required pattern="[\\w.\\-]{1,60}" list="product-ids" autocomplete="off" data-testid="product-id"></label>
      <datalist id="product-ids">${publishers.map(({ productId }) => html`<option value="${productId}"></option>`)}</datalist>`,
  )

export const clientEditor = (): Html =>
  editor(
    'client',
    html`<label>Client id <input class="new" name="clientId" required pattern="[a-z][a-z0-9\\-]{0,40}" autocomplete="off" data-testid="client-id"></label>
      <label>Name <input name="name" autocomplete="off" data-testid="client-name"></label>
      <label>Session service <select class="new" name="publisher">${PUBLISHERS.map(
        ({ key, sessionHost }) => html`<option value="${key}">${sessionHost}</option>`,
      )}</select></label>
      <label>Redirect URI <input class="new" type="url" name="redirectUri" required placeholder="http://www.${PUBLISHERS[0]?.baseDomain}:3000/callback" data-testid="client-redirect-uri"></label>
      <label><input type="checkbox" name="isPublic" data-testid="client-public"> A page without a server: no secret, PKCE alone</label>`,
  )

/** Without a script: the browser goes where the login leads it, in a tab of its own. */
export function visitorLogin({ store, clients }: EmulatorContext): Html {
  const users = store.users
    .all()
    .map(({ username, givenName }) => html`<option value="${username}">${givenName}</option>`)
  const offered = clients
    .all()
    .map(({ clientId, name }) => html`<option value="${clientId}">${name}</option>`)
  return html`<form class="row" method="post" action="${VISITOR_LOGIN_PATH}" target="_blank" aria-label="Log this browser in">
      <label class="inline">Log this browser in as <select name="username" id="visitor-user" class="fresh" data-testid="visitor-user">${users}</select></label>
      <label class="inline">at <select name="client" id="visitor-client" class="fresh" data-testid="visitor-client">${offered}</select></label>
      <button data-testid="log-visitor-in">Log in, in a new tab</button>
    </form>`
}
