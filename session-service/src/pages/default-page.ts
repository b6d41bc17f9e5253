// The page as it is where the site has none of its own. Hono's `html` escapes each value.

import { html, raw } from 'hono/html'
import type { Look } from './look.ts'
import type { PageAction, PageView } from './page.ts'
import { styleOf } from './style.ts'

type Html = ReturnType<typeof html>

/** A page, and the style that it has within itself. */
export interface DefaultPage {
  readonly page: Html
  readonly style: string
}

const actionOf = (action: PageAction, index: number): Html => {
  const look = index === 0 ? 'button' : 'link'
  return 'href' in action
    ? html`<a class="${look}" href="${action.href}">${action.label}</a>`
    : html`<form method="post"><button class="${look}">${action.label}</button></form>`
}

const detailsOf = (lines: readonly string[]): Html =>
  html`<details lang="en"><summary>For developers</summary>${lines.map((line) => html`<p>${line}</p>`)}</details>`

const headOf = ({ logo, name }: Look): Html =>
  logo === undefined
    ? html`<p class="site">${name}</p>`
    : html`<p class="site"><img class="logo" src="${logo}" alt="${name}"></p>`

export function defaultPage(view: PageView, look: Look): DefaultPage {
  const { language, title, heading, sentence, actions, details } = view
  const style = styleOf(look)
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${raw(style)}</style>
</head>
<body>
<main>
${headOf(look)}
<h1>${heading}</h1>
<p>${sentence}</p>
<div class="actions">${actions.map(actionOf)}</div>
${details.length > 0 ? detailsOf(details) : ''}
</main>
</body>
</html>`
  return { page, style }
}
