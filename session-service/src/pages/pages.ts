// Pages for readers: each says what has happened, and leads back to the site.

import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { reasonOf } from '../events.ts'
import { siteOf } from '../http/cors.ts'
import type { Settings } from '../options/settings.ts'
import { isOriginOf, type Site } from '../options/site.ts'
import type { ListedSession } from '../reader-sessions/listed-session.ts'
import { RETRY_SECONDS } from '../store/with-timeout.ts'
import { cspOf, cspOfSite, hasForm } from './csp.ts'
import { defaultPage } from './default-page.ts'
import { languageOf } from './language.ts'
import type { PageKind, PageLanguage, PageView } from './page.ts'
import { appearanceOf } from './site-appearance.ts'
import { viewOf } from './view.ts'

/** Options of a page, beside its kind. */
export interface PageOptions {
  /** The site to which the page leads. @default the one that the URL names, or from which the reader comes, else the first one */
  readonly site?: Site | undefined
  /** Language tags that come before those of the address and of the browser. */
  readonly locales?: string | undefined
  /** @default that of the kind */
  readonly status?: ContentfulStatusCode
  /** What a developer needs, in English. */
  readonly details?: readonly string[]
  /** Those of the reader. */
  readonly sessions?: readonly ListedSession[]
}

export interface Pages {
  /** Responds with a page. */
  show(c: Context, kind: PageKind, subject?: PageOptions): Promise<Response>
}

const STATUS: Readonly<Record<PageKind, ContentfulStatusCode>> = {
  'login-expired': 400,
  'login-used': 400,
  'login-elsewhere': 400,
  'login-retry': 503,
  'login-ended': 403,
  'access-denied': 403,
  unavailable: 503,
  'not-registered': 400,
  'logout-confirm': 200,
  'logged-out': 200,
  'logout-failed': 503,
  sessions: 200,
  'not-logged-in': 200,
  'not-found': 404,
}

export function pagesOf(settings: Settings): Pages {
  const { origin, page: pageOfSite, onEvent } = settings

  /** The page of the site's own making; undefined where it makes none, or fails. */
  async function own(view: PageView): Promise<string | undefined> {
    try {
      return await pageOfSite?.(view)
    } catch (cause) {
      onEvent({ type: 'function-failed', reason: reasonOf(cause) })
      return undefined
    }
  }

  return {
    async show(
      c,
      kind,
      { site = siteFor(c, settings), locales, status = STATUS[kind], details = [], sessions = [] } = {},
    ) {
      const language = languageFor(c, locales)
      const appearance = appearanceOf(site, origin)
      const view = viewOf(kind, language, {
        site,
        name: appearance.name,
        home: appearance.home,
        here: hereOf(c),
        details,
        sessions,
        logout: logoutOf(site),
      })
      c.header('content-language', language)
      if (status === 503) c.header('retry-after', RETRY_SECONDS)
      // Otherwise browsers would send no `Origin` with a form.
      if (hasForm(view)) c.header('referrer-policy', 'same-origin')
      const made = await own(view)
      if (made !== undefined) {
        c.header('content-security-policy', cspOfSite(view))
        return c.html(made, status)
      }
      const { page, style } = defaultPage(view, appearance)
      c.header('content-security-policy', cspOf(view, style, appearance.logo))
      return c.html(page, status)
    },
  }
}

/**
 * The language of the reader, by the URL (OpenID Connect Core, section 3.1.2.1), else by the browser.
 *
 * @param locales language tags that come before
 */
export const languageFor = (c: Context, locales?: string): PageLanguage =>
  languageOf([locales, c.req.query('ui_locales'), c.req.query('locale')], c.req.header('accept-language'))

function hereOf(c: Context): string {
  const { pathname, search } = new URL(c.req.url)
  return pathname + search
}

/** Where a logout is posted to that leads back to the site. */
function logoutOf(site: Site | undefined): string | undefined {
  const [next] = [...(site?.logoutUris ?? []), ...(site?.redirectUris ?? [])]
  if (!site || next === undefined) return undefined
  return `/logout?${new URLSearchParams({ client_sdrn: `sdrn:site:client:${site.clientId}`, redirect_uri: next })}`
}

function siteFor(c: Context, settings: Settings): Site | undefined {
  const named = siteOf(c, settings) ?? settings.sites.find(c.req.query('client_id') ?? '')
  if (named) return named
  const all = [...settings.sites.all()]
  const referrer = c.req.header('referer') ?? ''
  const from = URL.canParse(referrer) ? new URL(referrer).origin : undefined
  return all.find((site) => from !== undefined && isOriginOf(site, from)) ?? all[0]
}

/** Whether the request is a navigation (Fetch Metadata). An older browser does not say so: it accepts HTML. */
export function isNavigation(c: Context): boolean {
  const mode = c.req.header('sec-fetch-mode')
  return mode === undefined ? /text\/html/.test(c.req.header('accept') ?? '') : mode === 'navigate'
}
