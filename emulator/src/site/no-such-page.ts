// An address that the site does not have.

import { html } from 'hono/html'
import { type Html, page } from '../http/html.ts'
import type { Publisher } from '../publishers.ts'

export const noSuchPage = (publisher: Publisher): Html =>
  page({
    title: `There is no such page – ${publisher.name}`,
    style: 'site.css',
    body: html`<body>
<header><p class="strip"><a href="/">${publisher.name}</a></p></header>
<main><h1>There is no such page</h1><p><a href="/">To the front page</a></p></main>
</body>`,
  })
