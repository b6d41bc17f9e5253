// What a page may load (Content Security Policy, level 3): nothing runs on it, and nobody shows it within a page of theirs.

import { createHash } from 'node:crypto'
import type { PageAction } from './page.ts'

/** A logout goes on to the provider and to the site: where a form is sent on to counts as where it is posted. */
const ofAll = (actions: readonly PageAction[]): string => {
  const isPosted = actions.some((action) => 'posts' in action)
  return `default-src 'none'; base-uri 'none'; frame-ancestors 'none'${isPosted ? '' : "; form-action 'none'"}`
}

/** Of the service's own page: its style, and the site's logo. */
export function policyOf(actions: readonly PageAction[], style: string, logo: string | undefined): string {
  const hash = createHash('sha256').update(style).digest('base64')
  const picture =
    logo === undefined ? '' : `; img-src ${logo.startsWith('data:') ? 'data:' : new URL(logo).origin}`
  return `${ofAll(actions)}; style-src 'sha256-${hash}'${picture}`
}

/** Of a page that the site has made: any style, pictures and fonts, and no script. */
export const policyOfSite = (actions: readonly PageAction[]): string =>
  `${ofAll(actions)}; style-src 'unsafe-inline' https:; img-src https: data:; font-src https: data:`
