// Says of a redirect URI why its page could not work, though the account service would send codes there: its logins
// would succeed, and its page would never have a session.

import type { Address } from './hosts.ts'
import type { Publisher } from './publishers.ts'
import { isRedirectUri, REDIRECT_URI_RULE } from './redirects.ts'

/** Why an address is not registered, and one that works in its place. */
export interface Refusal {
  readonly sentence: string
  readonly better?: string
}

const isOnSite = ({ hostname }: URL, { baseDomain }: Publisher): boolean =>
  hostname === baseDomain || hostname.endsWith(`.${baseDomain}`)

/** Where a page of one's own may be instead, with a path of its own. A host that would do is kept. */
function betterThan(url: URL, publisher: Publisher, { port, secure = false }: Address): string {
  const scheme = secure ? 'https' : 'http'
  const host = isOnSite(url, publisher) ? url.hostname : publisher.siteHost
  const own = url.port === '' || Number(url.port) === port ? '3000' : url.port
  return new URL(url.pathname, `${scheme}://${host}:${own}`).href
}

/** Why a page at this address cannot have a session; undefined when it can. */
export function refusalOf(client: Publisher, url: unknown, address: Address): Refusal | undefined {
  if (!isRedirectUri(url)) return { sentence: REDIRECT_URI_RULE }
  const given = new URL(url)
  const { hostname, port, protocol } = given
  const { sessionHost, siteHost } = client
  const better = betterThan(given, client, address)
  const instead = `Open your page as ${better} instead. That is this machine too.`
  if (!isOnSite(given, client))
    return {
      sentence: `A page on ${hostname} can log in but never gets a session: it is on another site than ${sessionHost}, so the browser does not send that host’s cookie. ${instead}`,
      better,
    }
  if ((protocol === 'https:') !== (address.secure ?? false))
    return {
      sentence: `A page on ${protocol.slice(0, -1)} can log in but never gets a session: for browsers it is on another site than ${sessionHost}, which speaks ${address.secure ? 'https' : 'http'}. ${instead}`,
      better,
    }
  if (Number(port || (address.secure ? 443 : 80)) === address.port && hostname !== siteHost)
    return {
      sentence: `At port ${address.port} the emulator itself answers, and it has no page on ${hostname}. ${instead}`,
      better,
    }
  return undefined
}
