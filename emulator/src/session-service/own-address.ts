// Whether a session service may send a browser to an address: one at an origin of a client that it serves.

import type { EmulatorContext } from '../context.ts'
import type { Publisher } from '../publishers.ts'

export function isOwnAddress(
  { clients, redirects }: EmulatorContext,
  publisher: Publisher,
  url: string,
): boolean {
  if (!URL.canParse(url)) return false
  const { origin } = new URL(url)
  return clients.of(publisher).some((client) => redirects.allowsOrigin(client, origin))
}
