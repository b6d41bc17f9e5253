// Which client a request to a session service is for. The namespace of the SDRN is not looked at: a client that
// is given the emulator by URL alone does not know it.

import type { Context } from 'hono'
import type { Client } from '../clients.ts'
import type { EmulatorContext } from '../context.ts'
import type { Publisher } from '../publishers.ts'

/** The client that the request names, when this publisher's session service serves it. */
export function ownClient(
  c: Context,
  { clients }: EmulatorContext,
  publisher: Publisher,
): Client | undefined {
  return clients.at(publisher, clientIdOf(c.req.query('client_sdrn')))
}

/** The client id in `sdrn:<namespace>:client:<clientId>`. */
export function clientIdOf(clientSdrn: string | undefined): string | undefined {
  return /^sdrn:[^:]*:client:(.+)$/.exec(clientSdrn ?? '')?.[1]
}
