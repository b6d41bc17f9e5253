/**
 * Tells a site's analytics what kind of reader a page has, and when a login begins. It tells nothing that identifies the reader.
 * Hooks: session:settled, login:started. Storage: none. Methods: audience.
 */
import { definePlugin, type Plugin, SDKError } from 'portico/core'

/** A reader who is connected to this publisher, one who is logged in but not connected to it, or one who is not logged in. */
export type Audience = 'connected' | 'notConnected' | 'loggedOut'

/** Options of {@link audience}. */
export interface AudienceOptions {
  /** Sends an event to the site's analytics. */
  track(event: string, details: Readonly<Record<string, string>>): void
}

/** What the plugin contributes. */
export interface AudienceApi {
  /** What kind of reader the page has; undefined until this is known. */
  audience(): Audience | undefined
}

/**
 * Contributes `audience`, and tells the analytics of each change.
 *
 * @throws {SDKError} (at composition) `option-invalid` when `track` is no function
 * @example createIdentity(options, [fetchTransport(), login(), audience({ track: console.info })])
 */
export function audience({ track }: AudienceOptions): Plugin<AudienceApi> {
  return definePlugin({
    name: 'audience',
    requires: ['transport'],
    setup(kernel) {
      if (typeof track !== 'function') throw new SDKError('option-invalid', 'audience.track')
      let known: Audience | undefined

      kernel.hook('session:settled', ({ hasLearned, outcome }) => {
        // A call that failed says nothing about the reader: what was known stays.
        if (!hasLearned || outcome === known) return
        known = outcome
        track('audience', { audience: known })
      })
      kernel.hook('login:started', ({ how }) => track('login', { how }))

      return { audience: () => known }
    },
  })
}
