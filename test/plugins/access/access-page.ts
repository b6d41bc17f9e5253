/** A page that asks for access to products: who answers, and what it is composed of. */
import {
  type AnyPlugin,
  type ApisOf,
  createIdentity,
  type IdentityCore,
  type Plugin,
} from '../../../core/index.ts'
import { type AccessApi, access } from '../../../plugins/access/access.ts'
import { sessionEvents } from '../../../plugins/reporting/session-events.ts'
import { type SessionCacheApi, sessionCache } from '../../../plugins/session/session-cache.ts'
import { fetchTransport } from '../../../plugins/transport/fetch-transport.ts'
import { GRANTED, REFUSED } from '../../../presets/testing/readers.ts'
import { optionsFor } from '../../support/fixtures.ts'
import { type Answer, json, openPage, type Page } from '../../support/page.ts'

export { GRANTED, REFUSED }

/** The composition of the tests, over a page. Another page view of the tab, when it is composed once more. */
export const viewOn = <const More extends readonly AnyPlugin[]>(
  page: Page,
  ...more: More
): IdentityCore & ApisOf<readonly [Plugin, Plugin<SessionCacheApi>, Plugin, Plugin<AccessApi>, ...More]> =>
  createIdentity(optionsFor(page), [
    fetchTransport({ retries: 0 }),
    sessionCache(),
    sessionEvents(),
    access(),
    ...more,
  ])

/** A page on which the requests for the session and for access are answered by so many answers each, in order. */
export function openWith(session: Answer[], accesses: Answer[]): Page {
  const page = openPage()
  const of = (url: URL) => (url.pathname.startsWith('/hasAccess/') ? accesses : session)
  page.answer(
    ...[...session, ...accesses].map(
      (): Answer => (url, signal) => {
        const next = of(url).shift()
        if (!next) throw new Error(`Nobody scripted an answer to ${url}`)
        return next(url, signal)
      },
    ),
  )
  return page
}

/** The requests for access, by their products. */
export const asked = ({ requests }: Page): string[] =>
  requests
    .map(({ pathname }) => pathname)
    .filter((path) => path.startsWith('/hasAccess/'))
    .map((path) => path.slice(11))

export const sessionsAsked = ({ requests }: Page): number =>
  requests.filter(({ pathname }) => pathname === '/v2/session').length

const PREFIX = 'portico.https://account.example https://id.site.example client-1.'

/** What the page keeps in the tab's storage about access. */
export function keptOn(
  page: Page,
): { value: { user: unknown; answers: [string, object][] }; expiresAt: number } | null {
  return JSON.parse(page.window.sessionStorage.getItem(`${PREFIX}access`) ?? 'null')
}

/** Another script of the page writes what is kept. */
export const forge = (page: Page, value: unknown): void =>
  page.window.sessionStorage.setItem(
    `${PREFIX}access`,
    JSON.stringify({ value, expiresAt: Date.now() + 60_000 }),
  )

export const granted: Answer = json(200, GRANTED)
export const refused: Answer = json(200, REFUSED)
