// Says when a redirect URI can be registered, and its page will have no session for ever all the same.

import type { Publisher } from './publishers.ts'

/** A host of the publisher's site that a developer may use for pages of their own. */
export const developmentHost = ({ baseDomain }: Publisher): string => `app.${baseDomain}`

/** Why a page at this address cannot have a session, and where one can; undefined when it can. */
export function crossSiteNote(publisher: Publisher, url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { hostname, port, pathname, protocol } = new URL(url)
  const { baseDomain, sessionHost } = publisher
  if (hostname === baseDomain || hostname.endsWith(`.${baseDomain}`)) return undefined
  const better = new URL(
    pathname,
    `${protocol}//${developmentHost(publisher)}${port === '' ? '' : `:${port}`}`,
  )
  return `A page on ${hostname} logs in, and has no session for ever: it is of another site than ${sessionHost}, whose cookie does not go along. Open your page as ${better.href} instead: that is this machine too.`
}
