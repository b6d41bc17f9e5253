/**
 * The address of the session call: the same on the page and where a server writes it into the page's head.
 */
import type { IdentityOptions } from './options.ts'
import type { QueryParameters } from './urls.ts'
import { VERSION } from './version.ts'

type Client = Pick<IdentityOptions, 'clientId' | 'sessionDomain' | 'redirectUri' | 'env'>

/** `sdrn:<namespace>:client:<clientId>` */
export function clientSdrn({ env, clientId }: Client): string {
  return `sdrn:${env.sdrnNamespace}:client:${clientId}`
}

/** A session service under a path is the older deployment, which has the older address. */
export function sessionPath({ sessionDomain }: Client): string {
  return /^https?:\/\/[^/]+\/*$/i.test(sessionDomain) ? 'v2/session' : 'session'
}

/** The parameters of the call; the tab's comes last, since a script in the page's head appends it. */
export function sessionParameters(client: Client, tabId: string): QueryParameters {
  return {
    client_sdrn: clientSdrn(client),
    redirect_uri: client.redirectUri,
    sdk_version: VERSION,
    tabId,
  }
}
