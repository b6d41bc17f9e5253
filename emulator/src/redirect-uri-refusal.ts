// Says of a redirect URI why its page could not work, though the account service would send codes there: its log-ins
// would succeed, and its page would have no session for ever.

import type { Address } from './hosts.ts'
import type { Publisher } from './publishers.ts'
import { isRedirectUri, REDIRECT_URI_RULE } from './redirects.ts'

/** Why an address is not registered, and one that works in its place. */
export interface Refusal {
  readonly sentence: string
  readonly better?: string
}

/** A host of the publisher's site that a developer may use for pages of their own. */
const developmentHost = ({ baseDomain }: Publisher): string => `app.${baseDomain}`

/** Where a page of one's own may be instead, with a path of its own. */
function betterThan(url: URL, publisher: Publisher, { port, secure = false }: Address): string {
  const scheme = secure ? 'https' : 'http'
  const own = url.port === '' || Number(url.port) === port ? '3000' : url.port
  return new URL(url.pathname, `${scheme}://${developmentHost(publisher)}:${own}`).href
}

/** Why a page at this address cannot have a session; undefined when it can. */
export function refusalOf(client: Publisher, url: unknown, address: Address): Refusal | undefined {
  if (!isRedirectUri(url)) return { sentence: REDIRECT_URI_RULE }
  const given = new URL(url)
  const { hostname, port, protocol } = given
  const { baseDomain, sessionHost, siteHost } = client
  const better = betterThan(given, client, address)
  const instead = `Open your page as ${better} instead: that is this machine too.`
  if (hostname !== baseDomain && !hostname.endsWith(`.${baseDomain}`))
    return {
      sentence: `A page on ${hostname} logs in, and has no session for ever: it is of another site than ${sessionHost}, whose cookie does not go along. ${instead}`,
      better,
    }
  if ((protocol === 'https:') !== (address.secure ?? false))
    return {
      sentence: `A page on ${protocol.slice(0, -1)} has no session for ever: to browsers it is of another site than ${sessionHost}, which speaks ${address.secure ? 'https' : 'http'}. ${instead}`,
      better,
    }
  if (Number(port || (address.secure ? 443 : 80)) === address.port && hostname !== siteHost)
    return {
      sentence: `At port ${address.port} the emulator itself answers, and has no page on ${hostname}. ${instead}`,
      better,
    }
  return undefined
}
