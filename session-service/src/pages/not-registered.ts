// The details for a developer whose page has sent a reader to the service with an unregistered client or redirect URI. They repeat no text of
// the URL: everybody who makes a link could write on the service's own page.

import type { Site } from '../options/site.ts'

/** @param site of the client that the address names, where there is one */
export const notRegistered = (site: Site | undefined): string[] =>
  site === undefined
    ? ['The client in the address is not registered here: give the clientId of one of the sites.']
    : [
        `The client is “${site.clientId}”. It is registered.`,
        'The redirect URI in the address is not among those of the client: register it, character for character, and give it once.',
      ]
