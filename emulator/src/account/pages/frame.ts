// The look shared by the pages of the account service.

import { html } from 'hono/html'
import { type Html, page } from '../../http/html.ts'

/** A page of the account service: its header, one main column, a footer that says what this is. */
export function accountPage(title: string, main: Html): Html {
  return page({
    title: `${title} – Portico account`,
    style: 'account.css',
    body: html`<body>
<header><a href="/">Portico account</a></header>
<main><article>${main}</article></main>
<footer>An account service for development, on your own machine. Use no real password here.</footer>
</body>`,
  })
}
