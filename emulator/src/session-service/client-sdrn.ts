// Which client a request to a session service is for. The namespace of the SDRN is not looked at: a client that
// is given the emulator by URL alone does not know it.

import type { Context } from 'hono'
import type { Publisher } from '../publishers.ts'

/** Whether the request names the client that this session service belongs to. */
export function isOwnClient(c: Context, publisher: Publisher): boolean {
  return clientIdOf(c.req.query('client_sdrn')) === publisher.clientId
}

/** The client id in `sdrn:<namespace>:client:<clientId>`. */
export function clientIdOf(clientSdrn: string | undefined): string | undefined {
  return /^sdrn:[^:]*:client:(.+)$/.exec(clientSdrn ?? '')?.[1]
}
