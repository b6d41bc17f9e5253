// The hostnames under which the management port responds. DNS rebinding: any site may point a name of its own to the address of this machine,
// and its pages would then read the responses under that name.

import type { MiddlewareHandler } from 'hono'
import { parse } from 'tldts'

const hostOf = (name: string) => parse(name, { allowPrivateDomains: true })

/**
 * Lets requests through whose host is an IP address, a name within the network, or a name on one of the publisher's own domains.
 *
 * @param addresses URLs on those domains
 */
export function allowedHosts(addresses: readonly string[]): MiddlewareHandler {
  const domains = new Set(addresses.map((address) => hostOf(address).domain))
  return async (c, next) => {
    const { isIp, isIcann, isPrivate, domain } = hostOf(c.req.url)
    const isPublic = !isIp && (isIcann || isPrivate)
    if (!isPublic || domains.has(domain)) return next()
    return c.text('Ask by the address, or by a name of the domain that the service is on.', 421)
  }
}
