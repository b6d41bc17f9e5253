// Where a login in a popup ends: it tells the page that opened it, and closes. Opened in a page of its own,
// because the browser allowed no popup, it goes on to the front page.

import { html } from 'hono/html'
import { type Html, page } from '../http/html.ts'
import type { Publisher } from '../publishers.ts'

export function popupDonePage({ name }: Publisher, nonce: string): Html {
  return page({
    title: `Logged in – ${name}`,
    styles: ['site.css'],
    head: html`<script type="module" nonce="${nonce}">
  if (window.opener) {
    window.opener.postMessage('logged-in', location.origin)
    window.close()
  } else {
    location.replace('/')
  }
</script>`,
    body: html`<body><main class="columns"><p>You are logged in. <a href="/">Go to ${name}</a></p></main></body>`,
  })
}
