// The authorization code of a site: all that its redemption needs, encrypted.

import { randomText } from '../crypto/hash.ts'
import type { Sealer } from '../crypto/sealed.ts'
import type { SiteLogin } from '../login/pending-logins.ts'

/** What a code stands for. */
export interface Code {
  /** The session's key in the store. */
  readonly key: string
  readonly site: SiteLogin
  readonly id: string
}

/** Seconds for which a code can be redeemed. */
export const CODE_SECONDS = 60

export const sealCode = (sealer: Sealer, key: string, { state: _, ...site }: SiteLogin): Promise<string> =>
  sealer.seal('code', { key, site, id: randomText(12) }, CODE_SECONDS)

export const openCode = (sealer: Sealer, code: string | undefined): Promise<Code | undefined> =>
  sealer.open<Code>('code', code)
