// The parts of the control page that follow what happens: sessions, users and clients. A button says by `data-call` what it asks of
// the control API, and by `data-asks` that it deletes, and so asks the person first.

import { html } from 'hono/html'
import type { Client } from '../clients.ts'
import type { EmulatorContext } from '../context.ts'
import { type Html, timeOf } from '../http/html.ts'
import type { KnownUser } from '../store/user.ts'

const button = (text: string, label: string, call: string, more: Html | '' = ''): Html =>
  html`<button type="button" aria-label="${label}" data-call="${call}" ${more}>${text}</button>`

const removal = (label: string, call: string): Html => button('Remove', label, call, html`data-asks`)

/** A button that opens the dialog of a kind, with what its fields begin with. */
const edit = (kind: 'user' | 'client', label: string, call: string, values: object): Html =>
  button(
    'Edit',
    label,
    call,
    html`data-editor="${kind}" data-title="${label}" data-values="${JSON.stringify(values)}"`,
  )

export function sessionRows({ store }: EmulatorContext): Html | Html[] {
  const sessions = store.siteSessions.all()
  if (sessions.length === 0)
    return html`<tr><td colspan="4" class="hint">Nobody is logged in anywhere.</td></tr>`
  return sessions.map(({ uuid, clientId, createdAt, handle }) => {
    const username = store.users.byUuid(uuid)?.username ?? ''
    const end = button('End', `End the session of ${username} at ${clientId}`, `DELETE sessions/${handle}`)
    return html`<tr><td>${username}</td><td>${clientId}</td><td>${timeOf(createdAt)}</td><td>${end}</td></tr>`
  })
}

function userRow(user: KnownUser, publishers: EmulatorContext['publishers']): Html {
  const { username, givenName, familyName, email, password, userId, merchantIds, productIds } = user
  const path = `users/${username}`
  const connected = publishers.filter(({ merchantId }) => merchantIds.includes(merchantId))
  const [latest] = user.messages
  return html`<tr>
  <td><strong>${givenName} ${familyName}</strong><br>${edit('user', `Edit ${username}`, `PATCH ${path}`, user)} ${removal(`Remove ${username}`, `DELETE ${path}`)}</td>
  <td>${email}<br><code>${password}</code></td>
  <td><code>${userId}</code></td>
  <td>${connected.length === 0 ? '–' : ''}${connected.map(
    ({ name, merchantId }) =>
      html`${name} ${button('Disconnect', `Disconnect ${username} from ${name}`, `DELETE ${path}/merchants/${merchantId}`)} `,
  )}</td>
  <td>${productIds.map(
    (id) =>
      html`<code>${id}</code> ${button('Take away', `Take ${id} away from ${username}`, `DELETE ${path}/products/${id}`)} `,
  )}${button('Give …', `Give a product to ${username}`, `PUT ${path}/products/{productId}`, html`data-editor="product" data-title="A product for ${username}"`)}</td>
  <td>${latest === undefined ? '–' : html`<code>${latest.code}</code> by ${latest.channel}, ${timeOf(latest.sentAt)}`}</td>
</tr>`
}

export const userRows = ({ store, publishers }: EmulatorContext): Html[] =>
  store.users.all().map((user) => userRow(user, publishers))

/** Those of the demo sites stay as they are. */
function clientBlock(client: Client, { redirects }: EmulatorContext): Html {
  const { clientId, name, isDemo, isPublic, clientSecret, sessionHost, baseDomain, key } = client
  const path = `clients/${clientId}`
  const uriItem = (uri: string): Html => {
    const call = `${path}/redirect-uris?url=${encodeURIComponent(uri)}`
    const buttons = html`${button('Change', `Change ${uri} of ${name}`, `PUT ${call}`, html`data-changes="${uri}"`)} ${removal(`Remove ${uri} from ${name}`, `DELETE ${call}`)}`
    return html`<li><code>${uri}</code> ${uri === redirects.ofDemoSite(client) ? '' : buttons}</li>`
  }
  const values = { clientId, name, publisher: key, isPublic }
  const ownButtons = html`<p class="row">${edit('client', `Edit ${name}`, `PATCH ${path}`, values)} ${removal(`Remove ${name}`, `DELETE ${path}`)}</p>`
  // the placeholder is on a host of the client's site: on any other, a page would log in and have no session for ever
  return html`<article><h3>${name}</h3>
  <p>client <code>${clientId}</code> · ${isPublic ? 'no secret: PKCE' : html`secret <code>${clientSecret}</code>`} · ${sessionHost}</p>
  <ul>${redirects.ofClient(client).map(uriItem)}</ul>
  <form class="row" data-call="POST ${path}/redirect-uris">
    <input type="url" name="url" required placeholder="http://www.${baseDomain}:3000/callback" aria-label="Redirect URI for ${name}">
    <button>Register</button>
  </form>
  ${isDemo ? '' : ownButtons}</article>`
}

export const clientBlocks = (context: EmulatorContext): Html[] =>
  context.clients.all().map((client) => clientBlock(client, context))
