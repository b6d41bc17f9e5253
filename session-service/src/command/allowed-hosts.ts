// Under which names the management port answers. Any site may give a name of its own the address of this machine, and would then read
// what is answered under that name (DNS rebinding).

import type { MiddlewareHandler } from 'hono'
import { parse } from 'tldts'

const hostOf = (name: string) => parse(name, { allowPrivateDomains: true })

/**
 * Lets through what asks by an address, by a name that is not of the public internet, or by one of the publisher's own domains.
 *
 * @param addresses addresses on those domains
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
