// The Content Security Policy of the pages: no script runs, and no site frames a page.

import { createHash } from 'node:crypto'
import type { PageView } from './page.ts'

type WithActions = Pick<PageView, 'actions' | 'sessions'>

/** Whether something on a page is posted. */
export const hasForm = ({ actions, sessions }: WithActions): boolean =>
  sessions.length > 0 || actions.some((action) => 'posts' in action)

/** A page with a form has no `form-action`, since that applies to redirects too: a logout redirects to the provider and to the site. */
const baseCsp = (view: WithActions): string =>
  `default-src 'none'; base-uri 'none'; frame-ancestors 'none'${hasForm(view) ? '' : "; form-action 'none'"}`

/** Of the service's own page: its style, and the site's logo. */
export function cspOf(view: WithActions, style: string, logo: string | undefined): string {
  const hash = createHash('sha256').update(style).digest('base64')
  const picture =
    logo === undefined ? '' : `; img-src ${logo.startsWith('data:') ? 'data:' : new URL(logo).origin}`
  return `${baseCsp(view)}; style-src 'sha256-${hash}'${picture}`
}

/** Of a page that the site has made: any style, pictures and fonts, and no script. */
export const cspOfSite = (view: WithActions): string =>
  `${baseCsp(view)}; style-src 'unsafe-inline' https:; img-src https: data:; font-src https: data:`
