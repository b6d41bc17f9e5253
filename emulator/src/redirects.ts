// Which addresses belong to a client: those of its demo site, and those that a developer registered for a site
// of their own. Everything that leads a browser somewhere, or lets a page read something, asks here.

import type { Address } from './hosts.ts'
import { callbackUrl, frontPageUrl, PUBLISHERS, type Publisher } from './publishers.ts'
import type { Records } from './store/records.ts'

const LONGEST = 2000

/** The rule for redirect URIs, as developers read it. */
export const REDIRECT_URI_RULE: string = `A redirect URI must be an absolute http(s) URL without a fragment, of ${LONGEST} characters at most.`

export interface Redirects {
  /** Where the account service may send a code. */
  ofClient(client: Publisher): string[]
  /** The address of the client's demo site, which nobody takes back; a client that was made has none. */
  ofDemoSite(client: Publisher): string | undefined
  /** Whether a browser may be sent there after log-out, a refresh, or a visit to the account pages. */
  allows(client: Publisher, url: string): boolean
  /** Whether pages of this origin may read the client's session. */
  allowsOrigin(client: Publisher, origin: string | undefined): boolean
  /** @throws {TypeError} when it is no absolute http(s) URL, or has a fragment, even an empty one */
  register(client: Publisher, url: string): void
  /** Takes back what was registered; false when it was not. */
  remove(client: Publisher, url: string): boolean
}

const KIND = 'redirect-uris'

export function redirects(records: Records, address: Address): Redirects {
  const registered = ({ clientId }: Publisher): string[] => records.get<string[]>(KIND, clientId) ?? []

  function ofDemoSite({ clientId }: Publisher): string | undefined {
    const demo = PUBLISHERS.find((publisher) => publisher.clientId === clientId)
    return demo && callbackUrl(demo, address)
  }

  function ofClient(client: Publisher): string[] {
    const own = ofDemoSite(client)
    return [...(own === undefined ? [] : [own]), ...registered(client)]
  }

  return {
    ofClient,
    ofDemoSite,
    allows: (client, url) => url === frontPageUrl(client, address) || ofClient(client).includes(url),
    allowsOrigin: (client, origin) => ofClient(client).some((url) => new URL(url).origin === origin),
    register(client, url) {
      if (!isRedirectUri(url)) throw new TypeError(`Not a redirect URI: "${url}". ${REDIRECT_URI_RULE}`)
      records.put(KIND, client.clientId, [...new Set([...registered(client), url])].sort())
    },
    remove(client, url) {
      const before = registered(client)
      const left = before.filter((known) => known !== url)
      records.put(KIND, client.clientId, left)
      return left.length < before.length
    },
  }
}

/** Whether a client may have this redirect URI. With any other, the provider would refuse every login of the client. */
export function isRedirectUri(url: unknown): url is string {
  return (
    typeof url === 'string' &&
    url.length <= LONGEST &&
    /^https?:\/\/[^\s\p{C}#]+$/iu.test(url) &&
    URL.canParse(url)
  )
}
