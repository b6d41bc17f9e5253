// The control page: everything the emulator knows and everything that can be switched. Its script sends what is done on it to the
// control API, then fetches the page again and shows the parts that have changed: those of the class `fresh`.

import { html } from 'hono/html'
import type { EmulatorContext } from '../context.ts'
import { type Html, page } from '../http/html.ts'
import { frontPageUrl } from '../publishers.ts'
import { clientEditor, productEditor, userEditor, visitorLogin } from './editors.ts'
import { faultsForm } from './faults-form.ts'
import { clientBlocks, sessionRows, userRows } from './tables.ts'

/** @param thing what the section has many of; the first paragraph says what could not be done in it */
function section(thing: string, title: string, content: Html): Html {
  return html`<section aria-labelledby="${thing}s-title" class="${thing}s">
    <h2 id="${thing}s-title">${title}</h2>
    <p class="problem" role="status" data-testid="${thing}-note"></p>
    ${content}
  </section>`
}

function table(thing: string, columns: readonly string[], rows: Html | Html[] | ''): Html {
  return html`<div class="scroll" tabindex="0" role="group" aria-labelledby="${thing}s-title"><table>
      <thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
      <tbody id="${thing}s" class="fresh" data-testid="${thing}s">${rows}</tbody></table></div>`
}

const newButton = (thing: string): Html =>
  html`<p class="row"><button type="button" id="new-${thing}" data-testid="new-${thing}"
      data-editor="${thing}" data-call="POST ${thing}s" data-title="A new ${thing}">New ${thing}</button></p>`

export function controlPage(context: EmulatorContext): Html {
  const { publishers, address, faults } = context
  const sessionColumns = ['User', 'Client', 'Since', 'End']
  const userColumns = ['User', 'E-mail, password', 'Id', 'Connected to', 'Products', 'Latest code']
  const requestColumns = ['Time', 'Status', 'Request', 'In devtools', 'ms']
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
  ${section('fault', 'What goes wrong', faultsForm(faults.current))}
  ${section('session', 'Live sessions', html`${table('session', sessionColumns, sessionRows(context))}${visitorLogin(context)}`)}
  ${section(
    'client',
    'Clients',
    html`<p class="hint">To use your own site with the emulator, register its redirect URI here, or make a client of its own. Its origin may then read sessions.</p>
    <div id="clients" class="fresh" data-testid="clients">${clientBlocks(context)}</div>
    ${newButton('client')}${clientEditor()}`,
  )}
  ${section('user', 'Test users', html`${table('user', userColumns, userRows(context))}${newButton('user')}${userEditor()}${productEditor(publishers)}`)}
  ${section(
    'request',
    'Requests',
    html`<p class="row"><label class="inline">Show requests with <input type="search" id="request-filter" data-testid="request-filter" placeholder="session"></label>
      <label><input type="checkbox" id="request-assets" data-testid="request-assets"> Style sheets, scripts and photos too</label></p>
    ${table('request', requestColumns, '')}`,
  )}
</main>
</body>`,
  })
}
