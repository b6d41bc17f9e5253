// The fetch of the discovery document. Some providers have it at another address, and some redirect to it, such as to the same address with
// a slash.

import type { CustomFetch } from 'openid-client'

const MAX_REDIRECTS = 3

/**
 * Fetches one document, and follows redirects within its origin: the options name no other host.
 *
 * @param address of the document, if the options name one
 */
export function discoveryFetch(fetch: CustomFetch, address?: string): CustomFetch {
  return async (asked, init) => {
    let url = address ?? asked
    for (let redirects = 0; ; redirects += 1) {
      const response = await fetch(url, init)
      const next = redirects < MAX_REDIRECTS ? targetOf(response, url) : undefined
      if (next === undefined) return response
      await response.body?.cancel()
      url = next
    }
  }
}

/** The target of a redirect within its origin. */
function targetOf({ status, headers }: Response, from: string): string | undefined {
  const location = headers.get('location')
  if (status < 300 || status > 399 || location === null || !URL.canParse(location, from)) return undefined
  const to = new URL(location, from)
  return to.origin === new URL(from).origin ? to.href : undefined
}
