// After a login at the site, its session service is to know the browser, too: the site hands the ID token over, and
// the browser follows. A hand-over is good for a minute, once, and only for the visitor who logged in.

import { randomBytes } from 'node:crypto'
import type { EmulatorContext } from '../context.ts'
import { originOf } from '../hosts.ts'
import { loopbackFetch } from '../http/loopback-fetch.ts'
import type { Publisher } from '../publishers.ts'

const KIND = 'hand-over'
const LIFETIME_MS = 60_000

/** A login that the session service is yet to hear of. */
export interface HandOver {
  readonly visitor: string
  readonly idToken: string
  /** Where the browser goes in the end. */
  readonly next: string
}

export interface HandOvers {
  /**
   * Where the browser goes to be known by the session service, and comes back from to `/hand-over`. Rejects when the
   * session service does not answer.
   */
  start(handOver: HandOver): Promise<string>
  /**
   * Where the browser that came back goes to get its session cookie. Rejects when the hand-over is not this visitor's.
   *
   * @param browser what the session service knows the browser by
   */
  sessionStartUrl(id: string, visitor: string | undefined, browser: string): Promise<string>
}

export function handOvers({ store, address }: EmulatorContext, publisher: Publisher): HandOvers {
  const sessionService = originOf(publisher.sessionHost, address)

  return {
    async start(handOver) {
      // else the browser would find out, and show a page of its own instead of one that says what happened
      await loopbackFetch(`${sessionService}/session-start`)
      const id = randomBytes(24).toString('base64url')
      store.records.put(KIND, id, handOver, LIFETIME_MS)
      const back = `${originOf(publisher.siteHost, address)}/hand-over?login=${id}`
      return `${sessionService}/session-start?${new URLSearchParams({ redirect_uri: back })}`
    },

    async sessionStartUrl(id, visitor, browser) {
      const known = store.records.take<HandOver>(KIND, id)
      if (known === undefined || known.visitor !== visitor) throw new Error('unknown hand-over')
      const { idToken, next } = known
      const response = await loopbackFetch(`${sessionService}/tickets`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(`${publisher.clientId}:${publisher.clientSecret}`).toString('base64')}`,
        },
        body: new URLSearchParams({ id_token: idToken, browser, next }),
      })
      if (!response.ok) throw new Error(`the session service answered ${response.status}`)
      const { ticket } = (await response.json()) as { ticket: string }
      return `${sessionService}/session-start?ticket=${ticket}`
    },
  }
}
