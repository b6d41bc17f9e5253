// The look shared by the pages of the account service.

import { html } from 'hono/html'
import { type Html, page } from '../../http/html.ts'
import { enUS } from '../texts/en-us.ts'
import type { Texts } from '../texts/texts.ts'

/** A page of the account service: its header, one main column, a footer that says what this is. */
export function accountPage(title: string, main: Html, texts: Pick<Texts, 'lang' | 'foot'> = enUS): Html {
  return page({
    title: `${title} – Portico account`,
    lang: texts.lang,
    styles: ['palette.css', 'account.css', 'account-login.css'],
    body: html`<body>
<header class="bar"><a class="brand" href="/"><span aria-hidden="true" class="mark"></span>Portico account</a></header>
<main class="card">${main}</main>
<footer class="foot">${texts.foot}</footer>
</body>`,
  })
}
