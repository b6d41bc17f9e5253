// Where a login in a popup ends, however it ended: the relay of the library wakes the page that opened it, and closes.
// Opened in a page of its own, because the browser allowed no popup, it goes on to the front page.

import { html } from 'hono/html'
import { type Html, page } from '../http/html.ts'
import type { Publisher } from '../publishers.ts'

export function popupDonePage({ name, clientId }: Publisher, nonce: string): Html {
  return page({
    title: `Back to ${name}`,
    style: 'site.css',
    head: html`<script src="/assets/relay.js" nonce="${nonce}" data-client="${clientId}" data-next="/"></script>`,
    body: html`<body><main class="columns"><p><a href="/">Back to ${name}</a></p></main></body>`,
  })
}
