/**
 * The wall in the middle of an article, in the browser: the session service says whether the reader may read on, and the site's
 * server sends the rest.
 */
import type { Snapshot } from 'portico'
import type { SiteIdentity } from './identity'

/** The products that open articles. Access to one of them is enough. */
const PRODUCTS = ['harbour-post-digital']

/** What stands at the wall. */
export interface Wall {
  /** `waiting` until somebody knows; for an anonymous reader `teaser`, for a reader without a product `offer`; `unsure` in an outage. */
  readonly shows: 'waiting' | 'teaser' | 'offer' | 'unsure' | 'rest'
  readonly text: string
}

export const WAITING: Wall = { shows: 'waiting', text: 'Subscribers read on.' }
export const TEASER: Wall = { shows: 'teaser', text: 'Subscribers read on. Log in, if you are one.' }
const OFFER: Wall = { shows: 'offer', text: 'This article is for subscribers, and you are not one yet.' }
const UNSURE: Wall = { shows: 'unsure', text: 'We cannot see right now whether you subscribe.' }

/** The name in the greeting; undefined for an anonymous reader. In an outage, the name of the reader who was known last. */
export const nameOf = ({ status, session }: Snapshot): string | undefined =>
  session && status !== 'notConnected' ? (session.givenName ?? 'reader') : undefined

/** The server decides by what the session service has signed: a reader can change what the page says of itself. */
async function restOf(slug: string, session: string | undefined, access: string | undefined): Promise<Wall> {
  const response = await fetch('/rest', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ slug, session, access }),
  })
  return response.ok ? { shows: 'rest', text: await response.text() } : UNSURE
}

/** What to show at the wall; undefined if a later look has begun meanwhile: that one knows more. */
async function lookAt(
  identity: SiteIdentity,
  slug: string,
  isLatest: () => boolean,
): Promise<Wall | undefined> {
  const known = await identity.hasAccess(PRODUCTS)
  // Each page view looks twice, since the session becomes known during the first look. Only the last one asks the server.
  if (!isLatest()) return
  if (known.outcome === 'loggedOut') return TEASER
  if (known.outcome === 'refused') return OFFER
  if (known.outcome === 'unknown') return UNSURE
  const { sig } = await identity.hasSession()
  return restOf(slug, sig, known.data.sig)
}

/**
 * Looks what stands at the wall of an article, and looks again whenever the session has changed.
 *
 * @param show is told each time
 * @returns a function that ends it
 */
export function followWall(identity: SiteIdentity, slug: string, show: (wall: Wall) => void): () => void {
  let looks = 0
  async function look(): Promise<void> {
    const own = ++looks
    const isLatest = () => own === looks
    const wall = await lookAt(identity, slug, isLatest).catch(() => UNSURE)
    if (wall && isLatest()) show(wall)
  }
  const stop = identity.subscribe(({ status }) => {
    if (status !== 'loading') look()
  })
  look()
  return () => {
    looks++
    stop()
  }
}

/** For a reader who does not want to wait until the page asks by itself. */
export function tryAgain(identity: SiteIdentity): void {
  identity.clearCachedUserSession()
  identity.clearCachedAccess()
  identity.isLoggedIn()
}
