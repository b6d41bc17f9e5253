// What a developer needs whose page has led a reader to an address that is not registered.

import type { Settings } from '../options/settings.ts'

/** Of what stands in the address, so much is shown. */
const MOST = 300

const quoted = (text: string | null): string => (text === null ? 'none' : `“${text.slice(0, MOST)}”`)

/** @param clientId and the address as they were given; null where there is none */
export function notRegistered(
  { sites }: Pick<Settings, 'sites'>,
  clientId: string | null,
  redirectUri: string | null,
): string[] {
  const isKnown = clientId !== null && sites.find(clientId) !== undefined
  const client = `The client is ${quoted(clientId)}. ${isKnown ? 'It is registered.' : 'It is not registered here: give the clientId of one of the sites.'}`
  if (!isKnown) return [client]
  return [
    client,
    `The redirect URI is ${quoted(redirectUri)}. It is not among those of the client: register it, character for character, and give it once.`,
  ]
}
