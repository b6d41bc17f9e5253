// The page as it is where the site has none of its own. Hono's `html` escapes each value.

import { html, raw } from 'hono/html'
import type { PageAction, PageSession, PageView } from './page.ts'
import type { SiteAppearance } from './site-appearance.ts'
import { styleOf } from './style.ts'

type Html = ReturnType<typeof html>

/** A page, and the style that it has within itself. */
export interface DefaultPage {
  readonly page: Html
  readonly style: string
}

const fieldOf = (field?: { readonly name: string; readonly value: string }): Html | string =>
  field ? html`<input type="hidden" name="${field.name}" value="${field.value}">` : ''

const actionOf = (action: PageAction, className: 'button' | 'link'): Html =>
  'href' in action
    ? html`<a class="${className}" href="${action.href}">${action.label}</a>`
    : html`<form method="post"${action.to ? html` action="${action.to}"` : ''}>${fieldOf(action.field)}<button class="${className}">${action.label}</button></form>`

const sessionOf = ({ name, site, facts, action }: PageSession): Html =>
  html`<li><h2>${name}</h2><p>${site}</p>${facts.map((fact) => html`<p>${fact}</p>`)}${actionOf(action, 'link')}</li>`

const sessionsOf = (sessions: readonly PageSession[]): Html =>
  html`<ul class="sessions">${sessions.map(sessionOf)}</ul>`

const detailsOf = (lines: readonly string[]): Html =>
  html`<details lang="en"><summary>For developers</summary>${lines.map((line) => html`<p>${line}</p>`)}</details>`

const headOf = ({ logo, name }: SiteAppearance): Html =>
  logo === undefined
    ? html`<p class="site">${name}</p>`
    : html`<p class="site"><img class="logo" src="${logo}" alt="${name}"></p>`

export function defaultPage(view: PageView, appearance: SiteAppearance): DefaultPage {
  const { language, title, heading, sentence, actions, sessions, details } = view
  const style = styleOf(appearance)
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
${headOf(appearance)}
<h1>${heading}</h1>
<p>${sentence}</p>
${sessions.length > 0 ? sessionsOf(sessions) : ''}
<div class="actions">${actions.map((action, index) => actionOf(action, index === 0 ? 'button' : 'link'))}</div>
${details.length > 0 ? detailsOf(details) : ''}
</main>
</body>
</html>`
  return { page, style }
}
