// The two demo publishers: each has a client at the account service, a site with a server, and a session
// service of its own on the same registrable domain, so that its cookie is first-party there.

import { type Address, originOf } from './hosts.ts'

/** A publisher that the emulator plays. */
export interface Publisher {
  readonly key: 'site' | 'other'
  readonly name: string
  readonly clientId: string
  /** Fixed and public: this is a test service, and a publisher's own server may want to use it. */
  readonly clientSecret: string
  /** The merchant that the client belongs to; users are connected to merchants, not to clients. */
  readonly merchantId: number
  readonly baseDomain: string
  /** What its readers subscribe to. */
  readonly productId: string
  readonly siteHost: string
  readonly sessionHost: string
}

export const PUBLISHERS: readonly Publisher[] = [
  {
    key: 'site',
    name: 'The Harbour Post',
    clientId: 'harbour-post',
    clientSecret: 'harbour-post-secret-for-tests-only',
    merchantId: 4001,
    baseDomain: 'site.localhost',
    productId: 'harbour-post-digital',
    siteHost: 'www.site.localhost',
    sessionHost: 'id.site.localhost',
  },
  {
    key: 'other',
    name: 'Fell & Fjord',
    clientId: 'fell-and-fjord',
    clientSecret: 'fell-and-fjord-secret-for-tests-only',
    merchantId: 4002,
    baseDomain: 'other.localhost',
    productId: 'fell-and-fjord-digital',
    siteHost: 'www.other.localhost',
    sessionHost: 'id.other.localhost',
  },
]

/** Where the publisher's site receives the authorization code. */
export function callbackUrl(publisher: Publisher, address: Address): string {
  return `${originOf(publisher.siteHost, address)}/callback`
}

/** The publisher's front page. */
export function frontPageUrl(publisher: Publisher, address: Address): string {
  return `${originOf(publisher.siteHost, address)}/`
}
